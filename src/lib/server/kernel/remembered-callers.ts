import { LRUCache } from 'lru-cache';
import { madeOnce } from '../../client/format/made-once.ts';
import { minutes } from '../runtime/clock.ts';
import type { Caller, MemberCaller } from './caller.ts';
import type { Origin } from './origin.ts';
import type { Household } from './household.ts';
import { hashSecret } from './secrets.ts';

/**
 * Callers of the last minute by their credential. A command whose commit requires the row of its caller (`requireRow`) needs no other look
 * at the credential, which saves a round trip to Postgres.
 */
const callersOf = madeOnce(
	(_household: Household) => new LRUCache<string, MemberCaller>({ max: 1000, ttl: minutes(1) })
);

/** What a request was sent with. A secret of one kind is never taken for one of another. */
export type Sent = { as: 'bearer' | 'cookie'; secret: string };

/** Keeps a caller who was just looked up, where a command can check them when it commits. */
export function remember(household: Household, sent: Sent, caller: MemberCaller): void {
	if (!household.database.dialect.requireRow) return;
	callersOf(household).set(keyOf(sent), {
		...withoutNews(caller),
		from: nowhere,
		snapshot: undefined
	});
}

/** The caller who came with this credential within the last minute, if any. They may have lost rights since. */
export function remembered(
	household: Household,
	sent: Sent,
	from: Origin
): MemberCaller | undefined {
	const known = callersOf(household).get(keyOf(sent));
	return known && { ...known, from, isRemembered: true };
}

export const isRemembered = (caller: Caller): boolean =>
	caller.by !== 'visitor' && caller.isRemembered === true;

/** The use of a token was noted by the request that looked it up. */
function withoutNews(caller: MemberCaller): MemberCaller {
	return caller.by === 'token'
		? { ...caller, token: { ...caller.token, useIsNews: false } }
		: caller;
}

/** In place of the origin of a request, which would keep the whole request in memory. */
const nowhere: Origin = { address: '', device: '' };

const keyOf = ({ as, secret }: Sent): string => `${as} ${hashSecret(secret)}`;
