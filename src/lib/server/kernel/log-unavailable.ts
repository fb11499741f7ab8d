import { FileGone } from '../data/faults.ts';
import { inOneLine } from '../data/error-in-one-line.ts';
import type { Household } from './household.ts';

/** Logs why the database refuses; the answer to the request says only that it does. */
export function logUnavailable({ log }: Pick<Household, 'log'>, error: unknown): void {
	// The watchdog logs this one and ends the process.
	if (error instanceof FileGone) return;
	const now = performance.now();
	if (now - (writtenAt.get(log) ?? -Infinity) < writeEveryMs) return;
	writtenAt.set(log, now);
	log.warn('the database could not be used', { reason: inOneLine(error) });
}

const writtenAt = new WeakMap<Household['log'], number>();
/** One line is enough: every request fails meanwhile, and all for the same reason. */
const writeEveryMs = 10_000;
