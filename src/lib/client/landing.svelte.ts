import type { SubmitFunction } from '@sveltejs/kit';
import { announce } from './announcer.svelte';
import { labelKey } from './format/fold';
import { landedWords, type Landed } from './landed';
import { readLine } from './format/quick-add';
import type { AddFieldState } from './store/add-field.svelte';

type Row = { uid: string; label: string; quantity: string; done: boolean };

/**
 * Shows where each line that is added lands. One that is on the list already is not added: its row is shown instead, and
 * brought back where it is ticked.
 */
export function landing(adding: AddFieldState, rows: () => Row[], reveal: (uid: string) => void) {
	let shown = $state.raw<Landed>();

	function show(landed: Landed): void {
		const row = rows().find(({ uid }) => uid === landed.uid);
		if (!row) return;
		shown = landed;
		announce(landedWords(landed, row.label));
		reveal(row.uid);
	}

	const submit: SubmitFunction = (sent) => {
		sent.cancel();
		shown = undefined;
		document.getElementById('add')?.focus();
		const { label, quantity, isAgain } = wordsIn(sent.formData);
		if (!label) return;
		const listed = isAgain ? undefined : rowNamed(label);
		if (!listed) return show({ uid: adding.add({ label, quantity }), standing: 'new', quantity });
		if (listed.done) adding.bringBack(listed, quantity);
		show({ uid: listed.uid, standing: listed.done ? 'ticked' : 'listed', quantity });
	};

	/** An open one before one that is ticked. */
	function rowNamed(label: string): Row | undefined {
		const named = rows().filter((row) => labelKey(row.label) === labelKey(label));
		return named.find(({ done }) => !done) ?? named[0];
	}

	return {
		submit,
		/** The line that landed last, until something else is done. */
		get shown() {
			return shown;
		},
		dismiss(): void {
			shown = undefined;
		}
	};
}

/** One that is wanted once more comes as it stands on the list; what was typed is read first. */
function wordsIn(fields: FormData): { label: string; quantity: string; isAgain: boolean } {
	const label = String(fields.get('label') ?? '');
	const isAgain = fields.has('again');
	return isAgain
		? { label, quantity: String(fields.get('quantity') ?? ''), isAgain }
		: { ...readLine(label), isAgain };
}
