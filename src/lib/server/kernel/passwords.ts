import { hash, verify } from '@node-rs/argon2';
import { fairQueue, type Asker } from './fair-queue.ts';
import { passwordCost } from './password-cost.ts';
import { newSecret } from './secrets.ts';

/** Each hash takes 64 MiB while it runs. Many sign-ins at once must neither exhaust the machine nor block one person. */
const queue = fairQueue({ running: 2, waiting: 50, waitingEach: 8 });

/** The asker for seeds, and for hashes that the program itself needs. */
const ourselves: Asker = { key: '', isVisitor: false, isGone: () => false };

/** Throws QueueRefused where too many wait. */
export function hashPassword(password: string, asker = ourselves): Promise<string> {
	return queue(asker, () => hash(password.normalize('NFKC'), passwordCost));
}

/** Takes the same time without such a member, so that it tells nobody who lives here. May throw QueueRefused. */
export async function passwordMatches(
	stored: string | undefined,
	password: string,
	asker: Asker
): Promise<boolean> {
	const against = stored || (await nobodysHash());
	const matches = await queue(asker, () => verify(against, password.normalize('NFKC')));
	return matches && !!stored;
}

/** How many wait for their turn. */
export const waitingHashes = (): number => queue.waitingCount();

let nobody: Promise<string> | undefined;

/** The hash of a password that nobody knows. After a failure the next call tries again. */
function nobodysHash(): Promise<string> {
	nobody ??= hashPassword(newSecret('')).catch((error: unknown) => {
		nobody = undefined;
		throw error;
	});
	return nobody;
}
