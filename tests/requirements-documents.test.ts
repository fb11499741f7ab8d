// The tests that the documents of requirements name exist under those names.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = (name: string) => readFileSync(join(root, name), 'utf8');

/** Each row: its number, the requirement, the columns after it, and the tests that show it or the reason why none does. */
const rowsOf = (document: string) =>
	[...text(document).matchAll(/^\| (\d[\d.]*) \| (.+) \|$/gm)].map(([, number = '', rest = '']) => {
		const [what = '', ...columns] = rest.split(' | ');
		const shown = columns.pop()?.split('<br>') ?? [];
		return { number, what, columns, shown };
	});

const isReason = (entry: string) =>
	/^(Not met|Partly|No test|Does not apply): \S.{20,}\.$/.test(entry);

describe.each(['docs/security.md', 'docs/accessibility.md'])('%s', (document) => {
	const rows = rowsOf(document);
	const named = rows.flatMap(({ shown }) =>
		shown.flatMap((entry) => {
			const [, file = '', title = ''] = /^`(tests\/[\w/.-]+)`: (.+)$/.exec(entry) ?? [];
			return file ? [{ file, title }] : [];
		})
	);

	it.each(rows)(
		'shows each requirement by a test, or says why not: $number, $what',
		({ shown }) => {
			const isKnown = (entry: string) => isReason(entry) || /^`tests\//.test(entry);
			expect(shown.length).toBeGreaterThan(0);
			expect(shown.filter((entry) => !isKnown(entry))).toEqual([]);
		}
	);

	it.each(named)('names a test that exists: $title', ({ file, title }) => {
		expect(existsSync(join(root, file)), file).toBe(true);
		expect(titlesIn(text(file))).toContain(title);
	});
});

it('docs/security.md has forty-five requirements, each from a source', () => {
	const rows = rowsOf('docs/security.md');
	expect(rows.map(({ number }) => Number(number))).toEqual(
		Array.from({ length: 45 }, (_, at) => at + 1)
	);
	for (const { columns } of rows) expect(columns.join()).toMatch(/^(ASVS|NIST|Copenhagen)/);
});

/** The numbers of WCAG 2.2, https://www.w3.org/TR/WCAG22/, without the obsolete 4.1.1. */
const criteria = {
	A: `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4
		2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2`.split(/\s+/),
	AA: `1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2
		3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3`.split(/\s+/)
};

it.each(['A', 'AA'] as const)(
	'docs/accessibility.md has each criterion of level %s once',
	(level) => {
		const rows = rowsOf('docs/accessibility.md').filter(({ columns }) => columns[0] === level);
		expect(rows.map(({ number }) => number)).toEqual(criteria[level]);
	}
);

it('docs/accessibility.md has no criterion of another level', () => {
	const { length } = [...criteria.A, ...criteria.AA];
	expect(rowsOf('docs/accessibility.md')).toHaveLength(length);
});

/** The title of each test of a file. */
function titlesIn(source: string): string[] {
	const test =
		/\b(?:it|test)(?:\.each(?:<[^>]*>)?\([^]*?\))?\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1,/g;
	return [...source.matchAll(test)].map(([, , title = '']) => title);
}
