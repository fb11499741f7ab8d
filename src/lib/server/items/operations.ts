import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { steps } from '../../client/format/places.ts';
import {
	component,
	day,
	flag,
	line,
	neededDay,
	says,
	severalUids,
	uid,
	uids,
	whether
} from '../kernel/schema.ts';
import { appendToNote, changeItem, changeItems } from './edit.ts';
import {
	anyText,
	editShape,
	Item,
	ItemBody,
	maxLabelLength,
	maxNoteLength,
	NamingBody,
	textFields,
	texts
} from './fields.ts';
import { getDatedItems, getDatedPage, getDatedRows, getDueDays } from './dated.ts';
import { getItem as itemInReach } from './item.ts';
import { addLines, compareLines } from './add-lines.ts';
import { addItem, addItems, lineStandings } from './add.ts';
import { moveItem, moveItems } from './move.ts';
import { placeItem } from './place.ts';
import { deleteItem, deleteItems } from './remove.ts';
import { tickItem, tickItems } from './tick.ts';
import { getSuggestions } from './suggestions.ts';
import { List, Named } from '../lists/list.ts';
import { lists } from '../lists/operations.ts';
import type { FieldName } from '../kernel/field-name.ts';
import { unitsPerCharacter } from '../kernel/length.ts';
import { fewUnits } from '../kernel/length-rules.ts';
import { pageFields, pageNumber } from '../kernel/pages.ts';
import { exampleUids } from '../kernel/example-household.ts';
import { command, operations, query } from '../kernel/operation.ts';
import { sectionName } from '../sections/section.ts';

const itemUid = uid(m.field_item);
const listUid = uid(m.field_list);
const section = uid(m.field_section)
	.optional()
	.describe(
		'The uid of the section to move to; "" for none. By default the section of the item before it, else its own, or on another list the one where its label last stood there.'
	);
const itemUids = severalUids(m.field_items);
const severalItems = z.object({ items: z.array(Item) });
const done = z.object({
	...severalItems.shape,
	unchangedUids: z.array(z.string()).meta({
		description: 'The uids of the items that needed no change; [] for a token that may not read.'
	}),
	lists: z.array(Named)
});
const oneItem = z.object({ item: Item });
const nothing = z.object({});
const ItemChange = z.object({
	itemUid,
	...editShape,
	expectedLabel: lastSeen(
		m.field_item_label,
		maxLabelLength,
		'The label you last saw. If it has changed since, nothing is changed.'
	),
	expectedNote: lastSeen(
		m.field_note,
		maxNoteLength,
		'The note you last saw. If it has changed since, nothing is changed.'
	)
});

/** Not trimmed, because it is compared to the letter. A text that is too long for the field was never seen. */
function lastSeen(what: FieldName, most: number, description: string) {
	return z
		.string({ error: m.last_seen_not_text })
		.refine(...fewUnits(what, most, unitsPerCharacter))
		.meta({ maxLength: most, description })
		.optional();
}

function several<One extends z.ZodObject>(one: One) {
	return z
		.array(one, { error: m.items_not_list })
		.min(1, { error: m.items_none })
		.max(200, { error: m.items_too_many });
}

/** What assistants are told of the texts where they add, or where they edit. */
function hints(where: 'add' | 'edit'): Record<string, string> {
	const told = textFields.flatMap((field) => {
		const hint = texts[field].hints[where];
		return hint ? [[`items.${field}`, hint]] : [];
	});
	return Object.fromEntries(told);
}

const getItem = query({
	summary: 'Returns an item and the list it is on.',
	access: { who: 'member', ability: 'read' },
	address: 'GET /items/{itemUid}',
	input: z.object({ itemUid }),
	output: z.object({ item: Item, list: List }),
	tool: {
		title: 'Read an item',
		when: 'Use it to read the whole note of an item, or to see who added and ticked it.'
	},
	run: itemInReach
});

const days = {
	from: day(m.field_first_day)
		.meta({ description: 'The first day as YYYY-MM-DD.', format: 'date' })
		.optional(),
	to: neededDay(m.field_last_day, m.last_day_needed)
};

// It has no default: with one, a request that is sent again after the upgrade would be another one, and its item would be added twice.
const unlessOnList = flag(
	m.field_unless_on_list,
	'Whether to leave out what is open on the list under the same name, and to untick what is ticked there, with the texts given. It needs the ability to read.'
).optional();

const DatedItem = component('DatedItem', {
	item: Item,
	listUid: says('The uid of the list the item is on.'),
	listName: says('The name of the list.')
});

export const items = operations({
	addItem: command({
		summary: 'Adds an item to a list.',
		access: { who: 'member', ability: 'write' },
		address: 'POST /lists/{listUid}/items',
		input: z.object({ listUid, ...ItemBody.shape, unlessOnList }),
		example: { label: 'Dish soap', quantity: '1' },
		versionedBy: lists.getList,
		output: oneItem,
		run: addItem
	}),
	addItems: command({
		summary: 'Adds 1 to 200 items to a list in the given order, all or none.',
		access: { who: 'member', ability: 'write' },
		address: 'POST /lists/{listUid}/items:batch',
		input: z.object({ listUid, items: several(ItemBody), unlessOnList }),
		example: { items: [{ label: 'Dish soap', quantity: '1' }, { label: 'Flour' }] },
		versionedBy: lists.getList,
		output: severalItems,
		tool: {
			title: 'Add items',
			when: 'Use it to put one or many things on a list. With unlessOnList nothing comes on it twice.',
			fields: hints('add')
		},
		run: addItems
	}),
	compareLines: query({
		summary: 'Compares labels with a list: each is new, already listed, or listed and ticked.',
		access: { who: 'member', ability: 'read' },
		input: z.object({
			listUid,
			labels: z.array(z.string()).max(10_000, { error: m.too_many_lines_pasted })
		}),
		output: z.object({ standings: z.array(z.enum(lineStandings)) }),
		run: compareLines
	}),
	addLines: command({
		summary:
			'Adds the lines that are not on a list yet and unticks those that are ticked, 1 to 200 lines, all or none.',
		access: { who: 'member', ability: 'write' },
		input: z.object({
			listUid,
			lines: z
				.array(
					z.object({
						label: texts.label.input,
						quantity: texts.quantity.input.default(''),
						dueOn: texts.dueOn.input.default(''),
						again: flag(
							m.field_again,
							'Whether to add the item even if the list has one of this label.'
						).default(false)
					}),
					{ error: m.lines_not_list }
				)
				.min(1, { error: m.lines_none })
				.max(200, { error: m.lines_too_many })
		}),
		output: z.object({
			lines: z.array(z.object({ standing: z.enum(lineStandings), itemUid: z.string() }))
		}),
		run: addLines
	}),
	getItem,
	changeItem: command({
		summary: `Changes the ${anyText('one')} of an item; a field that is left out stays the same.`,
		access: { who: 'member', ability: 'write' },
		address: 'PATCH /items/{itemUid}',
		refuses: ['changed'],
		input: ItemChange,
		example: { label: 'Oat milk', expectedLabel: 'Milk' },
		versionedBy: getItem,
		output: oneItem,
		run: changeItem
	}),
	tickItem: command({
		summary: 'Ticks or unticks an item; never causes a conflict.',
		access: { who: 'member', ability: 'write' },
		address: 'PUT /items/{itemUid}/done',
		input: z.object({ itemUid, done: flag(m.field_done, 'true ticks, false unticks.') }),
		example: { done: true },
		versionedBy: getItem,
		output: oneItem,
		run: tickItem
	}),
	moveItem: command({
		summary:
			'Moves an item after another one, or to the top of its section, on its list or on another one you may change.',
		access: { who: 'member', ability: 'write' },
		address: 'POST /items/{itemUid}:move',
		input: z.object({
			itemUid,
			afterItemUid: uid(m.field_item_before)
				.optional()
				.describe('The uid of the item to place this one after; "" for the top of the section.'),
			toListUid: listUid.optional().describe('The uid of the list to move the item to.'),
			sectionUid: section
		}),
		example: { after_item_uid: exampleUids.eggs, to_list_uid: exampleUids.groceries },
		versionedBy: getItem,
		output: nothing,
		run: moveItem
	}),
	placeItem: command({
		summary:
			'Moves an item one step, to the top, to a section, to another list or back to where it was; returns where it was.',
		access: { who: 'member', ability: 'write' },
		input: z.object({
			itemUid,
			toListUid: listUid.optional(),
			sectionUid: section,
			belowItemUids: uids(m.field_items).optional(),
			step: z.enum(steps, { error: m.step_unknown }).optional()
		}),
		output: z.object({
			wasOnListUid: z.string(),
			wasInSectionUid: z.string(),
			wasBelowItemUids: z.array(z.string())
		}),
		run: placeItem
	}),
	deleteItem: command({
		summary: 'Moves an item to the trash.',
		access: { who: 'member', ability: 'delete' },
		address: 'DELETE /items/{itemUid}',
		input: z.object({ itemUid }),
		versionedBy: getItem,
		output: nothing,
		run: deleteItem
	}),
	changeItems: command({
		summary: `Changes ${anyText('several')} of 1 to 200 items, all or none; a field that is left out stays the same.`,
		access: { who: 'member', ability: 'write' },
		input: z.object({ items: several(ItemChange) }),
		output: done,
		tool: {
			title: 'Change items',
			when: 'Use it to correct or complete items; append_to_note adds to a note without replacing it.',
			fields: hints('edit'),
			destructive: true,
			idempotent: true
		},
		run: changeItems
	}),
	tickItems: command({
		summary: 'Ticks or unticks 1 to 200 items, all or none; never causes a conflict.',
		access: { who: 'member', ability: 'write' },
		input: z.object({ itemUids, done: flag(m.field_done, 'true ticks, false unticks.') }),
		output: done,
		tool: {
			title: 'Tick or untick items',
			when: 'Use it when something is done or bought, or turns out not to be.',
			fields: { done: 'true to tick, false to untick.' },
			idempotent: true
		},
		run: tickItems
	}),
	moveItems: command({
		summary:
			'Moves 1 to 200 items in the given order, after an item or to the top, on their list or another; all or none.',
		access: { who: 'member', ability: 'write' },
		input: z.object({
			itemUids,
			afterItemUid: uid(m.field_item_before_them).optional(),
			toListUid: listUid.optional(),
			sectionUid: section
		}),
		output: z.object({ movedCount: z.int(), lists: z.array(Named) }),
		tool: {
			title: 'Move items',
			when: 'Use it to sort a list, or to move items to another list.',
			fields: {
				itemUids: 'The uids of the items, in the new order.',
				afterItemUid:
					'The item to place them after, on the target list. If left out, they go to the top of their section.',
				toListUid:
					'The target list: its uid or its name. If left out, the items stay on their list.'
			},
			idempotent: true
		},
		run: moveItems
	}),
	appendToNote: command({
		summary: 'Adds text below the existing note of an item.',
		access: { who: 'member', ability: 'write' },
		input: z.object({
			itemUid,
			text: texts.note.input.refine((text) => text.trim() !== '', { error: m.text_to_add_needed })
		}),
		versionedBy: getItem,
		output: oneItem,
		tool: {
			title: 'Add to a note',
			when: 'Use it to add to an item’s note without reading the note first; the existing text is kept.',
			fields: { text: 'The text to add, in Markdown.' }
		},
		run: appendToNote
	}),
	deleteItems: command({
		summary: 'Moves 1 to 200 items to the trash, all or none.',
		access: { who: 'member', ability: 'delete' },
		input: z.object({ itemUids }),
		output: z.object({
			removedCount: z.int(),
			removed: z.array(Item.pick({ uid: true, label: true })),
			lists: z.array(Named)
		}),
		tool: {
			title: 'Delete items',
			when: 'Use it for items that should not be on a list at all; tick_items is for items that are done.',
			destructive: true
		},
		run: deleteItems
	}),
	getDatedItems: query({
		summary:
			'Lists the unticked items with a due date, across every list you reach that is not archived.',
		access: { who: 'member', ability: 'read' },
		address: 'GET /dated-items',
		input: z.object(days),
		example: { from: '2026-11-20', to: '2026-11-30' },
		output: z.object({ items: z.array(DatedItem) }),
		tool: {
			title: 'See what is due',
			when: 'Use it for “what is due this week?”. Without the argument from, overdue items are included.',
			fields: { from: 'The first day, YYYY-MM-DD.', to: 'The last day, YYYY-MM-DD.' }
		},
		run: getDatedItems
	}),
	getDatedPage: query({
		summary: 'Lists a page of what is due, and how much is due in all.',
		access: { who: 'member', ability: 'read' },
		input: z.object({ ...days, page: pageNumber }),
		output: z.object({ items: z.array(DatedItem), dueCount: z.int(), ...pageFields }),
		run: getDatedPage
	}),
	getDueDays: query({
		summary: 'Lists the days on which something is due, with the labels of the first few items.',
		access: { who: 'member', ability: 'read' },
		input: z.object({ ...days, most: z.int().min(1) }),
		output: z.object({
			days: z.array(z.object({ day: z.string(), count: z.int(), labels: z.array(z.string()) }))
		}),
		run: getDueDays
	}),
	getSuggestions: query({
		summary: 'Lists what a list has held before, most likely first; at most 10.',
		access: { who: 'member', ability: 'write' },
		address: 'GET /lists/{listUid}/suggestions',
		input: z.object({
			listUid,
			query: line(m.field_suggestion_query, { most: maxLabelLength, least: 0 })
				.describe('The text to complete, at most 500 characters.')
				.optional()
		}),
		example: { query: 'mi' },
		output: z.object({
			suggestions: z.array(
				component('Suggestion', {
					label: says('The label of the item.'),
					quantity: says('The quantity that the item had last.'),
					onList: whether('Whether the item is on the list now and not ticked.')
				})
			)
		}),
		run: getSuggestions
	})
});

/** As pages and assistants ask for it, who show at most whether an item has a note: of each note only its first character. */
export const datedRows = { ...items.getDatedItems, run: getDatedRows };

/** The operations as assistants ask for them, who may name a section. It is made where there is none of the name. */
export const namingSections = {
	addItems: {
		...items.addItems,
		input: z.object({ listUid, items: several(NamingBody), unlessOnList })
	},
	moveItems: {
		...items.moveItems,
		input: items.moveItems.input.extend({ sectionName: sectionName.optional() })
	}
};
