// What the interface promises of every operation, taken from its contract and not from the code: who may call it, what it reads
// and answers, and why it has no address or is no tool.
import { catalogue } from '../../src/lib/server/catalogue.ts';
import type { AnyOperation } from '../../src/lib/server/kernel/operation.ts';
import { exampleUids } from '../../src/lib/server/kernel/example-household.ts';
import { password } from '../support/household.ts';
import type { Ability, Needs, Rule } from './model.ts';

const browse: Rule = { who: 'visitor' };
const signedIn: Rule = { who: 'signed-in' };
const admin: Rule = { who: 'admin' };
const see: Rule = { who: 'member', ability: 'read' };
const make: Rule = { who: 'member', ability: 'write' };
const on = (needs: Needs, ability: Ability): Rule => ({ who: 'member', ability, needs });

type Promised = [rule: Rule, reads: string, answers: string, ...forms: string[]];

/**
 * By address: who may call it, the fields it reads besides those of the path, the fields it answers with, and the forms of the pages that
 * do the same and are sent its example. Every other form has a row in form-table.ts.
 */
export const promised: Record<string, Promised> = {
	'GET /instance': [browse, '', 'name version needsSetup publicSignup defaultLocale'],
	'POST /instance:setup': [
		{ who: 'visitor', then: 409 },
		'instanceName name email password setupCode',
		'member'
	],
	'GET /instance/settings': [admin, '', 'settings'],
	'PUT /instance/settings': [admin, 'settings', 'settings'],
	'GET /instance/about': [
		signedIn,
		'',
		'instanceName version startedAt memberCount listCount itemCount storageDriver storageBytes licence'
	],
	// Called with a wrong instance name, so that nothing is deleted under the other tests.
	'POST /instance:delete': [{ ...admin, then: 400 }, 'password instanceName', ''],
	'POST /auth/sign-in': [browse, 'email password', 'accessToken expiresAt member'],
	'POST /auth/refresh': [{ who: 'visitor', then: 401 }, '', 'accessToken expiresAt'],
	'POST /auth/sign-out': [{ who: 'any' }, '', ''],
	'GET /auth/me': [{ who: 'member', withTemporaryPassword: true }, '', 'member'],
	'POST /auth/password': [
		{ who: 'signed-in', withTemporaryPassword: true },
		'currentPassword newPassword',
		'member'
	],
	'POST /auth/sign-up': [{ who: 'visitor', then: 403 }, 'name email password', 'member'],
	'POST /auth/join-requests': [browse, 'name email message', 'requestUid'],
	'GET /auth/join-requests/{requestUid}': [browse, '', 'status name email'],
	'POST /auth/join-requests/{requestUid}:complete': [
		{ who: 'visitor', then: 403 },
		'name password',
		'member'
	],
	'POST /auth/reset-requests': [browse, 'emailOrName', 'requestUid checkPhrase'],
	'GET /auth/reset-requests/{requestUid}': [browse, '', 'status'],
	'POST /auth/reset-requests/{requestUid}:complete': [
		{ who: 'visitor', then: 403 },
		'newPassword',
		'member'
	],
	'GET /lists': [see, 'status order', 'lists'],
	'POST /lists': [make, 'name', 'list', '/ create'],
	'GET /lists/{listUid}': [on('reach', 'read'), '', 'list items'],
	'GET /lists/{listUid}/changes': [
		on('reach', 'read'),
		'after',
		'list version reset items sections removedItemUids'
	],
	'GET /lists/{listUid}/sections': [on('reach', 'read'), '', 'sections'],
	'POST /lists/{listUid}/sections': [on('edit', 'write'), 'name afterSectionUid', 'section'],
	'PATCH /sections/{sectionUid}': [
		on('edit', 'write'),
		'name afterSectionUid',
		'section',
		'/lists/[listUid]/sections place'
	],
	'DELETE /sections/{sectionUid}': [
		on('edit', 'delete'),
		'',
		'',
		'/lists/[listUid]/sections/[sectionUid]/delete'
	],
	'PATCH /lists/{listUid}': [on('owner', 'write'), 'name', 'list', '/lists/[listUid]/rename'],
	'DELETE /lists/{listUid}': [on('owner', 'delete'), '', '', '/lists/[listUid]/delete'],
	'POST /lists/{listUid}/archived': [
		on('owner', 'write'),
		'archived',
		'list',
		'/lists/[listUid] archive'
	],
	'PUT /lists/{listUid}/adds-on-top': [
		on('owner', 'write'),
		'addsOnTop',
		'list',
		'/lists/[listUid] addsOnTop'
	],
	'PUT /lists/{listUid}/sharing': [
		on('owner', 'write'),
		'sharing canEdit memberUids groupUids',
		'list'
	],
	'GET /lists/{listUid}/sharing': [
		on('reach', 'read'),
		'',
		'ownerName sharing canEdit memberUids groupUids members groups isPublic'
	],
	'GET /lists/{listUid}/shares': [on('owner', 'read'), '', 'memberUids groupUids'],
	'PUT /lists/{listUid}/pinned': [on('reach', 'write'), 'pinned', ''],
	'POST /lists/{listUid}:duplicate': [
		{ ...on('reach', 'write'), readable: true },
		'name',
		'list',
		'/lists/[listUid] duplicate'
	],
	'POST /lists/{listUid}:clear-done': [on('edit', 'delete'), '', 'removedCount'],
	'GET /lists/{listUid}/suggestions': [on('reach', 'write'), 'query', 'suggestions'],
	'POST /lists/{listUid}/items': [
		on('edit', 'write'),
		'label quantity dueOn note sectionUid unlessOnList',
		'item'
	],
	'POST /lists/{listUid}/items:batch': [on('edit', 'write'), 'items unlessOnList', 'items'],
	'GET /items/{itemUid}': [on('reach', 'read'), '', 'item list'],
	'PATCH /items/{itemUid}': [
		on('edit', 'write'),
		'label quantity dueOn note expectedLabel expectedNote',
		'item'
	],
	'PUT /items/{itemUid}/done': [on('edit', 'write'), 'done', 'item', '/items/[itemUid] tick'],
	'POST /items/{itemUid}:move': [on('edit', 'write'), 'afterItemUid toListUid sectionUid', ''],
	'DELETE /items/{itemUid}': [on('edit', 'delete'), '', ''],
	'GET /dated-items': [see, 'from to', 'items'],
	'GET /search': [see, 'query', 'hits hitCount'],
	'GET /trash': [see, '', 'entries'],
	'POST /trash/{uid}:restore': [on('restore', 'write'), '', ''],
	'GET /members': [see, '', 'members'],
	'POST /members': [admin, 'name email role', 'member temporaryPassword'],
	'PATCH /members/me': [signedIn, 'name email', 'member', '/settings/account profile'],
	'PUT /members/{memberUid}/role': [admin, 'role', 'member', '/settings/members role'],
	'DELETE /members/{memberUid}': [admin, '', '', '/settings/members/[memberUid]/remove'],
	'GET /groups': [see, '', 'groups'],
	'POST /groups': [admin, 'name memberUids', 'group'],
	'PATCH /groups/{groupUid}': [admin, 'name', 'group', '/settings/groups/[groupUid] rename'],
	'PUT /groups/{groupUid}/members': [admin, 'memberUids', 'group'],
	'DELETE /groups/{groupUid}': [admin, '', '', '/settings/groups/[groupUid]/delete'],
	'GET /access-tokens': [signedIn, 'all', 'tokens'],
	'POST /access-tokens': [
		{ who: 'browser' },
		'name abilities listUids allLists expiresAt',
		'token secret'
	],
	'DELETE /access-tokens/{tokenUid}': [
		{ who: 'signed-in', needs: 'own', adminsToo: true },
		'',
		'',
		'/settings/tokens/[tokenUid]/revoke'
	],
	'GET /access-tokens/{tokenUid}/changes': [{ who: 'signed-in', needs: 'own' }, '', 'changes'],
	'POST /access-tokens/{tokenUid}:undo': [
		{ who: 'signed-in', needs: 'own' },
		'since dryRun',
		'undone skipped'
	],
	'GET /requests': [admin, '', 'joinRequests resetRequests'],
	'POST /requests/join/{requestUid}:decide': [admin, 'approve', ''],
	'POST /requests/reset/{requestUid}:decide': [admin, 'approve', ''],
	'GET /public-list': [
		browse,
		'',
		'published instanceName listName items allowJoin openCount updatedAt'
	],
	'GET /activity': [signedIn, '', 'activity unreadCount'],
	'POST /activity:mark-read': [signedIn, '', '', '/activity read'],
	'GET /sessions': [signedIn, '', 'sessions'],
	'DELETE /sessions/{sessionUid}': [
		{ who: 'signed-in', needs: 'own' },
		'',
		'',
		'/settings/sessions end'
	]
};

/** Every address, and who may use it. */
export const rules: Record<string, Rule> = Object.fromEntries(
	Object.entries(promised).map(([address, [rule]]) => [address, rule])
);

type Unaddressed = {
	rule: Rule;
	/** Its input in the household of the published examples. */
	asked: object;
	/** Why it has no address; a tool needs no reason. */
	why?: string;
};

const theList = { listUid: exampleUids.groceries };
const theItem = { itemUid: exampleUids.milk };

/** Operations without an address. A tool among them does what one REST request per item, or several addresses, do. */
export const withoutAddress: Record<string, Unaddressed> = {
	appendToNote: {
		rule: on('edit', 'write'),
		asked: { ...theItem, text: 'or the blue one' }
	},
	changeItems: {
		rule: on('edit', 'write'),
		asked: { items: [{ ...theItem, quantity: '1 l' }] }
	},
	changeList: {
		rule: on('owner', 'write'),
		asked: { ...theList, name: 'Market', archived: true, pinned: false }
	},
	deleteItems: {
		rule: on('edit', 'delete'),
		asked: { itemUids: [exampleUids.milk] }
	},
	fetch: {
		rule: on('reach', 'read'),
		asked: { id: exampleUids.milk }
	},
	getOwnChanges: {
		rule: { who: 'token', ability: 'read' },
		asked: {}
	},
	getPeople: {
		rule: see,
		asked: {}
	},
	getReach: {
		rule: { who: 'member' },
		asked: {}
	},
	moveItems: {
		rule: on('edit', 'write'),
		asked: { itemUids: [exampleUids.milk], afterItemUid: exampleUids.eggs }
	},
	restoreEntries: {
		rule: on('restore', 'write'),
		asked: { uids: [exampleUids.soap] }
	},
	tickItems: {
		rule: on('edit', 'write'),
		asked: { itemUids: [exampleUids.milk], done: true }
	},
	undoOwnChanges: {
		rule: { who: 'token', ability: 'write', readable: true },
		asked: { since: '2026-11-01T00:00:00Z', dryRun: false }
	},
	addLines: {
		rule: on('edit', 'write'),
		asked: {
			...theList,
			lines: [{ label: 'Milk', quantity: '1 l', again: true }, { label: 'Salt' }]
		},
		why: 'only the page reads a pasted text; a client sends items'
	},
	clearTicked: {
		rule: on('edit', 'delete'),
		asked: theList,
		why: 'only the page offers to undo it; a client has the trash'
	},
	untickAll: {
		rule: on('edit', 'write'),
		asked: theList,
		why: 'only the page asks about all that is ticked; a client unticks the items it read'
	},
	compareLines: {
		rule: on('reach', 'read'),
		asked: { ...theList, labels: ['milk', 'salt'] },
		why: 'only the page shows a preview; a client has the list'
	},
	ensureSection: {
		rule: { ...on('edit', 'write'), readable: true },
		asked: { ...theList, name: 'Bakery' },
		why: 'only the page takes a name for the section that is called so; a client has the sections'
	},
	renameSection: {
		rule: { ...on('edit', 'write'), readable: true },
		asked: { sectionUid: exampleUids.dairy, name: 'Cheese' },
		why: 'only the page refuses a name that another section has; a client has the sections'
	},
	findDeletedTogether: {
		rule: see,
		asked: { itemUid: exampleUids.soap },
		why: 'only the pages offer to undo a deletion that they have just made; a client knows what it deleted'
	},
	findEntries: {
		rule: see,
		asked: { uids: [exampleUids.soap] },
		why: 'only the pages ask whether some things are still in the trash; a client asks for the trash'
	},
	findInTrash: {
		rule: see,
		asked: { uid: exampleUids.milk },
		why: 'only the page of a missing address shows it; a client asks for the trash'
	},
	findLists: {
		rule: { who: 'member' },
		asked: { name: 'Groceries' },
		why: 'assistants name a list by its name; a client has the lists'
	},
	followJoin: {
		rule: browse,
		asked: { requestUid: exampleUids.cleo },
		why: 'only the page that waits shows it; a client asks for the status'
	},
	findOwnJoin: {
		rule: browse,
		asked: {},
		why: 'only the pages of the browser that asked show it; a client keeps the uid that it was given'
	},
	followReset: {
		rule: browse,
		asked: { requestUid: exampleUids.forgotten },
		why: 'only the pages show it; a client asks for the status, and got the words when it asked for the reset'
	},
	getRequestsToDecide: {
		rule: admin,
		asked: {},
		why: 'only the pages show them beside the words to compare; a client reads the requests themselves'
	},
	getDatedPage: {
		rule: see,
		asked: { to: '2026-11-30', page: 1 },
		why: 'only the pages show a part at a time; a client asks for the days that it wants'
	},
	getDueDays: {
		rule: see,
		asked: { from: '2026-11-01', to: '2026-11-30', most: 3 },
		why: 'only the calendar shows a few labels of each day; a client reads what is due'
	},
	getTrashPage: {
		rule: see,
		asked: { page: 1 },
		why: 'only the page shows a part at a time; a client asks for the trash'
	},
	getSessionsPage: {
		rule: signedIn,
		asked: { page: 1 },
		why: 'only the page shows a part at a time; a client asks for the sessions'
	},
	endOtherSessions: {
		rule: signedIn,
		asked: {},
		why: 'only the page offers it; a client ends the sessions that it has listed'
	},
	getSharedNames: {
		rule: see,
		asked: {},
		why: 'only the pages of many lists show them; a client asks how one list is shared'
	},
	getSidebar: {
		rule: signedIn,
		asked: { today: '2026-11-20' },
		why: 'only the pages show all of it at once; a client asks for what it shows'
	},
	noteTokenUse: {
		rule: { who: 'member', withTemporaryPassword: true },
		asked: {},
		why: 'nobody asks for it: it comes with whatever else a token is used for'
	},
	placeItem: {
		rule: on('edit', 'write'),
		asked: { ...theItem, sectionUid: exampleUids.dairy, belowItemUids: [exampleUids.eggs] },
		why: 'only the pages move by a step, and offer the way back; a client names the item above'
	},
	searchRows: {
		rule: signedIn,
		asked: { query: 'mil' },
		why: 'only the page ticks what it finds in its place; a client reads the item'
	},
	startSession: {
		rule: browse,
		asked: { email: 'ada@mill.test', password },
		why: 'a browser session lives in a cookie, and only the sign-in page hands it out; a client signs in for a pair'
	}
};

export const ruleOf = ({ name, address }: AnyOperation): Rule | undefined =>
	address ? rules[address] : withoutAddress[name]?.rule;

/** Every MCP tool, and who may use it. Others do not see it in the list, and a call by them is refused with the reason. */
export const toolRules: Record<string, Rule> = Object.fromEntries(
	Object.values(catalogue)
		.filter(({ tool }) => tool)
		.flatMap((operation) => {
			const rule = ruleOf(operation);
			return rule ? [[snakeCase(operation.name), rule]] : [];
		})
);

function snakeCase(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Operations that a bearer token may run and that are no tool, and why. */
export const noTool: Record<string, string> = {
	addItem: 'add_items adds one as well',
	changeItem: 'change_items changes one as well',
	tickItem: 'tick_items ticks one as well',
	moveItem: 'move_items moves one as well',
	deleteItem: 'delete_items deletes one as well',
	renameList: 'change_list renames',
	archiveList: 'change_list archives and brings back',
	setAddsOnTop: 'change_list says where new items go',
	pinList: 'change_list pins',
	getSections: 'get_list tells them',
	createSection: 'add_items and move_items make a section that they name',
	ensureSection: 'add_items and move_items make a section that they name',
	changeSection: 'names and order of sections are for people, who see them',
	renameSection: 'names and order of sections are for people, who see them',
	deleteSection: 'a heading that somebody made is for people to take away',
	restore: 'restore_entries brings one back as well',
	getTrash: 'restore_entries lists what can be restored',
	getTrashPage: 'restore_entries lists what can be restored',
	findEntries: 'restore_entries lists what can be restored',
	findDeletedTogether: 'restore_entries lists what can be restored',
	findInTrash: 'restore_entries lists what can be restored',
	getDatedPage: 'get_dated_items lists what is due',
	getDueDays: 'get_dated_items lists what is due',
	getChanges: 'it keeps a copy of a list up to date; an assistant reads the list',
	getShares: 'get_sharing tells them to the owner',
	getSharedNames: 'get_sharing tells them to the owner',
	getMembers: 'get_people tells them',
	getGroups: 'get_people tells them',
	getMe: 'get_reach tells it',
	findLists: 'every tool that is about a list takes its name',
	addLines: 'add_items adds several as well; an assistant does not paste',
	compareLines: 'add_items says what is on the list already',
	clearTicked: 'clear_done clears what is ticked as well',
	untickAll: 'tick_items unticks the items that get_list names',
	placeItem: 'move_items places one as well',
	getSuggestions: 'they complete what a person types; an assistant reads the list',
	noteTokenUse: 'nobody asks for it: it comes with whatever else a token is used for',

	getSidebar: 'get_lists, get_dated_items and get_activity tell it',
	searchRows: 'search finds the same, and fetch reads it whole',
	getInstance: 'the server introduces itself',
	getPublicList: 'for visitors; a caller with a token reads the lists themselves',
	setUpInstance: 'only where there is no member yet, and so no token',
	signIn: 'hands out credentials',
	startSession: 'hands out credentials',
	refreshPair: 'hands out credentials',
	signOut: 'ends the credential that asks',
	signUp: 'makes a member; for visitors',
	askToJoin: 'for visitors',
	getJoinRequest: 'for visitors',
	followJoin: 'for visitors',
	findOwnJoin: 'for visitors',
	completeJoin: 'for visitors',
	askForReset: 'for visitors',
	getResetRequest: 'for visitors',
	followReset: 'for visitors',
	completeReset: 'for visitors',

	changePassword: 'a password is no assistant’s business',
	changeMe: 'a caller who changes the email can take the account',
	getSessions: 'about credentials, which people look after',
	getSessionsPage: 'about credentials, which people look after',
	endOtherSessions: 'about credentials, which people look after',
	endSession: 'about credentials, which people look after',
	getAccessTokens: 'about credentials, which people look after',
	revokeAccessToken: 'about credentials, which people look after',
	getTokenChanges: 'a token sees what it did itself with get_own_changes',
	undoToken: 'a token undoes what it did itself with undo_own_changes',
	getAbout: 'about the machine, not about lists'
};

/** Exactly the fields of each resource, in the interface's own order. */
export const resources: Record<string, string> = {
	List: 'uid name sharing canEdit isOwner isPinned addsOnTop openCount doneCount createdAt updatedAt archivedAt archivedByName',
	Item: 'uid label quantity dueOn done addedByName doneByName doneAt doneByUid note addedViaToken',
	PlacedItem:
		'uid label quantity dueOn done addedByName doneByName doneAt doneByUid note addedViaToken place sectionUid',
	Section: 'uid name itemUids',
	KnownSection: 'uid name labels',
	DatedItem: 'item listUid listName',
	Member: 'uid name email role mustChangePassword createdAt lastSignedInAt',
	Group: 'uid name members listNames',
	Named: 'uid name',
	AccessToken: 'uid name abilities listNames allLists expiresAt lastUsedAt createdAt memberName',
	Settings: 'name publicSignup publicList defaultLocale',
	PublicListSettings: 'listUid showNames showMeta allowJoin listName',
	JoinRequest: 'requestUid name email message createdAt',
	ResetRequest: 'requestUid member createdAt',
	Session: 'uid device createdAt lastUsedAt isCurrent',
	Instance: 'name version needsSetup publicSignup defaultLocale',
	Abilities: 'read write delete',
	SearchHit: 'kind listUid itemUid text listName label where done archived',
	TrashEntry: 'uid kind name listUid listName deletedAt deletedByName deletedViaToken purgeAt',
	Suggestion: 'label quantity onList',
	PublicItem: 'uid label done quantity dueOn addedByName',
	TokenChange: 'kind listUid itemUid listName label at',
	Skipped: 'itemUid listUid reason',
	Activity: 'uid kind text targetUid createdAt unread outcome'
};

/** Which resource stands in which field of an answer. */
export const resourceOf: Record<string, string[]> = {
	list: ['List'],
	lists: ['List'],
	section: ['Section'],
	sections: ['Section', 'KnownSection'],
	item: ['Item'],
	items: ['Item', 'PlacedItem', 'DatedItem', 'PublicItem'],
	member: ['Member'],
	members: ['Member', 'Named'],
	group: ['Group'],
	groups: ['Group', 'Named'],
	token: ['AccessToken'],
	tokens: ['AccessToken'],
	abilities: ['Abilities'],
	settings: ['Settings'],
	publicList: ['PublicListSettings'],
	joinRequests: ['JoinRequest'],
	resetRequests: ['ResetRequest'],
	sessions: ['Session'],
	hits: ['SearchHit'],
	entries: ['TrashEntry'],
	suggestions: ['Suggestion'],
	changes: ['TokenChange'],
	skipped: ['Skipped'],
	activity: ['Activity']
};
