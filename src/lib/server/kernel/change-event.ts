type Kind = {
	said: string;
	/** Who is told, where that is not those who reach the list, and everybody where there is none. */
	hears?: 'admins' | 'whoDidIt';
};

/** What can happen, as events tell it: which thing, never its content. */
export const changeKinds = {
	'list.created': { said: 'A list was made.' },
	'list.changed': { said: 'A list was renamed, or an access token that its items name has ended.' },
	'list.shared': { said: 'Who shares a list, or may change it, was set anew.' },
	'list.archived': { said: 'A list was archived.' },
	'list.restored': { said: 'A list came back from the archive or the trash.' },
	'list.deleted': { said: 'A list went into the trash.' },
	'list.sectioned': { said: 'The sections of a list were made, renamed, ordered or deleted.' },
	'item.added': { said: 'An item was added.' },
	'item.changed': { said: 'The label, quantity, due date or note of an item was changed.' },
	'item.ticked': { said: 'An item was ticked.' },
	'item.unticked': { said: 'The tick was taken off an item.' },
	'item.moved': { said: 'An item was moved, on its list, to another section or to this list.' },
	'item.deleted': { said: 'An item went into the trash.' },
	'item.restored': { said: 'An item came back from the trash.' },
	'pin.changed': {
		said: 'You pinned a list, or took the pin from it. Nobody else is told.',
		hears: 'whoDidIt'
	},
	'members.changed': { said: 'Somebody came or went, or something about a member was changed.' },
	'groups.changed': { said: 'A group was made, changed or deleted.' },
	'requests.changed': {
		said: 'Somebody asks to join or for a new password, or was answered. Only admins in a browser are told.',
		hears: 'admins'
	},
	'activity.changed': {
		said: 'Something under Activity is new for you, or is attended to. No access token is told.'
	},
	'settings.changed': {
		said: 'The settings of the instance were changed. Only admins in a browser are told.',
		hears: 'admins'
	},
	'public-list.changed': {
		said: 'What the public list shows was changed. It is all that the stream of the public list tells.'
	}
} satisfies Record<string, Kind>;

export type ChangeKind = keyof typeof changeKinds;

/** Who is told of it; of a kind that only another version knows, all who reach the list. */
export function whoHears(kind: string): Kind['hears'] {
	const known: Record<string, Kind> = changeKinds;
	return known[kind]?.hears;
}

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
	/** `saying` in said.ts. */
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
export type ActivityKind = (typeof activityKinds)[number];

export const activityOutcomes = ['ACTIVITY_OUTCOME_APPROVED', 'ACTIVITY_OUTCOME_IGNORED'] as const;
export type ActivityOutcome = (typeof activityOutcomes)[number];
