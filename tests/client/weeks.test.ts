import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDay } from '../../src/lib/client/format/day.ts';
import { isShown, monthAfter, weeksOf } from '../../src/routes/(home)/(lists)/calendar/weeks.ts';

const aDay = fc
	.date({ min: new Date('1900-02-01'), max: new Date('2199-12-01'), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 10));

it('the weeks of a month are whole and consecutive, and are exactly those that have a day of it', () => {
	fc.assert(
		fc.property(aDay, fc.constantFrom('en-GB', 'en-US', 'de', 'ar-EG'), (day, locale) => {
			const weeks = weeksOf(day, locale);
			const days = weeks.flat();
			expect(weeks.every((week) => week.length === 7)).toBe(true);
			for (const [index, one] of days.slice(1).entries())
				expect(Date.parse(one) - Date.parse(days[index] ?? '')).toBe(86_400_000);
			const month = day.slice(0, 7);
			const within = days.filter((one) => one.startsWith(month));
			expect(within[0]).toBe(`${month}-01`);
			expect(within.at(-1)).toBe(lastOf(day));
			for (const week of weeks) expect(week.some((one) => one.startsWith(month))).toBe(true);
		})
	);
});

it.each([
	['en-GB', 'Monday'],
	['de', 'Monday'],
	['en-US', 'Sunday'],
	['ar-EG', 'Saturday']
])('where %s is spoken they begin on %s', (locale, weekday) => {
	const [first = ''] = weeksOf('2026-11-22', locale)[0] ?? [];
	const name = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
	expect(name.format(new Date(first))).toBe(weekday);
});

it.each(['0000-01-01', '0001-01-01', '0001-02-28', '9999-11-30', '9999-12-31'])(
	'there are five or six weeks around %s, at an end of the calendar',
	(day) => {
		for (const locale of ['en-GB', 'en-US', 'ar-EG'])
			expect([5, 6]).toContain(weeksOf(day, locale).length);
	}
);

it('a month is shown where each day of its weeks has a year of four digits', () => {
	const ends = ['0001-02-01', '2026-11-22', '9999-11-30', '9999-12-01'];
	expect(ends.map((day) => isShown(day, 'en-GB'))).toEqual([true, true, true, false]);
	// A Monday, so with weeks that begin on Sunday one day of the year 0 comes before it.
	expect(isShown('0001-01-01', 'en-GB')).toBe(true);
	expect(isShown('0001-01-01', 'en-US')).toBe(false);
	expect(isShown('no day', 'en-GB')).toBe(false);
});

it('the months before and after are given by their first day, also across the end of a year', () => {
	expect(monthAfter('2026-01-31', 1)).toBe('2026-02-01');
	expect(monthAfter('2026-12-31', 1)).toBe('2027-01-01');
	expect(monthAfter('2026-01-31', -1)).toBe('2025-12-01');
});

it.each(['2026-02-30', '0000-01-01', '2026-13-01', '2026-1-1', '', 'today', '2026-11-22T00:00'])(
	'%j is no day of the calendar',
	(text) => expect(isDay(text)).toBe(false)
);

const lastOf = (day: string): string =>
	new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0))
		.toISOString()
		.slice(0, 10);
