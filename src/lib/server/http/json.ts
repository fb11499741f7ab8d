import * as m from '../../paraglide/messages.js';
import { malformed } from '../kernel/errors.ts';

/** Nothing that is taken here nests deeper than a few levels; what does would overflow the stack of code that walks it. */
const deepest = 100;

/** Twice what the largest request has that is taken here; each field costs far more time than its text to read. */
const mostFields = 5000;

/** Reads JSON. Throws a SyntaxError where it is none, and a Refusal where it nests too deeply or has too many fields. */
export function readJson(text: string): unknown {
	const { depth, fields } = shapeOf(text);
	if (depth > deepest) throw malformed({ field: '', description: m.json_too_deep() });
	if (fields > mostFields) throw malformed({ field: '', description: m.json_too_many_fields() });
	return JSON.parse(text);
}

/** Counts brackets and colons outside of strings, in one pass that ends where there are too many. */
function shapeOf(text: string): { depth: number; fields: number } {
	let [depth, fields] = [0, 0];
	let isInString = false;
	for (let at = 0; at < text.length && depth <= deepest && fields <= mostFields; at += 1) {
		const letter = text.charAt(at);
		if (letter === '"') isInString = !isInString;
		else if (isInString) at += letter === '\\' ? 1 : 0;
		else if (letter === ':') fields += 1;
		else if (letter === '[' || letter === '{') depth += 1;
		else if (letter === ']' || letter === '}') depth -= 1;
	}
	return { depth, fields };
}
