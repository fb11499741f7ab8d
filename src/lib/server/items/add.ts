import * as m from '../../paraglide/messages.js';
import type { Prisma } from '../data/client.ts';
import { insertMany } from '../data/insert-many.ts';
import { newUid } from '../kernel/secrets.ts';
import { notYet } from '../kernel/errors.ts';
import { may } from '../kernel/caller.ts';
import type { Named } from '../lists/resolve-name.ts';
import { lockForEdit } from '../lists/lock.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import {
	columnsOf,
	eachText,
	emptyColumns,
	maxItemsPerList,
	type Item,
	type ItemBody
} from './fields.ts';
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

/** Adds the items in their order, all or none: at the end, or on top where the list says so. */
export async function addItems(
	unit: Unit,
	{ listUid, items }: { listUid: string; items: ItemBody[] }
): Promise<{ items: Item[]; lists: Named[] }> {
	const { name, addsOnTop } = await lockForEdit(unit, listUid);
	const count = items.length;
	const { first, last } = await ends(unit, listUid, count);
	const ranks = addsOnTop ? ranksBefore(first, count) : ranksAfter(last, count);
	const rows = items.map((body, index) => newRow(unit, listUid, body, ranks[index] ?? 0));
	await insertMany(unit.db, 'Item', rows);
	for (const row of rows) unit.record({ kind: 'item.added', listUid, itemUid: row.uid });
	const told = may(actor(unit), 'read') ? name : '';
	return { items: rows.map((row) => asAdded(unit, row)), lists: [{ uid: listUid, name: told }] };
}

/** The ranks of a list's first and last item. Throws where there is no room for so many more. */
async function ends(unit: Unit, listUid: string, adding: number) {
	const { _count, _min, _max } = await unit.db.item.aggregate({
		where: { listUid, deletedAt: null },
		_count: true,
		_min: { rank: true },
		_max: { rank: true }
	});
	if (_count + adding > maxItemsPerList) throw notYet(m.list_full_for_add());
	return { first: _min.rank ?? undefined, last: _max.rank ?? undefined };
}

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
