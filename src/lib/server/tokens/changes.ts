import type { z } from 'zod';
import { readAmong } from '../data/read-among.ts';
import { sql } from '../data/sql.ts';
import { missing } from '../kernel/errors.ts';
import { inReach } from '../kernel/reach.ts';
import { isSharedToEdit } from '../kernel/may-edit.ts';
import { isPastRestoring } from '../kernel/trash-period.ts';
import { component, says, when } from '../kernel/schema.ts';
import { timestamp } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { ListRow, Named } from '../lists/list.ts';

/** What a member's own token did. */

export const TokenChange = component('TokenChange', {
	kind: says('The kind of change, named as in events.'),
	listUid: says('The uid of the list that changed, or that the item was on.'),
	itemUid: says('The uid of the item; "" for a change of the list.'),
	listName: says('The name of the list.'),
	label: says('The label of the item.'),
	at: when('The time of the change.')
});

export type TokenChange = z.infer<typeof TokenChange>;

const mostShown = 200;

/** The latest Changes to lists through the token, newest first; what is out of reach now is not named. */
export async function getTokenChanges(
	unit: Unit,
	{ tokenUid }: { tokenUid: string }
): Promise<{ changes: (TokenChange & { number: number })[] }> {
	await refuseUnlessOwnToken(unit, tokenUid);
	const rows = await unit.db.change.findMany({
		where: { viaTokenUid: tokenUid, listUid: { not: '' } },
		select: { number: true, kind: true, listUid: true, itemUid: true, at: true },
		orderBy: { number: 'desc' },
		take: mostShown
	});
	const lists = await readAmong<Named>(
		unit.read,
		rows.map(({ listUid }) => listUid),
		(some) => sql`
		SELECT l."uid", l."name" FROM "List" l WHERE l."uid" IN (${sql.join(some)}) AND ${inReach(actor(unit))}`
	);
	const listNames = new Map(lists.map(({ uid, name }) => [uid, name]));
	const seen = rows.filter(({ listUid }) => listNames.has(listUid));
	const labels = await labelsOf(
		unit,
		seen.map(({ itemUid }) => itemUid)
	);
	return {
		changes: seen.map((change) => ({
			...change,
			listName: listNames.get(change.listUid) ?? '',
			label: labels.get(change.itemUid) ?? '',
			at: timestamp(change.at)
		}))
	};
}

/** The labels by uid, as far as the caller sees the item where it is now: on a list in reach, or in the trash if they could restore it. */
async function labelsOf(unit: Unit, itemUids: string[]): Promise<Map<string, string>> {
	const caller = actor(unit);
	const rows = await readAmong<Labelled>(
		unit.read,
		itemUids.filter(Boolean),
		(some) => sql`
		SELECT i."uid", i."label", i."deletedAt", l."ownerUid", l."sharing", l."sharedEdit"
		FROM "Item" i JOIN "List" l ON l."uid" = i."listUid" WHERE i."uid" IN (${sql.join(some)}) AND ${inReach(caller)}`
	);
	const isSeen = (row: Labelled) =>
		!row.deletedAt ||
		(isSharedToEdit(caller, row) && !isPastRestoring(timestamp(row.deletedAt), unit.now));
	return new Map(rows.filter(isSeen).map(({ uid, label }) => [uid, label]));
}

type Labelled = Pick<ListRow, 'ownerUid' | 'sharing' | 'sharedEdit'> & {
	uid: string;
	label: string;
	deletedAt: Date | string | null;
};

/** Throws unless the token is the caller's own. */
export async function refuseUnlessOwnToken(unit: Unit, uid: string): Promise<void> {
	const token = await unit.db.accessToken.findFirst({
		where: { uid, memberUid: actor(unit).member.uid },
		select: { uid: true }
	});
	if (!token) throw missing('access token');
}
