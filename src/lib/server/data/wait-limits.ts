/**
 * How long a writer waits for its turn and for locks before it is refused, in ms. Nothing is done then, and it may try again.
 */
export const writeWaitMs = 5000;

/** How long a transaction may be open before it is rolled back. */
export const transactionTimeoutMs = 10_000;
