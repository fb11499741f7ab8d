import * as m from '../../paraglide/messages.js';
import { malformed, type Refusal } from '../kernel/errors.ts';

/** Nothing that is taken here nests deeper than a few levels; what does would overflow the stack of code that walks it. */
const deepest = 100;

/** Twice what the largest request has that is taken here; each field costs far more time than its text to read. */
const mostFields = 5000;

/**
 * Reads JSON. Throws a SyntaxError where it is none, and a Refusal where it nests too deeply, has too many fields, or names a
 * field of an object twice: `JSON.parse` would take the last one.
 */
export function readJson(text: string): unknown {
	const twice = nameGivenTwice(text);
	const value: unknown = JSON.parse(text);
	if (twice !== undefined) throw givenTwice(twice);
	return value;
}

/** The first name that an object has twice. Throws where there are too many brackets or colons outside of strings. */
function nameGivenTwice(text: string): string | undefined {
	/** The names so far in each object that is open at this place, by depth. */
	const open: (Set<string> | undefined)[] = [];
	let fields = 0;
	let twice: string | undefined;
	for (const { mark, string } of marksIn(text)) {
		if (mark === '[' || mark === '{') {
			open.push(undefined);
			if (open.length > deepest) throw malformed({ field: '', description: m.json_too_deep() });
		} else if (mark === ':') {
			fields += 1;
			if (fields > mostFields)
				throw malformed({ field: '', description: m.json_too_many_fields() });
			const names = (open[open.length - 1] ??= new Set());
			const name = unescaped(text.slice(string.start, string.end + 1));
			if (names.has(name)) twice ??= name;
			names.add(name);
		} else open.pop();
	}
	return twice;
}

/** The brackets and colons outside of strings, each with where the string before it begins and ends. */
function* marksIn(
	text: string
): Generator<{ mark: string; string: { start: number; end: number } }> {
	let string = { start: 0, end: 0 };
	for (let at = 0; at < text.length; at += 1) {
		const letter = text.charAt(at);
		if (letter === '"') {
			string = { start: at, end: endOfString(text, at) };
			at = string.end;
		} else if ('[]{}:'.includes(letter)) yield { mark: letter, string };
	}
}

/** Where the string that begins at `start` has its closing quote; the end of the text where it has none. */
function endOfString(text: string, start: number): number {
	let at = start + 1;
	while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
	return at;
}

const unescaped = (string: string): string =>
	string.includes('\\') ? String(JSON.parse(string)) : string.slice(1, -1);

/** The name is the client's own text, so only its beginning is told back. */
export function givenTwice(name: string, other = name): Refusal {
	const [one, two] = [name.slice(0, longestTold), other.slice(0, longestTold)];
	return malformed({
		field: one,
		description:
			name === other
				? m.field_given_twice({ field: one })
				: m.field_spelled_twice({ one, other: two })
	});
}

const longestTold = 60;
