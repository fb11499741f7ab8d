import { fold } from '../../client/format/fold.ts';

/** Those of exactly this name, or else those of this name without case and accents. */
export function called<One extends { name: string }>(all: readonly One[], name: string): One[] {
	const exactly = all.filter((one) => one.name === name);
	if (exactly.length > 0 || name.length > longestName) return exactly;
	const folded = fold(name.trim());
	return all.filter((one) => fold(one.name) === folded);
}

/** In code units; no name is longer. */
const longestName = 6400;
