// A process that is idle after much work returns memory to the operating system. A busy one does not stop to collect.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { idleCollector } from '../../src/lib/server/runtime/idle-collector.ts';

const modulePath = join(import.meta.dirname, '../../src/lib/server/runtime/idle-memory.ts');

/** Runs a program in a process of its own and returns its output. */
async function output(program: string): Promise<string> {
	const words = ['--input-type=module', '--eval', program];
	return (await promisify(execFile)(process.execPath, words)).stdout;
}

const megabytes = (count: number) => count * 1_000_000;

it('is due when the process is idle and has grown', () => {
	const work = idleCollector(megabytes(100));
	expect(work.isDue({ busy: 0.5, resident: megabytes(500) })).toBe(false);
	expect(work.isDue({ busy: 0.01, resident: megabytes(135) })).toBe(false);
	expect(work.isDue({ busy: 0.01, resident: megabytes(500) })).toBe(true);
	work.collected(megabytes(80));
	expect(work.isDue({ busy: 0.01, resident: megabytes(135) })).toBe(false);
	work.collected(megabytes(200));
	expect(work.isDue({ busy: 0.01, resident: megabytes(235) })).toBe(false);
	expect(work.isDue({ busy: 0.01, resident: megabytes(245) })).toBe(true);
});

it('does not count a collection as work, and trims after the next sample', async () => {
	const program = `
		import { setTimeout as pause } from 'node:timers/promises';
		import { releaseMemoryWhenIdle } from '${modulePath}';
		let collectedAt;
		const end = releaseMemoryWhenIdle({
			sampleEveryMs: 500,
			collect() {
				collectedAt = performance.now();
				while (performance.now() < collectedAt + 50);
			},
			async trim() {
				console.log(performance.now() - collectedAt);
				end();
			}
		});
		const grown = Buffer.alloc(60_000_000, 1);
		await pause(2_000);`;
	expect(Number(await output(program))).toBeLessThan(750);
});

/** Two million objects; or buffers whose memory the C library keeps, because it lies between a few that stay in use. */
const garbage = {
	objects: "Array.from({ length: 2_000_000 }, (_, at) => ({ at, name: 'item ' + at }))",
	buffers:
		'Array.from({ length: 40_000 }, (_, at) => Buffer.allocUnsafeSlow(2000 + (at % 7) * 1000).fill(1))'
};

/** Fills memory with garbage. Prints its memory in megabytes at once, and again after an idle time. */
const program = (kind: keyof typeof garbage, looks: boolean) => `
	import { setTimeout as pause } from 'node:timers/promises';
	import { releaseMemoryWhenIdle } from '${modulePath}';
	const held = () => process.memoryUsage.rss() / 1e6;
	const end = ${looks} ? releaseMemoryWhenIdle({ sampleEveryMs: 100 }) : () => {};
	let kept = ${garbage[kind]};
	const before = held();
	kept = kept.filter((_, at) => at % 300 === 0);
	for (let tries = 0; tries < 20 && held() > before - 50; tries += 1) await pause(100);
	console.log(JSON.stringify([before, held(), kept.length]));
	end();`;

const run = async (...of: Parameters<typeof program>): Promise<number[]> =>
	JSON.parse(await output(program(...of)));

it.each(['objects', 'buffers'] as const)(
	'returns the memory of %s, which would stay',
	async (kind) => {
		const [before = 0, rested = Infinity] = await run(kind, true);
		expect(rested).toBeLessThan(before - 50);
		const [held = 0, unasked = 0] = await run(kind, false);
		expect(unasked).toBeGreaterThan(held - 50);
	}
);
