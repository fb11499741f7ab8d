import type { Snapshot } from '../data/snapshot.ts';
import type { Flag } from '../data/sql.ts';

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

export type CallingMember = {
	uid: string;
	name: string;
	isAdmin: boolean;
	mustChangePassword: boolean;
};

type CallingToken = {
	uid: string;
	name: string;
	abilities: Abilities;
	allLists: boolean;
	/** Whether the time of its last use is worth noting again. */
	useIsNews: boolean;
};

/** The flags in a row of a token. */
export type TokenFlags = Partial<
	Record<'canRead' | 'canWrite' | 'canDelete' | 'allLists', Flag | null>
>;

export function abilitiesIn({ canRead, canWrite, canDelete }: TokenFlags): Abilities {
	return { read: Boolean(canRead), write: Boolean(canWrite), delete: Boolean(canDelete) };
}

/** The uid of the session, the pair or the token. */
export function credentialOf(caller: MemberCaller): string {
	if (caller.by === 'session') return caller.sessionUid;
	return caller.by === 'pair' ? caller.pairUid : caller.token.uid;
}

export type Ability = 'read' | 'write' | 'delete';
type Abilities = Record<Ability, boolean>;

/**
 * What the request brought along: the network address that wrong passwords are counted for, the browser's own words
 * about itself, the refresh cookie of a sign-in pair, and the cookie that binds requests to the client that sent them.
 */
export type Origin = {
	address: string;
	readonly device: string;
	/** The name by which the household was called, without a port. */
	readonly host?: string | undefined;
	/** The request was sent on the machine that the server runs on; no proxy stands between. */
	readonly isThisMachine?: boolean;
	readonly refreshSecret?: string | undefined;
	readonly bindingSecret?: string | undefined;
	/** Whether the client has hung up; absent where nobody can tell. */
	isGone?: () => boolean;
};

/** A session or a pair has all three abilities, a token those it was made with. */
export function may(caller: MemberCaller, ability: Ability): boolean {
	return caller.by !== 'token' || caller.token.abilities[ability];
}
