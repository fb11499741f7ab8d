/** Opens a database of this browser in its first version, for which `make` makes the stores. */
export async function openIndexedDb(
	name: string,
	make: (made: IDBDatabase) => void,
	onclosed: () => void
): Promise<IDBDatabase> {
	const opening = indexedDB.open(name, 1);
	opening.addEventListener('upgradeneeded', () => make(opening.result));
	const opened = await answerTo(opening);
	opened.addEventListener('close', onclosed);
	// Another tab deletes the database, and waits until it is closed here.
	opened.addEventListener('versionchange', () => opened.close());
	return opened;
}

export const deleteIndexedDb = async (name: string): Promise<unknown> =>
	answerTo(indexedDB.deleteDatabase(name));

export const answerTo = <Answer>(asked: IDBRequest<Answer>): Promise<Answer> =>
	new Promise((resolve, reject) => {
		asked.addEventListener('success', () => resolve(asked.result));
		asked.addEventListener('error', () => reject(asked.error));
	});

/** Resolves when everything in the transaction is stored. Nobody has to wait for it. */
export function endOf(begun: IDBTransaction): Promise<void> {
	const ended = new Promise<void>((resolve, reject) => {
		begun.addEventListener('complete', () => resolve());
		// There is no error where this page has aborted it.
		begun.addEventListener('abort', () =>
			reject(begun.error ?? new DOMException('', 'AbortError'))
		);
	});
	ended.catch(() => {});
	return ended;
}
