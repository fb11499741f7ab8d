import type { Connection } from '../data/client.ts';
import type { Household } from '../kernel/household.ts';
import { householdRow } from '../kernel/household-row.ts';
import { hashSecret, newCode } from '../kernel/secrets.ts';
import { inTransaction } from '../data/transaction.ts';

/**
 * The first run makes its caller the admin. So a caller on another machine needs a code, which only the console shows. Each node of
 * a household makes one at its start. All codes work until one has been used.
 */

/** Makes the code for this process to print. Undefined where none is needed, or where a code is configured. */
export async function makeFirstRunCode(household: Household): Promise<string | undefined> {
	const { database, clock, config } = household;
	if (config.setupCode || (await householdRow(database.read))) return undefined;
	return inTransaction(database, (db) => addSetupCode(db, clock()));
}

/** Makes one more code and forgets the oldest, so that a server that is started again and again does not fill the table. */
export async function addSetupCode(db: Connection, now: Date): Promise<string> {
	const code = newCode();
	const hash = hashSecret(compared(code));
	// The new code stays, also where the clock was set back since the others were made.
	const surplus = await db.setupCode.findMany({
		orderBy: [{ createdAt: 'desc' }, { hash: 'asc' }],
		skip: mostCodes - 1,
		select: { hash: true }
	});
	await db.setupCode.deleteMany({ where: { hash: { in: surplus.map((other) => other.hash) } } });
	await db.setupCode.create({ data: { hash, createdAt: now } });
	return code;
}

const mostCodes = 20;

/** A code without case and dashes, because people type it from a screen. */
export const compared = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');
