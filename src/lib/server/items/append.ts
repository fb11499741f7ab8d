import * as m from '../../paraglide/messages.js';
import type { Prisma } from '../data/client.ts';
import { insertMany } from '../data/insert-many.ts';
import { sql, type Flag } from '../data/sql.ts';
import { itemUidFrom, newUid } from '../kernel/secrets.ts';
import { notYet } from '../kernel/errors.ts';
import { namedFor, type Named } from '../lists/list.ts';
import { lockForEdit } from '../lists/lock.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import {
	columnsOf,
	eachText,
	maxItemsPerList,
	type Item,
	type ItemBody,
	type NamingBody
} from './fields.ts';
import { sectionsOfNew } from './sections-of-new.ts';
import { asItem } from './store.ts';
import { ranksAfter, ranksBefore } from './rank.ts';
import { refuseIfTooMuchText } from './texts-limit.ts';
import { bytesOf } from './text-bytes.ts';

/** Adds one item to the list, or nothing where this request has added it before, however long ago; see `fingerprintOf`. */
export async function appendItem(
	unit: Unit,
	{ listUid, ...body }: { listUid: string } & ItemBody
): Promise<{ item: Item }> {
	const uid = unit.fingerprint && itemUidFrom(unit.fingerprint);
	const [item] = (await appendItems(unit, { listUid, items: [body] }, { uid, pathTo: () => '' }))
		.items;
	if (!item) throw new Error('an item that was added is not there');
	return { item };
}

/**
 * Adds the items in their order, all or none: at the end of their sections, or on top where the list says so. `uid` is the one that the
 * first item gets. Nothing is added where there is such an item already. `pathTo` says where an item is in the request. The texts of a
 * copy are not limited, since they are stored on another list already.
 */
export async function appendItems(
	unit: Unit,
	{ listUid, items }: { listUid: string; items: NamingBody[] },
	{ uid = newUid('itm'), pathTo = (index: number) => `items.${index}.`, isCopy = false } = {}
): Promise<{ items: Item[]; lists: Named[]; newSections: Named[] }> {
	const count = items.length;
	const list = await lockForEdit<BeforeAdding>(unit, listUid, beforeAdding(listUid, uid));
	const { name, addsOnTop, first, last } = list;
	const isAdded = Boolean(list.isAdded);
	if (!isAdded && Number(list.count) + count > maxItemsPerList) throw notYet(m.list_full_for_add());
	const ranks = addsOnTop
		? ranksBefore(first ?? undefined, count)
		: ranksAfter(last ?? undefined, count);
	const hasSections = Boolean(list.hasSections);
	const { sectionUids, newSections } = await sectionsOfNew(
		unit,
		listUid,
		items.map((item, index) => ({ ...item, path: pathTo(index) })),
		hasSections
	);
	const rows = items.map((body, index) => ({
		...newRow(unit, listUid, body, ranks[index] ?? 0),
		uid: index === 0 ? uid : newUid('itm'),
		sectionUid: sectionUids[index] ?? null
	}));
	if (!isAdded) {
		await insertMany(unit, 'Item', rows);
		const written = rows.map((row) => ({ listUid, textBytes: bytesOf(row) }));
		await refuseIfTooMuchText(unit, isCopy ? [] : written);
		for (const row of rows) unit.record({ kind: 'item.added', listUid, itemUid: row.uid });
	}
	const named = namedFor(actor(unit), { uid: listUid, name });
	return { items: rows.map((row) => asAdded(unit, row)), lists: [named], newSections };
}

/**
 * How many items there are on the list, the ranks of its first and last, whether it has sections, and whether the new item is there
 * already, if only in the trash.
 */
const beforeAdding = (listUid: string, uid: string) => ({
	columns: sql`, s."count", s."first", s."last",
		EXISTS (SELECT 1 FROM "Section" s WHERE s."listUid" = ${listUid}) AS "hasSections",
		EXISTS (SELECT 1 FROM "Item" a WHERE a."uid" = ${uid}) AS "isAdded"`,
	join: sql`CROSS JOIN (
		SELECT COUNT(*) AS "count", MIN(i."rank") AS "first", MAX(i."rank") AS "last"
		FROM "Item" i WHERE i."listUid" = ${listUid} AND i."deletedAt" IS NULL) s`
});

type BeforeAdding = {
	count: bigint | number;
	first: number | null;
	last: number | null;
	hasSections: Flag;
	isAdded: Flag;
};

function newRow(unit: Unit, listUid: string, body: ItemBody, rank: number) {
	const caller = actor(unit);
	return {
		listUid,
		...columnsOf(eachText((field) => body[field] ?? '')),
		rank,
		createdAt: unit.now,
		updatedAt: unit.now,
		addedByUid: caller.member.uid,
		addedViaTokenUid: caller.by === 'token' ? caller.token.uid : null
	} satisfies Omit<Prisma.ItemCreateManyInput, 'uid'>;
}

function asAdded(unit: Unit, row: ReturnType<typeof newRow> & { uid: string }): Item {
	const caller = actor(unit);
	return asItem({
		...row,
		addedByName: caller.member.name,
		addedViaToken: caller.by === 'token' ? caller.token.name : null,
		...{ doneByName: null, doneAt: null, doneByUid: null }
	});
}
