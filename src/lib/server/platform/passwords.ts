import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { newSecret } from './secrets.ts';

/** argon2id, 64 MiB, three passes: above the OWASP minimum of 19 MiB and two. */
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** Each hash takes 64 MiB for its time; a crowd at the door must not take the machine. */
const atOnce = pLimit(2);

export function hashPassword(password: string): Promise<string> {
	return atOnce(() => hash(password.normalize('NFKC'), cost));
}

/** Takes the same time when there is no such member, so that the time tells nobody who lives here. */
export async function passwordMatches(
	stored: string | undefined,
	password: string
): Promise<boolean> {
	const against = stored || (await nobodysHash());
	const matches = await atOnce(() => verify(against, password.normalize('NFKC')));
	return matches && !!stored;
}

/** How many wait for their turn. */
export const waitingHashes = (): number => atOnce.pendingCount;

let nobody: Promise<string> | undefined;

function nobodysHash(): Promise<string> {
	nobody ??= hashPassword(newSecret(''));
	return nobody;
}
