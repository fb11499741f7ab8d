import { lockName } from '../data/locks.ts';
import { minutes } from '../runtime/clock.ts';
import {
	bucketOf,
	count,
	longestWindowMs,
	refuseIfReached,
	type Limit
} from '../kernel/throttle.ts';
import type { Around } from '../kernel/prepare-context.ts';

/** Wrong passwords from one network for one account. A stranger's guesses lock out nobody who comes from elsewhere. */
const forAccount: Limit = { most: 10, windowMs: minutes(10) };

/** The limit for a network and an account after a hundred wrong passwords in a row for it, from whatever networks. */
const forAttackedAccount: Limit = { most: 3, windowMs: longestWindowMs };
const minWrongOfAttack = 100;

/** Wrong passwords from one network, for all accounts together. */
const forNetwork: Limit = { most: 50, windowMs: minutes(10) };

/** Counts a password that is about to be compared, and returns the uids of what it stored. Throws once a limit is reached. */
export async function countTry(around: Around, account: string, inARow: string): Promise<string[]> {
	const network = bucketOf(around, 'passwords');
	const here = bucketOf(around, account);
	await lockName(around, network);
	await refuseIfReached(around, network, forNetwork);
	const wrong = await around.db.attempt.count({ where: { bucket: inARow } });
	await refuseIfReached(around, here, wrong < minWrongOfAttack ? forAccount : forAttackedAccount);
	return count(around, [network, here, inARow]);
}
