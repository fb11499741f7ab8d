import { eventLoopUtilization } from 'node:perf_hooks';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How busy the process was since the last look, from 0 to 1, and the bytes that it holds. */
type Look = { busy: number; held: number };

/**
 * Whether it is time to collect: the process rests, and holds much more than it did after the last time. V8 keeps what a busy hour took, and
 * collects again only while somebody asks for more.
 */
export function restingAfterWork(): { isDue(look: Look): boolean; collected(held: number): void } {
	let least = 0;
	return {
		isDue: ({ busy, held }) => busy < atRest && held > least + worthwhile,
		collected: (held) => void (least = held)
	};
}

/** Gives memory back to the machine once nobody has asked for anything for a while. It takes a tenth of a second. Returns what ends it. */
export function releaseMemoryAtRest(lookEveryMs = 10_000): () => void {
	const work = restingAfterWork();
	let before = eventLoopUtilization();
	const timer = setInterval(() => {
		const { utilization: busy } = eventLoopUtilization(before);
		before = eventLoopUtilization();
		if (!work.isDue({ busy, held: process.memoryUsage.rss() })) return;
		collectAll();
		work.collected(process.memoryUsage.rss());
	}, lookEveryMs).unref();
	return () => clearInterval(timer);
}

/** What V8 does where memory runs out: unlike any other collection, it returns the pages that it has emptied. */
function collectAll(): void {
	setFlagsFromString('--expose-gc');
	const collect: unknown = runInNewContext('gc');
	setFlagsFromString('--no-expose-gc');
	if (typeof collect === 'function')
		collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

const atRest = 0.02;
/** Bytes. */
const worthwhile = 40_000_000;
