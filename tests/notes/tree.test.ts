import process from 'node:process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { render } from 'svelte/server';
import { checkboxesIn } from '../../src/lib/client/format/note/checkboxes.ts';
import { noteTree } from '../../src/lib/client/format/note/tree.ts';
import type { Inline } from '../../src/lib/client/format/note/words.ts';
import NoteBlocks from '../../src/lib/ui/note/NoteBlocks.svelte';
import { hostile, linesIn, notes } from '../support/markdown.ts';

describe('a note is read as Markdown', () => {
	it.each([
		['**milk** and *eggs*', '<p><strong>milk</strong> and <em>eggs</em></p>'],
		['two\nlines', '<p>two<br/>lines</p>'],
		['# Party', '<h3>Party</h3>'],
		['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
		['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
		['> said', '<blockquote><p>said</p></blockquote>'],
		['~~no~~ `code`', '<p><s>no</s> <code>code</code></p>'],
		['<b>bold</b>', '<p>&lt;b>bold&lt;/b></p>'],
		['Dr.no is no address', '<p>Dr.no is no address</p>'],
		['- \\[ ] no box', '<ul><li>[ ] no box</li></ul>'],
		['[ ] no list', '<p>[ ] no list</p>']
	])('%s', (note, html) => {
		expect(htmlOf(note)).toBe(html);
	});

	it('finds the lines of a checklist, however deep they are', () => {
		const note =
			'Before\r\n\r\n- [ ] eggs\r\n  - [x] white\r\n> 1. [X] quoted\n\n```\n- [ ] code\n```\n';
		expect(linesIn(noteTree(note))).toEqual([2, 3, 4]);
		expect(linesIn(noteTree('- [x] eggs\n\n[x]: https://a.test'))).toEqual([0]);
	});
});

describe('a link', () => {
	it.each([
		['https://a.test/x', 'https://a.test/x', ''],
		['[here](https://a.test/x)', 'https://a.test/x', 'a.test'],
		['[https://bank.test](https://evil.test)', 'https://evil.test', 'evil.test'],
		[
			'[https://bank.test](https://bank.test@evil.test)',
			'https://bank.test@evil.test',
			'evil.test'
		],
		[
			'[https://bank.test](https://bank.test.evil.test)',
			'https://bank.test.evil.test',
			'bank.test.evil.test'
		],
		['https://аpple.com', 'https://xn--pple-43d.com', 'xn--pple-43d.com'],
		['ada@mill.test', 'mailto:ada@mill.test', ''],
		['[write](mailto:ada@mill.test)', 'mailto:ada@mill.test', 'ada@mill.test'],
		['![a cat](https://a.test/cat.png)', 'https://a.test/cat.png', 'a.test']
	])('%s says where it leads', (note, href, target) => {
		expect(linksIn(note)).toEqual([{ href, target }]);
	});

	it.each([
		'[x](javascript:alert(1))',
		'[x](&#106;avascript:alert(1))',
		'[x](data:text/html,x)',
		'[x](//evil.test)',
		'[x](/lists)',
		'//evil.test',
		'ftp://a.test',
		'<vbscript:x>'
	])('%s stays text', (note) => {
		expect(linksIn(note)).toEqual([]);
	});
});

describe('whatever a note says', () => {
	it('renders no tag, attribute or scheme but these', () => {
		fc.assert(
			fc.property(notes, fc.boolean(), (note, canCheck) => {
				const html = rendered(note, canCheck);
				expect(html.replaceAll(allowedTag, '')).not.toContain('<');
				for (const [tag] of html.matchAll(/<a [^>]*>/g))
					expect(tag).toMatch(
						/ href="(https?:\/\/|mailto:)[^"]*" rel="noopener noreferrer nofollow"/
					);
			}),
			{ numRuns: 3000 }
		);
	});

	it('has a box only where there is a checkbox in the note', () => {
		fc.assert(
			fc.property(notes, (note) => {
				const checkboxes = checkboxesIn(note);
				for (const line of linesIn(noteTree(note))) expect(checkboxes.has(line)).toBe(true);
			}),
			{ numRuns: 3000 }
		);
	});
});

it.each(Object.entries(hostile(10_000)))('reads in 50 ms: %s', (_name, note) => {
	// Measures CPU time, since other work may run on the machine. The first runs are slow while the code is compiled.
	const took = Array.from({ length: 5 }, () => {
		const from = process.threadCpuUsage();
		checkboxesIn(note);
		noteTree(note);
		const { user, system } = process.threadCpuUsage(from);
		return (user + system) / 1000;
	});
	expect(Math.min(...took)).toBeLessThan(50);
});

const allowedTag =
	/<\/?(p|h3|ul|ol|li|blockquote|pre|code|strong|em|s|a|br|hr|span|div|button|i|svg|use)( (class|dir|href|rel|start|id|form|name|value|type|role|aria-checked|aria-labelledby|aria-hidden|disabled|width|height)="[^"<>]*")*\s*\/?>/g;

function rendered(note: string, canCheck: boolean): string {
	const { body } = render(NoteBlocks, {
		props: { blocks: noteTree(note), checkboxes: checkboxesIn(note), canCheck }
	});
	return body.replaceAll(/<!--.*?-->/g, '').replace(/^<div class="[^"]*">(.*)<\/div>$/s, '$1');
}

/** The HTML of a note without attributes for styles and writing direction. */
const htmlOf = (note: string): string =>
	rendered(note, false).replaceAll(/ (class|dir)="[^"]*"/g, '');

function linksIn(note: string): { href: string; target: string }[] {
	const links: { href: string; target: string }[] = [];
	for (const block of noteTree(note)) if (block.is === 'paragraph') collect(block.children);
	return links;

	function collect(inlines: Inline[]): void {
		for (const inline of inlines) {
			if (inline.is === 'link') links.push({ href: inline.href, target: inline.target });
			if ('children' in inline) collect(inline.children);
		}
	}
}
