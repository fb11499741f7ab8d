import * as m from '../../paraglide/messages.js';
import type { Prisma } from '../data/client.ts';
import { insertMany } from '../data/insert-many.ts';
import { sql, type Flag } from '../data/sql.ts';
import { newUid } from '../kernel/secrets.ts';
import { notYet } from '../kernel/errors.ts';
import { may } from '../kernel/caller.ts';
import type { Named } from '../lists/list.ts';
import { lockForEdit } from '../lists/lock.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import {
	columnsOf,
	eachText,
	emptyColumns,
	maxItemsPerList,
	type Item,
	type ItemBody,
	type NamingBody
} from './fields.ts';
import { sectionsOfNew } from './sections-of-new.ts';
import { ranksAfter, ranksBefore } from './rank.ts';

/** Adds one item to the list. */
export async function addItem(
	unit: Unit,
	{ listUid, ...body }: { listUid: string } & ItemBody
): Promise<{ item: Item }> {
	const [item] = (await addItems(unit, { listUid, items: [body] })).items;
	if (!item) throw new Error('an item that was added is not there');
	return { item };
}

/** Adds the items in their order, all or none: at the end of their sections, or on top where the list says so. */
export async function addItems(
	unit: Unit,
	{ listUid, items }: { listUid: string; items: NamingBody[] }
): Promise<{ items: Item[]; lists: Named[] }> {
	const count = items.length;
	const list = await lockForEdit<Standing>(unit, listUid, standingOf(listUid));
	const { name, addsOnTop, first, last } = list;
	if (Number(list.count) + count > maxItemsPerList) throw notYet(m.list_full_for_add());
	const ranks = addsOnTop
		? ranksBefore(first ?? undefined, count)
		: ranksAfter(last ?? undefined, count);
	const sectionUids = await sectionsOfNew(unit, listUid, items, Boolean(list.hasSections));
	const rows = items.map((body, index) => ({
		...newRow(unit, listUid, body, ranks[index] ?? 0),
		sectionUid: sectionUids[index] ?? null
	}));
	await insertMany(unit, 'Item', rows);
	for (const row of rows) unit.record({ kind: 'item.added', listUid, itemUid: row.uid });
	const told = may(actor(unit), 'read') ? name : '';
	return { items: rows.map((row) => asAdded(unit, row)), lists: [{ uid: listUid, name: told }] };
}

/** How many items there are on the list, the ranks of its first and last, and whether it has sections. */
const standingOf = (listUid: string) => ({
	columns: sql`, s."count", s."first", s."last",
		EXISTS (SELECT 1 FROM "Section" s WHERE s."listUid" = ${listUid}) AS "hasSections"`,
	join: sql`CROSS JOIN (
		SELECT COUNT(*) AS "count", MIN(i."rank") AS "first", MAX(i."rank") AS "last"
		FROM "Item" i WHERE i."listUid" = ${listUid} AND i."deletedAt" IS NULL) s`
});

type Standing = {
	count: bigint | number;
	first: number | null;
	last: number | null;
	hasSections: Flag;
};

function newRow(unit: Unit, listUid: string, body: ItemBody, rank: number) {
	const caller = actor(unit);
	return {
		uid: newUid('itm'),
		listUid,
		...emptyColumns,
		...columnsOf(body),
		rank,
		createdAt: unit.now,
		updatedAt: unit.now,
		addedByUid: caller.member.uid,
		addedViaTokenUid: caller.by === 'token' ? caller.token.uid : null
	} satisfies Prisma.ItemCreateManyInput;
}

function asAdded(unit: Unit, row: ReturnType<typeof newRow>): Item {
	const caller = actor(unit);
	return {
		uid: row.uid,
		...eachText((field) => row[field]),
		done: false,
		addedByName: caller.member.name,
		addedViaToken: caller.by === 'token' ? caller.token.name : '',
		doneByName: '',
		doneAt: '',
		doneByUid: ''
	};
}
