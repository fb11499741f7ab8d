import { getContext, setContext } from 'svelte';
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { newKey } from '../idempotency-key';
import { isTick, textOf, type Act, type Intent, type Me } from '../outbox/intent';
import { latestNote, latestTick } from '../outbox/latest';
import type { Line } from '../outbox/backoff';
import { openOutbox } from '../outbox/outbox';
import { listsIn, waitingIn, type Queue } from '../outbox/queue';
import { refusedElsewhere, shownItems, type ShownItem } from '../outbox/shown';
import type { About } from './database';
import { openDevice } from './device.svelte';
import { openFeed, type Fed } from './feed';
import { endEverywhere, forgetDevice, isSessionEnded } from './forget';
import {
	includesEvent,
	isNewer,
	openIn,
	outdated,
	type ListState,
	type PlacedItem,
	type Section,
	type Version
} from './list-state';
import type { List } from '$lib/server/lists/list';
import { pause } from './pause';
import { shownOnce } from './shown-once';
import { becomeSender, openChannel, type Told } from './tabs';

/** A change that is not sent after this long is marked as late. */
const lateAfterMs = 3_000;
/** How often it is stored that a list is open, in milliseconds: its page is loaded again after each change of others. */
const noteOpenedEveryMs = 3_600_000;

/**
 * The lists as the server last said, what was done here since, and both together as they are shown. `onover` is called where
 * a list is out of reach or nobody is signed in any more.
 */
export function openStore(me: () => Me, onover: () => void = () => {}) {
	const lists = new SvelteMap<string, ListState>();
	const device = openDevice(() => queue);
	let queue = $state.raw<Queue>([]);
	let isLost = $state(false);
	let hasEnded = $state(false);
	let isEnding = false;
	/** Whether the device keeps what is not sent until its member signs in again. */
	let staysKept = $state(false);
	let isOfOther = $state(false);
	let now = $state(Date.now());
	let isSender = () => false;
	const fresh = new SvelteSet<string>();
	/** The uids of items that were ticked or unticked since the page was opened, each with the uid of its list. */
	const tapped = new SvelteMap<string, string>();
	let countsHere = $state.raw<() => CountsSince>();
	let tell: ReturnType<typeof openChannel>['tell'] | undefined;

	const line: Line = {
		fetch: (...asked) => fetch(...asked),
		pause,
		timeout: pause,
		random: Math.random
	};
	const outbox = openOutbox({
		line,
		now: Date.now,
		newKey,
		maySend: () => isSender(),
		save(change, isNews) {
			device.saveQueue(change);
			if (isNews) tell?.({ is: 'queue', memberUid: me().uid, change });
		},
		onchange: (changed) => (queue = changed),
		isOnList: (listUid, itemUid) =>
			lists.get(listUid)?.items.some(({ uid }) => uid === itemUid) ?? true,
		onanswer: (listUid) => void feed.refresh(listUid),
		onoutcome: (outcome) => (isLost = outcome.is === 'lost'),
		onsignedout: () => void end()
	});

	const feed = openFeed({
		line,
		now: Date.now,
		beforeAnswer: outbox.beforeAnswer,
		stateOf: (listUid) => lists.get(listUid),
		onfed
	});

	function onfed(listUid: string, fed: Fed): void {
		isLost = fed.is === 'lost';
		if (fed.is === 'fed') take(fed.state);
		if (fed.is === 'signed-out') void end();
		if (fed.is !== 'gone') return;
		remove(listUid);
		onover();
	}

	function remove(listUid: string): void {
		lists.delete(listUid);
		fresh.delete(listUid);
		device.removeList(listUid);
		for (const intent of queueOf(listUid)) if (isSettled(intent)) outbox.discard(intent.key);
	}

	function take(state: ListState): void {
		fresh.add(state.uid);
		lists.set(state.uid, state);
		device.saveList(state);
	}

	/** Nobody is signed in here any more. The device forgets, unless the session has expired: then sign-in removes the lists. */
	async function end(): Promise<void> {
		if (isEnding) return;
		isEnding = true;
		stopAsking();
		await device.saved();
		const wasEnded = await isSessionEnded();
		staysKept = !wasEnded && device.keeping === 'kept';
		if (!staysKept) device.close();
		await endEverywhere(wasEnded ? forgetDevice : undefined);
		hasEnded = true;
		onover();
	}

	function close(): void {
		stopAsking();
		device.close();
	}

	function stopAsking(): void {
		outbox.stop();
		feed.stop();
	}

	function hear(told: Told): void {
		if (told.is === 'queue' && told.memberUid === me().uid) return outbox.receive(told.change);
		if (told.is === 'opened') isOfOther = told.memberUid !== me().uid;
		if (told.is === 'ended') return void end();
		if (isEnding || told.memberUid === me().uid) return;
		isEnding = hasEnded = true;
		close();
		onover();
	}

	/** Opens what is kept and begins to send; ends with `signal`. */
	async function start(about: About, signal: AbortSignal): Promise<void> {
		const channel = openChannel(hear);
		tell = channel.tell;
		tell({ is: 'opened', memberUid: about.uid });
		signal.addEventListener('abort', () => {
			channel.close();
			close();
		});
		await device.open(about, (kept) => {
			for (const state of kept.lists) if (isNews(state)) lists.set(state.uid, state);
			outbox.receiveKept(kept.intents);
		});
		if (signal.aborted) return;
		isSender = becomeSender(outbox.nudge, signal);
		if (isSender()) outbox.nudge();
	}

	function itemIn(itemUid: string): PlacedItem | undefined {
		for (const listUid of fresh) {
			const item = lists.get(listUid)?.items.find(({ uid }) => uid === itemUid);
			if (item) return item;
		}
	}

	function isNews({ uid, version }: ListState): boolean {
		const held = lists.get(uid);
		return !held || isNewer(version, held.version);
	}

	function act(listUid: string, made: Act): void {
		if (isTick(made)) {
			tapped.set(made.itemUid, listUid);
			dropRefusedTicks(made.itemUid);
		}
		const label = lists.get(listUid)?.items.find(({ uid }) => uid === made.itemUid)?.label;
		outbox.act(listUid, { ...(label && { label }), ...made });
		markLate();
	}

	const markLate = () => setTimeout(() => (now = Date.now()), lateAfterMs);

	/** A new tick of an item replaces its earlier ones that were refused. */
	function dropRefusedTicks(itemUid: string): void {
		for (const intent of queue)
			if (intent.itemUid === itemUid && intent.state === 'refused' && isTick(intent))
				outbox.discard(intent.key);
	}

	/** The uids of the lists that the queue changes, as one string: it stays equal while an intent only changes its state. */
	const queued = $derived(listsIn(queue.filter(({ state }) => state !== 'refused')).join());
	const queueOf = (listUid: string): Queue => queue.filter((intent) => intent.listUid === listUid);
	const shownOf = shownOnce((listUid, { items = [], list, sections } = {}) =>
		shownItems(items, queueOf(listUid), me(), { addsOnTop: list?.addsOnTop, sections }).map(
			(item) => {
				const key = outbox.rowKeyOf(item.uid);
				return key === item.key ? item : { ...item, key };
			}
		)
	);
	const itemsOf = (listUid: string): ShownItem[] => shownOf(listUid, lists.get(listUid), queue);
	const isLate = ({ state, failures, madeAt }: Intent): boolean =>
		state === 'waiting' && (failures > 0 || now - madeAt >= lateAfterMs);

	return {
		start,
		act,
		add: (listUid: string, texts: Parameters<typeof outbox.add>[1]): string => {
			markLate();
			return outbox.add(listUid, texts);
		},
		/** Resolves when what was done is kept on the device. */
		saved: device.saved,
		again: outbox.again,
		/** Takes an item out of the trash, and then repeats the edit that was refused because the item was in the trash. */
		bringBack({ key, listUid, itemUid, label }: Intent): void {
			outbox.act(listUid, { kind: 'restore', itemUid, below: [], ...(label && { label }) });
			outbox.again(key);
		},
		discard: outbox.discard,
		nudge: outbox.nudge,
		/** Notes whether the server was reached, as was found out outside of the store. */
		noteContact: (isThere: boolean): void => void (isLost = !isThere),
		refresh: feed.refresh,
		/** Fetches every list that is held again, and first those that the server has sent since the page was opened. */
		refreshAll: (): Promise<void> => feed.refreshAll([...fresh, ...lists.keys()]),
		/** Takes a list as a page was made with it, unless something newer is here. */
		hydrate({ list, version, items, sections }: Hydrated): void {
			const openedAt = Date.now();
			const held = lists.get(list.uid);
			const state = { uid: list.uid, list, version, items, sections, seenAt: openedAt, openedAt };
			if (!held || isNews(state)) take(state);
			else if (openedAt - (held.openedAt ?? 0) > noteOpenedEveryMs) take({ ...held, openedAt });
		},
		/** Takes a list off this device, unless something that was done on it is not sent or was refused. */
		drop(listUid: string): void {
			if (queueOf(listUid).every(({ state }) => state === 'done')) remove(listUid);
		},
		/** Whether the list, as it is held here, includes the event of this number already. */
		includes: (listUid: string, number: number): boolean =>
			includesEvent(lists.get(listUid)?.version ?? outdated, number),
		listOf: (listUid: string): ListState | undefined => lists.get(listUid),
		/** The sections of a list, in their order. */
		sectionsOf: (listUid: string): Section[] => lists.get(listUid)?.sections ?? [],
		lists: (): ListState[] => [...lists.values()],
		itemsOf,
		/** How many items are open; `otherwise` where the server has not sent the list since the page was opened. */
		openCountOf(listUid: string, otherwise?: number): number {
			if (otherwise !== undefined && !fresh.has(listUid)) return otherwise;
			return openIn(queued.includes(listUid) ? itemsOf(listUid) : lists.get(listUid)?.items);
		},
		findItem(itemUid: string): { item: ShownItem; state: ListState } | undefined {
			for (const state of lists.values()) {
				const item = itemsOf(state.uid).find(({ uid }) => uid === itemUid);
				if (item) return { item, state };
			}
		},
		/** Whether an item is ticked, where that is known here. What was tapped last goes before what the server said. */
		isDone(itemUid: string): boolean | undefined {
			return latestTick(queue, itemUid) ?? itemIn(itemUid)?.done;
		},
		/** The note of an item where it is known here: the latest edit, else what the server said. */
		noteOf(itemUid: string): string | undefined {
			return latestNote(queue, itemUid) ?? itemIn(itemUid)?.note;
		},
		/** What was ticked or unticked since the page was opened, as it is shown; without what is archived. */
		tapped: (): { item: ShownItem; listUid: string }[] =>
			[...tapped].flatMap(([itemUid, listUid]) =>
				lists.get(listUid)?.list.archivedAt
					? []
					: itemsOf(listUid).flatMap((item) => (item.uid === itemUid ? { item, listUid } : []))
			),
		/** Lets a page say how the counts changed since it was made, until the returned function is called. */
		countWith(counts: () => CountsSince): () => void {
			countsHere = counts;
			return () => {
				if (countsHere === counts) countsHere = undefined;
			};
		},
		get countsSince(): CountsSince | undefined {
			return countsHere?.();
		},
		/** All that was refused, on any list. */
		get refused(): Intent[] {
			return queue.filter(({ state }) => state === 'refused');
		},
		/** What was written for lists that are not held, such as one that is no longer shared. */
		get refusedOfGone(): Intent[] {
			return queue.filter(
				(intent) => intent.state === 'refused' && !lists.has(intent.listUid) && textOf(intent)
			);
		},
		refusedElsewhere: (listUid: string, shown: readonly { uid: string }[]): Intent[] =>
			refusedElsewhere(queueOf(listUid), shown),
		isLate,
		/** How many changes are not sent, on one list or on all; 0 while none of them is late. */
		unsentOn(listUid = ''): number {
			const waiting = waitingIn(listUid ? queueOf(listUid) : queue);
			return waiting.some(isLate) ? waiting.length : 0;
		},
		/** All that waits to be sent, on any list. */
		get waiting(): Queue {
			return waitingIn(queue);
		},
		/** Whether the last request had no answer. */
		get isLost(): boolean {
			return isLost;
		},
		get hasEnded(): boolean {
			return hasEnded;
		},
		/** How many changes would be lost with this page, because nobody is signed in any more; they can be copied. */
		get lostCount(): number {
			return hasEnded && !staysKept ? waitingIn(queue).length : 0;
		},
		/** Whether all that waits stays for when its member signs in again. */
		get staysKept(): boolean {
			return staysKept;
		},
		/** Whether another member has opened Hearth in this browser since. */
		get isOfOther(): boolean {
			return isOfOther;
		},
		get keeping() {
			return device.keeping;
		}
	};
}

/** How many more items are open than when a page was made: of those due by today, and on each list by its uid. */
export type CountsSince = { due: number; open: Record<string, number> };

export type Store = ReturnType<typeof openStore>;

/** Whether this is the data of a list's page. */
export const isOfList = (data: object): data is Hydrated =>
	['list', 'version', 'items', 'sections'].every((name) => name in data);

type Hydrated = { list: List; version: Version; items: PlacedItem[]; sections: Section[] };

/** Whether an intent can be dropped with its list, because nobody has to decide about it. */
const isSettled = (intent: Intent): boolean =>
	intent.state === 'done' || (intent.state === 'refused' && !textOf(intent));

const key = Symbol('store');

/** For the layout above all pages of a member; the pages ask with `store`. */
export const provideStore = (opened: Store): Store => setContext(key, opened);
export const store = (): Store => getContext<Store>(key);
