import * as m from '../../paraglide/messages.js';
import { malformed, type Refusal } from '../kernel/errors.ts';

/** No valid request nests deeper than a few levels. A very deep one would overflow the stack of code that walks it. */
const maxDepth = 100;

/** Twice as many fields as the largest valid request has. Reading a field takes far longer than reading its text. */
const maxFields = 5000;

/**
 * Reads JSON. Throws a SyntaxError where it is none, and a Refusal where it nests too deeply, has too many fields, or names a
 * field of an object twice: `JSON.parse` would take the last one.
 */
export function readJson(text: string): unknown {
	const twice = fieldGivenTwice(text);
	const value: unknown = JSON.parse(text);
	if (twice !== undefined) throw givenTwice(twice);
	return value;
}

type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object or array that has not ended yet, and the name or index of the element that is being read. */
type Open = { names?: Set<string>; at: string | number };

/**
 * The first field that an object has twice, such as items.1.label. Throws where there are too many brackets or colons outside of
 * strings.
 */
function fieldGivenTwice(text: string): string | undefined {
	const open: Open[] = [];
	let fields = 0;
	let twice: string | undefined;
	for (const { mark, string } of marksIn(text)) {
		const inner = open.at(-1);
		if (mark === '[' || mark === '{') {
			open.push({ at: mark === '[' ? 0 : '' });
			if (open.length > maxDepth) throw malformed('', m.json_too_deep());
		} else if (mark === ',') {
			if (typeof inner?.at === 'number') inner.at += 1;
		} else if (mark === ':') {
			fields += 1;
			if (fields > maxFields) throw malformed('', m.json_too_many_fields());
			const name = unescaped(text.slice(string.start, string.end + 1));
			// A colon outside of an object is no JSON, which JSON.parse refuses.
			if (!inner) continue;
			inner.at = name;
			const names = (inner.names ??= new Set());
			if (names.has(name)) twice ??= open.map(({ at }) => at).join('.');
			names.add(name);
		} else open.pop();
	}
	return twice;
}

type Mark = { mark: string; string: { start: number; end: number } };

/** The brackets, colons and commas outside of strings, each with where the string right before it begins and ends. */
function* marksIn(text: string): Generator<Mark> {
	const marks = /["[\]{}:,]/g;
	let string = noString;
	for (let found = marks.exec(text); found; found = marks.exec(text)) {
		const [mark] = found;
		if (mark === '"') {
			string = { start: found.index, end: endOfString(text, found.index) };
			marks.lastIndex = string.end + 1;
		} else {
			yield { mark, string };
			// Only the first of several marks gets the string before it. A long name would be read again for each colon.
			string = noString;
		}
	}
}

const noString = { start: 0, end: -1 };

/** Where the string that begins at `start` has its closing quote; the end of the text where it has none. */
function endOfString(text: string, start: number): number {
	let at = text.indexOf('"', start + 1);
	while (at > 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
	return at < 0 ? text.length : at;
}

/** Whether the number of backslashes before this place is odd. */
function isEscaped(text: string, at: number): boolean {
	let before = at;
	while (text.charAt(before - 1) === '\\') before -= 1;
	return (at - before) % 2 === 1;
}

const unescaped = (string: string): string =>
	string.includes('\\') ? String(JSON.parse(string)) : string.slice(1, -1);

/** The field is the client's own text, so only its beginning is repeated. */
export function givenTwice(field: string, other = field): Refusal {
	const [one, two] = [field.slice(0, maxShownLength), other.slice(0, maxShownLength)];
	return malformed(
		one,
		field === other
			? m.field_given_twice({ field: one })
			: m.field_spelled_twice({ one, other: two })
	);
}

const maxShownLength = 60;
