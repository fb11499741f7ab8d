import { hashSecret } from '../kernel/secrets.ts';
import type { PrepareContext } from '../kernel/prepare-context.ts';
import { countTry } from './login-throttle.ts';

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
