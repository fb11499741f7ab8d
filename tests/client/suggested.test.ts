import { expect, it } from 'vitest';
import { suggestedFor } from '../../src/lib/client/format/suggested.ts';

const held = ['Oat milk', 'Crème fraîche', 'Milk', 'Tomatoes', 'milk ', 'Tea', 'Rice'].map(
	(label) => ({
		label,
		quantity: label === 'Milk' ? '2 l' : ''
	})
);
const labels = (words: string, open: string[] = []) =>
	suggestedFor(
		words,
		held,
		open.map((label) => ({ label }))
	).map(({ label }) => label);

it('finds any part of a word, ignoring case and accents; matches at the beginning come first', () => {
	expect(labels('MIL')).toEqual(['Milk', 'Oat milk']);
	expect(labels('mato')).toEqual(['Tomatoes']);
	expect(labels('creme FRAICHE')).toEqual(['Crème fraîche']);
	expect(suggestedFor('milk', held, [])[0]).toEqual({ label: 'Milk', quantity: '2 l' });
});

it('leaves out open items, and suggests each label once and five at most', () => {
	expect(labels('', ['oat MILK', 'tea '])).toEqual(['Crème fraîche', 'Milk', 'Tomatoes', 'Rice']);
	expect(labels('')).toHaveLength(5);
	expect(labels('soap')).toEqual([]);
});
