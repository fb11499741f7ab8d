// Freed memory between blocks in use goes back to the operating system. The C library by itself never returns it.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const file = join(import.meta.dirname, '../../src/lib/server/data/trim-heap.ts');

/** Fills the heap with buffers and keeps one in three hundred. Prints the memory in megabytes after freeing the rest, and after trimming. */
const program = `
	import { setTimeout as pause } from 'node:timers/promises';
	import { trimHeap } from '${file}';
	const held = () => process.memoryUsage.rss() / 1e6;
	let buffers = Array.from({ length: 40_000 }, (_, at) => Buffer.allocUnsafeSlow(2000 + (at % 7) * 1000).fill(1));
	buffers = buffers.filter((_, at) => at % 300 === 0);
	gc();
	await pause(500);
	const freed = held();
	await trimHeap();
	console.log(JSON.stringify([freed, held(), buffers.every((buffer) => buffer.every((byte) => byte === 1))]));`;

it('returns the pages between kept blocks, whose content stays', async () => {
	const words = ['--expose-gc', '--input-type=module', '--eval', program];
	const { stdout } = await promisify(execFile)(process.execPath, words);
	const [freed, trimmed, isWhole] = JSON.parse(stdout);
	expect(trimmed).toBeLessThan(isGlibc ? freed - 100 : freed + 10);
	expect(isWhole).toBe(true);
});

const { header }: { header?: object } = process.report.getReport();
const isGlibc = header !== undefined && 'glibcVersionRuntime' in header;
