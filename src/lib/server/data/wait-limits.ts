/**
 * How long a writer waits for its turn and for locks before it is refused, in ms. Nothing is done then, and it may try again.
 */
export const writeWaitMs = 5000;

/**
 * How long a transaction may be open before it is rolled back. An undo of all that a token did in a month is one transaction, and where
 * it is refused, the next try takes as long.
 */
export const transactionTimeoutMs = 30_000;
