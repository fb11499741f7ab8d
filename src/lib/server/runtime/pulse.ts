import { runTogether, type Driven, type Statements } from '../data/driver-transaction.ts';
import { withTimeout } from '../data/with-timeout.ts';

/** What became of a trivial transaction: it was carried out, it failed with an error, or it never had its turn. */
export type Pulse = 'beats' | 'fails' | 'stuck';

/** The pulse of the database's writer, within `limitMs`; by default the transaction is empty. */
export async function pulseOf(
	database: Driven,
	limitMs = 4000,
	statements: Statements = []
): Promise<Pulse> {
	const beat = runTogether(database, statements).then(
		(): Pulse => 'beats',
		(): Pulse => 'fails'
	);
	return (await withTimeout(limitMs, beat)) ?? 'stuck';
}
