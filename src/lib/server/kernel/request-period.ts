import { days, minutes } from '../runtime/clock.ts';

/** How long a request of a visitor is kept, counted from when they asked, whatever became of it. */
export const requestsKeptMs = days(90);

/** How long an admin's approval of a request may be used. */
export const approvalLastsMs = { join: days(7), reset: minutes(60) };
