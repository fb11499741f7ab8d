import { z } from 'zod';
import { Prisma, type Provider } from '../data/client.ts';
import { day, line, onDay, paragraphs, says, when, whether } from '../kernel/schema.ts';
import { may, type MemberCaller } from '../kernel/caller.ts';
import { timestamp } from '../kernel/text.ts';

/** An item as every door shows it. */
export const Item = z
	.object({
		uid: says('Identifies the item.'),
		label: says('What it is.'),
		quantity: says('How much, in free text.'),
		dueOn: onDay('The day it is due.'),
		done: whether('Whether it is ticked.'),
		addedByName: says('Who added it.'),
		doneByName: says('Who ticked it; "" while it is open.'),
		doneAt: when('When it was ticked.'),
		doneByUid: says('The member who ticked it; "" while it is open.'),
		note: says('A note in Markdown.'),
		addedViaToken: says('The name of the access token it was added through; "" for none.')
	})
	.meta({ id: 'Item' });

export type Item = z.infer<typeof Item>;

export const label = line('A name for the item', { most: 500 });
export const quantity = line('A quantity', { most: 50, least: 0 });
export const dueOn = day('A due date');
export const note = paragraphs('A note', { most: 64_000 });

export const ItemBody = z
	.object({
		label,
		quantity: quantity.optional(),
		dueOn: dueOn.optional(),
		note: note.optional()
	})
	.meta({ id: 'NewItem' });

export type ItemBody = z.output<typeof ItemBody>;

export const maxItemsPerList = 10_000;

export type ItemRow = Omit<
	Item,
	'done' | 'doneAt' | 'addedByName' | 'doneByName' | 'doneByUid' | 'addedViaToken'
> & {
	addedByName: string | null;
	doneByName: string | null;
	doneAt: Date | string | null;
	doneByUid: string | null;
	addedViaToken: string | null;
};

/** Where each field of an ItemRow is found, `FROM "Item" i` with `itemJoins`. */
const columns: Record<keyof ItemRow, string> = {
	uid: 'i."uid"',
	label: 'i."label"',
	quantity: 'i."quantity"',
	dueOn: 'i."dueOn"',
	note: 'i."note"',
	doneAt: 'i."doneAt"',
	doneByUid: 'i."doneByUid"',
	addedByName: 'adder."name"',
	doneByName: 'ticker."name"',
	addedViaToken: 'via."name"'
};

export const itemColumns = Prisma.raw(
	Object.entries(columns)
		.map(([field, column]) => `${column} AS "${field}"`)
		.join()
);

export const itemJoins = Prisma.sql`LEFT JOIN "Member" adder ON adder."uid" = i."addedByUid"
	LEFT JOIN "Member" ticker ON ticker."uid" = i."doneByUid"
	LEFT JOIN "AccessToken" via ON via."uid" = i."addedViaTokenUid"`;

/**
 * The items of `"List" l` in manual order as one JSON text, so that a list and its items are one row of one query;
 * `itemsOf` reads it.
 */
export function itemsAsJson(provider: Provider): Prisma.Sql {
	// Without the names of the fields, which would be half of the text.
	const fields = Prisma.raw(Object.values(columns).join());
	const all =
		provider === 'sqlite'
			? Prisma.sql`json_group_array(json_array(${fields}) ORDER BY i."rank", i."uid")`
			: Prisma.sql`COALESCE(json_agg(json_build_array(${fields}) ORDER BY i."rank", i."uid")::text, '[]')`;
	return Prisma.sql`(SELECT ${all} FROM "Item" i ${itemJoins} WHERE i."listUid" = l."uid" AND i."deletedAt" IS NULL)`;
}

/** Read once for a row, and frozen: a row that is remembered comes to whoever asks next. */
export function itemsOf(row: { items: string }): readonly Item[] {
	const known = itemsRead.get(row) ?? Object.freeze(readItems(row.items));
	itemsRead.set(row, known);
	return known;
}

const itemsRead = new WeakMap<object, readonly Item[]>();

function readItems(json: string): Item[] {
	const rows: unknown[][] = JSON.parse(json);
	const fields = Object.keys(columns);
	return rows
		.map((row) => Object.fromEntries(fields.map((field, at) => [field, row[at]])) as ItemRow)
		.map((row) => Object.freeze(asItem(row)));
}

export function asItem(row: ItemRow): Item {
	return {
		uid: row.uid,
		label: row.label,
		quantity: row.quantity,
		dueOn: row.dueOn,
		done: !!row.doneAt,
		addedByName: row.addedByName ?? '',
		doneByName: row.doneByName ?? '',
		doneAt: timestamp(row.doneAt),
		doneByUid: row.doneByUid ?? '',
		note: row.note,
		addedViaToken: row.addedViaToken ?? ''
	};
}

/**
 * An item as the answer to a command shows it. A token that may write and not read learns the label of what it changed, and
 * nothing else but what it sent itself.
 */
export function asAnswered(caller: MemberCaller, item: Item, sent: (keyof Item)[]): Item {
	if (may(caller, 'read')) return item;
	const known = sent.map((field) => [field, item[field]]);
	return { ...unread, uid: item.uid, label: item.label, ...Object.fromEntries(known) };
}

const unread: Item = {
	uid: '',
	label: '',
	quantity: '',
	dueOn: '',
	done: false,
	addedByName: '',
	doneByName: '',
	doneAt: '',
	doneByUid: '',
	note: '',
	addedViaToken: ''
};
