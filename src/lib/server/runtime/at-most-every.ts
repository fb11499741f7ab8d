/** Calls that come within `ms` milliseconds become one at their end. */
export function atMostEvery(ms: number, work: () => void): { call(): void; stop(): void } {
	let waiting: NodeJS.Timeout | undefined;
	const run = () => {
		waiting = undefined;
		work();
	};
	return {
		call: () => void (waiting ??= setTimeout(run, ms).unref()),
		stop: () => clearTimeout(waiting)
	};
}
