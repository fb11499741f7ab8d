import { z } from 'zod';
import { says, when } from '../fields.ts';
import { missing } from '../errors.ts';
import { takeBackItem } from '../items/take-back.ts';
import { holdLists } from '../lists/reached.ts';
import { reopenList, takeBackList } from '../lists/take-back.ts';
import { reachedAmong } from '../reach.ts';
import { timestamp } from '../text.ts';
import { actor, type Unit } from '../unit.ts';

/** What a member's own token did, and taking it back. */

export const TokenChange = z
	.object({
		kind: says('What happened, as events name it.'),
		listUid: says('The list it happened to, or on.'),
		itemUid: says('The item; "" where it was the list.'),
		listName: says('What the list is called.'),
		label: says('What the item is.'),
		at: when('When.')
	})
	.meta({ id: 'TokenChange' });

export type TokenChange = z.infer<typeof TokenChange>;

const mostShown = 200;

/** The latest Changes to lists through the token, newest first; what is out of reach by now is not named. */
export async function getTokenChanges(
	unit: Unit,
	{ tokenUid }: { tokenUid: string }
): Promise<{ changes: TokenChange[] }> {
	await ownToken(unit, tokenUid);
	const rows = await unit.db.change.findMany({
		where: { viaTokenUid: tokenUid, listUid: { not: '' } },
		orderBy: { number: 'desc' },
		take: mostShown
	});
	const reached = await reachedAmong(
		unit,
		rows.map(({ listUid }) => listUid)
	);
	const seen = rows.filter(({ listUid }) => reached.has(listUid));
	const lists = await unit.db.list.findMany({
		where: { uid: { in: seen.map(({ listUid }) => listUid) } },
		select: { uid: true, name: true }
	});
	const items = await unit.db.item.findMany({
		where: { uid: { in: seen.map(({ itemUid }) => itemUid) } },
		select: { uid: true, label: true }
	});
	const listNames = new Map(lists.map(({ uid, name }) => [uid, name]));
	const labels = new Map(items.map(({ uid, label }) => [uid, label]));
	return {
		changes: seen.map(({ kind, listUid, itemUid, at }) => ({
			kind,
			listUid,
			itemUid,
			listName: listNames.get(listUid) ?? '',
			label: labels.get(itemUid) ?? '',
			at: timestamp(at)
		}))
	};
}

export const Skipped = z.object({
	itemUid: says('The item that was left; "" where it is a list.'),
	listUid: says('The list.'),
	reason: says('Why it was left as it is.')
});
export type Skipped = z.infer<typeof Skipped>;

type Undo = { tokenUid: string; since: string; dryRun: boolean };

/** Takes back all that a token did since a moment, but for what somebody has changed since; or says what that would be. */
export async function undoToken(unit: Unit, { tokenUid, since, dryRun }: Undo): Promise<Undone> {
	await ownToken(unit, tokenUid);
	if (!dryRun) return takeBackAll(unit, tokenUid, since);
	// Done and rolled back, so that what was promised is what then comes of it.
	await unit.db.$executeRaw`SAVEPOINT preview`;
	const undone = await takeBackAll({ ...unit, record: () => {} }, tokenUid, since);
	await unit.db.$executeRaw`ROLLBACK TO SAVEPOINT preview`;
	return undone;
}

type Undone = { undone: number; skipped: Skipped[] };

async function takeBackAll(unit: Unit, tokenUid: string, since: string): Promise<Undone> {
	const changes = await unit.db.change.findMany({
		where: { viaTokenUid: tokenUid, at: { gte: new Date(since) }, listUid: { not: '' } },
		orderBy: { number: 'desc' }
	});
	await holdLists(unit, { listUids: [...new Set(changes.map(({ listUid }) => listUid))] });
	const subjects = [...Map.groupBy(changes, ({ itemUid, listUid }) => itemUid || listUid)];
	const reasons = new Map<string, string>();
	for (const [uid, own] of subjects) reasons.set(uid, await changedSince(unit, tokenUid, uid, own));
	const left = (what: 'items' | 'lists') =>
		subjects.filter(([uid, own]) => !reasons.get(uid) && !!own[0]?.itemUid === (what === 'items'));
	// Lists are opened first and put back last: in between, their items can be changed.
	for (const [uid, own] of left('lists')) reasons.set(uid, await reopenList(unit, uid, own));
	for (const [uid, own] of left('items')) reasons.set(uid, await takeBackItem(unit, uid, own));
	for (const [uid, own] of left('lists')) await takeBackList(unit, uid, own);
	const undone = [...left('items'), ...left('lists')].flatMap(([, own]) => own).length;
	const skipped = subjects.flatMap(([uid, [change]]) => {
		const reason = reasons.get(uid);
		return reason && change ? [{ itemUid: change.itemUid, listUid: change.listUid, reason }] : [];
	});
	return { undone, skipped };
}

async function ownToken(unit: Unit, uid: string): Promise<void> {
	const token = await unit.db.accessToken.findFirst({
		where: { uid, memberUid: actor(unit).member.uid },
		select: { uid: true }
	});
	if (!token) throw missing('access token');
}

type Own = { number: number; kind: string; itemUid: string; listUid: string; was: string };

/** Why it is too late: what somebody else did to the same thing later. Of a list that the token made, anything on it counts. */
async function changedSince(
	unit: Unit,
	tokenUid: string,
	subject: string,
	own: Own[]
): Promise<string> {
	const made = own.some(({ kind }) => kind === 'list.created');
	const about = own[0]?.itemUid
		? { itemUid: subject }
		: { listUid: subject, ...(made ? {} : { itemUid: '' }) };
	const later = await unit.db.change.findFirst({
		where: {
			...about,
			number: { gt: own.at(-1)?.number ?? 0 },
			viaTokenUid: { not: tokenUid },
			kind: { not: 'pin.changed' }
		},
		orderBy: { number: 'desc' }
	});
	if (!later) return '';
	const member = await unit.db.member.findUnique({
		where: { uid: later.byUid },
		select: { name: true }
	});
	return `${member?.name ?? 'Somebody'} changed it since.`;
}
