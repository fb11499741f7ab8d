import type { SubmitFunction } from '@sveltejs/kit';
import { closeMenuAround } from '../close-menu';
import { isStep, placesOf, type Place } from '../format/places';
import type { ShownItem } from '../outbox/shown';
import type { Tick } from '../tick-run.svelte';
import * as m from '$lib/paraglide/messages';
import type { Store } from './store.svelte';

/** Like a message of the catalogues: `Sentence` reads its parts. */
export type Told = { parts: (inputs: { name: string }) => { type: 'text'; value: string }[] };

/** What was just done, and how it is undone. */
export type Undoable = {
	/** The sentence that says what was done, with `label` in it. */
	message: typeof m.item_moved | typeof m.moved_to_trash | Told;
	uid: string;
	label: string;
	undo: () => void;
};

type Shown = {
	store: Store;
	listUid: () => string;
	items: () => ShownItem[];
	onundoable?: (undoable: Undoable) => void;
};

/** Handles the forms of a list's rows here at once, in place of posting them. */
export function listForms({ store, listUid, items, onundoable = () => {} }: Shown) {
	const tick = ({ uids, isTicked }: Tick): void => {
		const kind = isTicked ? 'tick' : 'untick';
		for (const itemUid of uids) store.act(listUid(), { kind, itemUid });
	};

	const menu: SubmitFunction = ({ cancel, formData, formElement }) => {
		cancel();
		const item = find(String(formData.get('itemUid')))?.item;
		if (!item) return;
		const where = formData.get('where');
		const section = formData.get('sectionUid');
		if (isStep(where)) move(item, places().after(item.uid, where));
		else if (section !== null) move(item, places().endOf(String(section), item.uid));
		else remove(item);
		closeMenuAround(formElement);
	};

	/** A quantity that was edited in its row. */
	const setQuantity = (itemUid: string, quantity: string): void =>
		store.act(listUid(), { kind: 'edit', itemUid, texts: { quantity }, seen: {} });

	const places = () =>
		placesOf(
			items(),
			store.sectionsOf(listUid()).map(({ uid }) => uid)
		);

	/** An item that was dragged: right below another, or to the top of a section. */
	function drop(itemUid: string, sectionUid: string, belowUid: string): void {
		const item = find(itemUid)?.item;
		if (item) move(item, places().below(item.uid, sectionUid, belowUid));
	}

	function move({ uid, label }: ShownItem, place: Place | undefined): void {
		if (!place) return;
		const stood = places().of(uid);
		const to = (where: Place) => store.act(listUid(), { kind: 'move', itemUid: uid, ...where });
		to(place);
		onundoable({ message: m.item_moved, uid, label, undo: () => to(stood) });
	}

	function remove({ waiting: _waiting, refused: _refused, ...was }: ShownItem): void {
		const { uid, label } = was;
		const { below } = places().of(uid);
		const undo = () => store.act(listUid(), { kind: 'restore', itemUid: uid, below, was });
		store.act(listUid(), { kind: 'remove', itemUid: uid });
		onundoable({ message: m.moved_to_trash, uid, label, undo });
	}

	/** For the menu. An item that gets its uid while its menu is open is still found by the uid that it had. */
	function find(uid: string): { item: ShownItem } | undefined {
		const item = items().find((shown) => shown.uid === uid || shown.key === uid);
		return item && { item };
	}

	return { tick, menu, drop, setQuantity, find };
}
