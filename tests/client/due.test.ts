import { describe, expect, it, test } from 'vitest';
import { doneWords, dueWords, isOverdue } from '../../src/lib/client/format/due.ts';

const today = '2026-11-20';

describe('a due date is said as people say it', () => {
	it.each([
		['2026-11-20', 'Today'],
		['2026-11-19', 'Yesterday'],
		['2026-11-21', 'Tomorrow'],
		['2026-11-22', 'Sunday'],
		['2026-11-26', 'Thursday'],
		['2026-11-27', '27 Nov'],
		['2026-11-18', '18 Nov'],
		['2027-02-20', '20 Feb 2027'],
		['2025-12-24', '24 Dec 2025'],
		['', ''],
		['soon', 'soon']
	])('%s', (dueOn, words) => {
		expect(dueWords(dueOn, today, 'en-GB')).toBe(words);
	});
});

test('it is said in the language of the member', () => {
	expect(dueWords('2026-11-20', today, 'de')).toBe('Heute');
	expect(dueWords('2026-11-21', today, 'fr')).toBe('Demain');
	expect(dueWords('2026-11-22', today, 'es')).toBe('Domingo');
	expect(dueWords('2026-11-19', today, 'ar')).toBe('أمس');
});

test('a day has its own neighbours over the turn of a month, a leap day and the end of summer time', () => {
	expect(dueWords('2028-02-29', '2028-03-01', 'en-GB')).toBe('Yesterday');
	expect(dueWords('2027-01-01', '2026-12-31', 'en-GB')).toBe('Tomorrow');
	expect(dueWords('2026-10-25', '2026-10-24', 'en-GB')).toBe('Tomorrow');
	expect(dueWords('2026-10-26', '2026-10-25', 'en-GB')).toBe('Tomorrow');
});

test('only a day before today is overdue', () => {
	expect(isOverdue('2026-11-19', today)).toBe(true);
	expect(isOverdue(today, today)).toBe(false);
	expect(isOverdue('2026-11-21', today)).toBe(false);
	expect(isOverdue('', today)).toBe(false);
});

test('what was done today shows its time in the member’s time zone, and what was done before shows its day', () => {
	expect(doneWords('2026-11-20T09:42:00.000Z', today, 'en-GB', 'Europe/Berlin')).toBe('10:42');
	expect(doneWords('2026-11-19T23:30:00.000Z', today, 'en-GB', 'Europe/Berlin')).toBe('00:30');
	expect(doneWords('2026-11-19T23:30:00.000Z', today, 'en-GB', 'UTC')).toBe('yesterday');
	expect(doneWords('', today, 'en-GB', 'UTC')).toBe('');
});
