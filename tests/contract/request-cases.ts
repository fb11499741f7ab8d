// Every kind of caller, each with data of its own: somebody's list and things that the requests are about.
import { newUid } from '../../src/lib/server/kernel/secrets.ts';
import { newRows, type Rows } from '../support/household.ts';
import { exampleInput } from '../support/example-inputs.ts';
import type { CallerKind } from './model.ts';

const all: CallerKind['abilities'] = ['read', 'write', 'delete'];

export const callers: Record<string, CallerKind> = {
	visitor: { by: 'nothing', is: 'stranger' },
	owner: { by: 'session', is: 'owner' },
	"the owner's pair": { by: 'pair', is: 'owner' },
	'token that may read': { by: 'token', is: 'owner', abilities: ['read'] },
	'token that may write': { by: 'token', is: 'owner', abilities: ['write'] },
	'token that may delete': { by: 'token', is: 'owner', abilities: ['delete'] },
	'token that may all three': { by: 'token', is: 'owner', abilities: all },
	'token for another list': { by: 'token', is: 'owner', abilities: all, scope: 'another list' },
	'expired token': { by: 'dead bearer', is: 'owner' },
	'revoked token': { by: 'dead bearer', is: 'owner' },
	'owner with a temporary password': { by: 'session', is: 'owner', mustChangePassword: true },
	'pair with a temporary password': { by: 'pair', is: 'owner', mustChangePassword: true },
	stranger: { by: 'session', is: 'stranger' },
	"the stranger's token": { by: 'token', is: 'stranger', abilities: all },
	reader: { by: 'session', is: 'reader' },
	"the reader's token": { by: 'token', is: 'reader', abilities: all },
	editor: { by: 'session', is: 'editor' },
	"the editor's token": { by: 'token', is: 'editor', abilities: all },
	admin: { by: 'session', is: 'admin' },
	"the admin's pair": { by: 'pair', is: 'admin' },
	"the admin's token": { by: 'token', is: 'admin', abilities: all },
	'removed member with a session left behind': { by: 'nothing', is: 'editor' },
	'removed member with a token left behind': { by: 'dead bearer', is: 'editor' }
};

/** The data for one caller of the matrix: somebody's list with an item, and other things of that owner. */
export type Scene = ReturnType<typeof sceneFor>;

/** The rows and the credential of one caller, separate from those of the others. */
export function sceneFor(rows: Rows, kind: CallerKind, name: string, passwordHash: string) {
	const mustChangePassword = kind.mustChangePassword ?? false;
	const email = `${newUid('mem').toLowerCase()}@mill.test`;
	const ownerUid = rows.member('Owner', {
		passwordHash,
		mustChangePassword: kind.is === 'owner' && mustChangePassword,
		email,
		emailFolded: email
	});
	const role = kind.is === 'admin' ? 'ROLE_ADMIN' : 'ROLE_MEMBER';
	const removedAt = name.startsWith('removed') ? new Date() : null;
	const callerUid =
		kind.is === 'owner' ? ownerUid : rows.member('Caller', { passwordHash, role, removedAt });
	const sharedWith = /reader|editor/.test(kind.is) ? [callerUid] : [];
	const listUid = rows.list(ownerUid, {
		sharing: 'SHARING_SPECIFIC',
		sharedEdit: kind.is === 'editor',
		members: sharedWith
	});
	const anotherList = rows.list(callerUid);
	const sessionUid = newUid('ses');
	rows.session(ownerUid, { uid: sessionUid });
	return {
		kind,
		credential: credentialOf(rows, kind, name, callerUid, anotherList),
		email,
		ownerUid,
		listUid,
		sectionUid: rows.section(listUid),
		itemUid: rows.item(listUid, { dueOn: '2026-11-22' }),
		anchorUid: rows.item(listUid),
		trashedUid: rows.item(listUid, { deletedAt: new Date(), deletedByUid: ownerUid }),
		sessionUid,
		tokenUid: rows.token(ownerUid).uid,
		groupUid: rows.group('Kitchen'),
		joinRequestUid: rows.joinRequest(),
		resetRequestUid: rows.resetRequest(ownerUid),
		newcomer: `${newUid('mem')}@mill.test`
	};
}

/** The input of the operation's example, about the things of this scene. A name that has to be unique is new each time. */
export function askedIn(
	scene: Omit<Scene, 'kind' | 'credential'>,
	operation: string
): Record<string, unknown> {
	const about = {
		...{ groceries: scene.listUid, dairy: scene.sectionUid, milk: scene.itemUid },
		...{ eggs: scene.anchorUid, soap: scene.trashedUid, cooks: scene.groupUid },
		...{ ada: scene.ownerUid, ben: scene.ownerUid, browser: scene.sessionUid },
		...{ tablet: scene.tokenUid, cleo: scene.joinRequestUid, dora: scene.joinRequestUid },
		...{ forgotten: scene.resetRequestUid, approved: scene.resetRequestUid }
	};
	return exampleInput(operation, about, {
		...{ Milk: 'milk', 'Ada L.': newUid('mem'), Bakers: newUid('grp') },
		...{ 'ada@mill.test': scene.email, 'dora@mill.test': scene.newcomer },
		// A wrong name, so that nothing is deleted under the other tests.
		'Mill Lane': 'another'
	});
}

/** A dead bearer token is sent with a valid cookie, which must not help it. */
function credentialOf(
	rows: Rows,
	kind: CallerKind,
	name: string,
	uid: string,
	anotherList: string
) {
	// Removing a member deletes these rows. A row that was left behind must give no access.
	if (name === 'removed member with a session left behind')
		return { cookies: { hearth_session: rows.session(uid) } };
	if (name === 'removed member with a token left behind') return { bearer: rows.token(uid).secret };
	if (kind.by === 'nothing') return {};
	if (kind.by === 'pair') return { bearer: rows.pair(uid) };
	if (kind.by === 'session') return { cookies: { hearth_session: rows.session(uid) } };
	const lists = kind.scope ? { lists: [anotherList] } : {};
	const abilities = kind.abilities ?? ['read', 'write', 'delete'];
	if (kind.by === 'token') return { bearer: rows.token(uid, { abilities, ...lists }).secret };
	const revoked = newRows().token(uid).secret;
	const expired = () => rows.token(uid, { expiresAt: new Date(Date.now() - 1000) }).secret;
	return {
		bearer: name.startsWith('revoked') ? revoked : expired(),
		cookies: { hearth_session: rows.session(uid) }
	};
}
