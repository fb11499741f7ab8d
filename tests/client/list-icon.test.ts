import { describe, expect, it } from 'vitest';
import { iconOf, nameBesideIcon, tintOf, tints } from '../../src/lib/client/format/list-icon.ts';

describe('an emoji at the beginning of a name is the icon of its list', () => {
	it.each([
		['🛒 Groceries', '🛒', 'Groceries'],
		['👨‍👩‍👧 Family', '👨‍👩‍👧', 'Family'],
		['👍🏽 Done well', '👍🏽', 'Done well'],
		['🇩🇪 Berlin', '🇩🇪', 'Berlin'],
		['1️⃣ First', '1️⃣', 'First'],
		['❤️Gifts', '❤️', 'Gifts'],
		['✏ School', '✏', 'School'],
		['  🎂  Birthday 🎉', '🎂', 'Birthday 🎉'],
		['🛒', '🛒', '']
	])('%s', (name, emoji, words) => {
		expect(iconOf(name)).toEqual({ emoji, initial: '' });
		expect(nameBesideIcon(name)).toBe(words);
	});
});

describe('every other name keeps all its words beside its initial', () => {
	it.each([
		['Groceries', 'G'],
		['bike repairs', 'B'],
		['قائمة البقالة', 'ق'],
		['éclairs', 'É'],
		['“Ada’s” things', 'A'],
		['1 to do', '1'],
		['© lawyers', 'L'],
		['…', '…'],
		['Cake 🎂', 'C']
	])('%s', (name, initial) => {
		expect(iconOf(name)).toEqual({ emoji: '', initial });
		expect(nameBesideIcon(name)).toBe(name);
	});
});

it('a list has the same tint wherever it is shown, and many lists use all tints', () => {
	const uids = Array.from({ length: 60 }, (_, number) => `lst_${number}`);
	expect(uids.map(tintOf)).toEqual(uids.map(tintOf));
	expect(new Set(uids.map(tintOf))).toEqual(new Set(tints));
});
