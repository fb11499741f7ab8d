import { sql } from '../data/sql.ts';
import type { Unit } from '../kernel/unit.ts';
import { textFields, type TextField, type Texts } from './fields.ts';
import { aggregateOn } from './store.ts';

export const bytesOf = (item: Texts): number => addUp((field) => Buffer.byteLength(item[field]));

/** Adds up a number for each text of an item. */
export const addUp = (of: (field: TextField) => number): number =>
	textFields.reduce((sum, field) => sum + of(field), 0);

/** How many bytes the texts of `"Item" i` take up, in SQL. */
export const textBytesColumn = sql.raw(
	textFields.map((field) => `octet_length(i."${field}")`).join(' + ')
);

/** How many bytes the texts on each of these lists take up. */
export const textBytesOn = (unit: Unit, listUids: string[]): Promise<Map<string, number>> =>
	aggregateOn(unit, listUids, sql`SUM(${textBytesColumn})`);
