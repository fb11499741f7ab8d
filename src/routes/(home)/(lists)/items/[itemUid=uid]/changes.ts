import { withCheckboxTurned } from '$lib/client/format/note/checkboxes';
import { withCheckboxesOf } from '$lib/client/format/note/merge-checkboxes';
import { allInputs, asStored } from '$lib/client/item-texts';
import type { Seen } from '$lib/client/outbox/intent';
import type { Texts } from '$lib/server/items/fields';

/**
 * What the form changes. A field that still holds what the page showed is left out, so that saving a due date never undoes
 * somebody else's note. For a changed label or note, what the page showed goes along, and the edit is refused where another
 * text is stored.
 */
export function changesIn(fields: URLSearchParams) {
	const changes: Partial<Texts> = {};
	for (const { name, expected } of allInputs) {
		const shown = name === 'note' ? shownNote(fields) : fields.get(expected);
		const typed = withPlainBreaks(fields.get(name));
		changes[name] = changed(typed && asStored(name, typed), shown);
	}
	const { label, note } = changes;
	return {
		...changes,
		expectedLabel: label === undefined ? undefined : (fields.get('expectedLabel') ?? undefined),
		expectedNote: note === undefined ? undefined : shownNote(fields)
	};
}

/** What the form changes, as the device keeps it until the server is reached. */
export function editIn(fields: URLSearchParams): { texts: Partial<Texts>; seen: Seen } {
	const { expectedLabel, expectedNote, ...texts } = changesIn(fields);
	return { texts: withoutGaps(texts), seen: withoutGaps({ expectedLabel, expectedNote }) };
}

/**
 * What a box of a checklist changes: the note that the page showed, or the one that is stored now where that still has the
 * line.
 */
export function changesByCheckbox(fields: URLSearchParams, stored: string): Partial<Texts & Seen> {
	const shown = shownNote(fields);
	if (shown === undefined) return {};
	const note = withCheckboxTurned(shown, Number(fields.get('line')));
	const merged = withCheckboxesOf(note, shown, stored);
	return merged === undefined
		? { note, expectedNote: shown }
		: { note: merged, expectedNote: stored };
}

const withoutGaps = (changes: Record<string, string | undefined>): Record<string, string> =>
	Object.fromEntries(
		Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== undefined)
	);

/**
 * What the fields hold after a refusal: what somebody changed stays theirs, and what they left alone is as it is stored now.
 * Overtaken is a text that they changed and that somebody else had changed before them.
 */
export function afterRefusal(values: Record<string, string>, item: Texts) {
	const { expectedLabel, expectedNote, ...mine } = changesIn(new URLSearchParams(values));
	const words = { ...item };
	for (const { name } of allInputs) words[name] = mine[name] ?? item[name];
	return {
		words,
		overtaken: {
			label: expectedLabel !== undefined && expectedLabel !== item.label,
			note: expectedNote !== undefined && expectedNote !== item.note
		}
	};
}

/** Browsers send every line break as CR LF, so the note that was shown travels as JSON, where breaks are escaped. */
export const asShown = (note: string): string => JSON.stringify(note);

function shownNote(fields: URLSearchParams): string | undefined {
	try {
		const note: unknown = JSON.parse(fields.get('expectedNote') ?? '');
		return typeof note === 'string' ? note : undefined;
	} catch {
		return undefined;
	}
}

function changed(typed: string | null, shown: string | null | undefined): string | undefined {
	if (typed === null) return undefined;
	return shown !== null && shown !== undefined && withPlainBreaks(shown) === typed
		? undefined
		: typed;
}

function withPlainBreaks<Text extends string | null>(text: Text): Text | string {
	return text === null ? text : text.replace(/\r\n?/g, '\n');
}
