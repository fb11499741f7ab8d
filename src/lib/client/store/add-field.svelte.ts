import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { Store } from './store.svelte';

type Words = { label: string; quantity: string };

/** What is typed to be added to one list, and what comes of it. */
function openAddField(store: Store, listUid: string) {
	let text = $state('');

	return {
		/** Answers with the uid of its row. */
		add: (words: Words): string => store.add(listUid, { dueOn: '', note: '', ...words }),
		/** Unticks what is wanted again, in the quantity that is wanted now. */
		bringBack(
			{ uid: itemUid, quantity: was }: { uid: string; quantity: string },
			quantity: string
		) {
			store.act(listUid, { kind: 'untick', itemUid });
			if (quantity && quantity !== was)
				store.act(listUid, { kind: 'edit', itemUid, texts: { quantity }, seen: {} });
		},
		get text() {
			return text;
		},
		set text(line: string) {
			text = line;
		}
	};
}

export type AddFieldState = ReturnType<typeof openAddField>;

const key = Symbol('add fields');

/** For the layout above all pages of a member: what is typed for one list is there when they come back to it. */
export const provideAddFields = (): void =>
	void setContext(key, new SvelteMap<string, AddFieldState>());

/** The field of one list; `typed` stands in it where a form came back with it. */
export function addFieldOf(store: Store, listUid: string, typed: string): AddFieldState {
	const fields = getContext<SvelteMap<string, AddFieldState>>(key);
	const field = fields.get(listUid) ?? openAddField(store, listUid);
	fields.set(listUid, field);
	if (typed) field.text = typed;
	return field;
}
