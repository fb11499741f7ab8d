// The time to parse a line grows linearly with its length, and not with its square.
import { describe, expect, it } from 'vitest';
import { readLines } from '../../src/lib/client/format/quick-add-lines.ts';
import { readLine } from '../../src/lib/client/format/quick-add.ts';

describe('sixteen times the text takes about sixteen times as long, and not 256 times', () => {
	const short = 6_250;
	it.each([
		'1',
		' ',
		'"',
		'" ',
		'x',
		'2 ',
		'2x',
		'2 x ',
		'1/2 ',
		'1½ ',
		'[ ]',
		'- ',
		'1. ',
		'1, ',
		'a',
		'a ',
		'fl oz ',
		'2 l ',
		'\u00a0',
		'"a" ',
		'x12 ',
		'\n',
		'\r',
		'1\n',
		'.',
		'½'
	])('%j', (repeated) => {
		const grown = workFor(repeated, short * 16) / workFor(repeated, short);
		expect(grown).toBeLessThan(100);
	});
});

/** The CPU time in microseconds, which other work on the machine does not change. */
function workFor(repeated: string, length: number): number {
	const hostile = repeated.repeat(Math.ceil(length / repeated.length));
	const texts = [hostile, `2 l ${hostile}`, `${hostile} 2 l`, `"${hostile}`, `a${hostile}a`];
	let least = Infinity;
	// Excessive growth shows in one round, so stop early.
	for (let round = 0, spent = 0; round < 7 && spent < 1_000_000; round++) {
		const start = process.cpuUsage();
		for (const text of texts) {
			readLine(text);
			readLines(text);
		}
		const { user, system } = process.cpuUsage(start);
		least = Math.min(least, user + system);
		spent += user + system;
	}
	// Work that is too short to measure counts as the smallest step of the clock.
	return Math.max(least, 20);
}
