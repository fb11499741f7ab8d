import { goto } from '$app/navigation';
import { resolve } from '$app/paths';
import { mount, unmount } from 'svelte';
import KeySheet from './KeySheet.svelte';
import { rows } from './rows';

export type Shortcut =
	'search' | 'add' | 'go-down' | 'go-up' | 'move-down' | 'move-up' | 'tick' | 'edit' | 'help';

/** Does what a shortcut stands for, with the row that has the focus. Where a page has nothing of the kind, nothing happens. */
export const run = (shortcut: Shortcut): void => void shortcuts[shortcut]();

const shortcuts: Record<Shortcut, () => unknown> = {
	search: () => focusOn('main [role="search"] input') || goto(resolve('/search')),
	add: () => focusOn('.add:not([role="search"]) input:not([type="hidden"])'),
	'go-down': () => focusRow(1),
	'go-up': () => focusRow(-1),
	'move-down': () => moveItem('down'),
	'move-up': () => moveItem('up'),
	tick: () => currentRow()?.querySelector<HTMLElement>('button.tick')?.click(),
	edit: editItem,
	help: openSheet
};

const currentRow = (): HTMLElement | null | undefined =>
	document.activeElement?.closest<HTMLElement>(rows);

function focusOn(selector: string): boolean {
	const element = document.querySelector<HTMLElement>(selector);
	element?.focus();
	return !!element;
}

/** Focuses the next or the previous row, or the first where none has the focus. */
function focusRow(step: 1 | -1): void {
	const shown = [...document.querySelectorAll<HTMLElement>(rows)].filter(
		(row) => row.checkVisibility() && !row.closest('[inert]')
	);
	const at = shown.findIndex((row) => row === currentRow());
	const next = shown[at < 0 ? 0 : at + step];
	const entry = next?.querySelector<HTMLElement>('.label a') ?? next?.querySelector('a');
	(entry ?? next?.querySelector<HTMLElement>('.tick'))?.focus();
}

/** Moves the item with the focus: fills in the form that ItemMenu has for this, and submits it. */
function moveItem(where: 'up' | 'down'): void {
	const form = document.getElementById('item-step');
	const row = currentRow();
	if (!(form instanceof HTMLFormElement) || !row || row.classList.contains('done')) return;
	const item = Object.assign(document.createElement('input'), { name: 'itemUid', value: row.id });
	const button = Object.assign(document.createElement('button'), { name: 'where', value: where });
	form.append(item, button);
	form.requestSubmit(button);
	item.remove();
	button.remove();
}

/** Opens the page of the item, where its name is edited. */
async function editItem(): Promise<void> {
	const link = currentRow()?.querySelector<HTMLAnchorElement>('a[href^="/items/"]');
	// eslint-disable-next-line svelte/no-navigation-without-resolve -- the page said where
	if (link) await goto(link.href);
	focusOn('main [name="label"]');
}

function openSheet(): void {
	if (document.querySelector('dialog[open]')) return;
	const sheet = mount(KeySheet, {
		target: document.body,
		props: { onclose: () => void unmount(sheet) }
	});
}
