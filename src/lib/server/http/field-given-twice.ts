import * as m from '../../paraglide/messages.js';
import { malformed } from '../kernel/errors.ts';
import { marksIn } from './json-marks.ts';

/** No valid request nests deeper than a few levels. A very deep one would overflow the stack of code that walks it. */
const maxDepth = 100;

/** Twice as many fields as the largest valid request has. Reading a field takes far longer than reading its text. */
const maxFields = 5000;

/** An object or array that has not ended yet, and the name or index of the element that is being read. */
type Open = { names?: Set<string>; at: string | number };

/**
 * The first field that an object has twice, such as items.1.label. Throws where there are too many brackets or colons outside of
 * strings.
 */
export function fieldGivenTwice(text: string): string | undefined {
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

const unescaped = (string: string): string =>
	string.includes('\\') ? String(JSON.parse(string)) : string.slice(1, -1);
