/** What happened, as events tell it: which thing, never its content. */
export type ChangeKind =
	| `list.${'created' | 'changed' | 'shared' | 'archived' | 'restored' | 'deleted'}`
	| `item.${'added' | 'changed' | 'ticked' | 'unticked' | 'moved' | 'deleted' | 'restored'}`
	| 'pin.changed'
	| 'members.changed'
	| 'groups.changed'
	| 'requests.changed'
	| 'activity.changed'
	| 'settings.changed'
	| 'public-list.changed';

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
