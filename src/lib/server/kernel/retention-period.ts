import { days, later, minutes } from '../runtime/clock.ts';

/** How long what was deleted can be brought back. */
export const keptFor = days(30);

/** So much later it is purged: whoever brought it back in the last moment, by any node's clock, is done by then. */
const margin = minutes(60);
export const purgedAfter = keptFor + margin;

/** Whether it was deleted so long ago that nobody may bring it back, purged or not. */
export const isPastKeeping = (deletedAt: Date | string | null, now: Date): boolean =>
	deletedAt !== null && new Date(deletedAt) <= later(now, -keptFor);
