// How much memory a running server holds and how many connections are open, as the server itself reports.
import { join } from 'node:path';
import process from 'node:process';
import { expect } from 'vitest';
import type { RunningServer } from './server.ts';

type Weight = {
	/** Bytes that are still in use after garbage collection. */
	held: number;
	/** Bytes that the operating system counts for the process, garbage included. */
	rss: number;
	/** Open connections of clients. */
	connections: number;
};

/** The environment of a server that can be weighed. */
export const weighable = {
	NODE_OPTIONS: `--import=${join(import.meta.dirname, 'heap-report.mjs')}`
};

export async function weigh(server: RunningServer): Promise<Weight> {
	const said = () => server.output().match(/^weight .*$/gm) ?? [];
	const before = said().length;
	process.kill(server.pid, 'SIGUSR2');
	await expect.poll(() => said().length, { timeout: 10_000 }).toBeGreaterThan(before);
	return JSON.parse(said().at(-1)?.slice('weight '.length) ?? '');
}
