import { pastedWords } from '../format/pasted-words';
import type { Landed } from '../landed';
import type { Told, Undoable } from './list-forms';
import type { Store } from './store.svelte';

/** How lines that were pasted are undone together: what was added is deleted, and what was brought back is ticked. */
export function undoOfPaste(
	landed: Landed[],
	store: Store,
	listUid: string,
	find: (uid: string) => { item: { uid: string } } | undefined
): Undoable | undefined {
	const changed = landed.filter(({ standing }) => standing !== 'listed');
	const [first] = changed;
	if (!first) return undefined;

	function undo(): void {
		for (const { uid, standing } of changed) {
			// An item that was sent meanwhile has the uid of the server.
			const itemUid = find(uid)?.item.uid;
			const kind = standing === 'new' ? 'remove' : 'tick';
			if (itemUid) store.act(listUid, { kind, itemUid });
		}
	}
	return { message, uid: first.uid, label: wordsOf(landed), undo };
}

/** Its only part is what became of the lines. */
const message: Told = {
	parts: ({ name }) => [{ type: 'text', value: name }]
};

function wordsOf(landed: Landed[]): string {
	const counts = { new: 0, ticked: 0, listed: 0 };
	for (const { standing } of landed) counts[standing] += 1;
	return pastedWords(counts);
}
