// The credentials that travel in cookies: what an operation issued, and the caller who comes back with it.
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { pairCaller } from '../../src/lib/server/sessions/token-pairs.ts';
import { sessionCaller } from '../../src/lib/server/sessions/sessions.ts';
import type { Credential } from '../../src/lib/server/kernel/credential.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import type { Operation } from '../../src/lib/server/kernel/operation.ts';
import type { z } from 'zod';
import { password, type World } from './world.ts';

/** A caller without a credential, from a network address of their own. */
export const strangerAt = (address: string, refreshSecret?: string): Caller => ({
	by: 'visitor',
	from: { address, device: `the browser at ${address}`, refreshSecret }
});

const here = strangerAt('192.0.2.1');

/** What an operation answers, with the cookies it issues. */
export function performed<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	{ household }: World,
	operation: Operation<Input, Output, Prepared>,
	caller: Caller,
	input: z.input<Input>
) {
	return perform(household, operation, caller, () => input);
}

/** Signs a browser in without checking a password. Returns the secret of its cookie. */
export async function browserOf(
	world: World,
	email = 'ada@mill.test',
	from = here
): Promise<string> {
	const compared = await comparedOf(world, email);
	const { issued } = await performed(
		world,
		{ ...members.startSession, prepare: async () => compared },
		from,
		{ email, password }
	);
	return secretIn(issued, 'session');
}

export async function openedBy(world: World, secret: string) {
	return sessionCaller(world.household, secret, here.from);
}

/** Signs a client in for a token pair, also without checking a password. Returns its access token and the refresh secret. */
export async function pairOf(world: World, email = 'ada@mill.test') {
	const compared = await comparedOf(world, email);
	const { output, issued } = await performed(
		world,
		{ ...members.signIn, prepare: async () => compared },
		here,
		{ email, password }
	);
	return {
		accessToken: output.accessToken,
		expiresAt: output.expiresAt,
		refresh: secretIn(issued, 'refresh')
	};
}

/** What checking the right password would have found. */
export const comparedOf = ({ database }: World, email: string) =>
	database.reader.member.findUniqueOrThrow({
		where: { emailFolded: email },
		select: { uid: true, passwordHash: true }
	});

/** Exchanges a refresh cookie for the next pair. */
export async function refreshed(world: World, refresh: string) {
	const { output, issued } = await performed(
		world,
		members.refreshPair,
		strangerAt('192.0.2.1', refresh),
		{}
	);
	return { accessToken: output.accessToken, refresh: secretIn(issued, 'refresh') };
}

export const callerOfPair = (world: World, accessToken: string) =>
	pairCaller(world.household, accessToken, here.from);

export function secretIn(issued: Credential[], kind: 'session' | 'refresh'): string {
	const found = issued.find((credential) => credential.kind === kind);
	if (!found || !('secret' in found)) throw new Error(`no ${kind} was issued`);
	return found.secret;
}

/** Counts the refusals by their kind, and the answers. */
export async function tally(asked: Promise<unknown>[]): Promise<Record<string, number>> {
	const count: Record<string, number> = {};
	for (const outcome of await Promise.allSettled(asked)) {
		const reason: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
		const kind =
			reason instanceof Error && 'kind' in reason
				? String(reason.kind)
				: reason
					? String(reason)
					: 'answered';
		count[kind] = (count[kind] ?? 0) + 1;
	}
	return count;
}
