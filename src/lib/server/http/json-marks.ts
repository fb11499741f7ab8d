type Mark = { mark: string; string: { start: number; end: number } };

/** The brackets, colons and commas outside of strings, each with where the string right before it begins and ends. */
export function* marksIn(text: string): Generator<Mark> {
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
