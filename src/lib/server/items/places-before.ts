import { readAmong } from '../data/read-among.ts';
import { sql, type Flag } from '../data/sql.ts';
import type { Unit } from '../kernel/unit.ts';
import { ranksAfter, ranksBefore } from './rank.ts';
import { aggregateOn } from './store.ts';
import type { Fields, ToUndo } from './to-undo.ts';

/** The places that an undo gives back to items. */
export type PlacesBefore = {
	/** The item's rank before its Changes; undefined where it has to keep the one it has. */
	rankOf(itemUid: string): number | undefined;
	/** Whether the list was numbered anew since the item's old rank was stored: that rank has no meaning any more. */
	isLost(itemUid: string): boolean;
};

type Given = {
	items: ToUndo[];
	fields: ReadonlyMap<string, Partial<Fields>>;
	stored: ReadonlyMap<string, { listUid: string }>;
	lists: ReadonlyMap<string, { addsOnTop: Flag }>;
};

/**
 * An item whose old rank has no meaning any more stays where it is. If it returns to another list, it goes to where a new one
 * would go there.
 */
export async function placesBefore(
	unit: Unit,
	{ items, fields, stored, lists }: Given
): Promise<PlacesBefore> {
	const lost = await lostAmong(unit, items, fields);
	const returning = [...lost].filter(([uid, { listUid }]) => stored.get(uid)?.listUid !== listUid);
	const ranks = await newRanks(unit, returning, lists);
	return {
		rankOf: (uid) => (lost.has(uid) ? ranks.get(uid) : fields.get(uid)?.rank),
		isLost: (uid) => lost.has(uid)
	};
}

type OldPlace = { listUid: string; rank: number };

/** The ranks of items, by uid, that go to where their list adds new ones. They keep their old order. */
async function newRanks(
	unit: Unit,
	items: [itemUid: string, place: OldPlace][],
	lists: Given['lists']
): Promise<Map<string, number>> {
	const byList = Map.groupBy(items, ([, { listUid }]) => listUid);
	const first = await aggregateOn(unit, byList.keys(), sql`MIN(i."rank")`);
	const last = await aggregateOn(unit, byList.keys(), sql`MAX(i."rank")`);
	const ranks = new Map<string, number>();
	for (const [listUid, some] of byList) {
		const free = lists.get(listUid)?.addsOnTop
			? ranksBefore(first.get(listUid), some.length)
			: ranksAfter(last.get(listUid), some.length);
		const inOrder = some.toSorted(([, one], [, other]) => one.rank - other.rank);
		for (const [at, [uid]] of inOrder.entries()) ranks.set(uid, free[at] ?? 0);
	}
	return ranks;
}

/** The old places, by item, of which the ranks have no meaning any more. */
async function lostAmong(
	unit: Unit,
	items: ToUndo[],
	fields: Given['fields']
): Promise<Map<string, OldPlace>> {
	const moved = items.flatMap(({ itemUid, changes }) => {
		const { listUid, rank } = fields.get(itemUid) ?? {};
		if (!listUid || rank === undefined) return [];
		return [{ itemUid, changes, place: { listUid, rank } }];
	});
	const oldest = Math.min(...items.map(({ changes }) => changes.at(-1)?.number ?? 0));
	const numberedAt = await latestNumberings(
		unit,
		moved.map(({ place }) => place.listUid),
		oldest
	);
	const lost = moved.filter(
		({ changes, place }) =>
			(numberedAt.get(place.listUid) ?? 0) > (oldestOfRank(changes) ?? Infinity)
	);
	return new Map(lost.map(({ itemUid, place }) => [itemUid, place]));
}

/** The number of the Change that stores the rank which an undo gives back. */
const oldestOfRank = (changes: ToUndo['changes']): number | undefined =>
	changes.findLast(({ was }) => was?.rank !== undefined)?.number;

/** For each list, the number of the last Change since `after` that numbered its items anew. */
async function latestNumberings(
	unit: Unit,
	listUids: string[],
	after: number
): Promise<Map<string, number>> {
	const rows = await readAmong<{ listUid: string; number: number | bigint }>(
		unit.read,
		listUids,
		(some) => sql`
		SELECT c."listUid", MAX(c."number") AS "number" FROM "Change" c
		WHERE c."listUid" IN (${sql.join(some)}) AND c."number" > ${after} AND c."everyItem" AND c."itemUid" <> '' GROUP BY c."listUid"`
	);
	return new Map(rows.map(({ listUid, number }) => [listUid, Number(number)]));
}
