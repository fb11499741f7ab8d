import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { reader as ar } from '../../src/lib/client/format/dates/ar.ts';
import { reader as de } from '../../src/lib/client/format/dates/de.ts';
import { reader as en } from '../../src/lib/client/format/dates/en.ts';
import { reader as es } from '../../src/lib/client/format/dates/es.ts';
import { reader as fr } from '../../src/lib/client/format/dates/fr.ts';
import { daysFrom } from '../../src/lib/client/format/day.ts';
import { dueWords } from '../../src/lib/client/format/due.ts';
import { takeDate } from '../../src/lib/client/format/quick-add-date.ts';
import { readLines } from '../../src/lib/client/format/quick-add-lines.ts';
import { readLine } from '../../src/lib/client/format/quick-add.ts';

const readers = { en, de, fr, es, ar };
type Language = keyof typeof readers;
const languages: Language[] = ['en', 'de', 'fr', 'es', 'ar'];
const locales = { en: 'en-GB', de: 'de', fr: 'fr', es: 'es', ar: 'ar-u-nu-latn' };

/** A Monday. */
const monday = '2026-11-23';

const read = (text: string, language: Language, today = monday) =>
	readLine(text, (line) => takeDate(line, readers[language], today));

describe('a date after the words is taken out', () => {
	const dated: Record<Language, [text: string, label: string, quantity: string, dueOn: string][]> =
		{
			en: [
				['milk sat', 'milk', '', '2026-11-28'],
				['2 l milk sat', 'milk', '2 l', '2026-11-28'],
				['milk 2 l tomorrow', 'milk', '2 l', '2026-11-24'],
				['eggs x12 Sat.', 'eggs', '12', '2026-11-28'],
				['milk, sat', 'milk', '', '2026-11-28'],
				['"7 up" sat', '7 up', '', '2026-11-28'],
				['milk today', 'milk', '', monday],
				['milk day after tomorrow', 'milk', '', '2026-11-25'],
				['milk monday', 'milk', '', '2026-11-30'],
				['cake on saturday', 'cake', '', '2026-11-28'],
				['rent by friday', 'rent', '', '2026-11-27'],
				['cake this friday', 'cake', '', '2026-11-27'],
				['filter in 3 days', 'filter', '', '2026-11-26'],
				['filter in 2 weeks', 'filter', '', '2026-12-07'],
				['filter in a week', 'filter', '', '2026-11-30'],
				['filter within 3 days', 'filter', '', '2026-11-26'],
				['cake tues', 'cake', '', '2026-11-24'],
				['cake weds.', 'cake', '', '2026-11-25'],
				['rent 3/18', 'rent', '', '2027-03-18'],
				['tree 24 december', 'tree', '', '2026-12-24'],
				['tree dec 24', 'tree', '', '2026-12-24'],
				['tree 24th of december', 'tree', '', '2026-12-24'],
				['tree 24 Dec 2027', 'tree', '', '2027-12-24'],
				['tree sat 26 dec', 'tree', '', '2026-12-26'],
				['roast sun 29 nov', 'roast', '', '2026-11-29'],
				['tree 24.12.', 'tree', '', '2026-12-24'],
				['tree 24/12', 'tree', '', '2026-12-24'],
				['tree 12/24', 'tree', '', '2026-12-24'],
				['tree 24/12/2026', 'tree', '', '2026-12-24'],
				['tree 2026-12-24', 'tree', '', '2026-12-24'],
				['soup 22 nov', 'soup', '', '2027-11-22'],
				['soup 23 nov', 'soup', '', monday]
			],
			de: [
				['Milch Sa', 'Milch', '', '2026-11-28'],
				['2 l Milch morgen', 'Milch', '2 l', '2026-11-24'],
				['Milch heute', 'Milch', '', monday],
				['Milch übermorgen', 'Milch', '', '2026-11-25'],
				['Kuchen am Samstag', 'Kuchen', '', '2026-11-28'],
				['Kuchen Sonnabend', 'Kuchen', '', '2026-11-28'],
				['Miete bis Freitag', 'Miete', '', '2026-11-27'],
				['Baum 24. Dezember', 'Baum', '', '2026-12-24'],
				['Baum 24 Dez', 'Baum', '', '2026-12-24'],
				['Baum 24. Dez.', 'Baum', '', '2026-12-24'],
				['Baum bis zum 24.12.', 'Baum', '', '2026-12-24'],
				['Baum 24. 12.', 'Baum', '', '2026-12-24'],
				['Baum 24.12.2026', 'Baum', '', '2026-12-24'],
				['Baum Sa, 26. Dezember', 'Baum', '', '2026-12-26'],
				['Filter in 3 Tagen', 'Filter', '', '2026-11-26'],
				['Filter in einer Woche', 'Filter', '', '2026-11-30'],
				['Arzt am Donnerstag, dem 3. Dezember', 'Arzt', '', '2026-12-03'],
				['Tee für morgen', 'Tee', '', '2026-11-24'],
				['Kerzen 6/8', 'Kerzen', '', '2027-08-06']
			],
			fr: [
				['lait demain', 'lait', '', '2026-11-24'],
				['2 l lait après-demain', 'lait', '2 l', '2026-11-25'],
				["lait aujourd'hui", 'lait', '', monday],
				['lait aujourd’hui', 'lait', '', monday],
				['gâteau samedi', 'gâteau', '', '2026-11-28'],
				['gâteau pour samedi', 'gâteau', '', '2026-11-28'],
				['sapin le 24 décembre', 'sapin', '', '2026-12-24'],
				['sapin 24 déc.', 'sapin', '', '2026-12-24'],
				['bougies 1er janvier', 'bougies', '', '2027-01-01'],
				['sapin sam. 26 déc.', 'sapin', '', '2026-12-26'],
				['filtre dans 3 jours', 'filtre', '', '2026-11-26'],
				['filtre dans deux semaines', 'filtre', '', '2026-12-07'],
				['pain apres-demain', 'pain', '', '2026-11-25'],
				['pain d’ici vendredi', 'pain', '', '2026-11-27']
			],
			es: [
				['leche mañana', 'leche', '', '2026-11-24'],
				['2 l leche pasado mañana', 'leche', '2 l', '2026-11-25'],
				['leche hoy', 'leche', '', monday],
				['tarta sábado', 'tarta', '', '2026-11-28'],
				['tarta para el sábado', 'tarta', '', '2026-11-28'],
				['árbol 24 de diciembre', 'árbol', '', '2026-12-24'],
				['árbol el 24 de diciembre de 2026', 'árbol', '', '2026-12-24'],
				['árbol 24 dic', 'árbol', '', '2026-12-24'],
				['libros 24 sept', 'libros', '', '2027-09-24'],
				['filtro en 3 días', 'filtro', '', '2026-11-26'],
				['filtro dentro de dos semanas', 'filtro', '', '2026-12-07'],
				['renta el día 1 de diciembre', 'renta', '', '2026-12-01']
			],
			ar: [
				['حليب غدا', 'حليب', '', '2026-11-24'],
				['حليب غدًا', 'حليب', '', '2026-11-24'],
				['٢ كيلو طماطم غداً', 'طماطم', '٢ كيلو', '2026-11-24'],
				['حليب اليوم', 'حليب', '', monday],
				['حليب بعد غد', 'حليب', '', '2026-11-25'],
				['حليب يوم غد', 'حليب', '', '2026-11-24'],
				['حليب بكره', 'حليب', '', '2026-11-24'],
				['حليب بعد ٣ أيام', 'حليب', '', '2026-11-26'],
				['حليب بعد أسبوعين', 'حليب', '', '2026-12-07'],
				['حليب الجمعه', 'حليب', '', '2026-11-27'],
				['حليب يوم السبت', 'حليب', '', '2026-11-28'],
				['حليب السبت', 'حليب', '', '2026-11-28'],
				['حليب ٢٤ ديسمبر', 'حليب', '', '2026-12-24'],
				['حليب الجمعة، 27 نوفمبر', 'حليب', '', '2026-11-27'],
				['حليب ٢٤/١٢/٢٠٢٦', 'حليب', '', '2026-12-24']
			]
		};
	for (const language of languages)
		it.each(dated[language])(`${language}: %s`, (text, label, quantity, dueOn) => {
			expect(read(text, language)).toEqual({ label, quantity, dueOn });
		});

	test('in many lines as in a single one', () => {
		const lines = readLines('- milk sat\n2 l cream', (line) => takeDate(line, en, monday));
		expect(lines.map(({ dueOn }) => dueOn)).toEqual(['2026-11-28', '']);
	});
});

describe.each(languages)('a word that every object inherits is no date in %s', (language) => {
	it.each(['fix constructor', 'read __proto__'])('%s', (text) => {
		expect(read(text, language)).toEqual({ label: text, quantity: '', dueOn: '' });
	});
});

describe('what is doubtful stays text', () => {
	const doubtful: Record<Language, string[]> = {
		en: [
			...[
				'sat',
				'sun cream',
				'march hare',
				'roast sun',
				'walk march',
				'biscuits may',
				'tea second'
			],
			...['milk 24', 'milk 24.12', 'version 1.5', 'cabbage 1/2', 'tickets 5/8', 'tickets 5/8/2027'],
			...[
				'clinic 24/7',
				'pizza tonight',
				'x tomorrow morning',
				'x tomorrow noon',
				'x sat 5pm',
				'x 5pm sat'
			],
			...[
				'dentist 10:30 sat',
				'x fri to sat',
				'x fri - sat',
				'x fri sat',
				'x mon, tue',
				'x 24 dec - 26 dec'
			],
			...[
				'x next friday',
				'x last friday',
				'x next week',
				'x weekend',
				'x until sat',
				'x every sat'
			],
			...[
				'x yesterday',
				'x 3 days ago',
				'x 24 dec 2020',
				'x 2026-11-22',
				'x sat 24 dec',
				'x 31 feb'
			],
			...[
				'deals black friday',
				'chapter 2 sat',
				'2 l sat',
				'3 sat',
				'"see you sat"',
				'"see you sat',
				'march 2027'
			],
			...['x every other friday', 'x 1st monday', 'x first monday', 'x except sunday'],
			...[
				'x in a few days',
				'x in several days',
				'x next 3 days',
				'x 3 days later',
				'x in the next week'
			],
			...['flowers mothering sunday', 'bit 5/16', 'socket 11/16']
		],
		de: [
			...[
				'Müsli so',
				'Kuchen nächsten Freitag',
				'Yoga Mo bis Fr',
				'Yoga jeden Montag',
				'Pizza heute Abend'
			],
			...['Milch 24.12', 'Angebote schwarzer Freitag', 'Kohl 1/2', 'Essen 24. bis 26. Dezember'],
			...['Tee am Morgen', 'Yoga diesen Morgen', 'Kaffee für den Morgen', 'Yoga am frühen Morgen'],
			...['Müll jeden zweiten Montag', 'Müll am ersten Montag', 'Yoga immer am Montag'],
			...['Miete vor dem 1. Dezember', 'Kur während 3 Tagen', 'Milch in einigen Tagen']
		],
		fr: [
			...['fruits de mer', 'nouveau jeu', 'cadeau Sam', 'gâteau samedi prochain', 'pizza ce soir'],
			...['du lundi au mardi', 'pain demain matin', 'yoga chaque lundi', 'vin vendredi dernier'],
			...['cure de 3 jours', 'repas pendant 3 jours', 'pain dans quelques jours'],
			...['pain apres lundi', 'yoga premier lundi', 'yoga toujours le lundi', 'bus sauf lundi']
		],
		es: [
			...['sal de mar', 'tarta próximo viernes', 'pizza esta noche', 'yoga de lunes a viernes'],
			...['pan mañana por la mañana', 'yoga cada lunes'],
			...['yoga esta mañana', 'fruta media mañana', 'fruta a media mañana'],
			...['curso de 3 días', 'abono durante 3 días', 'pan en unos días'],
			...['yoga primer lunes', 'yoga siempre el lunes', 'bus excepto lunes']
		],
		ar: [
			...['حليب يوم السبت القادم', 'حليب هذا المساء', 'حليب حتى السبت', 'السبت', 'حليب 24'],
			// "Three times a day", "two eggs", "a present for Khamis", "nobody", and 7 Up.
			...['دواء ٣ مرات في اليوم', 'بيض اثنين', 'هدية خميس', 'لا أحد', 'مشروب ٧ اب'],
			...['حليب مساء الجمعة', 'حليب ١٠:٠٠ الجمعة', 'حليب أول جمعة', 'حليب صباح الغد'],
			...['حليب بعد أيام', 'حليب من ١ ديسمبر']
		]
	};
	for (const language of languages)
		it.each(doubtful[language])(`${language}: %s`, (text) => {
			expect(read(text, language).dueOn).toBe('');
		});
});

const runs = { numRuns: 500 };
const anyLanguage = fc.constantFrom(...languages);
const anyDay = fc
	.integer({ min: 0, max: 4000 })
	.map((after) => daysFrom(monday, 1, after)[0] ?? '');

describe('whatever is written', () => {
	const anyText = fc.oneof(
		fc.string({ unit: 'grapheme', maxLength: 60 }),
		fc.string({ unit: 'binary', maxLength: 60 }),
		fc
			.array(
				fc.constantFrom(
					'sat',
					'sun',
					'24',
					'.',
					'24.12.',
					'Dez',
					'morgen',
					'demain',
					'"',
					',',
					'غدا',
					'x',
					'2 l',
					'to',
					'10:30'
				),
				{ maxLength: 9 }
			)
			.map((words) => words.join(' '))
	);

	test('it is parsed without an error, and a date is a day that has not passed', () => {
		fc.assert(
			fc.property(anyText, anyLanguage, anyDay, (text, language, today) => {
				const { dueOn } = read(text, language, today);
				if (dueOn) expect(daysFrom(dueOn, 1)[0]).toBe(dueOn);
				expect(dueOn === '' || dueOn >= today).toBe(true);
			}),
			runs
		);
	});

	test('words that name no day stay unchanged', () => {
		const noDay = fc
			.array(
				fc.constantFrom(
					'milk',
					'Brot',
					'crème',
					'für',
					'de',
					'طماطم',
					'bio',
					'no',
					'🍋',
					'rot',
					'XL',
					'march',
					'may',
					'mai'
				),
				{ minLength: 1, maxLength: 8 }
			)
			.map((words) => words.join(' '));
		fc.assert(
			fc.property(noDay, anyLanguage, (text, language) => {
				expect(read(text, language)).toEqual(readLine(text));
			}),
			runs
		);
	});

	test('text between quotes is never read as a date', () => {
		fc.assert(
			fc.property(anyText, anyLanguage, (text, language) => {
				fc.pre(!/["“”„«»]/.test(text));
				expect(read(`"${text} sat"`, language).dueOn).toBe('');
			}),
			runs
		);
	});

	test('what is kept as text stays text when it is parsed again', () => {
		fc.assert(
			fc.property(anyText, (text) => {
				const take = (line: string) => takeDate(line, en, monday);
				const { quantity, dueOn } = readLine(text, take);
				const again = readLine(text, take, { quantity, dueOn });
				expect(again.dueOn).toBe('');
				fc.pre(dueOn === '' && quantity !== '');
				expect(again.quantity).toBe('');
			}),
			runs
		);
	});

	test('ten thousand characters take less than 50 ms', () => {
		const parts = ['sat ', 'x', '24.12. ', ', ', '24 ', '"', 'morgen', ' ', 'غدا ', '1/2 '];
		for (const part of parts)
			for (const language of languages) {
				const text = part.repeat(10_000).slice(0, 10_000);
				const start = process.cpuUsage();
				read(text, language);
				read(`${text} sat`, language);
				const { user, system } = process.cpuUsage(start);
				expect((user + system) / 1000, `${language} ${part}`).toBeLessThan(100);
			}
	});
});

describe('a date that was written as it is shown is that day', () => {
	const styles: Intl.DateTimeFormatOptions[] = [
		{ day: 'numeric', month: 'long', year: 'numeric' },
		{ day: 'numeric', month: 'short', year: 'numeric' },
		{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
		{ weekday: 'long', day: 'numeric', month: 'long' },
		{ day: 'numeric', month: 'long' },
		{ day: 'numeric', month: 'short' }
	];
	const thing = { en: 'cake', de: 'Kuchen', fr: 'gâteau', es: 'tarta', ar: 'كعكة' };

	test.each(languages)('%s', (language) => {
		for (const style of styles) {
			const format = new Intl.DateTimeFormat(locales[language], { ...style, timeZone: 'UTC' });
			for (const day of daysFrom(monday, 365).filter((_, index) => index % 3 === 0))
				expect(
					read(`${thing[language]} ${format.format(new Date(day))}`, language),
					format.format(new Date(day))
				).toMatchObject({
					label: thing[language],
					dueOn: day
				});
		}
	});

	test.each(languages)('in a row, in %s', (language) => {
		fc.assert(
			fc.property(anyDay, fc.integer({ min: 0, max: 400 }), (today, after) => {
				const due = daysFrom(today, 1, after)[0] ?? '';
				const shown = dueWords(due, today, locales[language]);
				expect(
					read(`${thing[language]} ${shown}`, language, today),
					`${shown} on ${today}`
				).toMatchObject({ label: thing[language], dueOn: due });
			}),
			runs
		);
	});
});
