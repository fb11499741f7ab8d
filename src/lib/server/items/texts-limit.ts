import * as m from '../../paraglide/messages.js';
import { notYet } from '../kernel/errors.ts';
import { sql } from '../data/sql.ts';
import type { Unit } from '../kernel/unit.ts';
import { maxItemsPerList, textFields, type TextField, type Texts } from './fields.ts';
import { aggregateOn } from './store.ts';

/** The texts of all items of a list are read and shown at once. Without a limit that would take the memory of the whole server. */
export const maxTextBytesPerList = 10_000_000;

/**
 * Whether the texts of an item are long. Only long ones are refused. Short ones are written without adding up the texts on the list,
 * because a full list of short items is within the limit. So the texts on a list take up at most twice the limit: long ones that
 * reach it, and then short ones.
 */
export const isLong = (textBytes: number | bigint): boolean =>
	textBytes > maxTextBytesPerList / maxItemsPerList;

export const bytesOf = (item: Texts): number => addUp((field) => Buffer.byteLength(item[field]));

/** Adds up a number for each text of an item. */
export const addUp = (of: (field: TextField) => number): number =>
	textFields.reduce((sum, field) => sum + of(field), 0);

/** How many bytes the texts of `"Item" i` take up, in SQL. */
export const textBytesColumn = sql.raw(
	textFields.map((field) => `octet_length(i."${field}")`).join(' + ')
);

/** The texts of an item that has just come to a list, or has become longer on it. */
export type WrittenTexts = { listUid: string; textBytes: number | bigint };

/** Throws where the texts of one of these items are long, and those on its list take up more than a list can hold. */
export async function refuseIfTooMuchText(
	unit: Unit,
	written: readonly WrittenTexts[]
): Promise<void> {
	const long = written.filter(({ textBytes }) => isLong(textBytes));
	const sums = await textBytesOn(
		unit,
		long.map(({ listUid }) => listUid)
	);
	if ([...sums.values()].some((bytes) => bytes > maxTextBytesPerList))
		throw notYet(m.list_full_of_text());
}

/** How many bytes the texts on each of these lists take up. */
export const textBytesOn = (unit: Unit, listUids: string[]): Promise<Map<string, number>> =>
	aggregateOn(unit, listUids, sql`SUM(${textBytesColumn})`);
