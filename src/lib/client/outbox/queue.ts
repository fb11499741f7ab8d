import { isKnown, isUnsent, type Act, type Intent, type Refusal } from './intent';
import type { Item } from '$lib/server/items/fields';

/** The intents of one person on one device, in the order they were made. A queue is never changed: functions return another one. */
export type Queue = readonly Intent[];

type Made = { key: string; listUid: string; madeAt: number };

/** The order never goes back, even where the clock does. */
export function intentOf(queue: Queue, act: Act, made: Made): Intent {
	const order = Math.max(made.madeAt, (queue.at(-1)?.order ?? 0) + 1);
	return { ...act, ...made, order, state: 'waiting', failures: 0 };
}

export const withIntent = (queue: Queue, intent: Intent): Queue =>
	[...queue.filter(({ key }) => key !== intent.key), asKnownHere(intent)].sort(byOrder);

/** After a rollback, what this build does not know must not hold up the rest. The build that knows it sends it. */
function asKnownHere(intent: Intent): Intent {
	if (intent.state === 'waiting' && !isKnown(intent)) return { ...intent, state: 'refused' };
	const isKnownAgain = intent.state === 'refused' && !intent.refusal && isKnown(intent);
	return isKnownAgain ? { ...intent, state: 'waiting' } : intent;
}

/**
 * What to send next for a list. Refused intents are skipped, and so are those about an item that was added here and is not at
 * the server yet.
 */
export const nextOf = (queue: Queue, listUid: string): Intent | undefined =>
	queue.find(
		(intent) =>
			intent.listUid === listUid &&
			intent.state === 'waiting' &&
			(intent.kind === 'add' || !isUnsent(intent.itemUid))
	);

/** What waits to be sent. What was done to an item that could not be added waits for the decision about that item. */
export function waitingIn(queue: Queue): Queue {
	const isRefusedAdd = ({ kind, state }: Intent) => kind === 'add' && state === 'refused';
	const notAdded = new Set(queue.filter(isRefusedAdd).map(({ itemUid }) => itemUid));
	return queue.filter(({ state, itemUid }) => state === 'waiting' && !notAdded.has(itemUid));
}

export const listsIn = (queue: Queue): string[] => [
	...new Set(queue.map(({ listUid }) => listUid))
];

/** Marks an intent as done. If it added an item, every intent about that item gets its uid from the server. */
export function withAnswer(queue: Queue, key: string, answered?: Item): Queue {
	const sent = queue.find((intent) => intent.key === key);
	if (!sent) return queue;
	const done = changed(queue, key, { state: 'done', ...(answered && { answered }) });
	return sent.kind === 'add' && answered ? renamed(done, sent.itemUid, answered.uid) : done;
}

export const withRefusal = (queue: Queue, key: string, refusal: Refusal): Queue =>
	changed(queue, key, { state: 'refused', refusal });

export const withFailure = (queue: Queue, key: string): Queue =>
	queue.map((intent) =>
		intent.key === key ? { ...intent, failures: intent.failures + 1 } : intent
	);

/**
 * The neighbour of a move is gone: the next nearest that `mayBeThere` takes its place. That is another request, so it has a new
 * idempotency key.
 */
export const withNextNeighbour = (
	queue: Queue,
	key: string,
	newKey: string,
	mayBeThere: (itemUid: string) => boolean
): Queue =>
	queue.map((intent) =>
		intent.key === key && intent.kind === 'move'
			? { ...intent, key: newKey, below: neighboursOf(intent).slice(1).filter(mayBeThere) }
			: intent
	);

/** Queues a refused intent again under a new key, as the last of all. `edited` replaces parts of it. */
export function withRetry(
	queue: Queue,
	key: string,
	again: { key: string; madeAt: number },
	edited: Partial<Intent> = {}
): Queue {
	const refused = queue.find((intent) => intent.key === key);
	if (!refused) return queue;
	const rest = queue.filter((intent) => intent !== refused);
	const { refusal: _settled, ...act } = refused;
	const made = { ...again, listUid: refused.listUid };
	return withIntent(rest, { ...intentOf(queue, act, made), ...edited } as Intent);
}

/** Takes an intent out. If it would have added an item, all other intents about that item go with it. */
export function without(queue: Queue, key: string): Queue {
	const dropped = queue.find((intent) => intent.key === key);
	if (!dropped) return queue;
	const isOfIt = ({ itemUid }: Intent) =>
		dropped.kind === 'add' && isUnsent(dropped.itemUid) && itemUid === dropped.itemUid;
	return queue.filter((intent) => intent !== dropped && !isOfIt(intent));
}

/** Takes out intents about an unsent item that no intent here adds: they could never be sent. */
export function withoutOrphans(queue: Queue): Queue {
	const isAdd = ({ kind }: Intent) => kind === 'add';
	const added = new Set(queue.filter(isAdd).map(({ itemUid }) => itemUid));
	return queue.filter(({ itemUid }) => !isUnsent(itemUid) || added.has(itemUid));
}

/** The act with every item that it names under the uid that `uidOf` has for it; the same object where all keep theirs. */
export function withUids<Made extends Act>(made: Made, uidOf: (uid: string) => string): Made {
	const { itemUid, below, beside, was }: Names = made;
	const named = [itemUid, ...(below ?? []), ...(beside ?? [])];
	if (named.every((uid) => uidOf(uid) === uid)) return made;
	return {
		...made,
		itemUid: uidOf(itemUid),
		...(below && { below: below.map(uidOf) }),
		...(beside && { beside: beside.map(uidOf) }),
		...(was && { was: { ...was, uid: uidOf(was.uid) } })
	};
}

type Names = { itemUid: string; below?: string[]; beside?: string[]; was?: Item };

/** The keys of the done intents of a list. The answer to any request from now on shows all of them. */
export const doneOn = (queue: Queue, listUid: string): string[] =>
	queue
		.filter((intent) => intent.listUid === listUid && intent.state === 'done')
		.map(({ key }) => key);

export const neighboursOf = ({ below }: { below: string[] }): string[] =>
	below.filter((uid) => !isUnsent(uid));

const byOrder = (one: Intent, other: Intent): number =>
	one.order - other.order || (one.key < other.key ? -1 : 1);

function changed(queue: Queue, key: string, change: Partial<Intent>): Queue {
	return queue.map((intent) =>
		intent.key === key ? ({ ...intent, ...change } as Intent) : intent
	);
}

const renamed = (queue: Queue, from: string, to: string): Queue =>
	queue.map((intent) => withUids(intent, (uid) => (uid === from ? to : uid)));
