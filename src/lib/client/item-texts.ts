import type { TextField, Texts } from '$lib/server/items/fields';
import * as m from '$lib/paraglide/messages';

/** The texts of an item that has none. */
export const noTexts: Texts = { label: '', quantity: '', dueOn: '', note: '' };

/** A text as the server stores it: a line is trimmed, and a note is kept to the letter. */
export const asStored = (name: TextField, typed: string): string =>
	name === 'note' ? typed : typed.trim();

type Input<Name extends TextField> = {
	name: Name;
	/** The hidden field that says what the page showed. */
	expected: `expected${Capitalize<Name>}`;
	title: () => string;
	/** In characters, for a page that cannot ask the server; none where a text may have many lines. */
	maxLength?: number;
	attributes: { type?: 'date'; lines?: number; autocomplete?: 'off'; optional?: true };
};

/** How a page asks for each text of an item, and what it calls it. */
const inputs: { [Name in TextField]: Input<Name> } = {
	label: {
		name: 'label',
		expected: 'expectedLabel',
		title: m.name_label,
		maxLength: 500,
		attributes: { autocomplete: 'off' }
	},
	quantity: {
		name: 'quantity',
		expected: 'expectedQuantity',
		title: m.item_quantity,
		maxLength: 50,
		attributes: { autocomplete: 'off', optional: true }
	},
	dueOn: {
		name: 'dueOn',
		expected: 'expectedDueOn',
		title: m.item_due_date,
		attributes: { type: 'date', optional: true }
	},
	note: {
		name: 'note',
		expected: 'expectedNote',
		title: m.item_note,
		attributes: { lines: 5, optional: true }
	}
};

const { label: labelInput, note: noteInput, ...short } = inputs;

export { labelInput, noteInput };

/** The inputs that stand side by side. */
export const shortInputs = Object.values(short);

export const allInputs = Object.values(inputs);
