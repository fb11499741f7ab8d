import { days } from '../runtime/clock.ts';

/** How long a request of a visitor is kept, counted from when they asked, whatever became of it. */
export const requestsKeptMs = days(90);
