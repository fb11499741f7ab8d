import { malformed } from '../kernel/errors.ts';

/** Nothing that is taken here nests deeper than a few levels; what does would overflow the stack of code that walks it. */
const deepest = 100;

/** Reads JSON. Throws a SyntaxError where it is none, and a Refusal where it nests too deeply. */
export function readJson(text: string): unknown {
	if (nestsDeeply(text))
		throw malformed({ field: '', description: 'This JSON is nested too deeply.' });
	return JSON.parse(text);
}

/** Counts brackets outside of strings, in one pass. */
function nestsDeeply(text: string): boolean {
	let depth = 0;
	let isInString = false;
	for (let at = 0; at < text.length; at += 1) {
		const letter = text.charAt(at);
		if (letter === '"') isInString = !isInString;
		else if (isInString) at += letter === '\\' ? 1 : 0;
		else if (letter === '[' || letter === '{') depth += 1;
		else if (letter === ']' || letter === '}') depth -= 1;
		if (depth > deepest) return true;
	}
	return false;
}
