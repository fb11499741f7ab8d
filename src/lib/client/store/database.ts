import { version } from '$app/environment';
import type { Intent, Me } from '../outbox/intent';
import type { QueueChange } from '../outbox/outbox';
import { answerTo, endOf, openIndexedDb } from './indexed-db';
import { outdated, type ListState } from './list-state';
import { databaseName } from './names';

/** A list as it is stored, and the build that wrote it. */
type StoredList = ListState & { build?: string };

/** The member whose data this is, and what their pages say around it. */
export type About = Me & { household: string; zone: string };

/**
 * What is kept on this device, of one member at a time: opening it for another one empties it first. Rejects where the
 * browser forbids it. `onclosed` is called where the browser closes it by itself, as iOS does with a page in the background.
 * A page that opens it `again` finds it as it is, and undefined where another member has signed in here since, in another tab.
 */
export async function openDatabase(about: About, onclosed: () => void, again: boolean) {
	const database = await connect(onclosed);
	try {
		const opening = beginUntilPutAway(database, again ? 'readonly' : 'readwrite');
		const ended = endOf(opening);
		const member = await memberIn(opening);
		const isOfOther = member?.uid !== about.uid;
		if (again && member && isOfOther) {
			database.close();
			return undefined;
		}
		if (!again && isOfOther) for (const store of stores) opening.objectStore(store).clear();
		const [lists, intents] = await Promise.all([listsIn(opening), intentsIn(opening)]);
		if (!again) opening.objectStore('about').put(about, 'member');
		await ended;
		return { kept: keptIn(database, about.uid), lists, intents };
	} catch (error) {
		database.close();
		throw error;
	}
}

/** Opens what is kept of the last member, for when the server cannot be asked who is signed in. Undefined where nothing is kept. */
export async function openLastDatabase() {
	const database = await connect();
	const about = await memberIn(begin(database, 'readonly'));
	// These reads are not aborted: they would look as if nothing were kept, and sign-in removes it then.
	return about && { about, kept: keptIn(database, about.uid, begin) };
}

const stores = ['lists', 'intents', 'about'];

const connect = (onclosed = () => {}): Promise<IDBDatabase> =>
	openIndexedDb(
		databaseName,
		(database) => {
			database.createObjectStore('lists', { keyPath: 'uid' });
			database.createObjectStore('intents', { keyPath: 'key' });
			database.createObjectStore('about');
		},
		onclosed
	);

const memberIn = (begun: IDBTransaction): Promise<About | undefined> =>
	answerTo(begun.objectStore('about').get('member'));

/** What another build kept may lack what this one shows. So it is shown, and fetched anew. */
async function listsIn(begun: IDBTransaction): Promise<ListState[]> {
	const lists: StoredList[] = await answerTo(begun.objectStore('lists').getAll());
	return lists.map((kept) => (kept.build === version ? kept : { ...kept, version: outdated }));
}

const intentsIn = (begun: IDBTransaction): Promise<Intent[]> =>
	answerTo(begun.objectStore('intents').getAll());

const begin = (database: IDBDatabase, mode: IDBTransactionMode): IDBTransaction =>
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
	const ended = () => removeEventListener('pagehide', putAway);
	endOf(begun).then(ended, ended);
	return begun;
};

function keptIn(database: IDBDatabase, memberUid: string, start = beginUntilPutAway) {
	/**
	 * All write transactions have the same scope, so browsers carry them out in their order. All requests of one are made
	 * synchronously, so the browser has what was tapped before the page is drawn or goes away.
	 */
	async function write(work: (writing: IDBTransaction) => void): Promise<void> {
		const writing = start(database, 'readwrite');
		const written = endOf(writing);
		const reading = memberIn(writing);
		work(writing);
		const member = await reading;
		// Another member has signed in here since, in another tab, or the browser has removed everything. This rejects then.
		if (member?.uid !== memberUid) writing.abort();
		await written;
	}

	return {
		lists: (): Promise<ListState[]> => listsIn(start(database, 'readonly')),
		intents: (): Promise<Intent[]> => intentsIn(start(database, 'readonly')),
		saveQueue: ({ put, removed }: QueueChange): Promise<void> =>
			write((writing) => {
				const intents = writing.objectStore('intents');
				for (const intent of put) intents.put(intent);
				for (const key of removed) intents.delete(key);
			}),
		/** Stores a list; without a state it is removed. */
		saveList: (uid: string, state?: ListState): Promise<void> =>
			write((writing) => {
				const lists = writing.objectStore('lists');
				if (state) lists.put({ ...state, build: version });
				else lists.delete(uid);
			}),
		close: (): void => database.close()
	};
}

export type Kept = ReturnType<typeof keptIn>;
