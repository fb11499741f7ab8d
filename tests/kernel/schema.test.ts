import fc from 'fast-check';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import * as m from '../../src/lib/paraglide/messages.js';
import { z } from 'zod';
import {
	choice,
	day,
	email,
	isDay,
	isMoment,
	line,
	paragraphs,
	password,
	uid,
	uids
} from '../../src/lib/server/kernel/schema.ts';
import { foldLetters, labelKey } from '../../src/lib/client/format/fold.ts';
import { countCharacters, fold, timestamp, wordsOf } from '../../src/lib/server/kernel/text.ts';
import { ItemBody } from '../../src/lib/server/items/fields.ts';

const family = '👨‍👩‍👧‍👦';
const accented = 'e\u0301';

describe('a character', () => {
	it.each([
		['a family', family],
		['a flag', '🇳🇵'],
		['a thumb with a skin tone', '👍🏽'],
		['a letter under a combining accent', accented],
		['a Devanagari syllable', 'नी'],
		['a Korean syllable in three letters', '각'],
		['a line break of two code units', '\r\n'],
		['a plain letter', 'a']
	])('is %s, and counts once', (_what, text) => {
		expect(countCharacters(text)).toBe(1);
	});

	it('of plain text is counted quickly, and with the same result', () => {
		const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
		const texts = fc.oneof(
			fc.string(),
			fc.string({ unit: 'binary' }),
			fc.string({ unit: fc.constantFrom(family, accented, ' ', 'ß', '\n') })
		);
		fc.assert(
			fc.property(texts, (text) => countCharacters(text) === [...segmenter.segment(text)].length)
		);
	});
});

describe('folding', () => {
	it('removes accents whether the text is composed or decomposed', () => {
		const unit = fc.constantFrom(
			'e',
			'É',
			accented,
			'\u0316',
			'ﬁ',
			'ﷺ',
			'ﾊﾞ',
			'각',
			'İ',
			'ς',
			'½',
			'ः'
		);
		const naive = (text: string) =>
			text
				.normalize('NFKD')
				.replace(/\p{M}+/gu, '')
				.toLowerCase()
				.replaceAll('ς', 'σ')
				.normalize('NFKC');
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit })), (text) => {
				expect(fold(text)).toBe(naive(text));
			})
		);
	});

	it('takes no longer for unordered accents than for letters', () => {
		const length = 60_000;
		const timeOf = (text: string) => {
			const times = Array.from({ length: 3 }, () => {
				const begun = process.threadCpuUsage();
				fold(text);
				const { user, system } = process.threadCpuUsage(begun);
				return user + system;
			});
			return Math.min(...times);
		};
		const letters = timeOf('ﷺ'.repeat(length));
		expect(timeOf(`a${'\u0301\u0316'.repeat(length / 2)}`)).toBeLessThan(5 * letters);
	});
});

describe('one line', () => {
	const label = line(m.field_member_name, { most: 5 });
	const reads = (text: unknown) => said(label, text);

	it.each([[family], [accented], ['🇳🇵'], ['x']])('holds five of %s and not six', (one) => {
		expect(reads(one.repeat(5))).toEqual({ value: one.repeat(5) });
		expect(reads(one.repeat(6))).toEqual({
			problem: 'A name can have at most 5 characters; this one has 6.'
		});
	});

	it('is named in the language of the caller in refusals, and in English in its description', () => {
		let asked = 'de';
		const name = line(
			(_inputs, { locale } = {}) => ((locale ?? asked) === 'en' ? 'A name' : 'Ein Name'),
			{ most: 5 }
		);
		expect(name.description).toBe('A name, at most 5 characters.');
		expect(said(name, '')).toEqual({ problem: 'Ein Name is required.' });
		asked = 'en';
		expect(said(name, '')).toEqual({ problem: 'A name is required.' });
	});

	it('is trimmed before its length is checked', () => {
		expect(reads(' \t\u00a0 abcde\n ')).toEqual({ value: 'abcde' });
		expect(reads('     ')).toEqual({ problem: 'A name is required.' });
		expect(reads('\u3000\ufeff')).toEqual({ problem: 'A name is required.' });
	});

	it.each([
		['a zero-width space', '\u200b'],
		['a soft hyphen', '\u00ad'],
		['a joiner between spaces', '\u200d \u200d'],
		['the filler of Hangul', '\u3164'],
		['an empty Braille pattern', '\u2800'],
		['a variation selector', '\ufe0f']
	])('is refused where it is only %s, and kept with a letter', (_what, unseen) => {
		expect(reads(unseen)).toEqual({ problem: 'A name is required.' });
		expect(reads(`a${unseen}`)).toEqual({ value: `a${unseen}` });
	});

	it.each([
		['a NUL', 'a\0b'],
		['a line break', 'a\nb'],
		['an escape', 'a\x1bb'],
		['a C1 control', 'a\x9bb']
	])('holds no control character such as %s', (_what, text) => {
		expect(reads(text)).toEqual({
			problem: 'A name must be one line, without control characters.'
		});
	});

	it.each(['\u202a', '\u202e', '\u2066', '\u2069'])(
		'holds no character that changes the direction of reading: %j',
		(turn) => {
			expect(reads(`a${turn}b`)).toEqual({
				problem: "A name can't contain characters that change the direction of reading."
			});
		}
	);

	it('holds a mark of direction that scripts need', () => {
		expect(reads('א\u200fa')).toEqual({ value: 'א\u200fa' });
	});

	it.each([['\ud800'], ['a\udc00'], ['\udc00\ud800']])('holds no half of a character', (text) => {
		expect(reads(text)).toEqual({ problem: 'A name contains a broken character.' });
	});

	it('has to be a text, and has a message of its own when it is missing', () => {
		expect(reads(undefined)).toEqual({ problem: 'A name is required.' });
		for (const other of [null, 7, true, ['a'], { not: '' }])
			expect(reads(other)).toEqual({ problem: 'A name must be text.' });
	});

	it('limits the number of accents over one letter', () => {
		expect(reads('e' + '\u0301'.repeat(5 * 32))).toHaveProperty('problem');
		expect(reads('e' + '\u0301'.repeat(10))).toHaveProperty('value');
	});

	it('that is accepted stays unchanged when it is parsed again', () => {
		const texts = fc.string({ unit: 'binary', maxLength: 12 });
		fc.assert(
			fc.property(texts, (text) => {
				const once = label.safeParse(text);
				if (once.success) expect(label.parse(once.data)).toBe(once.data);
			})
		);
	});
});

describe('a note', () => {
	const note = paragraphs(m.field_note, { most: 10 });

	it('is kept as it was typed, spaces, line breaks and all', () => {
		for (const text of ['', '  two  \n\n lines\t', ' \n', family.repeat(10)].filter(
			(text) => countCharacters(text) <= 10
		))
			expect(said(note, text)).toEqual({ value: text });
	});

	it('is never longer than its limit, and holds no NUL and no half of a character', () => {
		expect(said(note, 'x'.repeat(11))).toEqual({
			problem: 'A note can have at most 10 characters; this one has 11.'
		});
		expect(said(note, 'a\0')).toEqual({ problem: 'A note contains a broken character.' });
		expect(said(note, 'a\ud800')).toEqual({ problem: 'A note contains a broken character.' });
	});
});

describe('a password', () => {
	it('is kept to the letter, spaces at both ends too', () => {
		expect(said(password(m.field_password), '  a b\n')).toEqual({ value: '  a b\n' });
	});

	it('has 256 characters at most', () => {
		expect(said(password(m.field_password), family.repeat(256))).toHaveProperty('value');
		expect(said(password(m.field_password), 'x'.repeat(257))).toHaveProperty('problem');
		expect(said(password(m.field_password), '')).toEqual({ problem: 'A password is required.' });
	});
});

describe('a moment', () => {
	it.each(['2026-11-22T09:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])(
		'is %s',
		(text) => {
			expect(isMoment(text)).toBe(true);
		}
	);

	it.each([
		'0001-01-01T00:00:00+23:59',
		'9999-12-31T23:59:59-12:00',
		'2026-02-30T00:00:00Z',
		'2026-11-22',
		''
	])('is not %s', (text) => {
		expect(isMoment(text)).toBe(false);
	});
});

describe('a day', () => {
	it.each(['2026-11-22', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])(
		'is %s',
		(text) => {
			expect(isDay(text)).toBe(true);
		}
	);

	it.each([
		'2026-02-30',
		'2026-02-29',
		'1900-02-29',
		'2026-13-01',
		'2026-00-10',
		'2026-01-00',
		'0000-01-01',
		'2026-1-1',
		'20261122',
		'2026-11-22T00:00:00Z',
		' 2026-11-22',
		'٢٠٢٦-١١-٢٢',
		'+12026-01-01',
		''
	])('is not %s', (text) => {
		expect(isDay(text)).toBe(false);
	});

	it('that is not given is an empty text', () => {
		expect(said(day(m.field_due_date), '')).toEqual({ value: '' });
		expect(said(day(m.field_due_date), '2026-02-30')).toEqual({
			problem: 'A due date must be a real date, such as 2031-05-09.'
		});
	});
});

describe('other fields', () => {
	it.each(['ada@mill.test', 'ada+lists@mill.lane.test', "o'neil@localhost", 'ädä@mühle.test'])(
		'take %s for an email address',
		(text) => {
			expect(said(email, text)).toEqual({ value: text });
		}
	);

	it.each([
		'ada',
		'@mill.test',
		'ada@',
		'ada@@mill.test',
		'a da@mill.test',
		'ada@mill..test',
		'ada@mill.test.',
		'Ada <ada@mill.test>',
		'ada@mill.test,ben@mill.test',
		`${'a'.repeat(250)}@mill.test`
	])('do not take %s for an email address', (text) => {
		expect(said(email, text)).toHaveProperty('problem');
	});

	it('take up to a thousand uids; a text that cannot be a uid names nothing', () => {
		const names = uids(m.field_lists);
		expect(names.safeParse(Array.from({ length: 1000 }, () => 'lst_a')).success).toBe(true);
		expect(names.safeParse(Array.from({ length: 1001 }, () => 'lst_a')).success).toBe(false);
		for (const wrong of [7, { not: '' }, undefined])
			expect(uid(m.field_list).safeParse(wrong).success).toBe(false);
		for (const none of ['x'.repeat(101), 'a\0', '\ud800', 'lst_a b'])
			expect(uid(m.field_list).parse(none)).toBe('nothing');
	});

	it('treat an unspecified choice like one that was not given', () => {
		const orders = z.enum(['ORDER_NAME', 'ORDER_OPEN']);
		const order = choice(orders, 'ORDER_UNSPECIFIED');
		expect(
			['ORDER_NAME', 'ORDER_UNSPECIFIED', '', undefined].map((value) => order.parse(value))
		).toEqual(['ORDER_NAME', undefined, undefined, undefined]);
		expect(order.safeParse('ORDER_COLOUR').success).toBe(false);
	});

	it('of an item have the sizes that were promised', () => {
		const longest = {
			label: family.repeat(500),
			quantity: accented.repeat(50),
			dueOn: '2024-02-29',
			note: 'x'.repeat(64_000)
		};
		expect(ItemBody.safeParse(longest).success).toBe(true);
		for (const tooMuch of [
			{ label: 'x'.repeat(501) },
			{ label: 'x', quantity: 'x'.repeat(51) },
			{ label: 'x', note: 'x'.repeat(64_001) }
		])
			expect(ItemBody.safeParse(tooMuch).success).toBe(false);
	});
});

describe('text', () => {
	it('folds alike without case and accents', () => {
		for (const [one, other] of [
			['Crème Fraîche', 'creme fraiche'],
			['ＡＤＡ', 'ada'],
			['Å', 'a']
		] as const)
			expect(fold(one)).toBe(fold(other));
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => fold(fold(text)) === fold(text))
		);
	});

	it.each([
		['Süßkartoffeln', 'susskartoffeln'],
		['GROẞE', 'grosse'],
		['Smørrebrød', 'smorrebrod'],
		['Œufs', 'oeufs'],
		['Łódź', 'lodz'],
		['Æbler', 'aebler'],
		['Þorskur', 'thorskur'],
		['قهوة', 'قهوه'],
		['مستشفى', 'مستشفي']
	])('of %s is the same in plain letters: %s', (written, plain) => {
		expect(foldLetters(written)).toBe(fold(plain));
		expect(labelKey(` ${written} `)).toBe(labelKey(plain));
		expect(wordsOf(written)).toBe(wordsOf(plain));
	});

	it('of a moment is in UTC with milliseconds, however the moment is stored', () => {
		const moment = '2026-11-20T09:00:00.123Z';
		for (const stored of [
			new Date(moment),
			moment,
			'2026-11-20 09:00:00.123',
			'2026-11-20T10:00:00.123+01:00',
			'2026-11-20T09:00:00.123+00:00'
		])
			expect(timestamp(stored)).toBe(moment);
		expect([timestamp(null), timestamp(undefined), timestamp('')]).toEqual(['', '', '']);
	});
});

function said(
	schema: z.ZodType,
	given: unknown
): { value: unknown } | { problem: string | undefined } {
	const result = schema.safeParse(given);
	return result.success ? { value: result.data } : { problem: result.error.issues[0]?.message };
}
