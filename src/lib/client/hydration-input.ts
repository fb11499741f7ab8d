/**
 * Captures what was typed, selected, ticked or opened before the page's script ran. Hydration sets every field back to what
 * the server sent. On a slow line that takes away words that somebody has just typed, and moves the caret before words that
 * were selected to be replaced. Call this before hydration, for the whole page or an island of it. The returned function puts
 * everything back, with the events of typing.
 */
export function captureEarlyInput(page: ParentNode = document): () => void {
	const texts = [
		...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
	]
		.filter((field) => field.type !== 'hidden' && field.value !== field.defaultValue)
		.map((field) => ({ field, value: field.value }));
	const ticks = [...page.querySelectorAll<HTMLInputElement>('[type=checkbox], [type=radio]')]
		.filter((box) => box.checked !== box.defaultChecked)
		.map((box) => ({ box, checked: box.checked }));
	const choices = [...page.querySelectorAll('select')].map((field) => ({
		field,
		value: field.value
	}));
	const opened = [...page.querySelectorAll('details')].map((fold) => ({
		fold,
		open: fold.open
	}));

	const selectAgain = selectionIn(page.querySelector(':focus'));

	return () => {
		// Svelte takes the text of a field with `bind:value` into its state, and calls no listener.
		for (const { field, value } of texts) enter(field, value);
		for (const { field, value } of choices) if (field.value !== value) enter(field, value);
		for (const { box, checked } of ticks) box.checked = checked;
		for (const { fold, open } of opened) fold.open = open;
		selectAgain();
	};
}

/** Writes into a field, with the events of typing. */
function enter(field: { value: string } & EventTarget, value: string): void {
	field.value = value;
	field.dispatchEvent(new Event('input', { bubbles: true }));
	field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Returns a function that selects again what is selected now. */
function selectionIn(field: Element | null): () => void {
	if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return () => {};
	const { selectionStart, selectionEnd, selectionDirection } = field;
	// Some types of field, such as that for an email, do not tell.
	if (selectionStart === null) return () => {};
	return () =>
		field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
}
