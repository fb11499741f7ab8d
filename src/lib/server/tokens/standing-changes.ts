import { z } from 'zod';
import { sql, type Sql } from '../data/sql.ts';
import { kindsWhere, type Was } from '../kernel/change-event.ts';
import type { Unit } from '../kernel/unit.ts';

/** A Change through a token, and how much of what was before is stored with it. */
export type SizedChange = {
	number: number;
	at: Date | string;
	kind: string;
	itemUid: string;
	listUid: string;
	wasBytes: number | bigint;
};

/** As an undo needs it. Of what was before it holds what no older Change of the same thing holds. */
export type Own = Omit<SizedChange, 'wasBytes'> & { was: Was | undefined };

/** What the Changes of a token are about, and those Changes, newest first. */
export type Subject = readonly [key: string, own: [Own, ...Own[]]];

/** The kinds of Changes of a list's sections, and those that only the member hears of: their pin on a list. */
const onSections = kindsWhere(({ of }) => of === 'sections');
const ofOneMember = kindsWhere(({ hears }) => hears === 'whoDidIt');

export type Part = 'item' | 'sections' | 'pin' | 'list';

type About = Pick<Own, 'kind' | 'itemUid' | 'listUid'>;

/** What a Change is about. The sections of a list, and a member's pin on it, are undone apart from the list itself. */
export function partOf({ kind, itemUid }: Pick<About, 'kind' | 'itemUid'>): Part {
	if (itemUid) return 'item';
	if (onSections.includes(kind)) return 'sections';
	return ofOneMember.includes(kind) ? 'pin' : 'list';
}

/** Whether `"Change" c` is of this part, in SQL. */
export const isOf = (part: Part): Sql => ofPart[part];

/** Whether `"Change" c` is of a pin, which is each member's own. */
export const isOfPin = sql`c."kind" IN (${sql.join(ofOneMember)})`;

const isOfSections = sql`c."kind" IN (${sql.join(onSections)})`;

const ofPart: Record<Part, Sql> = {
	item: sql`c."itemUid" <> ''`,
	sections: sql`c."itemUid" = '' AND ${isOfSections}`,
	pin: sql`c."itemUid" = '' AND ${isOfPin}`,
	list: sql`c."itemUid" = '' AND NOT ${isOfSections} AND NOT ${isOfPin}`
};

/** Names the subject of a Change: the uid of an item or a list, or a part of that list. */
export function keyOf(change: About): string {
	const part = partOf(change);
	if (part === 'item') return change.itemUid;
	return part === 'list' ? change.listUid : `${part} of ${change.listUid}`;
}

/** All since a moment, or the changes of these numbers. */
export type Which = { since: string } | { numbers: number[] };

export type Standing<Change = Own> = {
	/** Newest first. */
	changes: Change[];
	/** Whether a Change of the token, not older than these, was neither undone through it nor undid another. */
	isStanding(number: number): boolean;
};

/** The token's Changes, but for those that were undone through the token and those that undid them. */
export async function standingChanges(
	unit: Unit,
	tokenUid: string,
	which: Which
): Promise<Standing<SizedChange>> {
	const wanted =
		'since' in which
			? sql`"at" >= ${new Date(which.since)}`
			: sql`"number" IN (${sql.join([none, ...which.numbers])})`;
	const changes = await unit.read.query<SizedChange>(sql`
		SELECT "number", "at", "kind", "itemUid", "listUid", octet_length("was") AS "wasBytes" FROM "Change"
		WHERE "viaTokenUid" = ${tokenUid} AND "listUid" <> '' AND ${wanted} ORDER BY "number" DESC`);
	const { undone, undoing } = await undoneThrough(unit, tokenUid, changes.at(-1)?.number);
	const isStanding = (number: number) => !undone.has(number) && !undoing.has(number);
	return { changes: changes.filter(({ number }) => isStanding(number)), isStanding };
}

/** The number of no Change. A list of values in SQL is never empty. */
const none = 0;

/** A unit whose Changes say which Changes of the token they undo. Neither these nor the undo can be undone again. */
export const unitOfUndo = (unit: Unit, own: Own[]): Unit => ({
	...unit,
	record: (change) =>
		unit.record({ ...change, was: { [undoes]: own.map(({ number }) => String(number)) } })
});

const undoes = 'undoes';
const Undoing = z.object({ [undoes]: z.array(z.string()) });

/**
 * The numbers of the Changes that were undone through the token, and of those that undid them; of Changes older than `from`,
 * not all.
 */
export async function undoneThrough(
	unit: Unit,
	tokenUid: string,
	from = 0
): Promise<{ undone: Set<number>; undoing: Set<number> }> {
	// A Change is undone by later ones alone.
	const rows = await unit.db.change.findMany({
		where: {
			viaTokenUid: tokenUid,
			number: { gte: from },
			was: { startsWith: `{"${undoes}":` }
		},
		select: { number: true, was: true }
	});
	const undone = rows.flatMap(({ was }) => Undoing.parse(JSON.parse(was))[undoes].map(Number));
	return { undone: new Set(undone), undoing: new Set(rows.map(({ number }) => number)) };
}
