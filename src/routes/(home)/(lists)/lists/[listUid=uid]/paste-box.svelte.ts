import { tick as afterUpdate, untrack } from 'svelte';
import { announce } from '$lib/client/announcer.svelte';
import { isFocusLost } from '$lib/client/focus';
import type { AddFieldState } from '$lib/client/store/add-field.svelte';
import type { ListView } from '$lib/client/store/list-view.svelte';
import type { PageProps } from './$types';

type Around = {
	data: () => PageProps['data'];
	/** The last answer to a form of the page. */
	answered: () => PageProps['form'];
	view: () => ListView;
	/** Holds what stands in the box, also for when somebody comes back to the list. */
	adding: AddFieldState;
	isOffline: () => boolean;
	/** Asks for the preview of what stands in the box. */
	askForPreview: () => void;
};

/** The box for many lines: what stands in it, whether it is open, and what follows once its lines are added. */
export function pasteBox({ data, answered, view, adding, isOffline, askForPreview }: Around) {
	/** The answer that added the lines. After a refresh it is still the last answer to a form, so it is ignored. */
	let added = $state.raw<PageProps['form']>();
	const form = $derived(answered() === added ? undefined : answered());
	const pasted = $derived(
		form?.pasted ?? data().pasted ?? { text: String(form?.values?.text ?? ''), lines: [] }
	);
	const { lines: text } = adding;
	/** How often lines were added here. Each time there is a new toast. */
	let times = $state(0);
	const isBrought = $derived(data().pasted !== undefined);
	// Depends on nothing that each refresh replaces, or a refresh would close what somebody has opened.
	let open = $derived(answered()?.form === 'addItems' || isBrought);
	untrack(() => {
		text.current ||= pasted.text;
		open ||= text.current !== '';
	});
	let isGone = false;
	$effect(() => () => void (isGone = true));

	/** Adds lines below what stands in the box already, which somebody may have typed, and asks for the preview. */
	function preview(lines: string): void {
		text.current = [text.current.trim(), lines].filter(Boolean).join('\n');
		open = true;
		// The toast about the line before would cover the buttons of the preview.
		view().landed.dismiss();
		void afterUpdate().then(askForPreview);
	}

	return {
		/** The last answer to a form of the page, but for one that the box has dealt with. */
		get form(): PageProps['form'] | undefined {
			return form;
		},
		get pasted() {
			return pasted;
		},
		text,
		get times(): number {
			return times;
		},
		get open(): boolean {
			return open;
		},
		set open(opened) {
			open = opened;
		},
		/** Without a connection the lines are added at once; otherwise the server shows a preview first. */
		async take(lines: string): Promise<void> {
			const isAdded =
				isOffline() &&
				(await view()
					.paste(lines)
					.then(
						() => true,
						() => false
					));
			if (!isAdded) preview(lines);
		},
		async afterAdded(isLeft: boolean, sent: FormData): Promise<void> {
			// The bound text follows the reset of the form only after an update.
			await afterUpdate();
			// What was typed meanwhile stays in sight, also where somebody has left the list and come back.
			if (text.current.trim() === String(sent.get('text')).trim()) text.current = '';
			if (isLeft) return;
			added = answered();
			open = !!text.current.trim();
			view().landed.dismiss();
			await afterUpdate();
			const isHere = isFocusLost() || document.activeElement?.closest('.paste');
			if (!isGone && isHere) document.getElementById(open ? 'lines' : 'add')?.focus();
			const { words = '', first = '' } = data().justPasted ?? {};
			announce(words);
			void view().reveal(first, 'center');
			times += 1;
			// What the address tells has been told, and must not be told again after Back.
			history.replaceState(history.state, '', location.pathname);
		}
	};
}
