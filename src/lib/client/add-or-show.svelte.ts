import type { SubmitFunction } from '@sveltejs/kit';
import * as m from '$lib/paraglide/messages';
import { announce } from './announcer.svelte';
import { labelKey } from './format/fold';
import type { WrittenLine } from './format/quick-add';
import { landedWords, type Landed } from './landed';
import type { AddFieldState } from './store/add-field.svelte';

type Row = { uid: string; label: string; quantity: string; dueOn: string; done: boolean };

/**
 * Adds lines to the list, and shows where each lands. A line that is on the list already is not added: its row is shown
 * instead, and brought back where it is ticked.
 */
export function addOrShow(adding: AddFieldState, rows: () => Row[], reveal: (uid: string) => void) {
	let shown = $state.raw<Landed>();
	/** Why nothing was added, in one sentence. Every change of the text resets it to "". */
	let problem: string = $derived.by(() => {
		void adding.text;
		return '';
	});

	function show(landed: Landed): void {
		const row = rows().find(({ uid }) => uid === landed.uid);
		if (!row) return;
		shown = landed;
		announce(landedWords(landed, row.label));
		reveal(row.uid);
	}

	const submit: SubmitFunction = ({ cancel, formData }) => {
		cancel();
		if (!formData.has('again')) return take();
		begin();
		const line = asItStands(formData);
		const itemUid = String(formData.get('itemUid') ?? '');
		if (!itemUid) return void landNew(line);
		const row = rows().find(({ uid }) => uid === itemUid);
		if (row) adding.edit(row, line);
		reveal(itemUid);
	};

	function take(): void {
		if (!adding.text.trim()) return refuse();
		begin();
		void adding.take().then(land);
	}

	/** Shows the sentence that the server has for an empty label. */
	function refuse(): void {
		problem = m.field_required({ what: m.field_item_label() });
		focusField();
	}

	function begin(): void {
		dismiss();
		focusField();
	}

	function dismiss(): void {
		shown = undefined;
		problem = '';
	}

	const focusField = () => document.getElementById('add')?.focus();

	function land(line: WrittenLine): Landed | undefined {
		if (!line.label) return;
		const listed = rowNamed(line.label);
		if (!listed) return landNew(line);
		if (listed.done) adding.bringBack(listed, line);
		return landAs(listed.done ? 'ticked' : 'listed', line, listed.uid);
	}

	const landNew = (line: WrittenLine): Landed => landAs('new', line, adding.add(line));

	function landAs(
		standing: Landed['standing'],
		{ quantity, dueOn }: WrittenLine,
		uid: string
	): Landed {
		const landed = { uid, standing, quantity, dueOn };
		show(landed);
		return landed;
	}

	/** The open row of that name, or else a ticked one. */
	function rowNamed(label: string): Row | undefined {
		const named = rows().filter((row) => labelKey(row.label) === labelKey(label));
		return named.find(({ done }) => !done) ?? named[0];
	}

	return {
		submit,
		/** Adds what is typed. */
		take,
		/** Adds this line in place of what is typed. */
		pick(line: WrittenLine): void {
			begin();
			adding.text = '';
			land(line);
		},
		/** Adds lines that were read, one after the other, and returns where they landed. */
		addAll: (lines: WrittenLine[]): Landed[] => {
			begin();
			return lines.flatMap((line) => land(line) ?? []);
		},
		get problem(): string {
			return problem;
		},
		/** The line that landed last, until something else is done. */
		get shown() {
			return shown;
		},
		dismiss
	};
}

/** The line of "Add another" and "Set to …": its fields are taken as they are, and not read again. */
function asItStands(fields: FormData): WrittenLine {
	const field = (name: string) => String(fields.get(name) ?? '');
	return { label: field('label'), quantity: field('quantity'), dueOn: field('dueOn') };
}
