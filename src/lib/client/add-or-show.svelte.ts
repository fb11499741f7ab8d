import type { SubmitFunction } from '@sveltejs/kit';
import * as m from '$lib/paraglide/messages';
import { announce } from './announcer.svelte';
import { isSecondPress, noteTaken } from './double-press';
import { keyOf, labelKey } from './format/fold';
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

	function show(landed: Landed | undefined): void {
		const row = rows().find(({ uid }) => uid === landed?.uid);
		if (!row || !landed) return;
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
		if (!itemUid) return show(landNew(line));
		const row = rows().find(({ uid }) => uid === itemUid);
		if (row) adding.edit(row, line);
		reveal(itemUid);
	};

	function take(): void {
		if (!adding.text.trim())
			return isSecondPress(adding)
				? focusField()
				: refuse(m.field_required({ what: m.field_item_label() }));
		begin();
		noteTaken(adding);
		void adding.take().then((line) => show(land(line)));
	}

	/** Adds nothing, and says why beside the field. */
	function refuse(sentence: string): void {
		problem = sentence;
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

	/** Adds a line, unless a row has its name; a ticked one is brought back. `named` holds the rows by name, and then the new one too. */
	function land(line: WrittenLine, named = rowsByName()): Landed | undefined {
		if (!line.label) return;
		const name = labelKey(line.label);
		const found = named.get(name) ?? [];
		const listed = found.find(({ done }) => !done) ?? found[0];
		const landed = listed ? landOn(listed, line) : landNew(line);
		named.set(name, [{ ...line, ...listed, uid: landed.uid, done: false }]);
		return landed;
	}

	function landOn(listed: Row, line: WrittenLine): Landed {
		if (listed.done) adding.bringBack(listed, line);
		return asLanded(listed.done ? 'ticked' : 'listed', line, listed.uid);
	}

	const landNew = (line: WrittenLine): Landed => asLanded('new', line, adding.add(line));

	const rowsByName = (): Map<string, Row[]> => Map.groupBy(rows(), keyOf);

	return {
		submit,
		/** Adds what is typed. */
		take,
		/** Adds this line in place of what is typed. */
		pick(line: WrittenLine): void {
			begin();
			adding.text = '';
			show(land(line));
		},
		/** Adds lines that were read, one after the other, and returns where they landed. */
		addAll: (lines: WrittenLine[]): Landed[] => {
			begin();
			const named = rowsByName();
			const landed = lines.flatMap((line) => land(line, named) ?? []);
			show(landed.at(-1));
			return landed;
		},
		refuse,
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

const asLanded = (
	standing: Landed['standing'],
	{ quantity, dueOn }: WrittenLine,
	uid: string
): Landed => ({ uid, standing, quantity, dueOn });
