import * as m from '../../paraglide/messages.js';
import { readAmong } from '../data/read-among.ts';
import { sql } from '../data/sql.ts';
import { yieldToOthers } from '../data/yield-to-others.ts';
import { makesList } from '../kernel/change-event.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { isOf, isOfPin, partOf, type Own, type Subject } from './standing-changes.ts';

/** For each subject that it is too late to undo, the reason: somebody else has changed the same thing later. */
export async function laterChanges(
	unit: Unit,
	tokenUid: string,
	subjects: Subject[]
): Promise<Map<string, string>> {
	const onItems = subjects.filter(([, [{ itemUid }]]) => itemUid);
	const latest = await latestOnItems(unit, tokenUid, onItems);
	const reasons = new Map<string, string>();
	for (const [key, own] of subjects) {
		if (!own[0].itemUid) await yieldToOthers();
		const change = own[0].itemUid ? latest.get(key) : await latestOnList(unit, tokenUid, own);
		if (change && change.number > oldestOf(own)) reasons.set(key, changedBy(change));
	}
	return reasons;
}

/** Why Changes that made sections cannot be undone: somebody has since changed an item in one of them. "" for none. */
export async function laterChangeOfItems(
	unit: Unit,
	tokenUid: string,
	itemUids: string[],
	own: Subject[1]
): Promise<string> {
	const subjects = itemUids.map((uid): Subject => [uid, own]);
	const latest = await latestOnItems(unit, tokenUid, subjects);
	const change = [...latest.values()].find(({ number }) => number > oldestOf(own));
	return change ? changedBy(change) : '';
}

const oldestOf = (own: Own[]): number => own.at(-1)?.number ?? 0;

/** What somebody else did last, and who. */
type Latest = { number: number; byName: string };

const changedBy = ({ byName }: Latest): string => m.undo_changed_by({ name: byName });

/**
 * For each item the latest Change by somebody else on the lists where the token changed something. A move away from such a list
 * counts, because a move is a Change of both lists.
 */
async function latestOnItems(
	unit: Unit,
	tokenUid: string,
	onItems: Subject[]
): Promise<Map<string, Latest>> {
	const ownOf = new Map(onItems);
	const listsOf = (itemUids: string[]) => [
		...new Set(itemUids.flatMap((uid) => (ownOf.get(uid) ?? []).map(({ listUid }) => listUid)))
	];
	const from = onItems.reduce((least, [, own]) => Math.min(least, oldestOf(own)), Infinity);
	const rows = await readAmong<Latest & { itemUid: string }>(
		unit.read,
		ownOf.keys(),
		(some) => sql`
		SELECT c."itemUid", c."number", m."name" AS "byName" FROM (
			SELECT MAX(o."number") AS "number" FROM "Change" o
			WHERE o."listUid" IN (${sql.join(listsOf(some))}) AND o."number" > ${from} AND o."itemUid" IN (${sql.join(some)})
				AND o."viaTokenUid" <> ${tokenUid}
			GROUP BY o."itemUid"
		) latest JOIN "Change" c ON c."number" = latest."number" JOIN "Member" m ON m."uid" = c."byUid"`
	);
	return new Map(rows.map((row) => [row.itemUid, row]));
}

/**
 * The latest Change of a list by somebody else. For a list that the token made, every Change on it counts but somebody's pin.
 * For a pin only Changes by the same member count.
 */
async function latestOnList(
	unit: Unit,
	tokenUid: string,
	own: Subject[1]
): Promise<Latest | undefined> {
	const [{ listUid }] = own;
	const part = partOf(own[0]);
	const isMade = own.some(({ kind }) => makesList(kind));
	const bySame = part === 'pin' ? sql`AND c."byUid" = ${actor(unit).member.uid}` : sql.empty;
	// The end of another token does not change what this one did.
	const isEndOfToken = sql`c."kind" = 'list.changed' AND c."everyItem" AND c."itemUid" = ''`;
	const [change] = await unit.read.query<Latest>(sql`
		SELECT c."number", m."name" AS "byName" FROM "Change" c JOIN "Member" m ON m."uid" = c."byUid"
		WHERE c."listUid" = ${listUid} AND ${isMade ? sql`NOT ${isOfPin}` : isOf(part)} ${bySame}
			AND c."number" > ${oldestOf(own)} AND c."viaTokenUid" <> ${tokenUid} AND NOT (${isEndOfToken})
		ORDER BY c."number" DESC LIMIT 1`);
	return change;
}
