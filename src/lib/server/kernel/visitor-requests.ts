import { days, minutes } from '../runtime/clock.ts';
import { bucketOf, countOne, refuseIfReached, type Limit } from './throttle.ts';
import type { Unit } from './unit.ts';
import type { PrepareContext } from './prepare-context.ts';

/** How long a request of a visitor is kept, counted from when they asked, whatever became of it. */
export const requestsKeptMs = days(90);

/** What visitors may leave behind: requests to join, requests for a new password, and accounts they sign up for. */
const forNetwork: Limit = { most: 10, windowMs: minutes(60) };

export const requestBucketOf = (unit: Pick<Unit, 'caller'>): string => bucketOf(unit, 'requests');

/** Refuses most of a flood before it costs a hash or a transaction. */
export const refuseBusyNetwork = (before: PrepareContext): Promise<void> =>
	refuseIfReached(before, requestBucketOf(before), forNetwork);

/** Counts this request, exactly. */
export const countRequest = (unit: Unit): Promise<void> =>
	countOne(unit, requestBucketOf(unit), forNetwork);
