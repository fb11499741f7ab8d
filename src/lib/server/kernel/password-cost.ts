/** argon2id, 64 MiB, three passes: above the OWASP minimum of 19 MiB and two. */
export const passwordCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
