import { lockName } from '../data/locks.ts';
import { minutes } from '../runtime/clock.ts';
import { hashSecret } from '../kernel/secrets.ts';
import {
	bucketOf,
	count,
	longestWindowMs,
	refuseIfReached,
	type Limit
} from '../kernel/throttle.ts';
import type { Around, PrepareContext } from '../kernel/unit.ts';

/** Wrong passwords from one network for one account. A stranger's guesses lock out nobody who comes from elsewhere. */
const forAccount: Limit = { most: 10, windowMs: minutes(10) };

/** The limit for a network and an account after a hundred wrong passwords in a row for it, from whatever networks. */
const forAttackedAccount: Limit = { most: 3, windowMs: longestWindowMs };
const minWrongOfAttack = 100;

/** Wrong passwords from one network, for all accounts together. */
const forNetwork: Limit = { most: 50, windowMs: minutes(10) };

/**
 * Whether `compare` says that the password for `account` is right. Counts the try before the comparison, so that many at
 * once cannot slip through. Removes it again if the password was right or could not be compared. Throws, even for a right
 * password, once the caller's network has used up its tries.
 */
export async function tryPassword(
	before: PrepareContext,
	account: string,
	compare: () => Promise<boolean>
): Promise<boolean> {
	const inARow = hashSecret(`wrong in a row\n${account}`);
	const counted = await before.commit((db) => countTry({ ...before, db }, account, inARow));
	const forget = (which: object[]) =>
		before.commit((db) => db.attempt.deleteMany({ where: { OR: which } }));
	const itself = { uid: { in: counted } };
	const isRight = await compare().catch(async (error: unknown) => {
		await forget([itself]);
		throw error;
	});
	if (isRight) await forget([itself, { bucket: inARow }]);
	return isRight;
}

async function countTry(around: Around, account: string, inARow: string): Promise<string[]> {
	const network = bucketOf(around, 'passwords');
	const here = bucketOf(around, account);
	await lockName(around, network);
	await refuseIfReached(around, network, forNetwork);
	const wrong = await around.db.attempt.count({ where: { bucket: inARow } });
	await refuseIfReached(around, here, wrong < minWrongOfAttack ? forAccount : forAttackedAccount);
	return count(around, [network, here, inARow]);
}
