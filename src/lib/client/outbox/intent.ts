import { noTexts } from '../item-texts';
import type { Item, Texts } from '$lib/server/items/fields';

/** What somebody did to an item. Until it is sent, an item that was added here has a local key in place of its uid. */
export type Act = Deed & {
	/** The item's label at that time. A refusal names the item by it once the item is gone. */
	label?: string;
};

type Deed =
	| { kind: 'tick' | 'untick' | 'remove'; itemUid: string }
	/** `beside` names the items of the same label that were there before. An older build named none. */
	| { kind: 'add'; itemUid: string; texts: Texts; beside?: string[] }
	/** `seen` is what the member saw before editing: the edit is refused where somebody has changed that since. */
	| { kind: 'edit'; itemUid: string; texts: Partial<Texts>; seen: Seen }
	/**
	 * `below` names the items of its section that stood above the new place, the nearest first; none is the top. The section is
	 * left out where the list has none, and "" where it is in none of them.
	 */
	| { kind: 'move'; itemUid: string; below: string[]; sectionUid?: string }
	/** Brings back a removed item. It is shown at once where `was` tells how it was. */
	| { kind: 'restore'; itemUid: string; below: string[]; was?: Item & { sectionUid?: string } };

export type Seen = { expectedLabel?: string; expectedNote?: string };

export type Refusal = { status: number; sentence: string };

/** An act on its way to the server. A done intent is kept until its list has been fetched by a request that began after it was done. */
export type Intent = Act & {
	/** The idempotency key. */
	key: string;
	listUid: string;
	/** Grows from one intent to the next. */
	order: number;
	/** When it was made, in milliseconds since 1970. */
	madeAt: number;
	state: 'waiting' | 'done' | 'refused';
	/** How often it was sent without an answer. */
	failures: number;
	/** Missing where an intent is refused because this build does not know its kind. */
	refusal?: Refusal;
	/** The item as the server answered. */
	answered?: Item;
};

/** Whether a stored value is an intent: nothing else may be in a queue. */
export function isIntent(value: unknown): value is Intent {
	const stored = Object(value);
	const areAll = (type: string, ...names: string[]) =>
		names.every((name) => typeof stored[name] === type);
	return (
		areAll('string', 'key', 'kind', 'itemUid', 'listUid', 'state') &&
		areAll('number', 'order', 'madeAt', 'failures')
	);
}

const kinds = {
	tick: 1,
	untick: 1,
	remove: 1,
	add: 1,
	edit: 1,
	move: 1,
	restore: 1
} satisfies Record<Act['kind'], 1>;

/** Whether this build knows how to send it. A newer build may have kept an intent of another kind. */
export const isKnown = ({ kind }: Act): boolean => kind in kinds;

export const isTick = ({ kind }: Act): boolean => kind === 'tick' || kind === 'untick';

const unsentPrefix = 'new_';

export const unsentUid = (key: string): string => unsentPrefix + key;

/** Whether the server does not know the item yet. */
export const isUnsent = (itemUid: string): boolean => itemUid.startsWith(unsentPrefix);

export type Me = { uid: string; name: string };

/** What somebody wrote in an intent; "" where they wrote nothing. */
export function textOf(intent: Intent): string {
	if (intent.kind !== 'add' && intent.kind !== 'edit') return '';
	return Object.values({ ...noTexts, ...intent.texts })
		.filter(Boolean)
		.join('\n');
}
