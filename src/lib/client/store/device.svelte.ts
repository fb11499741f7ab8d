import type { Keeping } from '../format/connection';
import type { QueueChange } from '../outbox/outbox';
import type { Queue } from '../outbox/queue';
import { openDatabase, type About, type Kept } from './database';
import { forgetKept, repeatedly } from './forget-device';
import { keepUnwritten, takeUnwritten } from './unwritten-changes';
import type { ListState } from './list-state';
import { draftsKey, keepsNothingKey } from './names';
import { pause } from './pause';

/**
 * What is kept on this device. A browser that keeps nothing is no reason to fail: then everything lives as long as the
 * page does. `queue` returns all that is not sent yet.
 */
export function openDevice(queue: () => Queue) {
	let keeping = $state<Keeping>('opening');
	/** Whether some list is not written for want of room. The unsent changes may all be written. */
	let lacksRoom = $state(false);
	let kept: Kept | undefined;
	/** Writes are carried out in their order, so the last one is the last to end. */
	let saving: Promise<void> = Promise.resolve();
	/** What was to be saved before the database was open. */
	const early: ((to: Kept) => Promise<void>)[] = [];
	/** What is not written yet. */
	const unwritten: QueueChange[] = [];
	/** The lists that are not written yet, by their uids; undefined for one that is to be removed. */
	// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
	const lists = new Map<string, ListState | undefined>();
	/** The keys of all that this page has removed: a write that failed has left them on the device. */
	const removed: string[] = [];
	/** Whether a write has failed since everything was written. */
	let hasFailed = false;
	let wasOpened = false;
	/** Whether the page has been in the back/forward cache. What it was opening then has been aborted. */
	let wasPutAway = false;
	/** Opens the database anew, which another tab may have removed. */
	let renew = (): void => {};
	/** Ends the listening for the page going away. */
	const leaving = new AbortController();

	/**
	 * Hands what is kept to `take`. Resolves when that is done, and after three seconds at the latest: a browser that is busy with
	 * the database must not hold up sending. What is done before it opens is kept once it is open.
	 */
	async function open(about: About, take: Take): Promise<void> {
		try {
			// What another member typed in this tab and did not save.
			if (!sessionStorage.getItem(draftsKey)?.includes(about.uid))
				sessionStorage.removeItem(draftsKey);
			if (localStorage.getItem(keepsNothingKey)) {
				keeping = 'off';
				// What is still there could not be removed before. It may take long, and nothing here waits for it.
				return void forgetKept();
			}
			keepWhenLeaving(about, take);
			renew = () => reopen(about, take, false);
			const used = useOnceOpen(about, take);
			await Promise.race([used, pause(openWithinMs, leaving.signal)]);
		} catch (error) {
			giveUp(error);
		}
	}

	async function useOnceOpen(about: About, take: Take, again = false): Promise<void> {
		// What the browser closes before it is used is opened again here.
		const onclosed = () => void (kept && reopen(about));
		try {
			const opened = await repeatedly(() => openDatabase(about, onclosed, again));
			if (leaving.signal.aborted) return void opened?.kept.close();
			// What is kept of another member is neither shown nor sent as this one's.
			if (!opened) return location.reload();
			kept?.close();
			kept = opened.kept;
			wasOpened = true;
			keeping = 'kept';
			const left = takeUnwritten(about.uid);
			left.forEach(saveQueue);
			for (const work of early.splice(0)) save(work);
			take({ lists: opened.lists, changes: [{ put: opened.intents, removed: [] }, ...left] });
		} catch (error) {
			if (!(wasPutAway && isNamed(error, 'AbortError'))) giveUp(error);
		}
	}

	function giveUp(error: unknown): void {
		leaving.abort();
		note(error);
	}

	/** Writes that failed meanwhile are made good: everything is written again. */
	function reopen(about: About, take: Take = () => {}, again = true): void {
		if (leaving.signal.aborted) return;
		kept?.close();
		kept = undefined;
		keeping = 'opening';
		hasFailed = true;
		void useOnceOpen(
			about,
			(stored) => {
				take(stored);
				saveQueue({ put: [], removed: [] });
			},
			again
		);
	}

	function save(work: (to: Kept) => Promise<void>): void {
		const to = kept;
		if (to)
			saving = work(to).catch((error) => {
				hasFailed = true;
				// After a new opening it is no fault of the device.
				if (kept === to) note(error);
			});
		else if (keeping === 'opening') early.push(work);
	}

	function saveQueue(made: QueueChange): void {
		if (!kept && keeping !== 'opening') return;
		removed.push(...made.removed);
		// What an earlier write could not store is written with the next.
		const isWhole = kept && hasFailed;
		if (isWhole) hasFailed = false;
		const change = isWhole ? { put: [...queue(), ...made.put], removed } : made;
		unwritten.push(change);
		save(async (to) => {
			await to.saveQueue(change).finally(() => unwritten.splice(unwritten.indexOf(change), 1));
			if (!isWhole || hasFailed) return;
			if (kept === to) keeping = 'kept';
			for (const [uid, state] of lists) await writeList(to, uid, state);
			lacksRoom &&= hasFailed;
		});
	}

	function saveList(uid: string, state?: ListState): void {
		if (!kept && keeping !== 'opening') return;
		lists.set(uid, state);
		save((to) => writeList(to, uid, state));
	}

	async function writeList(to: Kept, uid: string, state?: ListState): Promise<void> {
		try {
			await to.saveList(uid, state);
			if (lists.get(uid) === state) lists.delete(uid);
		} catch (error) {
			if (!isNamed(error, noRoom)) throw error;
			hasFailed = lacksRoom = true;
		}
	}

	function keepWhenLeaving(about: About, take: Take): void {
		const { signal } = leaving;
		const putAway = ({ persisted }: PageTransitionEvent) => {
			wasPutAway ||= persisted;
			keepUnwritten(about.uid, unwritten);
		};
		addEventListener('pagehide', putAway, { signal });
		// A page that comes back from the back/forward cache has not heard what was done on other pages meanwhile. One that was put away
		// before it had opened anything begins anew.
		const comeBack = ({ persisted }: PageTransitionEvent) =>
			persisted && (wasOpened ? reopen(about, take) : location.reload());
		addEventListener('pageshow', comeBack, { signal });
	}

	function note(error: unknown): void {
		keeping = isNamed(error, noRoom) ? 'full' : 'forbidden';
	}

	return {
		open,
		saveQueue,
		saveList: (state: ListState): void => saveList(state.uid, state),
		removeList: (uid: string): void => saveList(uid),
		/** Resolves when all that was to be saved is. */
		saved: (): Promise<void> => saving,
		renew: (): void => renew(),
		close(): void {
			leaving.abort();
			kept?.close();
			kept = undefined;
		},
		keeping: (): Keeping => keeping,
		lacksRoom: (): boolean => lacksRoom
	};
}

export type Device = ReturnType<typeof openDevice>;

const isNamed = (error: unknown, name: string): boolean =>
	error instanceof DOMException && error.name === name;

const noRoom = 'QuotaExceededError';

/** How long a page waits for the database before it begins to send, in milliseconds. */
const openWithinMs = 3_000;

type Take = (kept: { lists: ListState[]; changes: QueueChange[] }) => void;
