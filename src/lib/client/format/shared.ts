/**
 * Freezes a value that many answers and pages will hold, and all that is in it. Its parsed form, its JSON and its hash are then made
 * once, however often it is sent.
 */
export function shared<Value extends object>(value: Value): Value {
	for (const inner of Object.values(value)) if (isObject(inner)) shared(inner);
	sharedValues.add(value);
	return Object.freeze(value);
}

export const isShared = (value: unknown): value is object =>
	isObject(value) && sharedValues.has(value);

/** `JSON.stringify(value)`, made once for a shared value. */
export function jsonOf(value: unknown): string {
	if (!isShared(value)) return JSON.stringify(value);
	const json = texts.get(value) ?? JSON.stringify(value);
	texts.set(value, json);
	return json;
}

/**
 * A shared value for a page, made once: its JSON, or that of a table where it is rows of the same fields. As a table it names
 * the fields once.
 */
export function sentToPages(value: object): string {
	const sent = ofPages.get(value) ?? JSON.stringify(tableOf(value) ?? { value });
	ofPages.set(value, sent);
	return sent;
}

/** The value that `sentToPages` was given. */
export function readOnPage(sent: string): unknown {
	const read: Table | { value: unknown } = JSON.parse(sent);
	if ('value' in read) return read.value;
	const { fields, rows } = read;
	return rows.map((row) => Object.fromEntries(fields.map((field, at) => [field, row[at]])));
}

type Table = { fields: string[]; rows: unknown[][] };

/** Undefined for what is no list of two rows or more with the same fields, none of which is undefined. */
function tableOf(value: object): Table | undefined {
	if (!Array.isArray(value) || value.length < 2) return undefined;
	const fields = isObject(value[0]) ? Object.keys(value[0]) : [];
	const rows = value.map((row: unknown) => valuesOf(row, fields));
	return rows.every((row) => row !== undefined) ? { fields, rows } : undefined;
}

/** The values of these fields; undefined for what has other fields, or one without a value. */
function valuesOf(row: unknown, fields: string[]): unknown[] | undefined {
	if (!isObject(row) || Array.isArray(row)) return undefined;
	const entries = Object.entries(row);
	const isSuch = entries.every(([name, value], at) => name === fields[at] && value !== undefined);
	return isSuch && entries.length === fields.length ? Object.values(row) : undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const sharedValues = new WeakSet<object>();
const texts = new WeakMap<object, string>();
const ofPages = new WeakMap<object, string>();
