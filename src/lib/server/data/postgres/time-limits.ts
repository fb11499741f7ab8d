import { writeWaitMs } from '../wait-limits.ts';

/**
 * A Postgres that is paused, or behind a network that swallows packets, does not refuse: it says nothing, and TCP alone would wait for
 * a quarter of an hour. So each wait has an end here, in milliseconds.
 */

/** How long to wait for a connection, free or new. Short, so that attempts during a stall do not outlast it by much. */
export const connectWaitMs = 3000;
/** How long one statement may run before Postgres ends it. A wait for a lock ends earlier, at `writeWaitMs`. */
export const statementTimeoutMs = writeWaitMs + 150;
/** How long nothing may arrive on a connection before it is destroyed. The pool then opens another. */
export const silenceMs = writeWaitMs + 300;
/**
 * How long an open transaction may wait for its next statement before Postgres ends it and others get its locks. Postgres does not
 * notice that a machine has lost its power or is frozen. Shorter than `writeWaitMs`, so that those who wait for the locks get them.
 */
export const idleInTransactionMs = writeWaitMs - 1000;
/** The same for a transaction that is no request's. A copy or a seed may compute for longer between two statements on a busy machine. */
export const idleInLongTransactionMs = 4 * writeWaitMs;
/** The pool closes what is idle before silence would end it. */
export const idleMs = 4000;
