import type { Keeping } from '../format/connection';
import type { Intent } from '../outbox/intent';
import type { QueueChange } from '../outbox/outbox';
import type { Queue } from '../outbox/queue';
import { openDatabase, reopenDatabase, type About, type Kept } from './database';
import { keepLeft, takeLeft } from './left';
import type { ListState } from './list-state';
import { keepsNothingKey } from './names';

/**
 * What is kept on this device. A browser that keeps nothing is no reason to fail: then everything lives as long as the
 * page does. `queue` returns all that is not sent yet.
 */
export function openDevice(queue: () => Queue) {
	let keeping = $state<Keeping>('opening');
	let kept: Kept | undefined;
	/** Writes are carried out in their order, so the last one is the last to end. */
	let saving: Promise<void> = Promise.resolve();
	/** What was to be saved before the database was open. */
	let early: ((to: Kept) => Promise<void>)[] = [];
	/** What is not written yet. */
	const unwritten: QueueChange[] = [];
	/** Ends the listening for the page going away. */
	const leaving = new AbortController();

	async function open(
		about: About
	): Promise<{ lists: ListState[]; intents: Intent[] } | undefined> {
		try {
			if (localStorage.getItem(keepsNothingKey)) return void (keeping = 'off');
			keepWhenLeaving(about);
			const opened = await inTime(openDatabase(about, () => void reopen(about)));
			const lists = await opened.lists();
			const stored = await opened.intents();
			if (leaving.signal.aborted) return void opened.close();
			kept = opened;
			keeping = 'kept';
			const left = takeLeft(about.uid);
			if (left.length > 0) saveQueue({ put: left, removed: [] });
			saveEarly();
			return { lists, intents: [...left, ...stored] };
		} catch (error) {
			leaving.abort();
			note(error);
		} finally {
			early = [];
		}
	}

	/** Writes that failed meanwhile are made good: all that is not sent is saved again. */
	async function reopen(about: About): Promise<void> {
		kept = undefined;
		keeping = 'opening';
		try {
			const opened = await inTime(reopenDatabase(about.uid, () => void reopen(about)));
			if (leaving.signal.aborted) return void opened.close();
			kept = opened;
			keeping = 'kept';
			saveQueue({ put: [...queue()], removed: [] });
			saveEarly();
		} catch (error) {
			note(error);
		} finally {
			early = [];
		}
	}

	function saveEarly(): void {
		for (const work of early) save(work);
	}

	function save(work: (to: Kept) => Promise<void>): void {
		if (kept) saving = work(kept).catch(note);
		else if (keeping === 'opening') early.push(work);
	}

	function saveQueue(change: QueueChange): void {
		if (!kept && keeping !== 'opening') return;
		unwritten.push(change);
		save((to) =>
			to.saveQueue(change).finally(() => unwritten.splice(unwritten.indexOf(change), 1))
		);
	}

	function keepWhenLeaving({ uid }: About): void {
		const { signal } = leaving;
		addEventListener('pagehide', () => keepLeft(uid, unwritten), { signal });
		// A page that comes back from the back/forward cache finishes its writes itself, so what it left is dropped.
		addEventListener('pageshow', ({ persisted }) => void (persisted && takeLeft(uid)), { signal });
	}

	function note(error: unknown): void {
		const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
		keeping = isFull ? 'full' : 'forbidden';
	}

	return {
		open,
		saveQueue,
		saveList: (state: ListState): void => save((to) => to.saveList(state)),
		removeList: (uid: string): void => save((to) => to.removeList(uid)),
		/** Resolves when all that was to be saved is. */
		saved: (): Promise<void> => saving,
		close(): void {
			leaving.abort();
			kept?.close();
			kept = undefined;
		},
		get keeping(): Keeping {
			return keeping;
		}
	};
}

/** How long opening may take, in milliseconds: a browser that is busy deleting the database must not hold up sending. */
const openWithinMs = 3_000;

function inTime<Value>(opening: Promise<Value>): Promise<Value> {
	const late = new Promise<never>((_, reject) =>
		setTimeout(() => reject(new Error('the database does not open')), openWithinMs)
	);
	return Promise.race([opening, late]);
}
