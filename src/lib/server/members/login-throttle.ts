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
import type { PrepareContext, Unit } from '../kernel/unit.ts';

/** From one network, for one account. A stranger's guesses lock nobody out who comes from elsewhere. */
const forAccount: Limit = { most: 10, windowMs: minutes(10) };

/** The same while somebody guesses at the account from many networks: a hundred wrong in a row, none right between them. */
const forAttackedAccount: Limit = { most: 3, windowMs: longestWindowMs };
const isAttackedFrom = 100;

/** From one network, for all accounts together. */
const forNetwork: Limit = { most: 50, windowMs: minutes(10) };

/**
 * Whether `compare` says that the password for `account` is right. Counts the try before it is known to be wrong, so that
 * many at once cannot slip through, and takes it back when it was right or never compared. Throws, however right the
 * password is, once the caller's network has had its tries.
 */
export async function tryPassword(
	before: PrepareContext,
	account: string,
	compare: () => Promise<boolean>
): Promise<boolean> {
	const inARow = hashSecret(`wrong in a row\n${account}`);
	const counted = await before.commit((db) => countTry({ ...before, db }, account, inARow));
	const forget = (which: object[]) =>
		before.commit((db) => db.wrongPassword.deleteMany({ where: { OR: which } }));
	const itself = { uid: { in: counted } };
	const isRight = await compare().catch(async (error: unknown) => {
		await forget([itself]);
		throw error;
	});
	if (isRight) await forget([itself, { bucket: inARow }]);
	return isRight;
}

type Around = Pick<Unit, 'caller' | 'db' | 'dialect' | 'now'>;

async function countTry(around: Around, account: string, inARow: string): Promise<string[]> {
	const network = bucketOf(around, 'passwords');
	const here = bucketOf(around, account);
	await lockName(around, network);
	await refuseIfReached(around, network, forNetwork);
	const wrong = await around.db.wrongPassword.count({ where: { bucket: inARow } });
	await refuseIfReached(around, here, wrong < isAttackedFrom ? forAccount : forAttackedAccount);
	return count(around, [network, here, inARow]);
}
