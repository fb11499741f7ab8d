import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readLines } from '../../src/lib/client/format/quick-add-lines.ts';
import { readLine } from '../../src/lib/client/format/quick-add.ts';
import { pasted, readFromPasted } from '../support/pasted-shopping.ts';

test('a pasted shopping list becomes its items, in order', () => {
	expect(readLines(pasted).map(({ label, quantity }) => [label, quantity])).toEqual(readFromPasted);
});

describe('a quantity before or after the words is taken out', () => {
	it.each([
		['3 lemons', 'lemons', '3'],
		['12x eggs', 'eggs', '12'],
		['12 x eggs', 'eggs', '12'],
		['2× milk', 'milk', '2'],
		['eggs ×12', 'eggs', '12'],
		['eggs x 12', 'eggs', '12'],
		['Eier 12x', 'Eier', '12'],
		['4 AA batteries', 'AA batteries', '4'],
		['2-3 lemons', 'lemons', '2-3'],
		['2–3 kg potatoes', 'potatoes', '2–3 kg'],
		['½ cabbage', 'cabbage', '½'],
		['1/2 cabbage', 'cabbage', '1/2'],
		['1 1/2 cups flour', 'flour', '1 1/2 cups'],
		['1½ l Milch', 'Milch', '1½ l'],
		['1 ½ lemons', 'lemons', '1 ½'],
		['500g pasta', 'pasta', '500 g'],
		['500 G pasta', 'pasta', '500 G'],
		['2L milk', 'milk', '2 L'],
		['oat milk 2 x 1 l', 'oat milk', '2 x 1 l'],
		['2x1l oat milk', 'oat milk', '2 x 1 l'],
		['beer 6×330 ml', 'beer', '6 x 330 ml'],
		['potatoes x 2 kg', 'potatoes', '2 kg'],
		['8 fl oz cream', 'cream', '8 fl oz'],
		['2 EL Öl', 'Öl', '2 EL'],
		['3 Dosen Tomaten', 'Tomaten', '3 Dosen'],
		['2 Pkg. Nudeln', 'Nudeln', '2 Pkg.'],
		['1 Pck. Backpulver', 'Backpulver', '1 Pck.'],
		['2 Stck Gurken', 'Gurken', '2 Stck'],
		['2 doz eggs', 'eggs', '2 doz'],
		['3 ltr milk', 'milk', '3 ltr'],
		['Eier 10 Stu\u0308ck', 'Eier', '10 Stu\u0308ck'],
		['Radieschen 1 Bund', 'Radieschen', '1 Bund'],
		['6 pack beer', 'beer', '6 pack'],
		['1 dozen eggs', 'eggs', '1 dozen'],
		['2 tins chopped tomatoes', 'chopped tomatoes', '2 tins'],
		['yaourts 2 boîtes', 'yaourts', '2 boîtes'],
		['atún 3 latas', 'atún', '3 latas'],
		['6 Cola/Fanta', 'Cola/Fanta', '6'],
		['2 Dr. Oetker Pizza', 'Dr. Oetker Pizza', '2'],
		['12 eggs.', 'eggs.', '12'],
		['1 can opener', 'can opener', '1'],
		['2 can openers', 'can openers', '2'],
		['3 🍋', '🍋', '3'],
		['٣ ليمون', 'ليمون', '٣'],
		['٢ كيلو طماطم', 'طماطم', '٢ كيلو'],
		['٢ كيلو من الطماطم', 'الطماطم', '٢ كيلو'],
		['2 bottles of wine', 'wine', '2 bottles'],
		['1 pack of A4 paper', 'A4 paper', '1 pack'],
		['2 l de lait', 'lait', '2 l'],
		["200 g d'emmental", 'emmental', '200 g'],
		['3 gousses d’ail', 'ail', '3 gousses'],
		['1 kg de pommes de terre', 'pommes de terre', '1 kg'],
		['1 botella de vino', 'vino', '1 botella'],
		['1 docena de huevos', 'huevos', '1 docena'],
		['400g can chopped tomatoes', 'chopped tomatoes', '400 g can'],
		['2 x 400g tins of chickpeas', 'chickpeas', '2 x 400 g tins'],
		['250 g punnet strawberries', 'strawberries', '250 g punnet'],
		['500 g can opener', 'can opener', '500 g'],
		['2 lb loaf tin', 'loaf tin', '2 lb'],
		['1 kg box', 'box', '1 kg'],
		['2 l bag in box wine', 'bag in box wine', '2 l'],
		['  milk \t 2   l ', 'milk', '2 l'],
		['vitamin D 500 mg', 'vitamin D', '500 mg'],
		['7 up', 'up', '7']
	])('%s', (text, label, quantity) => {
		expect(readLine(text)).toEqual({ label, quantity, dueOn: '' });
	});
});

describe('quotes keep their words, and a quantity may stand beside them', () => {
	it.each([
		['"7 up"', '7 up', ''],
		['“7 up”', '7 up', ''],
		['„7 up“', '7 up', ''],
		['« 7 up »', '7 up', ''],
		['"7 up" x6', '7 up', '6'],
		['"7 up" 6 cans', '7 up', '6 cans'],
		['6 "7 up"', '7 up', '6'],
		['6 x "7 up"', '7 up', '6'],
		['2 x 1 l "7 up"', '7 up', '2 x 1 l'],
		['"- Brot"', '- Brot', ''],
		['"7 up" for Ben', '"7 up" for Ben', ''],
		['6" pipe 3"', '6" pipe 3"', ''],
		['""', '""', ''],
		['"', '"', '']
	])('%s', (text, label, quantity) => {
		expect(readLine(text)).toEqual({ label, quantity, dueOn: '' });
	});
});

describe('what is doubtful stays text', () => {
	it.each([
		'7up',
		'vitamin b12',
		'route 66',
		'size 40 shoes',
		'AA batteries',
		'3-in-1 oil',
		'50% off voucher',
		'2026 calendar',
		'call 555 1234',
		'WD-40',
		'A4 paper',
		'5G router',
		'4711 Kölnisch Wasser',
		'007 film',
		'24/7 clinic',
		'10:30 dentist',
		'24.12. presents',
		'24.12 presents',
		'24 December presents',
		'3. Mai Deko',
		'5 pm dentist',
		'10 Uhr Zahnarzt',
		'24 hour candle',
		'100 W bulb',
		'60 watt bulb',
		'20 euro voucher',
		'30 cm ruler',
		'2 person tent',
		'3 for 2 offer',
		'2 à 3 citrons',
		'2 of those',
		'2 bottles of',
		"2 l d'",
		'3 packs of 6 beers',
		"2 l D'Artagnan",
		'500 g De Cecco',
		'3 lemons, 2 limes',
		'2 oat milk 1l',
		'500 g pasta x2',
		'2x4 timber',
		'2 x 4 timber',
		'wood 2x4',
		'photos 10x15',
		'lemons 3',
		'Malcolm X 2',
		'shirt size 3 L',
		'pack of 6 cans',
		'milk, 2 l',
		'milk - 2 l',
		'route 66 2 l',
		'iPhone 128gb',
		'2 l',
		'500g',
		'3 bags',
		'x12',
		'12',
		'2 x',
		'-5 degrees',
		'3-2 pipes',
		'0 sugar',
		'1000000 g rice',
		'1234 5678 g',
		'10 % Rabatt',
		'3 M shirts',
		'5" nails',
		'bin bags',
		'Radio 4',
		'BBC 2',
		'4 tablespoons/58 grams butter',
		'100 g/3½ oz butter',
		'1 Dose/n Mais',
		'1 geh. TL Senf',
		'1 gr. Dose Mais',
		"2 c. à soupe d'huile",
		'3 c.à.s. huile'
	])('%s', (text) => {
		expect(readLine(text)).toEqual({ label: text, quantity: '', dueOn: '' });
	});
});

describe('what stands before a line in a list is taken off', () => {
	it.each([
		['- Brot', 'Brot'],
		['* Brot', 'Brot'],
		['•Brot', 'Brot'],
		['– Brot', 'Brot'],
		['- [ ] Brot', 'Brot'],
		['[x] Brot', 'Brot'],
		['[]Brot', 'Brot'],
		['☐ Brot', 'Brot'],
		['▢ Brot', 'Brot'],
		['◻ Brot', 'Brot'],
		['☒ Brot', 'Brot'],
		['⁃ Brot', 'Brot'],
		['● Brot', 'Brot'],
		['○ Brot', 'Brot'],
		['■ Brot', 'Brot'],
		['1. Brot', 'Brot'],
		['12) Brot', 'Brot'],
		['1. [ ] Brot', 'Brot'],
		['1- Brot', 'Brot'],
		['١. خبز', 'خبز'],
		['١- خبز', 'خبز'],
		['2. "7 up"', '7 up'],
		['24. Dezember Baum', '24. Dezember Baum'],
		['24. 12. Baum', '24. 12. Baum'],
		['1.5', '1.5'],
		['-Brot', '-Brot'],
		['[Brot]', '[Brot]'],
		['6- 8 Brote', '6- 8 Brote'],
		['\u200f- خبز', 'خبز'],
		['---', '---']
	])('%s', (text, label) => {
		expect(readLines(text)).toEqual([{ label, quantity: '', dueOn: '' }]);
	});

	test('a mark of direction that an app put before a line is not a part of its words', () => {
		expect(readLine('\u200f٢ لتر حليب')).toEqual({ label: 'حليب', quantity: '٢ لتر', dueOn: '' });
	});

	test('a number before a line is no quantity, and the quantity behind it is', () => {
		expect(readLines('1. 3 lemons')).toEqual([{ label: 'lemons', quantity: '3', dueOn: '' }]);
	});

	test('a single line may carry a bullet or a box, and keeps its number', () => {
		expect(readLine('- [ ] Brot').label).toBe('Brot');
		expect(readLine('1. FC Union scarf').label).toBe('1. FC Union scarf');
	});

	test('lines with nothing but a mark are dropped', () => {
		expect(readLines('\n-\n * \r\n[ ]\n\u200b\n• \r- [x]\u2028')).toEqual([]);
	});
});

test('words too long to be stored keep their quantity, so that the refusal shows what was typed', () => {
	const words = 'a'.repeat(500);
	expect(readLine(`2 l ${words}`)).toEqual({ label: words, quantity: '2 l', dueOn: '' });
	expect(readLine(`2 l ${words}a`)).toEqual({ label: `2 l ${words}a`, quantity: '', dueOn: '' });
	expect(readLine(`"${words}a" x2`)).toEqual({ label: `"${words}a" x2`, quantity: '', dueOn: '' });
});

describe('whatever is written', () => {
	const part = fc.constantFrom(
		'2',
		'12',
		'1,5',
		'½',
		'1/2',
		'2-3',
		'x',
		'×',
		'x12',
		'2x1l',
		'g',
		'kg',
		'500g',
		'l',
		'cans',
		'Dosen',
		'EL',
		'fl',
		'oz',
		'milk',
		'Äpfel',
		'of',
		'size',
		'"',
		'“',
		'"7 up"',
		'-',
		'•',
		'[ ]',
		'[x]',
		'1.',
		'2)',
		',',
		'🍋',
		'٣',
		'\u0000',
		'\u200b'
	);
	const gap = fc.constantFrom('', ' ', '  ', '\t', '\u00a0');
	const sentence = fc
		.array(fc.tuple(part, gap), { maxLength: 12 })
		.map((pairs) => pairs.flat().join(''));
	const line = fc.oneof(
		sentence,
		sentence,
		fc.string({ unit: 'binary' }),
		fc.string({ unit: 'grapheme' })
	);
	const text = fc
		.array(fc.oneof(line, fc.constantFrom('\n', '\r\n', '\r')))
		.map((lines) => lines.join(''));
	const runs = { numRuns: 3000 };

	test('it is parsed without an error, and no quantity is longer than can be stored', () => {
		fc.assert(
			fc.property(text, (written) => {
				for (const { quantity } of [readLine(written), ...readLines(written)]) {
					expect(quantity.length).toBeLessThanOrEqual(50);
				}
			}),
			runs
		);
	});

	test('no word is lost but the one that joins a measure to what it measures', () => {
		fc.assert(
			fc.property(line, (written) => {
				const { label, quantity } = readLine(written);
				const kept = [written, written.replace('of', '')].map(letters);
				expect(kept).toContain(letters(label + quantity));
			}),
			runs
		);
	});

	test('what has a letter has a label', () => {
		fc.assert(
			fc.property(line, (written) => {
				fc.pre(/\p{L}/u.test(written));
				expect(readLine(written).label).not.toBe('');
			}),
			runs
		);
	});

	test('a quantity always stands beside words', () => {
		expect(readLine('"-" 2')).toMatchObject({ label: '"-" 2', quantity: '' });
		expect(readLine('2 "-"')).toMatchObject({ label: '2 "-"', quantity: '' });
		fc.assert(
			fc.property(line, (written) => {
				const { label, quantity } = readLine(written);
				if (quantity !== '') expect(label).toMatch(/[^\s\p{P}]/u);
			}),
			runs
		);
	});

	test('a label between quotes stays unchanged', () => {
		fc.assert(
			fc.property(line, (written) => {
				const { label } = readLine(written);
				fc.pre(label !== '');
				expect(readLine(`"${label}"`)).toEqual({ label, quantity: '', dueOn: '' });
			}),
			runs
		);
	});

	test('each line is parsed on its own', () => {
		fc.assert(
			fc.property(text, text, (first, second) => {
				expect(readLines(`${first}\n${second}`)).toEqual([
					...readLines(first),
					...readLines(second)
				]);
			}),
			runs
		);
	});
});

/** All characters except spaces and those that may be removed: quotes, bullets, boxes and signs of multiplication. */
function letters(text: string): string {
	return [...text.replace(/[\s"“”„«»xX×✕✓✔☐☑☒□▢◻[\]*+•◦▪‣·⁃●○■–—-]/gu, '')].sort().join('');
}
