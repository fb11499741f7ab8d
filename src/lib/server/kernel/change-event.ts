/** What a Change does to a thing. This tells whether the thing was there before and is there afterwards. */
export type Effect = 'made' | 'stays' | 'moved' | 'deleted' | 'restored';

type Kind = {
	/** What happened, in the published document. */
	said: string;
	/** What it happened to. The sections of a list are undone apart from the rest of it. */
	of: 'item' | 'list' | 'sections' | 'household';
	effect: Effect;
	/** Whether somebody may reach a list now that they did not reach before, or the other way round. */
	changesReach: boolean;
	/** Who is told. Absent for those who reach the list, or for everybody where there is no list. */
	hears?: 'admins' | 'whoDidIt';
};

const ofItem = { of: 'item', changesReach: false } as const;
// Kinds of a list and of the household say themselves whether they change reach, so that this cannot be forgotten.
const ofList = { of: 'list' } as const;
const ofHousehold = { of: 'household', effect: 'stays' } as const;

/** What can happen. An event names the thing and never its content. */
export const changeKinds = {
	'list.created': { ...ofList, changesReach: false, effect: 'made', said: 'A list was created.' },
	'list.changed': {
		...ofList,
		changesReach: false,
		effect: 'stays',
		said: 'A list was renamed, or an access token that its items name has ended.'
	},
	'list.shared': {
		...ofList,
		effect: 'stays',
		changesReach: true,
		said: 'The sharing of a list was changed: who reaches it, or who may change it.'
	},
	'list.archived': {
		...ofList,
		changesReach: false,
		effect: 'stays',
		said: 'A list was archived.'
	},
	'list.restored': {
		...ofList,
		changesReach: false,
		effect: 'restored',
		said: 'A list was unarchived, or restored from the trash.'
	},
	'list.deleted': {
		...ofList,
		changesReach: false,
		effect: 'deleted',
		said: 'A list was moved to the trash.'
	},
	'list.sectioned': {
		of: 'sections',
		effect: 'stays',
		changesReach: false,
		said: 'Sections of a list were created, renamed, reordered or deleted.'
	},
	'item.added': { ...ofItem, effect: 'made', said: 'An item was added.' },
	'item.changed': {
		...ofItem,
		effect: 'stays',
		said: 'A text of an item was changed, such as its label or its note.'
	},
	'item.ticked': { ...ofItem, effect: 'stays', said: 'An item was ticked.' },
	'item.unticked': { ...ofItem, effect: 'stays', said: 'An item was unticked.' },
	'item.moved': {
		...ofItem,
		effect: 'moved',
		said: 'An item was moved within its list, to another section, or to this list.'
	},
	'item.deleted': { ...ofItem, effect: 'deleted', said: 'An item was moved to the trash.' },
	'item.restored': { ...ofItem, effect: 'restored', said: 'An item was restored from the trash.' },
	'pin.changed': {
		...ofList,
		changesReach: false,
		effect: 'stays',
		said: 'You pinned or unpinned a list. Only you receive this event.',
		hears: 'whoDidIt'
	},
	'members.changed': {
		...ofHousehold,
		changesReach: false,
		said: 'A member joined or was removed, or something about a member was changed.'
	},
	'groups.changed': {
		...ofHousehold,
		changesReach: true,
		said: 'A group was created, changed or deleted.'
	},
	'requests.changed': {
		...ofHousehold,
		changesReach: false,
		said: 'Somebody asked to join or for a new password, or such a request was decided. Only admins in a browser receive this event.',
		hears: 'admins'
	},
	'activity.changed': {
		...ofHousehold,
		changesReach: false,
		said: 'Something under Activity is new for you, or has been dealt with. Access tokens do not receive this event.'
	},
	'settings.changed': {
		...ofHousehold,
		changesReach: false,
		said: 'The settings of the instance were changed. Only admins in a browser receive this event.',
		hears: 'admins'
	},
	'public-list.changed': {
		...ofHousehold,
		changesReach: false,
		said: 'What the public list shows was changed. The stream of the public list sends no other kind.'
	}
} satisfies Record<string, Kind>;

export type ChangeKind = keyof typeof changeKinds;

/** The kinds of Change that such a thing can have. */
export type KindsOf<Thing extends Kind['of']> = {
	[Name in ChangeKind]: (typeof changeKinds)[Name]['of'] extends Thing ? Name : never;
}[ChangeKind];

/** What is known of a kind; undefined for a kind that only another version knows. */
export function aboutKind(kind: string): Kind | undefined {
	const known: Record<string, Kind> = changeKinds;
	return known[kind];
}

export const kindsWhere = (isSo: (kind: Kind) => boolean): string[] =>
	Object.entries<Kind>(changeKinds).flatMap(([name, kind]) => (isSo(kind) ? [name] : []));

/** Whether a Change of this kind makes a list, or puts one into the trash. */
export const makesList = (kind: string): boolean => doesToList(kind, 'made');
export const deletesList = (kind: string): boolean => doesToList(kind, 'deleted');

function doesToList(kind: string, effect: Effect): boolean {
	const known = aboutKind(kind);
	return known?.of === 'list' && known.effect === effect;
}

/** Who is told of a Change; see `Kind`. Of a kind that only another version knows, all who reach the list are told. */
export const whoHears = (kind: string): Kind['hears'] => aboutKind(kind)?.hears;

export type Change = {
	kind: ChangeKind;
	listUid?: string;
	itemUid?: string;
	/** Any item of the list may read differently now; of every list where none is named. */
	everyItem?: true;
	/** The one member whom it concerns, if it does not concern everybody. */
	toUid?: string;
	/** The state before. Stored only for a Change through a token, so that it can be undone. */
	was?: Was;
	/** The entry that this makes under Activity. */
	notice?: Notice;
	/** Gives the entries about `targetUid` under Activity this outcome: the request is decided. */
	settles?: { targetUid: string; outcome: ActivityOutcome };
	/** Marks the member's entries about `targetUid` under Activity as read. */
	attends?: { memberUid: string; targetUid: string };
};

/** What an undo needs to restore a thing. For an item that was added or deleted, the uid is enough. */
export type Was = Record<string, string | number | boolean | null | string[]>;

export type Notice = {
	/** The members to tell, or all admins. */
	to: string[] | 'admins';
	kind: ActivityKind;
	/** As `saying` in saying.ts makes it. */
	text: string;
	targetUid: string;
};

export const activityKinds = [
	'ACTIVITY_KIND_JOIN_REQUEST',
	'ACTIVITY_KIND_RESET_REQUEST',
	'ACTIVITY_KIND_LIST_SHARED',
	'ACTIVITY_KIND_CONFLICT',
	'ACTIVITY_KIND_TOKEN_USED',
	'ACTIVITY_KIND_SIGN_IN',
	'ACTIVITY_KIND_PASSWORD_RESET'
] as const;
type ActivityKind = (typeof activityKinds)[number];

export const activityOutcomes = ['ACTIVITY_OUTCOME_APPROVED', 'ACTIVITY_OUTCOME_IGNORED'] as const;
type ActivityOutcome = (typeof activityOutcomes)[number];
