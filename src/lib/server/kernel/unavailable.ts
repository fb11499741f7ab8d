import { FileGone } from '../data/faults.ts';
import { inOneLine } from '../data/unusable-database.ts';
import type { Household } from './household.ts';

const writtenAt = new WeakMap<Household['log'], number>();
/** Every request fails meanwhile, and all for the same reason. */
const writeEveryMs = 10_000;

/** Logs why the database refuses. Whoever asked hears only that it does. Of a file that is gone, the end of the process tells. */
export function noteUnavailable({ log }: Pick<Household, 'log'>, error: unknown): void {
	if (error instanceof FileGone) return;
	const now = performance.now();
	if (now - (writtenAt.get(log) ?? -Infinity) < writeEveryMs) return;
	writtenAt.set(log, now);
	log.warn('the database could not be used', { reason: inOneLine(error) });
}
