/** What becomes of the thing: whether it stays where it is, and whether it was there before and is afterwards. */
export type Effect = 'made' | 'stays' | 'moved' | 'deleted' | 'restored';

type Kind = {
	/** What happened, in the published document. */
	said: string;
	/** What it happened to. The sections of a list are undone apart from the rest of it. */
	of: 'item' | 'list' | 'sections' | 'household';
	effect: Effect;
	/** Whether somebody may reach a list now who did not, or no longer does. */
	changesReach: boolean;
	/** Who is told, where that is not those who reach the list, and everybody where there is none. */
	hears?: 'admins' | 'whoDidIt';
};

const ofItem = { of: 'item', changesReach: false } as const;
const ofList = { of: 'list' } as const;
const ofHousehold = { of: 'household', effect: 'stays' } as const;

/** What can happen, as events tell it: which thing, never its content. */
export const changeKinds = {
	'list.created': { ...ofList, effect: 'made', changesReach: false, said: 'A list was made.' },
	'list.changed': {
		...ofList,
		effect: 'stays',
		changesReach: false,
		said: 'A list was renamed, or an access token that its items name has ended.'
	},
	'list.shared': {
		...ofList,
		effect: 'stays',
		changesReach: true,
		said: 'Who shares a list, or may change it, was set anew.'
	},
	'list.archived': {
		...ofList,
		effect: 'stays',
		changesReach: false,
		said: 'A list was archived.'
	},
	'list.restored': {
		...ofList,
		effect: 'restored',
		changesReach: false,
		said: 'A list came back from the archive or the trash.'
	},
	'list.deleted': {
		...ofList,
		effect: 'deleted',
		changesReach: false,
		said: 'A list went into the trash.'
	},
	'list.sectioned': {
		of: 'sections',
		effect: 'stays',
		changesReach: false,
		said: 'The sections of a list were made, renamed, ordered or deleted.'
	},
	'item.added': { ...ofItem, effect: 'made', said: 'An item was added.' },
	'item.changed': {
		...ofItem,
		effect: 'stays',
		said: 'A text of an item was changed, such as its label or its note.'
	},
	'item.ticked': { ...ofItem, effect: 'stays', said: 'An item was ticked.' },
	'item.unticked': { ...ofItem, effect: 'stays', said: 'The tick was taken off an item.' },
	'item.moved': {
		...ofItem,
		effect: 'moved',
		said: 'An item was moved, on its list, to another section or to this list.'
	},
	'item.deleted': { ...ofItem, effect: 'deleted', said: 'An item went into the trash.' },
	'item.restored': { ...ofItem, effect: 'restored', said: 'An item came back from the trash.' },
	'pin.changed': {
		...ofList,
		effect: 'stays',
		changesReach: false,
		said: 'You pinned a list, or took the pin from it. Nobody else is told.',
		hears: 'whoDidIt'
	},
	'members.changed': {
		...ofHousehold,
		changesReach: false,
		said: 'Somebody came or went, or something about a member was changed.'
	},
	'groups.changed': {
		...ofHousehold,
		changesReach: true,
		said: 'A group was made, changed or deleted.'
	},
	'requests.changed': {
		...ofHousehold,
		changesReach: false,
		said: 'Somebody asks to join or for a new password, or was answered. Only admins in a browser are told.',
		hears: 'admins'
	},
	'activity.changed': {
		...ofHousehold,
		changesReach: false,
		said: 'Something under Activity is new for you, or is attended to. No access token is told.'
	},
	'settings.changed': {
		...ofHousehold,
		changesReach: false,
		said: 'The settings of the instance were changed. Only admins in a browser are told.',
		hears: 'admins'
	},
	'public-list.changed': {
		...ofHousehold,
		changesReach: false,
		said: 'What the public list shows was changed. It is all that the stream of the public list tells.'
	}
} satisfies Record<string, Kind>;

export type ChangeKind = keyof typeof changeKinds;

/** The kinds of what happens to such a thing. */
export type KindsOf<Thing extends Kind['of']> = {
	[Name in ChangeKind]: (typeof changeKinds)[Name]['of'] extends Thing ? Name : never;
}[ChangeKind];

/** What is known of a kind; undefined of one that only another version knows. */
export function aboutKind(kind: string): Kind | undefined {
	const known: Record<string, Kind> = changeKinds;
	return known[kind];
}

/** The kinds of which this is so. */
export const kindsWhere = (isSo: (kind: Kind) => boolean): string[] =>
	Object.entries<Kind>(changeKinds).flatMap(([name, kind]) => (isSo(kind) ? [name] : []));

/** The kinds by which a list is made. */
export const listMaking = kindsWhere(({ of, effect }) => of === 'list' && effect === 'made');

/** Who is told of it; of a kind that only another version knows, all who reach the list. */
export const whoHears = (kind: string): Kind['hears'] => aboutKind(kind)?.hears;

export type Change = {
	kind: ChangeKind;
	listUid?: string;
	itemUid?: string;
	/** Any item of the list may read differently now; of every list where none is named. */
	everyItem?: true;
	/** The one member whom it concerns, where it is not everybody's. */
	toUid?: string;
	/** What was there before; kept for what comes through a token, so that it can be taken back. */
	was?: Was;
	/** What asks for somebody's attention because of this. */
	notice?: Notice;
	/** What need not be attended to any more: the request is decided. */
	settles?: { targetUid: string; outcome: ActivityOutcome };
	/** What its own member has attended to with this. */
	attends?: { memberUid: string; targetUid: string };
};

/** Enough to put a thing back as it was. Of an item that was added, or deleted, its uid says it all. */
export type Was = Record<string, string | number | boolean | null | string[]>;

export type Notice = {
	/** The members to tell, or all admins. */
	to: string[] | 'admins';
	kind: ActivityKind;
	/** `saying` in saying.ts. */
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
