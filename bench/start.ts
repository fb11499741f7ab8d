// How long a process takes until it is ready, and the memory that it holds then.
import { quantile } from '../tests/support/figures.ts';
import type { Measured } from './household.ts';
import { residentKilobytes } from './process.ts';

type StartFigures = { readyMs: number[]; megabytes: number };

/** Restarts the first node, so many times, on the same household. */
export async function startAgain(
	{ nodes: [node] }: Measured,
	times: number
): Promise<StartFigures> {
	const readyMs: number[] = [];
	const megabytes: number[] = [];
	for (let time = 0; time < times; time += 1) {
		const begun = performance.now();
		await node.restart();
		readyMs.push(performance.now() - begun);
		megabytes.push(residentKilobytes(node.pid) / 1024);
	}
	return { readyMs, megabytes: quantile(megabytes, 0.5) };
}
