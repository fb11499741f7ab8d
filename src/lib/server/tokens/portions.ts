import type { SizedChange } from './standing-changes.ts';

/** The numbers of these Changes, in portions of a few MB. */
export function portionsOf(changes: SizedChange[]): number[][] {
	let bytes = 0;
	const portions = Map.groupBy(changes, ({ wasBytes }) => {
		bytes += Number(wasBytes) + bytesOfRow;
		return Math.floor(bytes / bytesAtOnce);
	});
	return [...portions.values()].map((some) => some.map(({ number }) => number));
}

const bytesAtOnce = 4_000_000;
const bytesOfRow = 1000;
