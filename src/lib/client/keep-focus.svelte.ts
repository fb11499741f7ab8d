import type { AfterNavigate } from '@sveltejs/kit';
import { tick } from 'svelte';
import { isFocusLost } from './focus';

type Place = {
	/** The row with the focus. */
	uid: string;
	/** Where to go when it is gone: the rows below it, and then those above. */
	others: () => string[];
	/** A selector for what has the focus in the row. */
	control: string;
	isVisible: boolean;
};

/** Keeps the focus on its row, or on the next, while rows move and leave. After an undo it is on the row that came back. */
export function keepFocus(changes: () => unknown): void {
	$effect.pre(() => {
		changes();
		const place = placeOfFocus(document.activeElement);
		if (place) void tick().then(() => isFocusLost() && restore(place));
	});
}

/** For `afterNavigate`. Focuses the row of an item on the way back from its page, or after it was saved there. */
export function focusRowOf({ from, to, type }: AfterNavigate): void {
	if (!to || type === 'enter') return;
	const left = type === 'popstate' && from?.params?.itemUid;
	const row = document.getElementById(left || to.url.hash.slice(1));
	// Kit sets the beginning of the tab order to the row a moment later, which takes the focus away again.
	setTimeout(() => row?.querySelector<HTMLElement>('.label a')?.focus({ preventScroll: true }));
}

function placeOfFocus(active: Element | null): Place | undefined {
	const isVisible = !!active?.matches(':focus-visible');
	const row = active?.closest('.items > li');
	const undone = active?.closest('form.undo')?.querySelector<HTMLInputElement>('[name$=id]');
	if (undone) return { uid: undone.value, others: () => [], control: 'a[href]', isVisible };
	if (!row || !active) return undefined;
	const rows = document.querySelectorAll('.items > li');
	const others = () => othersOf(row, [...rows]);
	return { uid: row.id, others, control: controlOf(active), isVisible };
}

function othersOf(row: Element, rows: Element[]): string[] {
	const at = rows.indexOf(row);
	return [...rows.slice(at + 1), ...rows.slice(0, at).reverse()].map(({ id }) => id);
}

function controlOf(active: Element): string {
	return ['.tool', '.tick', '.grip'].find((control) => active.matches(control)) ?? 'a[href]';
}

function restore({ uid, others, control, isVisible }: Place): void {
	const rows = [uid, ...others()].map((uid) => document.getElementById(uid));
	const row = rows.find((found) => found?.checkVisibility() && !found.closest('[inert]'));
	const target =
		row?.querySelector<HTMLElement>(control) ?? row?.querySelector<HTMLElement>('a[href]');
	// Without a ring the eye does not follow the focus, and the page should not move.
	(target ?? document.getElementById('main'))?.focus({ preventScroll: !isVisible });
}
