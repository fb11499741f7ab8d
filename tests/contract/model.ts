// Who may do what, read from the interface contract and not from the code.

export type Ability = 'read' | 'write' | 'delete';

/** `any`: nothing is asked. `visitor`: nothing is asked, but a bearer that is sent has to be good. */
export type Who = 'any' | 'visitor' | 'member' | 'token' | 'signed-in' | 'browser' | 'admin';

/**
 * `reach`: whoever reaches the list. `edit`: who may change it. `restore`: the same, and to others it is not there.
 * `owner`: its owner. `own`: a thing of one's own.
 */
export type Needs = 'reach' | 'edit' | 'restore' | 'owner' | 'own';

export type Rule = {
	who: Who;
	ability?: Ability;
	needs?: Needs;
	/** What is on the list comes out of it, so the ability to read is asked for as well. */
	readable?: true;
	/** A member who has to change the password first may do it. */
	withTemporaryPassword?: true;
	/** What it answers to whoever is let in, where that is not 200. */
	then?: number;
	/** With `own`: an admin in the browser may do it to what is somebody else's. */
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

/** The list of the matrix is private to its owner but for the reader and the editor by name; an admin is nobody special to it. */
function isThere(rule: Rule, caller: CallerKind): boolean {
	const overseen = rule.adminsToo === true && caller.is === 'admin' && caller.by === 'session';
	if (rule.needs === 'own') return caller.is === 'owner' || overseen;
	const people = rule.needs === 'restore' ? /owner|editor/ : /owner|reader|editor/;
	return caller.scope !== 'another list' && people.test(caller.is);
}

const browse: Rule = { who: 'visitor' };
const signedIn: Rule = { who: 'signed-in' };
const admin: Rule = { who: 'admin' };
const see: Rule = { who: 'member', ability: 'read' };
const make: Rule = { who: 'member', ability: 'write' };
const on = (needs: Needs, ability: Ability): Rule => ({ who: 'member', ability, needs });

/** Every address of the interface, and who may use it. */
export const rules: Record<string, Rule> = {
	'GET /instance': browse,
	'POST /instance:setup': { who: 'visitor', then: 409 },
	'GET /instance/settings': admin,
	'PUT /instance/settings': admin,
	'GET /instance/about': signedIn,
	// Asked with another name than the instance's: nothing is to be deleted under the other tests.
	'POST /instance:delete': { ...admin, then: 400 },

	'POST /auth/sign-in': browse,
	'POST /auth/refresh': { who: 'visitor', then: 401 },
	'POST /auth/sign-out': { who: 'any' },
	'GET /auth/me': { who: 'member', withTemporaryPassword: true },
	'POST /auth/password': { who: 'signed-in', withTemporaryPassword: true },
	'POST /auth/sign-up': { who: 'visitor', then: 403 },
	'POST /auth/join-requests': browse,
	'GET /auth/join-requests/{requestUid}': browse,
	'POST /auth/join-requests/{requestUid}:complete': { who: 'visitor', then: 403 },
	'POST /auth/reset-requests': browse,
	'GET /auth/reset-requests/{requestUid}': browse,
	'POST /auth/reset-requests/{requestUid}:complete': { who: 'visitor', then: 403 },
	'GET /sessions': signedIn,
	'DELETE /sessions/{sessionUid}': { who: 'signed-in', needs: 'own' },

	'GET /lists': see,
	'POST /lists': make,
	'GET /lists/{listUid}': on('reach', 'read'),
	'PATCH /lists/{listUid}': on('owner', 'write'),
	'DELETE /lists/{listUid}': on('owner', 'delete'),
	'POST /lists/{listUid}/archived': on('owner', 'write'),
	'PUT /lists/{listUid}/adds-on-top': on('owner', 'write'),
	'PUT /lists/{listUid}/sharing': on('owner', 'write'),
	'GET /lists/{listUid}/changes': on('reach', 'read'),
	'GET /lists/{listUid}/sections': on('reach', 'read'),
	'POST /lists/{listUid}/sections': on('edit', 'write'),
	'PATCH /sections/{sectionUid}': on('edit', 'write'),
	'DELETE /sections/{sectionUid}': on('edit', 'delete'),
	'GET /lists/{listUid}/sharing': on('reach', 'read'),
	'GET /lists/{listUid}/shares': on('owner', 'read'),
	'PUT /lists/{listUid}/pinned': on('reach', 'write'),
	'POST /lists/{listUid}:duplicate': { ...on('reach', 'write'), readable: true },
	'POST /lists/{listUid}:clear-done': on('edit', 'delete'),
	'GET /lists/{listUid}/suggestions': on('reach', 'write'),
	'POST /lists/{listUid}/items': on('edit', 'write'),
	'POST /lists/{listUid}/items:batch': on('edit', 'write'),
	'GET /items/{itemUid}': on('reach', 'read'),
	'PATCH /items/{itemUid}': on('edit', 'write'),
	'PUT /items/{itemUid}/done': on('edit', 'write'),
	'POST /items/{itemUid}:move': on('edit', 'write'),
	'DELETE /items/{itemUid}': on('edit', 'delete'),
	'GET /dated-items': see,
	'GET /search': see,
	'GET /trash': see,
	'POST /trash/{uid}:restore': on('restore', 'write'),

	'GET /members': see,
	'POST /members': admin,
	'PATCH /members/me': signedIn,
	'PUT /members/{memberUid}/role': admin,
	'DELETE /members/{memberUid}': admin,
	'GET /groups': see,
	'POST /groups': admin,
	'PATCH /groups/{groupUid}': admin,
	'PUT /groups/{groupUid}/members': admin,
	'DELETE /groups/{groupUid}': admin,
	'GET /access-tokens': signedIn,
	'POST /access-tokens': { who: 'browser' },
	'DELETE /access-tokens/{tokenUid}': { who: 'signed-in', needs: 'own', adminsToo: true },
	'GET /access-tokens/{tokenUid}/changes': { who: 'signed-in', needs: 'own' },
	'POST /access-tokens/{tokenUid}:undo': { who: 'signed-in', needs: 'own' },
	'GET /requests': admin,
	'POST /requests/join/{requestUid}:decide': admin,
	'POST /requests/reset/{requestUid}:decide': admin,
	'GET /public-list': browse,
	'GET /activity': signedIn,
	'POST /activity:mark-read': signedIn
};

/** Every tool of assistants, and who may use it. It is not listed for others, who are told why they cannot. */
export const toolRules: Record<string, Rule> = {
	get_reach: { who: 'member' },
	get_lists: see,
	get_list: on('reach', 'read'),
	get_item: on('reach', 'read'),
	search: see,
	fetch: on('reach', 'read'),
	get_dated_items: see,
	get_people: see,
	get_sharing: on('reach', 'read'),
	get_activity: signedIn,
	create_list: make,
	change_list: on('owner', 'write'),
	duplicate_list: { ...on('reach', 'write'), readable: true },
	add_items: on('edit', 'write'),
	change_items: on('edit', 'write'),
	tick_items: on('edit', 'write'),
	move_items: on('edit', 'write'),
	append_to_note: on('edit', 'write'),
	share_list: on('owner', 'write'),
	restore_entries: on('restore', 'write'),
	get_own_changes: { who: 'token', ability: 'read' },
	undo_own_changes: { who: 'token', ability: 'write' },
	mark_activity_read: signedIn,
	clear_done: on('edit', 'delete'),
	delete_items: on('edit', 'delete'),
	delete_list: on('owner', 'delete')
};

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

/** `scope` holds the numbers of the lists that the token was given; undefined for all, and for whoever has no token. */
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

/** Asked of a list in reach. */
export function mayChange(caller: ModelCaller, list: ModelList): boolean {
	return list.owner === caller.member || (list.sharing !== 'SHARING_PRIVATE' && list.sharedEdit);
}
