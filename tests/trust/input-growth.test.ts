// The time to read what a request or the clipboard holds grows linearly with its length, and not with its square.
import { expect, it } from 'vitest';
import { areManyLines } from '../../src/lib/client/pasted-lines.ts';
import { readJson } from '../../src/lib/server/http/json.ts';
import { keepUnsaved } from '../../src/lib/server/http/unsaved.ts';

const reads: [what: string, shortest: number, read: (length: number) => void][] = [
	[
		'JSON with many colons after a long name',
		31_250,
		(length) => {
			const name = `"${'\\u0061'.repeat(length / 12)}"`;
			expect(() => readJson(`{${name}${':'.repeat(length / 101)}`)).toThrow(SyntaxError);
		}
	],
	[
		'a refused form of many fields',
		6_250,
		(length) => {
			const names = Array.from({ length: length / 10 }, (_, index) => index.toString(36));
			const fields = names.flatMap((name) => [
				[`x${name}`, ''],
				[`expectedX${name}`, 'x']
			]);
			const request = new Request('http://localhost/', { headers: { accept: 'text/html' } });
			keepUnsaved({ request, locals: {} }, new URLSearchParams(fields));
		}
	],
	['a word and many empty lines', 6_250, (length) => areManyLines(`milk${'\n'.repeat(length)}`)]
];

it.each(reads)(
	'%s: sixteen times as much takes less than a hundred times as long',
	(_, shortest, read) => {
		expect(workFor(read, shortest * 16) / workFor(read, shortest)).toBeLessThan(100);
	}
);

/** The CPU time in microseconds, which other work on the machine does not change. */
function workFor(read: (length: number) => void, length: number): number {
	let least = Infinity;
	// Excessive growth shows in one round, so stop early.
	for (let round = 0, spent = 0; round < 7 && spent < 1_000_000; round++) {
		const start = process.cpuUsage();
		read(length);
		const { user, system } = process.cpuUsage(start);
		least = Math.min(least, user + system);
		spent += user + system;
	}
	// Work that is too short to measure counts as the smallest step of the clock.
	return Math.max(least, 20);
}
