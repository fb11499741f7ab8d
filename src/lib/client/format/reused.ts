import { madeOnce } from './made-once.ts';

/**
 * Freezes a value that many answers and pages will hold, and all that is in it. Its parsed form, its JSON and its hash are then made
 * once, however often it is sent.
 */
export function reused<Value extends object>(value: Value): Value {
	if (isReused(value)) return value;
	for (const inner of Object.values(value)) if (isObject(inner)) reused(inner);
	reusedValues.add(value);
	return Object.freeze(value);
}

export const isReused = (value: unknown): value is object =>
	isObject(value) && reusedValues.has(value);

/**
 * A reused list of rows of the same fields as a page carries it, made once: the JSON of `[fields, rows]`, which names each
 * field once. Undefined for anything else.
 */
export function tableOf(value: unknown): string | undefined {
	return isReused(value) ? tableOfRows(value) : undefined;
}

/** The rows that `tableOf` was given. */
export function rowsOf(table: string): unknown[] {
	const [fields, rows]: Table = JSON.parse(table);
	return rows.map((row) => Object.fromEntries(fields.map((field, at) => [field, row[at]])));
}

type Table = [fields: string[], rows: unknown[][]];

const tableOfRows = madeOnce((value: object): string | undefined => {
	if (!Array.isArray(value) || value.length < 2) return undefined;
	const fields = isObject(value[0]) ? Object.keys(value[0]) : [];
	const rows = value.map((row: unknown) => valuesOf(row, fields));
	return rows.every((row) => row !== undefined) ? JSON.stringify([fields, rows]) : undefined;
});

/** The values of these fields; undefined for what has other fields, or one without a value. */
function valuesOf(row: unknown, fields: string[]): unknown[] | undefined {
	if (!isObject(row) || Array.isArray(row)) return undefined;
	const entries = Object.entries(row);
	const isSuch = entries.every(([name, value], at) => name === fields[at] && value !== undefined);
	return isSuch && entries.length === fields.length ? Object.values(row) : undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const reusedValues = new WeakSet<object>();
