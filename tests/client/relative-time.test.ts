import { expect, it } from 'vitest';
import { relativeTime } from '../../src/lib/client/format/relative-time.ts';

const now = new Date('2027-01-27T22:00:00Z');

// On a Wednesday evening, Monday night is not "yesterday"; nor are the first days of a month "last month" at its end.
it.each([
	['2027-01-27T21:59:01Z', 'just now'],
	['2027-01-27T21:58:00Z', '2 minutes ago'],
	['2027-01-26T22:01:00Z', '23 hours ago'],
	['2027-01-25T23:00:00Z', '1 day ago'],
	['2026-12-28T22:00:00Z', '1 month ago'],
	['2025-12-28T22:00:00Z', '1 year ago'],
	['2027-01-27T22:05:00Z', 'just now']
])('%s was %s', (at, words) => expect(relativeTime(at, now)).toBe(words));
