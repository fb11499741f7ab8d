import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import {
	component,
	day,
	line,
	onDay,
	paragraphs,
	says,
	uid,
	when,
	whether
} from '../kernel/schema.ts';
import { wordsOf } from '../kernel/text.ts';
import { sectionName } from '../sections/section.ts';

/** A text that people write on an item. It is stored in the column of its name, `""` where there is none. */
type Text = {
	/** What it is called within a sentence. */
	called: { one: string; several: string };
	/** How answers describe it. */
	output: z.ZodType<string>;
	/** The schema of the text where an item is added or edited. All but the label can be left out. */
	input: z.ZodType<string, string>;
	/** What assistants are told of it where they add and where they edit; `""` tells them nothing. */
	hints: { add: string; edit: string };
	/** Whether undoing an edit restores it. */
	isUndone: boolean;
	/** Whether a copy of the list keeps the text. */
	isCopied: boolean;
	/** The column of its folded words, if search reads it. */
	words: `${string}Words` | undefined;
	/** Whether visitors see it, always or under a setting, and how the public list describes it. */
	onPublicList: { under: 'always' | PublicSetting; output: z.ZodType<string> } | false;
	/** The example in the published document. */
	example: string;
};

export type PublicSetting = 'publicShowMeta' | 'publicShowNames';

/** In characters. */
export const maxLabelLength = 500;
export const maxNoteLength = 64_000;

/** The texts of an item, each declared once. What reads, writes, copies, undoes and shows an item follows from this. */
export const texts = {
	label: {
		called: { one: 'label', several: 'labels' },
		output: says('The label of the item.'),
		input: line(m.field_item_label, { most: maxLabelLength }),
		hints: { add: 'What the item is, in a few words.', edit: '' },
		isUndone: true,
		isCopied: true,
		words: 'labelWords',
		onPublicList: { under: 'always', output: says('The label of the item.') },
		example: 'Milk'
	},
	quantity: {
		called: { one: 'quantity', several: 'quantities' },
		output: says('The quantity, as free text.'),
		input: line(m.field_quantity, { most: 50, least: 0 }),
		hints: {
			add: 'The quantity, as people say it: “2 l”, “a dozen”.',
			edit: 'The quantity; "" removes it.'
		},
		isUndone: true,
		isCopied: true,
		words: 'quantityWords',
		onPublicList: {
			under: 'publicShowMeta',
			output: says('The quantity; "" if the settings hide it.')
		},
		example: '2 l'
	},
	dueOn: {
		called: { one: 'due date', several: 'due dates' },
		output: onDay('The due date.'),
		input: day(m.field_due_date),
		hints: {
			add: 'The due date, YYYY-MM-DD.',
			edit: 'The due date, YYYY-MM-DD; "" removes it.'
		},
		isUndone: true,
		isCopied: true,
		words: undefined,
		onPublicList: {
			under: 'publicShowMeta',
			output: onDay('The due date, unless the settings hide it.')
		},
		example: '2026-11-22'
	},
	note: {
		called: { one: 'note', several: 'notes' },
		output: says('The note, in Markdown.'),
		input: paragraphs(m.field_note, { most: maxNoteLength }),
		hints: {
			add: 'A longer text, in Markdown.',
			edit: 'The whole new note, in Markdown; "" removes it.'
		},
		isUndone: true,
		isCopied: true,
		words: 'noteWords',
		onPublicList: false,
		example: 'the green one'
	}
} satisfies Record<string, Text>;

export type TextField = keyof typeof texts;
export type Texts = Record<TextField, string>;

/** Makes an object with a value for each text. The fields are named one by one, so that a forgotten one does not compile. */
export const eachText = <Value>(of: (field: TextField) => Value): Record<TextField, Value> => ({
	label: of('label'),
	quantity: of('quantity'),
	dueOn: of('dueOn'),
	note: of('note')
});

export const textFields: readonly TextField[] = Object.values(eachText((field) => field));

/** "label, quantity or note" */
export function anyText(number: keyof Text['called']): string {
	const names = textFields.map((field) => texts[field].called[number]);
	return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);
}

// The note can be long, so it comes after what is short.
const { note, ...shortTexts } = eachText((field) => texts[field].output);

/** An item as pages, REST and assistants show it. */
export const Item = component('Item', {
	uid: says('The uid of the item.'),
	...shortTexts,
	done: whether('Whether the item is ticked.'),
	addedByName: says('The name of the member who added the item.'),
	doneByName: says('The name of the member who ticked the item; "" while it is open.'),
	doneAt: when('The time the item was ticked.'),
	doneByUid: says('The uid of the member who ticked the item; "" while it is open.'),
	note,
	addedViaToken: says('The name of the access token that added the item; "" for none.')
});

export type Item = z.infer<typeof Item>;

/** An item with its place and its section, so that a client can sort it among items that it read earlier. */
export const PlacedItem = Item.extend({
	place: z.number().meta({
		description:
			'The position of the item in its section: lowest first, ties in the order of `uid`.'
	}),
	sectionUid: says('The uid of the section the item is in; "" for none.')
}).meta({ id: 'PlacedItem' });

export type PlacedItem = z.infer<typeof PlacedItem>;

/** The texts of an edit. One that is left out stays. */
export const editShape = eachText((field) => texts[field].input.optional());

export const ItemBody = component('ItemInput', {
	...editShape,
	label: texts.label.input,
	sectionUid: uid(m.field_section)
		.optional()
		.describe(
			'The uid of the section to add the item to; "" for none. By default the one where this label last stood on this list.'
		)
});

export type ItemBody = z.output<typeof ItemBody>;

/** An item to add, whose section may be given by name. The section is made where there is none of the name. */
export const NamingBody = ItemBody.extend({ sectionName: sectionName.optional() });

export type NamingBody = z.output<typeof NamingBody>;

type FieldsWith<Rule extends keyof Text, Value> = {
	[Field in TextField]: (typeof texts)[Field][Rule] extends Value ? Field : never;
}[TextField];

/** The fields that no setting shows on the public list. */
export const neverPublic = { note: true } satisfies Record<FieldsWith<'onPublicList', false>, true>;

/** The fields that search reads. */
export type SearchedField = Exclude<TextField, FieldsWith<'words', undefined>>;

export const searchedFields = textFields.filter(
	(field): field is SearchedField => texts[field].words !== undefined
);

type TextColumn = TextField | `${SearchedField}Words`;

/** The columns of the texts that are given. */
export function columnsOf(given: Texts): Record<TextColumn, string>;
export function columnsOf(given: Partial<Texts>): Partial<Record<TextColumn, string>>;
export function columnsOf(given: Partial<Texts>): Partial<Record<TextColumn, string>> {
	const columns: Partial<Record<TextColumn, string>> = {};
	for (const field of givenIn(given)) {
		const { words } = texts[field];
		const text = given[field] ?? '';
		columns[field] = text;
		if (words) columns[words] = wordsOf(text);
	}
	return columns;
}

export const givenIn = (given: { [Field in TextField]?: string | undefined }): TextField[] =>
	textFields.filter((field) => given[field] !== undefined);

/** What undo needs to know of an item of which these texts are changed. */
export const beforeEdit = (item: Texts, changed: TextField[]): Record<string, string> =>
	Object.fromEntries(
		changed.filter((field) => texts[field].isUndone).map((field) => [field, item[field]])
	);

export const maxItemsPerList = 10_000;
