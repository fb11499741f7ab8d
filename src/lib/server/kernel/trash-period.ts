import { days, later, minutes } from '../runtime/clock.ts';

/** How long what was deleted can be brought back. */
export const restorableForMs = days(30);

/** A purge comes this much later, so that a restore in the last moment has ended before it, by the clock of any node. */
const marginMs = minutes(60);
export const purgedAfterMs = restorableForMs + marginMs;

/** Whether it was deleted so long ago that nobody may bring it back, purged or not. */
export const isPastRestoring = (deletedAt: Date | string | null, now: Date): boolean =>
	deletedAt !== null && new Date(deletedAt) <= later(now, -restorableForMs);
