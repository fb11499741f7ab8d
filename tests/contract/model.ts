// Who may do what, read from the interface contract and not from the code.

export type Ability = 'read' | 'write' | 'delete';

/** `any`: no credential is needed. `visitor`: none is needed, but a bearer token that is sent has to be valid. */
export type Who = 'any' | 'visitor' | 'member' | 'token' | 'signed-in' | 'browser' | 'admin';

/**
 * `reach`: the caller reaches the list. `edit`: the caller may change it. `restore`: as `edit`, but to others it answers 404.
 * `owner`: the caller owns the list. `own`: the thing is the caller's own.
 */
export type Needs = 'reach' | 'edit' | 'restore' | 'owner' | 'own';

export type Rule = {
	who: Who;
	ability?: Ability;
	needs?: Needs;
	/** The answer shows what is on the list, so the ability to read is needed as well. */
	readable?: true;
	/** A member with a temporary password may do it. */
	withTemporaryPassword?: true;
	/** The status for a permitted caller, where that is not 200. */
	then?: number;
	/** With `own`: an admin with a browser session may do it to what belongs to somebody else. */
	adminsToo?: true;
};

export type CallerKind = {
	by: 'nothing' | 'session' | 'pair' | 'token' | 'dead bearer';
	is: 'owner' | 'stranger' | 'reader' | 'editor' | 'admin';
	abilities?: Ability[];
	scope?: 'another list';
	mustChangePassword?: true;
};

export function expectedStatus(rule: Rule, caller: CallerKind): number {
	if (rule.who === 'any') return 200;
	if (caller.by === 'dead bearer') return 401;
	if (rule.who === 'visitor') return rule.then ?? 200;
	if (caller.by === 'nothing') return 401;
	if (caller.mustChangePassword && !rule.withTemporaryPassword) return 403;
	if (rule.who === 'admin' && caller.is !== 'admin') return 403;
	if (/browser|admin/.test(rule.who) && caller.by !== 'session') return 403;
	if (rule.who === 'signed-in' && caller.by === 'token') return 403;
	if (rule.who === 'token' && caller.by !== 'token') return 403;
	if (rule.ability && !has(caller, rule.ability)) return 403;
	if (rule.readable && !has(caller, 'read')) return 403;
	if (rule.needs && !isThere(rule, caller)) return 404;
	if (rule.needs === 'owner' && caller.is !== 'owner') return 403;
	if (rule.needs === 'edit' && !/owner|editor/.test(caller.is)) return 403;
	return rule.then ?? 200;
}

const has = (caller: CallerKind, ability: Ability): boolean =>
	caller.by !== 'token' || caller.abilities?.includes(ability) === true;

/** The list of the matrix is shared only with the reader and the editor, by name. An admin has no special access to it. */
function isThere(rule: Rule, caller: CallerKind): boolean {
	const overseen = rule.adminsToo === true && caller.is === 'admin' && caller.by === 'session';
	if (rule.needs === 'own') return caller.is === 'owner' || overseen;
	const people = rule.needs === 'restore' ? /owner|editor/ : /owner|reader|editor/;
	return caller.scope !== 'another list' && people.test(caller.is);
}

/** A list of a random household; members and groups are their numbers in it. */
export type ModelList = {
	owner: number;
	sharing: 'SHARING_PRIVATE' | 'SHARING_INSTANCE' | 'SHARING_SPECIFIC';
	sharedEdit: boolean;
	members: number[];
	groups: number[];
	deleted: boolean;
	archived: boolean;
};

/** `scope` holds the numbers of the lists that the token was given. Undefined means all lists, or that the caller uses no token. */
export type ModelCaller = {
	member: number;
	groups: number[];
	abilities: Ability[];
	scope: number[] | undefined;
};

export function reaches(caller: ModelCaller, list: ModelList, number: number): boolean {
	if (list.deleted || (caller.scope && !caller.scope.includes(number))) return false;
	if (list.owner === caller.member || list.sharing === 'SHARING_INSTANCE') return true;
	const byName =
		list.members.includes(caller.member) ||
		list.groups.some((group) => caller.groups.includes(group));
	return list.sharing === 'SHARING_SPECIFIC' && byName;
}

/** Whether the caller may change a list that they reach. */
export function mayChange(caller: ModelCaller, list: ModelList): boolean {
	return list.owner === caller.member || (list.sharing !== 'SHARING_PRIVATE' && list.sharedEdit);
}
