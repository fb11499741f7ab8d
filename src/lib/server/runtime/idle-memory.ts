import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { trimHeap } from '../data/trim-heap.ts';

/** The share of time in which the process was busy since the last sample, 0 to 1, and its resident memory in bytes. */
type Sample = { busy: number; resident: number };

/** Decides when to collect garbage: the process is idle, and has grown by more than 40 MB since its start or the last collection. */
export function idleCollector(resident: number): {
	isDue(sample: Sample): boolean;
	collected(resident: number): void;
} {
	const atStart = resident;
	let least = resident;
	return {
		isDue: ({ busy, resident }) => busy < idleBelow && resident > least + worthwhileBytes,
		// A process that is smaller than at its start grows to that size again with the first page.
		collected: (resident) => void (least = Math.max(atStart, resident))
	};
}

/**
 * Returns memory to the operating system when the process is idle. V8 alone keeps the pages of a busy hour, because it collects only
 * when something is allocated, and the C library keeps those between blocks that are in use. A collection blocks the event loop for 100
 * to 200 ms. Returns a function that ends this.
 */
export function releaseMemoryWhenIdle({
	sampleEveryMs = 5_000,
	collect = collectGarbage,
	trim = trimHeap
} = {}): () => void {
	const resident = () => process.memoryUsage.rss();
	const collector = idleCollector(resident());
	let before = performance.eventLoopUtilization();
	let hasCollected = false;
	const sample = async () => {
		const { utilization: busy } = performance.eventLoopUtilization(before);
		if (hasCollected && busy < idleBelow) {
			// One sample later, because V8 frees what it has collected in a thread of its own.
			hasCollected = false;
			await trim();
			collector.collected(resident());
		} else if (!hasCollected && collector.isDue({ busy, resident: resident() })) {
			collect();
			hasCollected = true;
		}
		// Now, so that a collection does not count as work in the next sample.
		before = performance.eventLoopUtilization();
	};
	const timer = setInterval(() => void sample(), sampleEveryMs).unref();
	return () => clearInterval(timer);
}

/** A last-resort collection is the only kind that returns emptied pages to the operating system at once. */
function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	const gc: unknown = runInNewContext('globalThis.gc');
	setFlagsFromString('--no-expose-gc');
	if (typeof gc === 'function') gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

const idleBelow = 0.02;
const worthwhileBytes = 40_000_000;
