import { z } from 'zod';
import { day, flag, isDay, line, says, uid, whether } from '../domain/fields.ts';
import { addItem, addItems } from '../domain/items/add.ts';
import { changeItem, deleteItem, tickItem } from '../domain/items/change.ts';
import { Item, ItemBody } from '../domain/items/item.ts';
import { getDatedItems, getItem as itemInReach } from '../domain/items/items.ts';
import { moveItem } from '../domain/items/move.ts';
import { getSuggestions } from '../domain/items/suggestions.ts';
import { List } from '../domain/lists/list.ts';
import { lists } from './lists.ts';
import { operation } from './operation.ts';

const itemUid = uid('The item');
const listUid = uid('The list');
const oneItem = z.object({ item: Item });
const nothing = z.object({});

const getItem = operation({
	name: 'getItem',
	summary: 'One item, and the list it is on.',
	kind: 'query',
	access: { who: 'member', ability: 'read' },
	address: 'GET /items/{itemUid}',
	input: z.object({ itemUid }),
	output: z.object({ item: Item, list: List }),
	run: itemInReach
});

export const items = {
	addItem: operation({
		name: 'addItem',
		summary: 'Appends an item to a list.',
		kind: 'command',
		access: { who: 'member', ability: 'write' },
		address: 'POST /lists/{listUid}/items',
		input: z.object({ listUid, ...ItemBody.shape }),
		versionedBy: lists.getList,
		output: oneItem,
		run: addItem
	}),
	addItems: operation({
		name: 'addItems',
		summary: 'Appends 1 to 200 items to a list in their order, all or none.',
		kind: 'command',
		access: { who: 'member', ability: 'write' },
		address: 'POST /lists/{listUid}/items:batch',
		input: z.object({
			listUid,
			items: z
				.array(ItemBody, 'The items are a list.')
				.min(1, 'Send at least one item.')
				.max(200, 'Send at most 200 items at once.')
		}),
		versionedBy: lists.getList,
		output: z.object({ items: z.array(Item) }),
		run: addItems
	}),
	getItem,
	changeItem: operation({
		name: 'changeItem',
		summary:
			'Changes the label, quantity, due date or note; a field that is not sent stays as it is.',
		kind: 'command',
		access: { who: 'member', ability: 'write' },
		address: 'PATCH /items/{itemUid}',
		refuses: ['changed'],
		input: z.object({
			itemUid,
			...ItemBody.partial().shape,
			expectedLabel: z.string('What you last saw is a text.').optional(),
			expectedNote: z.string('What you last saw is a text.').optional()
		}),
		versionedBy: getItem,
		output: oneItem,
		run: changeItem
	}),
	tickItem: operation({
		name: 'tickItem',
		summary: 'Ticks an item or unticks it; never a conflict, whoever ticked.',
		kind: 'command',
		access: { who: 'member', ability: 'write' },
		address: 'PUT /items/{itemUid}/done',
		input: z.object({ itemUid, done: flag('Done') }),
		versionedBy: getItem,
		output: oneItem,
		run: tickItem
	}),
	moveItem: operation({
		name: 'moveItem',
		summary:
			'Places an item after another one, or at the top; on its list or on another one you may change.',
		kind: 'command',
		access: { who: 'member', ability: 'write' },
		address: 'POST /items/{itemUid}:move',
		input: z.object({
			itemUid,
			afterItemUid: uid('The item to place it after').optional(),
			toListUid: listUid.optional()
		}),
		versionedBy: getItem,
		output: nothing,
		run: moveItem
	}),
	deleteItem: operation({
		name: 'deleteItem',
		summary: 'Puts an item into the trash.',
		kind: 'command',
		access: { who: 'member', ability: 'delete' },
		address: 'DELETE /items/{itemUid}',
		input: z.object({ itemUid }),
		versionedBy: getItem,
		output: nothing,
		run: deleteItem
	}),
	getDatedItems: operation({
		name: 'getDatedItems',
		summary:
			'The unticked items with a due date, across every list you reach that is not archived.',
		kind: 'query',
		access: { who: 'member', ability: 'read' },
		address: 'GET /dated-items',
		input: z.object({
			from: day('The first day').optional(),
			to: z
				.string({
					error: (issue) =>
						issue.input === undefined
							? 'Say up to which day: to=2026-11-22.'
							: 'The last day is a date.'
				})
				.refine(isDay, 'The last day is a date such as 2026-11-22, and one that the calendar has.')
		}),
		output: z.object({
			items: z.array(
				z.object({
					item: Item,
					listUid: says('The list it is on.'),
					listName: says('What that list is called.')
				})
			)
		}),
		run: getDatedItems
	}),
	getSuggestions: operation({
		name: 'getSuggestions',
		summary: 'What a list has held before, most likely first; at most 10.',
		kind: 'query',
		access: { who: 'member', ability: 'write' },
		address: 'GET /lists/{listUid}/suggestions',
		input: z.object({
			listUid,
			query: line('What to look for', { most: 500, least: 0 }).optional()
		}),
		output: z.object({
			suggestions: z.array(
				z.object({
					label: says('What it was.'),
					quantity: says('How much there was of it the last time.'),
					onList: whether('Whether it is on the list now.')
				})
			)
		}),
		run: getSuggestions
	})
};
