import { describe, expect, it } from 'vitest';
import { earlierRows, type Row } from '../../src/lib/client/format/earlier-rows.ts';
import { newsOf } from '../../src/lib/client/format/news.ts';

const row = (label: string, done = false) => ({
	uid: label,
	label,
	done,
	addedByName: 'Ben',
	doneByName: done ? 'Cleo' : ''
});

describe('what others did is said in a sentence each', () => {
	it.each([
		['added', [], [row('Milk')], 'Ben added Milk.'],
		['ticked', [row('Milk')], [row('Milk', true)], 'Cleo ticked Milk.'],
		['unticked', [row('Milk', true)], [row('Milk')], 'Milk is open again.'],
		['removed', [row('Milk')], [], 'Milk is no longer on the list.'],
		['changed', [row('Milk')], [row('Milk')], 'Milk was changed.'],
		['gone before it was seen', [], [], '']
	])('%s', (_what, before, now, words) => {
		expect(newsOf(before, now, ['Milk'])).toBe(words);
	});

	it('and many changes together are counted', () => {
		const rows = ['a', 'b', 'c'].map((label) => row(label));
		const words = 'Ben added a. Ben added b. Ben added c.';
		expect(newsOf([], rows, ['a', 'b', 'c'])).toBe(words);
		expect(newsOf([], [], ['a', 'b', 'c', 'd'])).toBe('4 items changed.');
	});

	it('and what was gone before it was seen leaves no gap', () => {
		const [milk, eggs] = [row('Milk'), row('Eggs')];
		expect(newsOf([], [milk, eggs], ['Milk', 'gone', 'Eggs'])).toBe(
			'Ben added Milk. Ben added Eggs.'
		);
	});

	it('and is said of “someone” when nobody is known', () => {
		const removed = { ...row('Milk', true), doneByName: '' };
		expect(newsOf([row('Milk')], [removed], ['Milk'])).toBe('Someone ticked Milk.');
		const added = { ...row('Milk'), addedByName: '' };
		expect(newsOf([], [added], ['Milk'])).toBe('Someone added Milk.');
	});
});

/** What a page says about changes to the rows with these uids. */
function newsTeller(first: Row[]): (now: Row[], changed: string[]) => string {
	const earlier = earlierRows(first);
	return (now, changed) => newsOf(earlier(now, changed), now, changed);
}

describe('what is told after the rows have changed', () => {
	const [bread, milk, ticked] = [row('Bread'), row('Milk'), row('Milk', true)];

	it.each([
		['a tick', [bread, milk], [bread, ticked], 'Cleo ticked Milk.'],
		['what was added', [bread], [bread, milk], 'Ben added Milk.'],
		['what was removed', [bread, milk], [bread], 'Milk is no longer on the list.']
	])('is said of %s', (_what, before, now, words) => {
		const news = newsTeller(before);
		expect(news(now, [])).toBe('');
		expect(news(now, ['Milk'])).toBe(words);
	});

	it('is about the item in the event, whatever else has changed since', () => {
		const news = newsTeller([bread, milk]);
		news([bread, ticked], []);
		news([bread, ticked], []);
		news([{ ...bread, label: 'Rye' }, ticked], []);
		expect(news([bread, ticked], ['Milk'])).toBe('Cleo ticked Milk.');
	});

	it('is only about the newest change', () => {
		const news = newsTeller([bread, milk]);
		expect(news([bread, ticked], ['Milk'])).toBe('Cleo ticked Milk.');
		expect(news([bread, { ...ticked, label: 'Oat milk' }], ['Milk'])).toBe('Oat milk was changed.');
	});
});
