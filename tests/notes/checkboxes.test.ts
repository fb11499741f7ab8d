import process from 'node:process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	checkboxesIn,
	progressOf,
	withCheckbox,
	withCheckboxTurned
} from '../../src/lib/client/format/note/checkboxes.ts';
import {
	isSameButCheckboxes,
	withCheckboxesOf
} from '../../src/lib/client/format/note/merge-checkboxes.ts';
import type { Intent } from '../../src/lib/client/outbox/intent.ts';
import { mergedNote } from '../../src/lib/client/outbox/merge-refused-note.ts';
import { noteTree } from '../../src/lib/client/format/note/tree.ts';
import { firstLine, plainWords } from '../../src/lib/client/format/note/first-line.ts';
import { hostile, linesIn, notes } from '../support/markdown.ts';

describe('a checkbox of a note', () => {
	it('is set and removed, and nothing else changes', () => {
		const note = 'For Sunday:\r\n- [ ] eggs [ ] or so\r\n> 2) [X]\tmilk\n';
		expect(withCheckbox(note, 1, true)).toBe(note.replace('- [ ]', '- [x]'));
		expect(withCheckbox(note, 2, false)).toBe(note.replace('[X]', '[ ]'));
		for (const line of [-1, 0, 3, 4, 0.5, NaN]) expect(withCheckbox(note, line, true)).toBe(note);
	});

	it('is the only thing that changes, whatever the note says', () => {
		fc.assert(
			fc.property(notes, (note) => {
				const tree = noteTree(note);
				const lines = linesIn(tree);
				for (const [line, isChecked] of checkboxesIn(note)) {
					const turned = withCheckboxTurned(note, line);
					const differing = [...turned].flatMap((sign, at) => (sign === [...note][at] ? [] : [at]));
					expect(differing).toHaveLength(1);
					expect(checkboxesIn(turned)).toEqual(
						new Map([...checkboxesIn(note), [line, !isChecked]])
					);
					expect(isSameButCheckboxes(note, turned)).toBe(true);
					if (lines.includes(line)) expect(noteTree(turned)).toEqual(tree);
				}
			}),
			{ numRuns: 2000 }
		);
	});

	it('is set in a text that somebody else has changed', () => {
		const base = '- [ ] eggs\n- [ ] milk\n- [ ] milk';
		const into = (mine: string) =>
			withCheckboxesOf(mine, base, '- [x] milk\r\n\r\n- [ ] milk\n- [ ] eggs ');
		expect(into('- [ ] eggs\n- [ ] milk\n- [x] milk')).toBe(
			'- [x] milk\r\n\r\n- [x] milk\n- [ ] eggs '
		);
		expect(into(base)).toBe('- [x] milk\r\n\r\n- [ ] milk\n- [ ] eggs ');
		// The line with "eggs" has an extra space, so it is another line.
		expect(into('- [x] eggs\n- [ ] milk\n- [ ] milk')).toBeUndefined();
		expect(into('- [ ] eggs\n- [ ] milk')).toBeUndefined();
	});

	describe('in a refused edit', () => {
		const [base, mine, theirs] = ['- [ ] eggs', '- [x] eggs', '- [ ] eggs\n- [ ] milk'];
		const edit: Intent & { kind: 'edit' } = {
			...{ kind: 'edit', itemUid: 'itm', texts: { note: mine }, seen: { expectedNote: base } },
			...{ key: 'k', listUid: 'lst', order: 1, madeAt: 1, state: 'refused', failures: 0 },
			refusal: { status: 409, sentence: 'Somebody has changed it.' }
		};

		it('is set in what somebody else has written meanwhile', () => {
			expect(mergedNote(edit, theirs)).toBe('- [x] eggs\n- [ ] milk');
		});

		it.each<[what: string, Intent]>([
			['changes another text as well', { ...edit, texts: { note: mine, label: 'breakfast' } }],
			['was refused for another reason', { ...edit, refusal: { status: 403, sentence: 'No.' } }],
			['does not say what it was based on', { ...edit, seen: { expectedLabel: 'food' } }],
			['has no note', { ...edit, texts: {} }]
		])('is left to a person where the edit %s', (_, intent) => {
			expect(mergedNote(intent, theirs)).toBeUndefined();
		});

		it('is not set again where nobody has changed the note', () => {
			expect(mergedNote(edit, base)).toBeUndefined();
		});
	});

	it.each(Object.entries(hostile(10_000)))('is found quickly: %s', (_name, note) => {
		const from = process.threadCpuUsage();
		checkboxesIn(note);
		progressOf(note);
		firstLine(note);
		isSameButCheckboxes(note, `${note} `);
		expect(process.threadCpuUsage(from).user / 1000).toBeLessThan(50);
	});
});

describe('a row shows of a note', () => {
	it.each([
		['  the **dark** one\nor none', 'the dark one'],
		['## For `Sunday`', 'For Sunday'],
		['- [ ] eggs\n- [x] milk', '1 of 2 · eggs'],
		['Party\n\n- [x] cake', '1 of 1 · Party'],
		['[recipe](https://a.test/x) from Ben', 'recipe from Ben'],
		['2 * 3 * 4 is a_b_c', '2 * 3 * 4 is a_b_c'],
		['', '']
	])('%j as %j', (note, shown) => {
		expect(firstLine(note)).toBe(shown);
	});

	it('a limited number of characters, whatever the note says', () => {
		fc.assert(
			fc.property(notes, (note) => {
				expect(plainWords(note).length).toBeLessThanOrEqual(500);
			})
		);
		expect(firstLine('漢'.repeat(64_000))).toHaveLength(500);
	});
});
