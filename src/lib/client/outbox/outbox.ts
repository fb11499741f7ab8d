import type { Outcome } from './answer';
import { isUnsent, unsentUid, type Act, type Intent } from './intent';
import {
	doneOn,
	intentOf,
	listsIn,
	nextOf,
	withAnswer,
	withFailure,
	withIntent,
	withNextNeighbour,
	without,
	withoutOrphans,
	withRefusal,
	withRetry,
	withUids,
	type Queue
} from './queue';
import { startSender } from './sender';
import type { Line } from './backoff';
import type { Item, Texts } from '$lib/server/items/fields';

/** What changed in a queue, for the device that keeps it and for the other tabs. */
export type QueueChange = { put: Intent[]; removed: string[] };

type Around = {
	line: Line;
	now: () => number;
	newKey: () => string;
	/** Whether this tab sends: one tab of a browser sends for all. */
	maySend: () => boolean;
	/** Keeps a change on the device. `isNews` is false for what every tab finds out by itself. */
	save: (change: QueueChange, isNews: boolean) => void;
	onchange: (queue: Queue) => void;
	onoutcome: (outcome: Outcome) => void;
	/** The items of a list as the server has last said. Undefined where it has said nothing of the list. */
	itemsOf: (listUid: string) => readonly Item[] | undefined;
	/** The server has answered an intent, so its list has to be fetched again. */
	onanswer: (listUid: string) => void;
	onsignedout: () => void;
};

/** The changes that were made on this device and are not at the server yet. They show here at once, and are sent in their order. */
export function openOutbox(around: Around) {
	let queue: Queue = [];
	const rowKeys = new Map<string, string>();
	/** The uids of items that were added here, by their local keys. An undo, for one, may still hold such a key. */
	const sentUids = new Map<string, string>();
	const uidOf = (uid: string): string => sentUids.get(uid) ?? uid;
	const { wake, nudge, stop } = startSender(
		{
			lists: () => listsIn(queue),
			next: (listUid) => (around.maySend() ? nextOf(queue, listUid) : undefined),
			settle
		},
		around.line
	);

	function become(next: Queue, isNews = true): void {
		const change = changeBetween(queue, next);
		// Every kept list is fetched, and after most answers nothing has changed in the queue.
		if (change.put.length + change.removed.length === 0) return;
		queue = next;
		around.save(change, isNews);
		around.onchange(queue);
	}

	function settle({ key, kind, itemUid, listUid }: Intent, outcome: Outcome): void {
		around.onoutcome(outcome);
		if (outcome.is === 'signed-out') return around.onsignedout();
		if (outcome.is === 'done' && kind === 'add' && outcome.item)
			learnUid(itemUid, outcome.item.uid);
		become(settled(key, listUid, outcome));
		if (outcome.is !== 'lost') around.onanswer(listUid);
	}

	function learnUid(unsent: string, uid: string): void {
		rowKeys.set(uid, unsent);
		sentUids.set(unsent, uid);
	}

	function settled(
		key: string,
		listUid: string,
		outcome: Exclude<Outcome, { is: 'signed-out' }>
	): Queue {
		if (outcome.is === 'done') return withAnswer(queue, key, outcome.item);
		if (outcome.is === 'refused') return withRefusal(queue, key, outcome.refusal);
		if (outcome.is === 'lost') return withFailure(queue, key);
		const listed = around.itemsOf(listUid);
		// What was added here may be missing in what the server has last said.
		return withNextNeighbour(
			queue,
			key,
			around.newKey(),
			(uid) => rowKeys.has(uid) || (listed?.some((item) => item.uid === uid) ?? true)
		);
	}

	function act(listUid: string, made: Act): void {
		const stamp = { key: around.newKey(), listUid, madeAt: around.now() };
		const intent = intentOf(queue, withUids(made, uidOf), stamp);
		become(withoutOrphans(withIntent(queue, intent)));
		wake();
	}

	function receive(...changes: QueueChange[]): void {
		changes.forEach(takeOver);
		around.onchange(queue);
		for (const { state, listUid } of changes.flatMap(({ put }) => put))
			if (state !== 'waiting') around.onanswer(listUid);
		wake();
	}

	function takeOver({ put, removed }: QueueChange): void {
		for (const { key, answered } of put) {
			const held = queue.find((intent) => intent.key === key);
			if (held?.kind === 'add' && answered && isUnsent(held.itemUid))
				learnUid(held.itemUid, answered.uid);
		}
		const rest = queue.filter(({ key }) => !removed.includes(key));
		const taken = put.reduce(withIntent, rest as Queue);
		queue = taken.map((intent) => withUids(intent, uidOf));
		// The tab that learned the uid may not have known of this intent yet.
		const renamed = queue.filter((intent, index) => intent !== taken[index]);
		if (renamed.length > 0) around.save({ put: renamed, removed: [] }, false);
	}

	return {
		queue: (): Queue => queue,
		/** An item that was added here keeps the row that it had before it was sent. */
		rowKeyOf: (itemUid: string): string => rowKeys.get(itemUid) ?? itemUid,
		act,
		/** Returns the local key that stands for the item until it is sent. */
		add(listUid: string, texts: Texts): string {
			const itemUid = unsentUid(around.newKey());
			const listed = around.itemsOf(listUid) ?? [];
			const written = queue.flatMap((made) =>
				'texts' in made ? { ...made.texts, uid: made.itemUid } : []
			);
			const beside = [...listed, ...written].flatMap(({ uid, label }) =>
				label === texts.label ? uid : []
			);
			act(listUid, { kind: 'add', itemUid, texts, beside });
			return itemUid;
		},
		again(key: string, edited?: Partial<Intent>): void {
			become(withRetry(queue, key, { key: around.newKey(), madeAt: around.now() }, edited));
			wake();
		},
		discard: (key: string): void => become(without(queue, key)),
		/** Takes over what another tab did. */
		receive,
		/** Takes over what the device kept. */
		receiveKept(changes: QueueChange[]): void {
			receive(...changes);
			become(withoutOrphans(queue));
		},
		/** Call this before a list is fetched, and the returned function once the answer is in: it drops the done intents that the answer shows. */
		beforeAnswer(listUid: string): () => void {
			const done = new Set(doneOn(queue, listUid));
			return () =>
				become(
					queue.filter(({ key }) => !done.has(key)),
					false
				);
		},
		nudge,
		stop
	};
}

function changeBetween(before: Queue, after: Queue): QueueChange {
	const known = new Map(before.map((intent) => [intent.key, intent]));
	const remaining = new Set(after.map(({ key }) => key));
	return {
		put: after.filter((intent) => known.get(intent.key) !== intent),
		removed: before.filter(({ key }) => !remaining.has(key)).map(({ key }) => key)
	};
}
