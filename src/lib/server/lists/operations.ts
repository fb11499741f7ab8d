import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { choice, counts, flag, line, named, says, uid, uids, whether } from '../kernel/schema.ts';
import { duplicateList } from '../items/duplicate.ts';
import { clearDone, clearTicked } from '../items/clear-done.ts';
import { untickAll } from '../items/untick-all.ts';
import { getChanges } from '../items/changes.ts';
import { Item, PlacedItem } from '../items/fields.ts';
import { getList as listInReach } from '../items/items.ts';
import { changeList } from './update.ts';
import { setAddsOnTop } from './adds-on-top.ts';
import { archiveList } from './archive.ts';
import { createList } from './create.ts';
import { pinList } from './pin.ts';
import { deleteList } from './remove.ts';
import { renameList } from './rename.ts';
import { anyListName, List, listName, ListSharing, Named, Sharing } from './list.ts';
import {
	getLists,
	getSharedNames,
	getShares,
	getSharing,
	listOrders,
	listStatuses
} from './lists.ts';
import { findLists } from './resolve-name.ts';
import { shareList } from './sharing.ts';
import { KnownSection } from '../sections/section.ts';
import { exampleUids } from '../kernel/example-household.ts';
import { command, operations, query } from '../kernel/operation.ts';

const listUid = uid(m.field_list);
const ListStatus = named(
	listStatuses,
	'ListStatus',
	'The status of a list: active if it has open items or none at all, completed if all its items are ticked, archived if its owner has archived it.',
	() => m.list_status_unknown({ choices: listStatuses.join(', ') })
);
const ListOrder = named(
	listOrders,
	'ListOrder',
	'The order of the lists: by latest change, by name, or by the number of open items.',
	() => m.list_order_unknown({ choices: listOrders.join(', ') })
);
const oneList = z.object({ list: List });
const nothing = z.object({});

const getList = query({
	summary: 'Returns a list with its items in their order.',
	access: { who: 'member', ability: 'read' },
	address: 'GET /lists/{listUid}',
	input: z.object({ listUid }),
	output: z.object({ list: List, items: z.array(Item) }),
	tool: {
		title: 'Read a list',
		when: 'Use it to see what is open on a list, and to learn the uids of its items.'
	},
	run: listInReach
});

const archived = flag(m.field_archived, 'true archives the list, false restores it.');
const addsOnTop = flag(
	m.field_adds_on_top,
	'Whether new items go to the top of the list, instead of to its end.'
);
const pinned = flag(m.field_pinned, 'true pins the list, false unpins it.');

export const lists = operations({
	getLists: query({
		summary:
			'Lists the lists you reach; by default those that are not archived, pinned first, then by latest change.',
		access: { who: 'member', ability: 'read' },
		address: 'GET /lists',
		input: z.object({
			status: choice(ListStatus, 'LIST_STATUS_UNSPECIFIED'),
			order: choice(ListOrder, 'LIST_ORDER_UNSPECIFIED')
		}),
		example: { status: 'LIST_STATUS_ACTIVE', order: 'LIST_ORDER_NAME' },
		output: z.object({ lists: z.array(List) }),
		tool: {
			title: 'List the lists',
			when: 'Use it to find a list or to count what is open. Ask for archived lists by their status.',
			fields: {
				status: 'If left out, all lists that are not archived.',
				order: 'If left out, pinned lists first, then by latest change.'
			}
		},
		run: getLists
	}),
	createList: command({
		summary: 'Creates a list, private to you.',
		access: { who: 'member', ability: 'write' },
		address: 'POST /lists',
		input: z.object({ name: listName }),
		example: { name: 'Hardware' },
		output: oneList,
		tool: {
			title: 'Create a list',
			when: 'Use it when no existing list fits; check with get_lists first.'
		},
		run: createList
	}),
	getList,
	getChanges: query({
		summary: 'Returns what changed on a list since a version, or the whole list with its version.',
		access: { who: 'member', ability: 'read' },
		address: 'GET /lists/{listUid}/changes',
		input: z.object({
			listUid,
			after: line(m.field_version, { most: 100, least: 0 })
				.describe(
					'The `version` of your last answer for this list. If left out, the whole list is returned.'
				)
				.optional()
		}),
		output: z.object({
			list: List,
			version: says('The version to send as `after` next time; opaque.'),
			reset: whether('Whether `items` is the whole list and replaces all the items that you have.'),
			items: z.array(PlacedItem).meta({ description: 'The items that may have changed.' }),
			sections: z.array(KnownSection).meta({
				description:
					'All sections in their order. The items without a section come first on the list, then section by section.'
			}),
			removedItemUids: z
				.array(z.string())
				.meta({ description: 'The uids of the items that are no longer on the list.' })
		}),
		run: getChanges
	}),
	renameList: command({
		summary: 'Renames a list; for its owner only.',
		access: { who: 'member', ability: 'write' },
		address: 'PATCH /lists/{listUid}',
		input: z.object({ listUid, name: listName }),
		example: { name: 'Market' },
		versionedBy: getList,
		output: oneList,
		run: renameList
	}),
	deleteList: command({
		summary: 'Moves a list and its items to the trash; for its owner only.',
		access: { who: 'member', ability: 'delete' },
		address: 'DELETE /lists/{listUid}',
		input: z.object({ listUid }),
		locksHousehold: true,
		versionedBy: getList,
		output: nothing,
		tool: {
			title: 'Delete a list',
			when: 'Use it only when the member asked for exactly this; change_list archives a list that may be wanted again.',
			destructive: true
		},
		run: (unit, input): Promise<Record<never, never>> => deleteList(unit, input)
	}),
	archiveList: command({
		summary: 'Archives or unarchives a list, with its items; for its owner only.',
		access: { who: 'member', ability: 'write' },
		address: 'POST /lists/{listUid}/archived',
		input: z.object({ listUid, archived }),
		example: { archived: true },
		locksHousehold: true,
		versionedBy: getList,
		output: oneList,
		run: archiveList
	}),
	setAddsOnTop: command({
		summary: 'Sets whether new items go to the top of a list or to its end; for its owner only.',
		access: { who: 'member', ability: 'write' },
		address: 'PUT /lists/{listUid}/adds-on-top',
		input: z.object({ listUid, addsOnTop }),
		example: { addsOnTop: true },
		versionedBy: getList,
		output: oneList,
		run: setAddsOnTop
	}),
	shareList: command({
		summary: 'Sets who reaches a list and whether they may change it; for its owner only.',
		access: { who: 'member', ability: 'write' },
		address: 'PUT /lists/{listUid}/sharing',
		input: z.object({
			listUid,
			sharing: Sharing,
			canEdit: flag(
				m.field_others_may_edit,
				'Whether the others who reach the list may change what is on it; false if left out. The `canEdit` of the list itself says whether you may.'
			).default(false),
			memberUids: uids(m.field_members).default([]),
			groupUids: uids(m.field_groups).default([])
		}),
		example: {
			sharing: 'SHARING_SPECIFIC',
			canEdit: true,
			memberUids: [exampleUids.ben],
			groupUids: [exampleUids.cooks]
		},
		locksHousehold: true,
		versionedBy: getList,
		output: oneList,
		tool: {
			title: 'Share a list',
			when: 'Use it when the member says who should see a list. The new sharing replaces the previous one.',
			fields: {
				sharing:
					'Who else reaches the list: nobody, everyone in the household, or the members and groups named.',
				canEdit: 'Whether they may change what is on the list.',
				memberUids: 'For SHARING_SPECIFIC, the members, by uid or name.',
				groupUids: 'For SHARING_SPECIFIC, the groups, by uid or name.'
			},
			destructive: true,
			idempotent: true
		},
		run: shareList
	}),
	getShares: query({
		summary: 'Lists the members and groups that a list is shared with by name; for its owner only.',
		access: { who: 'member', ability: 'read' },
		address: 'GET /lists/{listUid}/shares',
		input: z.object({ listUid }),
		output: z.object({
			memberUids: z
				.array(z.string())
				.meta({ description: 'The uids of the members that the list is shared with by name.' }),
			groupUids: z
				.array(z.string())
				.meta({ description: 'The uids of the groups that the list is shared with.' })
		}),
		run: getShares
	}),
	getSharedNames: query({
		summary:
			'Lists, for each of your own lists that is shared by name, the members and groups it names.',
		access: { who: 'member', ability: 'read' },
		input: z.object({}),
		output: z.object({
			shared: z.array(z.object({ listUid: z.string(), names: z.array(z.string()) }))
		}),
		run: getSharedNames
	}),
	getSharing: query({
		summary:
			'Returns a list’s owner, who else reaches the list, whether they may change it, and whether it is public; for its owner, also whom it names.',
		access: { who: 'member', ability: 'read' },
		address: 'GET /lists/{listUid}/sharing',
		input: z.object({ listUid }),
		output: ListSharing,
		tool: {
			title: 'See how a list is shared',
			when: 'Use it before changing how a list is shared. Only its owner sees the members and groups it names.'
		},
		run: getSharing
	}),
	pinList: command({
		summary: 'Pins a list for you alone, or removes your pin.',
		access: { who: 'member', ability: 'write' },
		address: 'PUT /lists/{listUid}/pinned',
		input: z.object({ listUid, pinned }),
		example: { pinned: false },
		versionedBy: getList,
		output: nothing,
		run: pinList
	}),
	changeList: command({
		summary:
			'Renames, archives or unarchives a list, or sets where new items go, for its owner; pins it for you alone. Fields left out stay the same.',
		access: { who: 'member', ability: 'write' },
		input: z.object({
			listUid,
			name: listName.optional(),
			archived: archived.optional(),
			pinned: pinned.optional(),
			addsOnTop: addsOnTop.optional()
		}),
		locksHousehold: true,
		versionedBy: getList,
		output: z.object({
			list: List,
			isChanged: whether('Whether the list was changed; true for a token that may not read.')
		}),
		tool: {
			title: 'Rename, archive or pin a list',
			when: 'Use it to change the list itself, not what is on it.',
			fields: {
				name: 'The new name of the list.',
				archived: 'true archives the list with its items, false unarchives it.',
				pinned: 'true puts the list first among the member’s lists.',
				addsOnTop: 'true adds new items at the top, false at the end.'
			},
			idempotent: true
		},
		run: changeList
	}),
	findLists: query({
		summary:
			'Finds the lists you reach that have this name, exactly or else without case and accents, or those that may have been meant.',
		access: { who: 'member' },
		input: z.object({ name: anyListName }),
		output: z.object({
			found: z.array(Named),
			candidates: z.array(Named),
			moreCount: counts('The number of further lists that may have been meant.')
		}),
		run: findLists
	}),
	duplicateList: command({
		summary: 'Creates a private copy of a list with its open items.',
		access: { who: 'member', ability: 'write' },
		address: 'POST /lists/{listUid}:duplicate',
		input: z.object({ listUid, name: listName.optional() }),
		example: { name: 'Groceries again' },
		versionedBy: getList,
		output: oneList,
		tool: {
			title: 'Copy a list',
			when: 'Use it to start from an earlier list, such as last year’s packing list.',
			fields: { name: 'The name of the copy; “… (copy)” if left out.' },
			alsoNeeds: 'read'
		},
		run: duplicateList
	}),
	clearDone: command({
		summary: 'Moves every ticked item of a list to the trash.',
		access: { who: 'member', ability: 'delete' },
		address: 'POST /lists/{listUid}:clear-done',
		input: z.object({ listUid }),
		versionedBy: getList,
		output: z.object({ removedCount: counts('The number of items that were moved to the trash.') }),
		tool: {
			title: 'Clear ticked items',
			when: 'Use it when the member wants the ticked items off a list.',
			destructive: true,
			idempotent: true
		},
		run: clearDone
	}),
	clearTicked: command({
		summary:
			"Moves every ticked item of a list to the trash and returns one of them, for the page's undo.",
		access: { who: 'member', ability: 'delete' },
		input: z.object({ listUid }),
		output: z.object({ removedUid: z.string() }),
		run: clearTicked
	}),
	untickAll: command({
		summary: "Unticks every ticked item of a list and returns them, for the page's undo.",
		access: { who: 'member', ability: 'write' },
		input: z.object({ listUid }),
		output: z.object({ untickedUids: z.array(z.string()) }),
		run: untickAll
	})
});
