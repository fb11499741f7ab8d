import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { trimHeap } from '../data/trim-heap.ts';
import { idleBelow, idleCollector } from './idle-collector.ts';
import { collectGarbage } from './collect-garbage.ts';

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
