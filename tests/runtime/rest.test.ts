// A process that has worked hard and rests gives back the memory that it took, and never collects while it is asked for something.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { restingAfterWork } from '../../src/lib/server/runtime/rest.ts';

const megabytes = (count: number) => count * 1_000_000;

it('is due at rest, when there is more than there was', () => {
	const work = restingAfterWork();
	expect(work.isDue({ busy: 0.5, held: megabytes(500) })).toBe(false);
	expect(work.isDue({ busy: 0.01, held: megabytes(500) })).toBe(true);
	work.collected(megabytes(200));
	expect(work.isDue({ busy: 0.01, held: megabytes(235) })).toBe(false);
	expect(work.isDue({ busy: 0.01, held: megabytes(245) })).toBe(true);
});

/** Fills its heap with what is garbage at once; says what it holds then, and what it holds when it has rested, in megabytes. */
const program = (looks: boolean) => `
	import { setTimeout as pause } from 'node:timers/promises';
	import { releaseMemoryAtRest } from '${join(import.meta.dirname, '../../src/lib/server/runtime/rest.ts')}';
	const held = () => process.memoryUsage.rss() / 1e6;
	let kept = Array.from({ length: 2_000_000 }, (_, at) => ({ at, name: 'item ' + at }));
	const end = ${looks} ? releaseMemoryAtRest(100) : () => {};
	const before = held();
	kept = kept.slice(0, 1);
	for (let tries = 0; tries < 20 && held() > before - 50; tries += 1) await pause(100);
	console.log(JSON.stringify([before, held(), kept.length]));
	end();`;

const run = async (looks: boolean): Promise<number[]> => {
	const words = ['--input-type=module', '--eval', program(looks)];
	const { stdout } = await promisify(execFile)(process.execPath, words);
	return JSON.parse(stdout);
};

it('gives back what is no longer needed, which nobody else does', async () => {
	const [before = 0, rested = Infinity] = await run(true);
	expect(rested).toBeLessThan(before - 50);
	const [held = 0, unasked = 0] = await run(false);
	expect(unasked).toBeGreaterThan(held - 50);
});
