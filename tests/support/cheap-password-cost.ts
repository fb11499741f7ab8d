// Takes the place of `kernel/password-cost.ts` in the everyday suites, where hashes took a tenth of the time.

/** The least that argon2id takes. */
export const passwordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
