// A small machine: one core, and a disk whose sync takes 10 ms, which stands in for a memory card.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quantile } from '../tests/support/figures.ts';
import { openMeasured, type Measured } from './household.ts';
import { answersASecond, ticks, timesOf, type Asked } from './load.ts';
import { residentKilobytes } from './process.ts';

const syncMs = 10;

/** Lines of a table: the work, what is wanted, and what was measured. */
export async function onASmallMachine(seconds: number): Promise<string[]> {
	const household = await openMeasured(1, { env: { LD_PRELOAD: compileSlowDisk() } });
	const [{ pid }] = household.nodes;
	execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '0', String(pid)]);
	try {
		const answersOver = (connections: number) =>
			answersASecond(household, ticks(household), seconds, { connections });
		const page = await slowestPage(household);
		const tickMs = quantile(await timesOf(household, ticks(household)), 0.95);
		const [one, many] = [await answersOver(1), await answersOver(64)];
		const megabytes = residentKilobytes(pid) / 1024;
		return [
			`| the slowest page, \`${page.path}\`, p95 | 100 ms at most | ${page.ms.toFixed(0)} ms |`,
			`| a tick, p95 | ${50 + syncMs} ms at most | ${tickMs.toFixed(0)} ms |`,
			`| ticks over 64 connections | 8 times those over one | ${(many / one).toFixed(1)} times: ${many.toFixed(0)} and ${one.toFixed(0)} a second |`,
			`| memory afterwards | 512 MB at most | ${megabytes.toFixed(0)} MB |`
		];
	} finally {
		await household.stop();
	}
}

async function slowestPage(household: Measured): Promise<{ path: string; ms: number }> {
	const headers = { cookie: `hearth_session=${household.session}` };
	let slowest = { path: '', ms: 0 };
	for (const path of household.pages) {
		const asked: Asked[] = Array.from({ length: 30 }, () => ({ method: 'GET', path, headers }));
		const ms = quantile(await timesOf(household, asked), 0.95);
		if (ms > slowest.ms) slowest = { path, ms };
	}
	return slowest;
}

/** Compiles the library that slows each sync down, and returns its path. */
function compileSlowDisk(): string {
	const library = join(mkdtempSync(join(tmpdir(), 'hearth-slow-disk-')), 'slow-disk.so');
	execFileSync('cc', ['-shared', '-fPIC', '-o', library, join(import.meta.dirname, 'slow-disk.c')]);
	return library;
}
