import type { SubmitFunction } from '@sveltejs/kit';
import { untrack } from 'svelte';
import { announce } from './announcer.svelte';
import { labelKey } from './format/fold';
import { landedWords, type Landed } from './landed';
import type { Adding } from './optimistic-add.svelte';
import { readLine } from './quick-add';

type Row = { uid: string; label: string; done: boolean };

/**
 * Shows where each line that is added has landed. One that is on the list already is not sent: its row is shown instead.
 * The server compares again, for it knows what others added meanwhile.
 */
export function landing(adding: Adding, rows: () => Row[], reveal: (uid: string) => void) {
	let shown = $state.raw<Landed>();

	$effect(() => {
		const { landed } = adding;
		if (!landed) return;
		adding.landed = undefined;
		untrack(() => show(landed));
	});

	function show(landed: Landed): void {
		const row = rows().find(({ uid }) => uid === landed.uid);
		if (!row) return;
		shown = landed;
		announce(landedWords(landed, row.label));
		reveal(row.uid);
	}

	const submit: SubmitFunction = (sent) => {
		shown = undefined;
		document.getElementById('add')?.focus();
		const isAgain = sent.formData.has('again');
		const { label, quantity } = readLine(String(sent.formData.get('label') ?? ''));
		const listed = rows().find((row) => !row.done && labelKey(row.label) === labelKey(label));
		if (isAgain || !listed) return adding.submit(sent);
		sent.cancel();
		show({ uid: listed.uid, standing: 'listed', quantity });
	};

	return {
		submit,
		/** The line that landed last. */
		get shown() {
			return shown;
		}
	};
}
