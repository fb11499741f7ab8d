// Every form action of the pages: its address, its fields, and the operations that it runs. promises.ts names the actions that do what
// one address does and are sent its example; the rows of all others stand here.
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { hashSecret, newUid } from '../../src/lib/server/kernel/secrets.ts';
import { password, type Rows } from '../support/household.ts';
import type { CallerKind } from './model.ts';
import { promised } from './promises.ts';
import { askedIn } from './request-cases.ts';

/** The data for one caller: somebody's list with items, other things of that owner, and a list of the caller's own. */
export type Scene = ReturnType<typeof sceneFor>;

export type FormRow = {
	/** The address of the page as its folder spells it, and the name of the action. */
	action: string;
	/** The path, where it is not that of `action` with the uids of the scene filled in. */
	path?: (scene: Scene) => string;
	fields?: (scene: Scene) => Record<string, string>;
	/** The operations in the order in which they run. The first refusal is the answer. */
	stands: string[];
	/** The last operation. For a caller to whom it answers 404, the form redirects as if there were nothing to do. */
	passesOver?: string;
	/** The action answers with the page itself instead of a redirect. */
	answers?: 'page';
	/** Where a permitted caller is redirected to; when left out, anywhere but to the sign-in or the change of password. */
	to?: string;
	/** The database stays unchanged even when a permitted caller sends the form. */
	changesNothing?: true;
	/** Anybody may see the page. A caller with a temporary password is refused on the page instead of redirected. */
	openPage?: true;
	/** What distinguishes this row from others of the same action, and the state of the household that it needs. */
	when?:
		| 'from a page of one’s own'
		| 'from the address of the item'
		| 'by the client that asked'
		| 'while sign-up is open';
	/** The caller sends the cookie that their join and reset requests are bound to. */
	bound?: true;
	/** Only the caller's rights matter here. The rule's `then` is for a household in another state, so it is ignored. */
	goesThrough?: true;
	/** Callers whom the page redirects to the start page, so that they do not see the refusal. */
	sendsHome?: 'everybody' | 'members';
};

const theItem = ({ itemUid }: Scene) => ({ itemUid });
const ticked = (scene: Scene) => ({ ...theItem(scene), done: 'true' });
const onOwnList = ({ ownListUid }: Scene) => `/lists/${ownListUid}`;
const newcomer = ({ newcomer: email }: Scene) => ({ name: newUid('mem'), email, password });
const named = () => ({ name: newUid('grp') });
const joinRequest = ({ joinRequestUid }: Scene) => ({
	requestUid: joinRequestUid,
	approve: 'true'
});
const resetRequest = ({ resetRequestUid }: Scene) => ({
	requestUid: resetRequestUid,
	approve: 'true'
});

const own = 'from a page of one’s own';
const add = 'POST /lists/{listUid}/items:batch';
const see = 'GET /lists/{listUid}';
const tick = 'PUT /items/{itemUid}/done';
const remove = 'DELETE /items/{itemUid}';
const move = 'POST /items/{itemUid}:move';
const restore = 'POST /trash/{uid}:restore';
const decideJoin = 'POST /requests/join/{requestUid}:decide';
const decideReset = 'POST /requests/reset/{requestUid}:decide';

const ofTheirOwn: FormRow[] = [
	{ action: '/ restore', fields: ({ trashedUid }) => ({ uid: trashedUid }), stands: [restore] },
	{
		action: '/lists/[listUid] add',
		fields: () => ({ label: 'eggs' }),
		stands: ['POST /lists/{listUid}/items']
	},
	{ action: '/lists/[listUid] shareWithAll', stands: ['PUT /lists/{listUid}/sharing'] },
	{ action: '/lists/[listUid] tick', fields: ticked, stands: [tick] },
	{ action: '/lists/[listUid] tick', when: own, path: onOwnList, fields: ticked, stands: [tick] },
	{
		action: '/lists/[listUid] setTexts',
		fields: ({ itemUid }) => ({ itemUid, label: 'Not the item’s', quantity: '2', again: 'true' }),
		stands: ['PATCH /items/{itemUid}']
	},
	{ action: '/lists/[listUid] delete', fields: theItem, stands: [remove] },
	{
		action: '/lists/[listUid] delete',
		when: own,
		path: onOwnList,
		fields: theItem,
		stands: [remove]
	},
	{
		action: '/lists/[listUid] restore',
		fields: ({ trashedUid }) => ({ uid: trashedUid }),
		stands: ['GET /trash'],
		passesOver: restore
	},
	{
		action: '/lists/[listUid] pin',
		fields: () => ({ pinned: 'true' }),
		stands: ['PUT /lists/{listUid}/pinned']
	},
	{
		action: '/lists/[listUid] move',
		fields: ({ itemUid }) => ({ itemUid, where: 'top' }),
		stands: [see, move]
	},
	{
		action: '/lists/[listUid] move',
		when: own,
		path: onOwnList,
		fields: ({ itemUid }) => ({ itemUid, where: 'top' }),
		stands: ['GET /lists', move]
	},
	{
		action: '/lists/[listUid] putBack',
		fields: ({ itemUid, anchorUid }) => ({ itemUid, belowItemUids: anchorUid }),
		stands: [move]
	},
	{
		action: '/lists/[listUid] putBack',
		path: onOwnList,
		fields: ({ itemUid, anchorUid }) => ({ itemUid, belowItemUids: anchorUid }),
		stands: ['GET /lists', move]
	},
	{
		action: '/lists/[listUid] paste',
		fields: () => ({ text: 'eggs\nflour' }),
		stands: [see],
		answers: 'page',
		changesNothing: true
	},
	{
		action: '/lists/[listUid] addAll',
		fields: () => ({ text: 'eggs\nflour' }),
		stands: [see, add]
	},
	{
		action: '/lists/[listUid] undoPaste',
		fields: ({ itemUid, anchorUid }) => ({ added: itemUid, back: anchorUid }),
		stands: [see, tick, remove]
	},
	{
		action: '/lists/[listUid]/share',
		fields: () => ({ sharing: 'SHARING_INSTANCE', canEdit: 'true' }),
		stands: ['PUT /lists/{listUid}/sharing']
	},
	{
		action: '/lists/[listUid]/sections add',
		fields: named,
		stands: ['POST /lists/{listUid}/sections']
	},
	{
		action: '/lists/[listUid]/sections rename',
		fields: ({ sectionUid }) => ({ sectionUid, name: newUid('grp') }),
		stands: ['PATCH /sections/{sectionUid}']
	},
	{ action: '/lists/[listUid]/clear clear', stands: ['POST /lists/{listUid}:clear-done'] },
	{ action: '/lists/[listUid]/clear untick', stands: [tick] },
	{
		action: '/items/[itemUid] save',
		fields: ({ listUid }) => ({ listUid, label: 'oat milk', expectedLabel: 'milk' }),
		stands: ['PATCH /items/{itemUid}']
	},
	{
		action: '/items/[itemUid] bringBack',
		fields: ({ listUid }) => ({ listUid, label: 'oat milk', expectedLabel: 'milk' }),
		stands: ['PATCH /items/{itemUid}']
	},
	{
		action: '/items/[itemUid] check',
		fields: () => ({ line: '0', expectedNote: '""' }),
		stands: ['GET /items/{itemUid}', 'PATCH /items/{itemUid}'],
		// The item has no checklist.
		changesNothing: true
	},
	{ action: '/items/[itemUid] delete', fields: ({ listUid }) => ({ listUid }), stands: [remove] },
	{
		action: '/items/[itemUid] move',
		fields: ({ ownListUid }) => ({ toListUid: ownListUid }),
		stands: ['GET /lists', move]
	},
	{
		action: '/items/[itemUid] move',
		when: own,
		path: ({ ownItemUid }) => `/items/${ownItemUid}`,
		fields: ({ listUid }) => ({ toListUid: listUid }),
		stands: [see, move]
	},
	{ action: '/today tick', fields: ticked, stands: [tick] },
	{ action: '/upcoming tick', fields: ticked, stands: [tick] },
	{ action: '/calendar tick', fields: ticked, stands: [tick] },
	{ action: '/search tick', fields: ticked, stands: [tick] },
	...['/today', '/upcoming', '/calendar', '/search'].map((page) => ({
		action: `${page} restore`,
		fields: ({ trashedUid }: Scene) => ({ uid: trashedUid }),
		stands: ['GET /trash'],
		passesOver: restore
	})),
	{ action: '/public tick', fields: ticked, stands: [tick], openPage: true },
	{ action: '/trash', fields: ({ trashedUid }) => ({ uid: trashedUid }), stands: [restore] },
	{
		action: '/trash',
		when: 'from the address of the item',
		fields: ({ trashedUid }) => ({ uid: trashedUid, opens: 'true' }),
		stands: [restore]
	},
	{
		action: '/archive restore',
		fields: ({ archivedUid }) => ({ listUid: archivedUid }),
		stands: ['POST /lists/{listUid}/archived']
	},
	{ action: '/activity join', fields: joinRequest, stands: [decideJoin] },
	{ action: '/activity reset', fields: resetRequest, stands: [decideReset] },
	{ action: '/settings/requests join', fields: joinRequest, stands: [decideJoin] },
	{ action: '/settings/requests reset', fields: resetRequest, stands: [decideReset] },
	{
		action: '/password',
		fields: () => ({ currentPassword: password, newPassword: 'another horse battery staple' }),
		stands: ['POST /auth/password']
	},
	{
		action: '/sign-out',
		stands: ['POST /auth/sign-out'],
		to: '/sign-in'
	},
	{
		action: '/settings/instance',
		fields: named,
		stands: ['PUT /instance/settings']
	},
	{
		action: '/settings/instance/delete',
		fields: () => ({ password, instanceName: 'another' }),
		stands: ['POST /instance:delete'],
		changesNothing: true
	},
	// Some callers have no other session.
	{ action: '/settings/sessions endOthers', stands: ['GET /sessions'], changesNothing: true },
	{
		action: '/settings/members add',
		fields: ({ newcomer }) => ({ name: 'Cleo', email: newcomer, role: 'ROLE_MEMBER' }),
		stands: ['POST /members'],
		answers: 'page'
	},
	{
		action: '/settings/tokens',
		fields: () => ({
			name: 'hall tablet',
			'abilities.read': 'on',
			allLists: 'true',
			until: 'never'
		}),
		stands: ['POST /access-tokens'],
		answers: 'page'
	},
	{
		action: '/settings/tokens/[tokenUid]/undo',
		fields: () => ({ since: '2026-01-01T00:00:00Z' }),
		stands: ['POST /access-tokens/{tokenUid}:undo'],
		changesNothing: true
	},
	{ action: '/settings/groups', fields: named, stands: ['POST /groups'] },
	{
		action: '/settings/groups/[groupUid] members',
		fields: ({ ownerUid }) => ({ memberUids: ownerUid }),
		stands: ['PUT /groups/{groupUid}/members']
	},
	{
		action: '/sign-in',
		fields: ({ ownerEmail }) => ({ email: ownerEmail, password, next: '/archive' }),
		stands: ['POST /auth/sign-in'],
		to: '/archive'
	},
	{
		action: '/setup',
		fields: (scene) => ({ ...newcomer(scene), instanceName: 'Mine' }),
		stands: ['POST /instance:setup'],
		sendsHome: 'everybody'
	},
	{
		action: '/join ask',
		fields: ({ newcomer: email }) => ({ name: 'Cleo', email, message: 'From next door' }),
		stands: ['POST /auth/join-requests']
	},
	{
		action: '/join signUp',
		fields: newcomer,
		stands: ['POST /auth/sign-up'],
		sendsHome: 'members'
	},
	{
		action: '/join signUp',
		when: 'while sign-up is open',
		fields: newcomer,
		stands: ['POST /auth/sign-up'],
		goesThrough: true,
		to: '/'
	},
	{
		action: '/join/[requestUid]',
		path: ({ letInUid }) => `/join/${letInUid}`,
		fields: newcomer,
		stands: ['POST /auth/join-requests/{requestUid}:complete'],
		sendsHome: 'members'
	},
	{
		action: '/join/[requestUid]',
		when: 'by the client that asked',
		bound: true,
		path: ({ letInUid }) => `/join/${letInUid}`,
		fields: newcomer,
		stands: ['POST /auth/join-requests/{requestUid}:complete'],
		goesThrough: true,
		to: '/'
	},
	{
		action: '/reset',
		fields: ({ ownerEmail }) => ({ emailOrName: ownerEmail }),
		stands: ['POST /auth/reset-requests']
	},
	{
		action: '/reset/[requestUid]',
		path: ({ resetGrantedUid }) => `/reset/${resetGrantedUid}`,
		fields: () => ({ newPassword: password }),
		stands: ['POST /auth/reset-requests/{requestUid}:complete'],
		openPage: true
	},
	{
		action: '/reset/[requestUid]',
		when: 'by the client that asked',
		bound: true,
		path: ({ resetGrantedUid }) => `/reset/${resetGrantedUid}`,
		fields: () => ({ newPassword: password }),
		stands: ['POST /auth/reset-requests/{requestUid}:complete'],
		goesThrough: true,
		to: '/?said=password'
	}
];

const asPromised: FormRow[] = Object.values(catalogue).flatMap(({ name, address = '' }) => {
	const [, , , ...actions] = promised[address] ?? [];
	return actions.map((action) => ({
		action,
		fields: (scene: Scene) => exampleFields(scene, name, action),
		stands: [address]
	}));
});

export const forms = [...ofTheirOwn, ...asPromised];

/** The example of the operation as the fields of a form, without what the address of the page says. */
const exampleFields = (scene: Scene, operation: string, action: string) =>
	Object.fromEntries(
		Object.entries(askedIn({ ...scene, email: scene.ownerEmail }, operation))
			.filter(([name]) => !action.includes(`[${name}]`))
			.map(([name, value]) => {
				if (typeof value !== 'object') return [name, String(value)];
				throw new Error(`${action} needs a row of its own: ${name} is more than a text`);
			})
	);

/** The forms that set only a cookie. */
export const ofNobodysThings = [
	'/settings/account theme',
	'/settings/account language',
	'/settings/account zone',
	'/settings/keys keys'
];

/** The rows and the credential of one caller, separate from those of the others. */
export function sceneFor(rows: Rows, kind: CallerKind, passwordHash: string) {
	const mustChangePassword = kind.mustChangePassword ?? false;
	const ownerEmail = `${newUid('mem').toLowerCase()}@mill.test`;
	const ownerUid = rows.member('Owner', {
		email: ownerEmail,
		emailFolded: ownerEmail,
		passwordHash,
		mustChangePassword: kind.is === 'owner' && mustChangePassword
	});
	const role = kind.is === 'admin' ? 'ROLE_ADMIN' : 'ROLE_MEMBER';
	const callerUid = kind.is === 'owner' ? ownerUid : rows.member('Caller', { passwordHash, role });
	const shared = {
		sharing: 'SHARING_SPECIFIC',
		sharedEdit: kind.is === 'editor',
		members: /reader|editor/.test(kind.is) ? [callerUid] : []
	};
	const listUid = rows.list(ownerUid, shared);
	const ownListUid = rows.list(callerUid);
	rows.item(listUid, { label: 'bread', labelWords: 'bread', doneAt: new Date() });
	const sessionUid = newUid('ses');
	rows.session(ownerUid, { uid: sessionUid });
	const bindingSecret = newUid('req');
	const granted = {
		state: 'APPROVED',
		decidedAt: new Date(),
		bindingHash: hashSecret(bindingSecret)
	};
	return {
		kind,
		bindingSecret,
		ownerEmail,
		letInUid: rows.joinRequest(granted),
		resetGrantedUid: rows.resetRequest(ownerUid, granted),
		credential: credentialOf(rows, kind, callerUid),
		ownerUid,
		listUid,
		ownListUid,
		ownItemUid: rows.item(ownListUid),
		archivedUid: rows.list(ownerUid, { ...shared, archivedAt: new Date() }),
		sectionUid: rows.section(listUid),
		itemUid: rows.item(listUid, { dueOn: '2026-11-22' }),
		anchorUid: rows.item(listUid),
		trashedUid: rows.item(listUid, { deletedAt: new Date(), deletedByUid: ownerUid }),
		sessionUid,
		tokenUid: rows.token(ownerUid).uid,
		memberUid: ownerUid,
		groupUid: rows.group('Kitchen'),
		joinRequestUid: rows.joinRequest(),
		resetRequestUid: rows.resetRequest(ownerUid),
		newcomer: `${newUid('mem')}@mill.test`
	};
}

type Credential = { cookies?: Record<string, string>; bearer?: string };

function credentialOf(
	rows: Rows,
	{ by, abilities = [] }: CallerKind,
	memberUid: string
): Credential {
	if (by === 'nothing') return {};
	if (by === 'session') return { cookies: { hearth_session: rows.session(memberUid) } };
	return { bearer: rows.token(memberUid, { abilities }).secret };
}
