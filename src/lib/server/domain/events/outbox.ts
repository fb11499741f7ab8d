import type { Prisma } from '../../platform/database.ts';
import { insertMany } from '../../platform/insert-many.ts';
import { channel } from '../../platform/wakeup.ts';
import type { Change } from '../change.ts';
import type { Unit } from '../unit.ts';

/** Writes what changed, in the transaction that changed it. Numbers only grow, and commit in their order. */
export async function writeOutbox(unit: Unit, changes: Change[]): Promise<void> {
	if (changes.length === 0) return;
	// Taken last and held to the commit: without it a higher number could become visible before a lower one.
	if (unit.provider === 'postgresql') {
		await unit.db.$executeRaw`SELECT pg_advisory_xact_lock(${outboxLock}::bigint)`;
		await unit.db.$executeRaw`SELECT pg_notify(${channel}, '')`;
	}
	const { caller, now } = unit;
	const rows = changes.map(
		({ kind, listUid = '', itemUid = '', toUid = '', was }) =>
			({
				kind,
				listUid,
				itemUid,
				byUid: caller.by === 'visitor' ? '' : caller.member.uid,
				viaToken: caller.by === 'token' ? caller.token.name : '',
				viaTokenUid: caller.by === 'token' ? caller.token.uid : '',
				toUid,
				was: caller.by === 'token' && was ? JSON.stringify(was) : '',
				at: now
			}) satisfies Prisma.ChangeCreateManyInput
	);
	await insertMany(unit.db, 'Change', rows);
}

/** An arbitrary number of our own among the database's advisory locks. */
const outboxLock = 4_611_686_001;
