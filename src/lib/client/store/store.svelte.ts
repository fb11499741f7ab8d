import { getContext, setContext } from 'svelte';
import { newKey } from '../idempotency-key';
import { isTick, textOf, type Act, type Intent, type Me } from '../outbox/intent';
import { answerTimes, type Line } from '../outbox/backoff';
import { openOutbox, type QueueChange } from '../outbox/outbox';
import type { Queue } from '../outbox/queue';
import { pageCounts } from './counts-since.svelte';
import type { About } from './database';
import { openDevice } from './device.svelte';
import { openFeed, type Fed } from './feed';
import { holdLists, type Hydrated } from './held-lists.svelte';
import { memberHeader } from './names';
import { pause } from './pause';
import { followSession } from './session.svelte';
import { showLists } from './shown-lists.svelte';
import { becomeSender } from './tabs';
import { unsentOf } from './unsent.svelte';

/**
 * The lists as the server last said, what was done here since, and both together as they are shown. `onover` is called where
 * a list is out of reach or nobody is signed in any more.
 */
export function openStore(me: () => Me, onover: () => void = () => {}) {
	let queue = $state.raw<Queue>([]);
	let isLost = $state(false);
	let isSender = () => false;
	let ownerUid = me().uid;
	const device = openDevice(() => queue);
	const held = holdLists(device);
	const { markLate, ...unsent } = unsentOf(
		() => queue,
		(listUid) => !!held.listOf(listUid)
	);
	/** Sending and reading have times of their own: on a phone one is often slow and the other quick. */
	function openLine(): Line {
		const { measure, timeoutMs } = answerTimes();
		return {
			fetch: (path, options) =>
				measure(
					fetch(path, { ...options, headers: { ...options?.headers, [memberHeader]: ownerUid } })
				),
			pause,
			timeoutMs,
			random: Math.random
		};
	}
	const outbox = openOutbox({
		line: openLine(),
		now: Date.now,
		newKey,
		maySend: () => isSender(),
		save(change, isNews) {
			device.saveQueue(change);
			if (isNews) session.tellQueue(change);
		},
		onchange: (changed) => (queue = changed),
		itemsOf: (listUid) => held.listOf(listUid)?.items,
		onanswer: (listUid) => void feed.refresh(listUid),
		onoutcome: (outcome) => (isLost = outcome.is === 'lost'),
		onsignedout: () => void session.end()
	});
	const feed = openFeed({
		line: openLine(),
		now: Date.now,
		beforeAnswer: outbox.beforeAnswer,
		stateOf: held.listOf,
		onfed
	});
	const session = followSession({
		memberUid: () => ownerUid,
		queue: outbox.queue,
		device,
		renew,
		receive,
		stopAsking,
		onover
	});
	const { noteTap, queueOf, ...shown } = showLists({
		held,
		queue: () => queue,
		me,
		rowKeyOf: outbox.rowKeyOf
	});

	function onfed(listUid: string, fed: Fed): void {
		isLost = fed.is === 'lost';
		if (fed.is === 'fed') {
			held.take(fed.state);
			// Somebody else has brought the item back.
			dropRefused((made) => made.kind === 'restore' && !!held.itemOn(listUid, made.itemUid));
		}
		if (fed.is === 'signed-out') void session.end();
		if (fed.is !== 'gone') return;
		remove(listUid);
		onover();
	}

	function remove(listUid: string): void {
		held.remove(listUid);
		for (const intent of queueOf(listUid)) if (isSettled(intent)) outbox.discard(intent.key);
	}

	function receive(change: QueueChange): void {
		outbox.receive(change);
		markLate();
	}

	function renew(): void {
		device.renew();
		held.lists().forEach(device.saveList);
	}

	function stopAsking(): void {
		outbox.stop();
		feed.stop();
	}

	/** Opens what is kept and begins to send; ends with `signal`. */
	async function start(about: About, signal: AbortSignal): Promise<void> {
		ownerUid = about.uid;
		session.open(signal);
		await device.open(about, (kept) => {
			held.takeKept(kept.lists);
			outbox.receiveKept(kept.changes);
		});
		if (signal.aborted) return;
		isSender = becomeSender(outbox.nudge, signal);
		if (isSender()) outbox.nudge();
	}

	function act(listUid: string, made: Act): void {
		noteTap(listUid, made);
		// A new tick of an item replaces its earlier ones.
		if (isTick(made)) dropRefused((other) => isTick(other) && other.itemUid === made.itemUid);
		const label = held.itemOn(listUid, made.itemUid)?.label;
		outbox.act(listUid, { ...(label && { label }), ...made });
		markLate();
	}

	/** Nobody has to decide about these any more. */
	function dropRefused(isNeedless: (intent: Intent) => boolean): void {
		for (const intent of unsent.refused()) if (isNeedless(intent)) outbox.discard(intent.key);
	}

	const { hydrate, includes, listOf, lists, sectionsOf } = held;
	const { hasEnded, staysKept, isOfOther } = session;
	return {
		...shown,
		...unsent,
		...pageCounts(),
		hydrate,
		includes,
		listOf,
		lists,
		sectionsOf,
		hasEnded,
		staysKept,
		isOfOther,
		start,
		act,
		add(listUid: string, texts: Parameters<typeof outbox.add>[1]): string {
			markLate();
			return outbox.add(listUid, texts);
		},
		/** Resolves when what was done is kept on the device. */
		saved: device.saved,
		keeping: device.keeping,
		lacksRoom: device.lacksRoom,
		again: outbox.again,
		/** Takes an item out of the trash, and then repeats the edit that was refused because the item was in the trash. */
		bringBack({ key, listUid, itemUid, label }: Intent): void {
			outbox.act(listUid, { kind: 'restore', itemUid, below: [], ...(label && { label }) });
			outbox.again(key);
		},
		discard: outbox.discard,
		nudge: outbox.nudge,
		refresh: feed.refresh,
		/** Fetches every list that is held again, and first those that the server has sent since the page was opened. */
		refreshAll: (): Promise<void> => feed.refreshAll(held.uidsByFreshness()),
		/** Takes a list off this device, unless something that was done on it is not sent or was refused. */
		drop(listUid: string): void {
			if (queueOf(listUid).every(({ state }) => state === 'done')) remove(listUid);
		},
		/** Whether the last request had no answer. */
		isLost: (): boolean => isLost,
		/** Notes whether the server was reached, as was found out outside of the store. */
		noteContact: (isThere: boolean): void => void (isLost = !isThere),
		/** How many changes would be lost with this page, because nobody is signed in any more; they can be copied. */
		lostCount: (): number => (hasEnded() && !staysKept() ? unsent.waiting().length : 0)
	};
}

export type Store = ReturnType<typeof openStore>;

/** Whether this is the data of a list's page. */
export const isOfList = (data: object): data is Hydrated =>
	['list', 'version', 'items', 'sections'].every((name) => name in data);

/** Whether an intent can be dropped with its list, because nobody has to decide about it. */
const isSettled = (intent: Intent): boolean =>
	intent.state === 'done' || (intent.state === 'refused' && !textOf(intent));

const key = Symbol('store');

/** For the layout above all pages of a member; the pages ask with `store`. */
export const provideStore = (opened: Store): Store => setContext(key, opened);
export const store = (): Store => getContext<Store>(key);
