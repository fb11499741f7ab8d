/**
 * What the form changes: a field that says what the page showed is left out, so that saving a due date never undoes
 * somebody else's note. For a label or a note that was changed, what the page showed goes along, and a text that is
 * another by now is refused.
 */
export function changesIn(fields: URLSearchParams) {
	const label = changed(fields.get('label'), fields.get('expectedLabel'));
	const note = changed(withPlainBreaks(fields.get('note')), shownNote(fields));
	return {
		label,
		quantity: changed(fields.get('quantity'), fields.get('expectedQuantity')),
		dueOn: changed(fields.get('dueOn'), fields.get('expectedDueOn')),
		note,
		expectedLabel: label === undefined ? undefined : (fields.get('expectedLabel') ?? undefined),
		expectedNote: note === undefined ? undefined : shownNote(fields)
	};
}

/**
 * What the fields hold after a refusal: what somebody changed stays theirs, and what they left alone is as it is by now.
 * Overtaken is a text that they changed and that somebody else had changed before them.
 */
export function afterRefusal(values: Record<string, string>, item: Texts) {
	const { expectedLabel, expectedNote, ...mine } = changesIn(new URLSearchParams(values));
	const words = {
		label: mine.label ?? item.label,
		quantity: mine.quantity ?? item.quantity,
		dueOn: mine.dueOn ?? item.dueOn,
		note: mine.note ?? item.note
	};
	return {
		words,
		overtaken: {
			label: expectedLabel !== undefined && expectedLabel !== item.label,
			note: expectedNote !== undefined && expectedNote !== item.note
		}
	};
}

export type Texts = { label: string; quantity: string; dueOn: string; note: string };

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
