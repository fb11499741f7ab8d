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

/** The share of time in which the process was busy since the last sample, 0 to 1, and its resident memory in bytes. */
type Sample = { busy: number; resident: number };

export const idleBelow = 0.02;
const worthwhileBytes = 40_000_000;
