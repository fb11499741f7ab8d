// Replaces `kernel/password-cost.ts` in the everyday suites, which spent a tenth of their time on hashes.

/** The lowest cost that argon2id accepts. */
export const passwordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
