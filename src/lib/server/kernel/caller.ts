import type { Snapshot } from '../data/snapshot.ts';
import type { Origin } from './origin.ts';
import type { Ability, Abilities } from './abilities.ts';
import type { CallingMember } from './calling-member.ts';

/** Who is asking, and by which credential. */
export type Caller = Visitor | MemberCaller;

type Visitor = { by: 'visitor'; from: Origin };

export type MemberCaller = {
	member: CallingMember;
	from: Origin;
	/** The snapshot in which the caller was looked up. */
	snapshot?: Snapshot | undefined;
	/** Looked up for an earlier request, so the rights may be outdated; see remembered-callers.ts. */
	isRemembered?: boolean;
} & (
	| { by: 'session'; sessionUid: string }
	| { by: 'pair'; pairUid: string; expiresAt: Date }
	| { by: 'token'; token: CallingToken }
);

type CallingToken = {
	uid: string;
	name: string;
	abilities: Abilities;
	allLists: boolean;
	/** Whether the time of its last use is worth noting again. */
	useIsNews: boolean;
};

/** The uid of the session, the pair or the token. */
export function credentialOf(caller: MemberCaller): string {
	if (caller.by === 'session') return caller.sessionUid;
	return caller.by === 'pair' ? caller.pairUid : caller.token.uid;
}

/** A session or a pair has all three abilities, a token those it was made with. */
export function may(caller: MemberCaller, ability: Ability): boolean {
	return caller.by !== 'token' || caller.token.abilities[ability];
}
