// docs/security.md names tests: they are there, under those names.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = (name: string) => readFileSync(join(root, name), 'utf8');

/** Each row: its number, the requirement, where it is from, and what shows it or why nothing does. */
const rows = [
	...text('docs/security.md').matchAll(/^\| (\d+) \| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)
].map(([, number, what = '', from = '', shown = '']) => ({
	number: Number(number),
	what,
	from,
	shown: shown.split('<br>')
}));

const named = rows.flatMap(({ shown }) =>
	shown.flatMap((entry) => {
		const [, file = '', title = ''] = /^`(tests\/[\w/.-]+)`: (.+)$/.exec(entry) ?? [];
		return file ? [{ file, title }] : [];
	})
);

const isReason = (entry: string) => /^(Not met|Partly): \S.{20,}\.$/.test(entry);

describe('docs/security.md', () => {
	it('has forty-five requirements, each from a source', () => {
		expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 45 }, (_, at) => at + 1));
		for (const { from } of rows) expect(from).toMatch(/^(ASVS|NIST|Copenhagen)/);
	});

	it.each(rows)('shows each by a test, or says why not: $number, $what', ({ shown }) => {
		const isKnown = (entry: string) => isReason(entry) || /^`tests\//.test(entry);
		expect(shown.filter((entry) => !isKnown(entry))).toEqual([]);
	});

	it.each(named)('names a test that there is: $title', ({ file, title }) => {
		expect(existsSync(join(root, file)), file).toBe(true);
		expect(titlesIn(text(file))).toContain(title);
	});
});

/** The first argument of whatever is called with a text and then something else. */
function titlesIn(source: string): string[] {
	return [...source.matchAll(/\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1,/g)].map(
		([, , title = '']) => title
	);
}
