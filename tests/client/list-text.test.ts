import { describe, expect, it } from 'vitest';
import { reader as ar } from '../../src/lib/client/format/dates/ar.ts';
import { reader as de } from '../../src/lib/client/format/dates/de.ts';
import { reader as en } from '../../src/lib/client/format/dates/en.ts';
import { reader as es } from '../../src/lib/client/format/dates/es.ts';
import { reader as fr } from '../../src/lib/client/format/dates/fr.ts';
import { listText } from '../../src/lib/client/format/list-text.ts';
import { takeDate } from '../../src/lib/client/format/quick-add-date.ts';
import { readLines } from '../../src/lib/client/format/quick-add-lines.ts';

const item = (label: string, quantity = '', dueOn = '') => ({
	...{ label, quantity, dueOn, done: false }
});

describe('a list as text', () => {
	it('has what is open, in its order', () => {
		const items = [
			item('Bread'),
			item('Cheese', '200 g'),
			{ ...item('Eggs'), done: true },
			item('Soap')
		];
		expect(listText(items, 'en')).toBe('- Bread\n- Cheese 200 g\n- Soap');
		expect(listText([], 'en')).toBe('');
	});

	it('has a free quantity after its item, whatever becomes of it', () => {
		expect(listText([item('Butter', 'a few')], 'en')).toBe('- Butter a few');
	});

	it('has no marks of a direction, which would turn the date of a Latin label about', () => {
		const text = listText([item('Tomatoes', '1 kg', '2027-03-01')], 'ar-u-nu-latn');
		expect(text).toBe('- Tomatoes 1 kg 01/03/2027');
	});

	it.each(Object.entries({ en, de, es, fr, ar }))(
		'is the same items again where it is pasted, in %s',
		(language, reader) => {
			const written = [
				item('Oat milk', '2 l'),
				item('Tomatoes', '1 kg', '2027-03-01'),
				item('Rent', '', '2026-12-24'),
				item('[Bread]'),
				item('Dentist', '', '2027-08-05'),
				item('Eggs', '12'),
				item('Batteries AA', '4', '2026-12-24'),
				item('7 up'),
				item('7 up', '2', '2027-01-07'),
				item('1. course')
			];
			const text = listText(written, language);
			const lines = readLines(text, (line) => takeDate(line, reader, '2026-11-20'));
			expect(lines).toEqual(
				written.map(({ label, quantity, dueOn }) => ({ label, quantity, dueOn }))
			);
		}
	);
});
