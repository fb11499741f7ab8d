import type { SubmitFunction } from '@sveltejs/kit';
import { tick as afterUpdate } from 'svelte';
import { addOrShow } from '../add-or-show.svelte';
import { foldedRows } from '../folded-rows.svelte';
import type { Live } from '../live-updates.svelte';
import type { ShownItem } from '../outbox/shown';
import { scrollToRow } from '../scroll-to-row';
import { tickRun, type Tick } from '../tick-run.svelte';
import * as m from '$lib/paraglide/messages';
import type { AddFieldState } from './add-field.svelte';
import { listForms, type Undoable } from './list-forms';
import type { Store } from './store.svelte';

type Shown = {
	store: Store;
	listUid: () => string;
	items: () => ShownItem[];
	adding: AddFieldState;
	live: Live;
	/** What was ticked without script, by the form that loaded this page; "" for nothing. */
	justTicked?: () => string;
};

/** A list while somebody works on it: where its rows stand, what its forms do, and what was just done and can be undone. */
export function listView({ store, listUid, items, adding, live, justTicked = () => '' }: Shown) {
	const run = tickRun();
	const held = foldedRows(items, justTicked, run.end);
	let undoable = $state.raw<Undoable>();
	const forms = listForms({ store, listUid, items, onundoable: (done) => (undoable = done) });
	const landed = addOrShow(adding, items, reveal);
	const ticked = $derived(
		items().filter(
			({ uid, key, done }) =>
				done && (run.uids.includes(uid) || run.uids.includes(key) || uid === justTicked())
		)
	);
	/** What is to be decided about is never out of sight. */
	const isFolded = (item: ShownItem) => item.refused.length === 0 && held.isFolded(item);
	const open = $derived(items().filter((item) => !isFolded(item)));
	const folded = $derived(
		items()
			.filter(isFolded)
			.sort((a, b) => b.doneAt.localeCompare(a.doneAt))
	);

	/** Highlights a row for a moment, and scrolls to it while the field for adding has the focus. */
	async function reveal(uid: string, block?: ScrollLogicalPosition): Promise<void> {
		held.bringBack();
		live.highlighted.add(uid);
		await afterUpdate();
		if (document.activeElement?.id === 'add') scrollToRow(uid, block);
	}

	const tick = (made: Tick): void => {
		landed.dismiss();
		run.add(made);
		forms.tick(made);
	};
	const untickAll = (made: Tick): void => {
		run.add(made);
		forms.tick(made);
		held.bringBack();
	};
	/** Adds many lines while there is no connection. With one, the server shows a preview first. */
	async function paste(text: string): Promise<void> {
		const [lines, { undoOfPaste }] = await Promise.all([
			adding.readLines(text),
			import('./undo-of-paste')
		]);
		if (!lines) return landed.refuse(m.lines_too_many());
		undoable = undoOfPaste(landed.addAll(lines), store, listUid(), forms.find);
		// The toast of the paste tells of the last line as well.
		if (undoable) landed.dismiss();
	}
	const undo: SubmitFunction = ({ cancel }) => {
		cancel();
		undoable?.undo();
		undoable = undefined;
	};

	return {
		items,
		forms,
		landed,
		tick,
		untickAll,
		paste,
		undo,
		reveal,
		/** The rows among the open ones, with those that are ticked and still held there. */
		get open() {
			return open;
		},
		/** What is folded away, the last that was ticked first. */
		get folded() {
			return folded;
		},
		/** What was ticked here in a row. */
		get ticked() {
			return ticked;
		},
		get undoable() {
			return undoable;
		}
	};
}

export type ListView = ReturnType<typeof listView>;
