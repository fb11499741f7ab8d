import type { Prisma } from '../data/client.ts';
import { insertMany } from '../data/insert-many.ts';
import type { Change } from '../kernel/change-event.ts';
import type { Unit } from '../kernel/unit.ts';

/** Writes what changed, in its transaction, after `lockCommits` or `holdCommits`. A later row has a higher number. */
export async function writeOutbox(unit: Unit, changes: Change[]): Promise<void> {
	if (changes.length === 0) return;
	const { caller, now } = unit;
	const rows = changes.map(
		({ kind, listUid = '', itemUid = '', toUid = '', everyItem = false, was }) =>
			({
				kind,
				listUid,
				itemUid,
				byUid: caller.by === 'visitor' ? '' : caller.member.uid,
				viaToken: caller.by === 'token' ? caller.token.name : '',
				viaTokenUid: caller.by === 'token' ? caller.token.uid : '',
				toUid,
				was: caller.by === 'token' && was ? JSON.stringify(was) : '',
				everyItem,
				at: now
			}) satisfies Prisma.ChangeCreateManyInput
	);
	await insertMany(unit, 'Change', rows);
}
