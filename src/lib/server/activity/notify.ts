import type { Change } from '../kernel/change-event.ts';
import type { Unit } from '../kernel/unit.ts';
import { markRead } from './store.ts';
import { tell } from './tell.ts';

/** Writes what a command's Changes tell members under Activity. Returns a Change for each member whose Activity changed. */
export async function notifyMembers(unit: Unit, changes: Telling[]): Promise<Change[]> {
	const told = new Set<string>();
	for (const { notice, settles, attends } of changes) {
		const members = [
			...(settles ? await settle(unit, settles) : []),
			...(attends ? await attend(unit, attends) : []),
			...(notice ? await tell(unit, notice) : [])
		];
		for (const member of members) told.add(member);
	}
	return [...told].map((toUid) => ({ kind: 'activity.changed', toUid }));
}

type Telling = Pick<Change, 'notice' | 'settles' | 'attends'>;

async function settle(
	unit: Unit,
	{ targetUid, outcome }: NonNullable<Change['settles']>
): Promise<string[]> {
	const entries = await unit.db.activity.findMany({
		where: { targetUid },
		select: { memberUid: true }
	});
	await unit.db.activity.updateMany({ where: { targetUid }, data: { outcome } });
	return entries.map(({ memberUid }) => memberUid);
}

async function attend(
	unit: Unit,
	{ memberUid, targetUid }: NonNullable<Change['attends']>
): Promise<string[]> {
	const count = await markRead(unit, memberUid, targetUid);
	return count > 0 ? [memberUid] : [];
}
