import { newUid } from '../kernel/secrets.ts';
import type { Change, Notice } from '../kernel/change-event.ts';
import { sentenceOf } from '../kernel/saying.ts';
import type { Unit } from '../kernel/unit.ts';
import { markRead } from './store.ts';

/**
 * Turns the Changes of a command into what members find under Activity, in the same transaction. Returns a Change for
 * each member who finds something new there.
 */
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

async function tell(unit: Unit, { to, kind, text, targetUid }: Notice): Promise<string[]> {
	const members = to === 'admins' ? await admins(unit) : to;
	if (members.length === 0) return [];
	// One who does the same again and again leaves one unread entry, the latest.
	if (repeatable.has(kind))
		await unit.db.activity.deleteMany({
			where: { memberUid: { in: members }, kind, targetUid, readAt: null }
		});
	if (kind === 'ACTIVITY_KIND_SIGN_IN') await removeEarlierSignIns(unit, members, text);
	await unit.db.activity.createMany({
		data: members.map((memberUid) => ({
			uid: newUid('act'),
			memberUid,
			kind,
			text,
			targetUid,
			createdAt: unit.now
		}))
	});
	return members;
}

/**
 * Deletes earlier entries of sign-ins on a device of the same name, so that they do not crowd out the others. Each sign-in can
 * still be seen under the signed-in devices and in the log.
 */
async function removeEarlierSignIns(unit: Unit, members: string[], text: string): Promise<void> {
	const entries = await unit.db.activity.findMany({
		where: { memberUid: { in: members }, kind: 'ACTIVITY_KIND_SIGN_IN' },
		select: { uid: true, text: true }
	});
	// The text holds the version of the browser, which the sentence leaves out.
	const same = entries.filter((entry) => sentenceOf(entry.text) === sentenceOf(text));
	await unit.db.activity.deleteMany({ where: { uid: { in: same.map(({ uid }) => uid) } } });
}

/** What one member can cause over and over for another, or for themselves. */
const repeatable = new Set<string>(['ACTIVITY_KIND_CONFLICT', 'ACTIVITY_KIND_LIST_SHARED']);

async function admins(unit: Unit): Promise<string[]> {
	const rows = await unit.db.member.findMany({
		where: { role: 'ROLE_ADMIN', removedAt: null },
		select: { uid: true }
	});
	return rows.map((row) => row.uid);
}
