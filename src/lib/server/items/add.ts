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
import { ranksAfter } from './rank.ts';

/** Appends one item to the list. */
export async function addItem(
	unit: Unit,
	{ listUid, ...body }: { listUid: string } & ItemBody
): Promise<{ item: Item }> {
	const [item] = (await addItems(unit, { listUid, items: [body] })).items;
	if (!item) throw new Error('an item that was added is not there');
	return { item };
}

/** Appends the items in their order, all or none. */
export async function addItems(
	unit: Unit,
	{ listUid, items }: { listUid: string; items: ItemBody[] }
): Promise<{ items: Item[]; lists: Named[] }> {
	const { name } = await lockForEdit(unit, listUid);
	const ranks = ranksAfter(await lastRank(unit, listUid, items.length), items.length);
	const rows = items.map((body, index) => newRow(unit, listUid, body, ranks[index] ?? 0));
	await insertMany(unit.db, 'Item', rows);
	for (const row of rows) unit.record({ kind: 'item.added', listUid, itemUid: row.uid });
	const told = may(actor(unit), 'read') ? name : '';
	return { items: rows.map((row) => asAdded(unit, row)), lists: [{ uid: listUid, name: told }] };
}

async function lastRank(unit: Unit, listUid: string, adding: number): Promise<number | undefined> {
	const { _count, _max } = await unit.db.item.aggregate({
		where: { listUid, deletedAt: null },
		_count: true,
		_max: { rank: true }
	});
	if (_count + adding > maxItemsPerList)
		throw notYet(
			'A list can have at most 10,000 items. Nothing was added. Clear or move some first.'
		);
	return _max.rank ?? undefined;
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
