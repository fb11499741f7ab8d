// Formats are cached, and the cache is limited.
import { expect, it, vi } from 'vitest';
import { cached } from '../../src/lib/client/format/cached.ts';

it('makes a format once', () => {
	const make = vi.fn((language: string, timeZone: string) => ({ language, timeZone }));
	const format = cached(make);
	expect(format('de', 'Europe/Berlin')).toBe(format('de', 'Europe/Berlin'));
	expect(format('de', 'UTC')).toEqual({ language: 'de', timeZone: 'UTC' });
	expect(make).toHaveBeenCalledTimes(2);
});

it('drops old formats, when somebody asks for one time zone in ever new spellings', () => {
	const make = vi.fn((timeZone: string) => new Intl.DateTimeFormat('en', { timeZone }));
	const format = cached(make);
	const spellings = Array.from({ length: 1000 }, (_, number) =>
		[...'america/fortaleza']
			.map((letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter))
			.join('')
	);
	const first = format('utc');
	for (const timeZone of spellings) format(timeZone);
	expect(format('utc')).not.toBe(first);
});
