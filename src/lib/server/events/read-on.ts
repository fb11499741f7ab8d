import type { Database } from '../data/client.ts';
import { sql } from '../data/sql.ts';
import { changesAfter, changesPerBatch, type StoredChange } from './event.ts';
import { keptColumns, keptIn, type KeptNumbers, type KeptRow } from './kept-numbers.ts';

/**
 * Reads the outbox so that a reader who goes on from the last number misses no Change. On Postgres commands commit beside each other, and a
 * lower number can become visible after a higher one. What is read here is final: no lower number will be committed any more.
 */

type Outbox = Pick<Database, 'read' | 'dialect'>;

/** The next Changes after `number`, which is final, in their order, at most so many. */
export async function readOn(
	{ read, dialect }: Outbox,
	number: number,
	most = changesPerBatch
): Promise<readonly StoredChange[]> {
	const changes = await changesAfter(read, number, { most });
	const last = changes.at(-1)?.number ?? number;
	const isOneMissing = last - number > changes.length;
	const { commitsUnderWay } = dialect;
	if (!isOneMissing || !commitsUnderWay) return changes;
	await commitsUnderWay.end(read);
	return changesAfter(read, number, { last, most });
}

/** As `keptNumbers`, once the highest is final. */
export async function finalNumbers({ read, dialect }: Outbox): Promise<KeptNumbers> {
	const { commitsUnderWay } = dialect;
	// In one statement: which commits are under way has to be read after the numbers.
	const [kept] = await read.query<KeptRow & { underWay: string }>(
		sql`SELECT ${keptColumns}, ${commitsUnderWay?.ids ?? sql`''`} AS "underWay"`
	);
	await commitsUnderWay?.end(read, kept?.underWay ?? '');
	return keptIn(kept);
}
