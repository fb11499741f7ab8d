/**
 * So long does whoever writes wait in all, for their turn and for a lock that somebody else holds, in milliseconds. Then they are
 * refused with nothing done, and may try again.
 */
export const writeWaitMs = 5000;
