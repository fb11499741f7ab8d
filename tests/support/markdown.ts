// Notes as people and attackers write them.
import fc from 'fast-check';
import type { Block } from '../../src/lib/client/format/note/tree.ts';

/** Markdown syntax, attempts to break out of it, and ordinary words. */
const pieces = [
	...'``` --- === * ** _ __ ~~ ` [ ] ( ) ![ ]( < > \\ | & " \''.split(' '),
	...'&lt; &#x3c; &#0; eggs milk 漢字'.split(' '),
	...['# ', '- ', '* ', '1. ', '> ', '- [ ] ', '* [x] ', '3) [X] ', '    ', ' ', '  \n'],
	...['\t', '\0', '\n', '\n\n', '\r\n', '\r', '[x]: http://a.test', '<!--', '-->', '<![CDATA['],
	...'javascript:alert(1) JaVaScRiPt:alert(1) data:text/html,x vbscript:x file:///etc'.split(' '),
	...['<script>ran=1</script>', '<img src=x onerror=ran=1>', '<svg/onload=ran=1>', '<a href="x">'],
	...['[x](javascript:ran=1)', '![x](x"onerror="ran=1)', '[x](https://evil.test "title")'],
	...['https://a.test/x?y=1#z', 'http://аpple.com', 'www.a.test', 'ada@mill.test', '//evil.test'],
	...['<https://a.test>', '<javascript:ran=1>']
];

export const notes: fc.Arbitrary<string> = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((all) => all.join(''))
	},
	{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) }
);

/** Texts of a given length that make parsers slow: one piece repeated, or one repeated and then another. */
export function hostile(length: number): Record<string, string> {
	const units = [
		...'[ ![ [a]( [a](<b a_b `a ~~a ~ |a > < :// " ! <http://a www. http:// a@ a@b.c'.split(' '),
		...'&amp; & \\ http://a.b/( <!-- <![CDATA[ <? &# *a**b***c****'.split(' '),
		...['[a]: ', '*a ', '**a*b_c ', '_a __b ', 'a**bc* ', '<a ', ' '],
		...['> ', '- ', '1. ', '# ', '\t- '],
		...['\n', '\r', '\0', 'a\n=', '> - ', '```\n', 'a  \n', '- [ ] eggs\n', '- - [ ] a\n', '-']
	];
	const filled = units.map((unit) => [
		`${JSON.stringify(unit)} again and again`,
		fill(unit, length)
	]);
	const halves = [
		['[', ']'],
		['*a ', '**'],
		['*', '*a'],
		['(', ')'],
		['[a', '](b)']
	].map(([one = '', two = '']) => [
		`${one} and then ${two}`,
		fill(one, length / 2) + fill(two, length / 2)
	]);
	return Object.fromEntries([
		...filled,
		...halves,
		['an address full of brackets', `http://a.test/${'('.repeat(length - 14)}`],
		['a long name before an @', `${'a'.repeat(length - 4)}@b`],
		['quotes that go on', '>'.repeat(100) + fill('a\n', length - 100)],
		[
			'runs of backticks',
			Array.from({ length: 140 }, (_, run) => '`'.repeat(run))
				.join(' ')
				.slice(0, length)
		],
		[
			'ever deeper lists',
			Array.from({ length: 140 }, (_, deep) => `${' '.repeat(deep)}- a`)
				.join('\n')
				.slice(0, length)
		]
	]);
}

const fill = (unit: string, length: number): string =>
	unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** The lines of a note that are shown with a box. */
export function linesIn(blocks: Block[]): number[] {
	return blocks.flatMap((block) => {
		if (block.is === 'quote') return linesIn(block.children);
		if (block.is !== 'list') return [];
		return block.items.flatMap(({ line, children }) => [
			...(line === undefined ? [] : [line]),
			...linesIn(children)
		]);
	});
}
