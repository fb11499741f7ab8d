import { version } from '$app/environment';
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb';
import type { Intent, Me } from '../outbox/intent';
import type { QueueChange } from '../outbox/outbox';
import { outdated, type ListState } from './list-state';
import { databaseName } from './names';

interface Schema extends DBSchema {
	/** `build` is the one that wrote it. */
	lists: { key: string; value: ListState & { build?: string } };
	intents: { key: string; value: Intent };
	/** The member whose data this is, and what their pages say around it. */
	about: { key: 'member'; value: About };
}

export type About = Me & { household: string; zone: string };

/**
 * What is kept on this device, of one member at a time: opening it for another one empties it first. Rejects where the
 * browser forbids it. `onclosed` is called where the browser closes it by itself, as iOS does with a page in the background.
 */
export async function openDatabase(about: About, onclosed?: () => void) {
	const database = await connect(onclosed);
	const opening = beginUntilPutAway(database, 'readwrite');
	const kept = await opening.objectStore('about').get('member');
	if (kept?.uid !== about.uid)
		await Promise.all(stores.map((store) => opening.objectStore(store).clear()));
	await opening.objectStore('about').put(about, 'member');
	await opening.done;
	return keptIn(database, about.uid);
}

/** Opens again what the browser has closed. Each write checks that it is still of this member. */
export const reopenDatabase = async (memberUid: string, onclosed: () => void) =>
	keptIn(await connect(onclosed), memberUid);

/** Opens what is kept of the last member, for when the server cannot be asked who is signed in. Undefined where nothing is kept. */
export async function openLastDatabase() {
	const database = await connect();
	const about = await database.get('about', 'member');
	// These reads are not aborted: they would look as if nothing were kept, and sign-in removes it then.
	return about && { about, kept: keptIn(database, about.uid, begin) };
}

const stores: ('lists' | 'intents' | 'about')[] = ['lists', 'intents', 'about'];

const connect = (onclosed = () => {}): Promise<IDBPDatabase<Schema>> =>
	openDB<Schema>(databaseName, 1, {
		upgrade(database) {
			database.createObjectStore('lists', { keyPath: 'uid' });
			database.createObjectStore('intents', { keyPath: 'key' });
			database.createObjectStore('about');
		},
		terminated: onclosed,
		// Another tab deletes the database, and waits until it is closed here.
		blocking: (_current, _next, { target }) => {
			if (target instanceof IDBDatabase) target.close();
		}
	});

const begin = <Mode extends IDBTransactionMode>(database: IDBPDatabase<Schema>, mode: Mode) =>
	database.transaction(stores, mode);

/**
 * Begins a transaction that is aborted when the page is put away. WebKit goes on with one only when the page comes back from the
 * back/forward cache, and until then no page reads or writes.
 */
const beginUntilPutAway: typeof begin = (database, mode) => {
	const begun = begin(database, mode);
	const putAway = ({ persisted }: PageTransitionEvent) => {
		try {
			if (persisted) begun.abort();
		} catch {
			// It is being committed.
		}
	};
	addEventListener('pagehide', putAway);
	begun.done.catch(() => {}).finally(() => removeEventListener('pagehide', putAway));
	return begun;
};

function keptIn(database: IDBPDatabase<Schema>, memberUid: string, start = beginUntilPutAway) {
	/**
	 * All write transactions have the same scope, so browsers carry them out in their order. All requests of one are made
	 * synchronously, so the browser has what was tapped before the page is drawn or goes away.
	 */
	async function write(work: (writing: Writing) => Promise<unknown>[]): Promise<void> {
		const writing = start(database, 'readwrite');
		const reading = writing.objectStore('about').get('member');
		const written = Promise.all([...work(writing), writing.done]);
		written.catch(() => {});
		const member = await reading;
		// Another member has signed in here since, in another tab, or the browser has removed everything. This rejects then.
		if (member?.uid !== memberUid) writing.abort();
		await written;
	}

	return {
		/** What another build kept may lack what this one shows. So it is shown, and fetched anew. */
		async lists(): Promise<ListState[]> {
			const lists = await start(database, 'readonly').objectStore('lists').getAll();
			return lists.map((kept) => (kept.build === version ? kept : { ...kept, version: outdated }));
		},
		intents: (): Promise<Intent[]> => start(database, 'readonly').objectStore('intents').getAll(),
		saveQueue: ({ put, removed }: QueueChange): Promise<void> =>
			write((writing) => {
				const intents = writing.objectStore('intents');
				return [
					...put.map((intent) => intents.put(intent)),
					...removed.map((key) => intents.delete(key))
				];
			}),
		saveList: (state: ListState): Promise<void> =>
			write((writing) => [writing.objectStore('lists').put({ ...state, build: version })]),
		removeList: (uid: string): Promise<void> =>
			write((writing) => [writing.objectStore('lists').delete(uid)]),
		close: (): void => database.close()
	};
}

type Writing = IDBPTransaction<Schema, typeof stores, 'readwrite'>;

export type Kept = ReturnType<typeof keptIn>;
