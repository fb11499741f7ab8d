import { z } from 'zod';
import { choice, counts, flag, uid, uids } from '../domain/fields.ts';
import { duplicateList } from '../domain/items/duplicate.ts';
import { clearDone } from '../domain/items/change.ts';
import { Item } from '../domain/items/item.ts';
import { getList as listInReach } from '../domain/items/items.ts';
import { archiveList, createList, deleteList, pinList, renameList } from '../domain/lists/keep.ts';
import { List, listName } from '../domain/lists/list.ts';
import {
	getLists,
	getShares,
	getSharing,
	listOrders,
	listStatuses
} from '../domain/lists/lists.ts';
import { shareList } from '../domain/lists/sharing.ts';
import { sharings } from '../domain/reach.ts';
import { operation } from './operation.ts';

const listUid = uid('The list');
const oneList = z.object({ list: List });
const nothing = z.object({});

const getList = operation({
	name: 'getList',
	summary: 'One list with its items in their order.',
	kind: 'query',
	access: { who: 'member', ability: 'read' },
	address: 'GET /lists/{listUid}',
	input: z.object({ listUid }),
	output: z.object({ list: List, items: z.array(Item) }),
	run: listInReach
});

export const lists = {
	getLists: operation({
		name: 'getLists',
		summary:
			'The lists you reach: unless you ask otherwise those not archived, pinned first, then by latest change.',
		kind: 'query',
		access: { who: 'member', ability: 'read' },
		address: 'GET /lists',
		input: z.object({
			status: choice('The status', listStatuses, 'LIST_STATUS_UNSPECIFIED'),
			order: choice('The order', listOrders, 'LIST_ORDER_UNSPECIFIED')
		}),
		output: z.object({ lists: z.array(List) }),
		run: getLists
	}),
	createList: operation({
		name: 'createList',
		summary: 'Makes a list, private to you.',
		kind: 'command',
		access: { who: 'member', ability: 'write' },
		address: 'POST /lists',
		input: z.object({ name: listName }),
		output: oneList,
		run: createList
	}),
	getList,
	renameList: operation({
		name: 'renameList',
		summary: 'Renames a list; its owner only.',
		kind: 'command',
		access: { who: 'member', ability: 'write' },
		address: 'PATCH /lists/{listUid}',
		input: z.object({ listUid, name: listName }),
		versionedBy: getList,
		output: oneList,
		run: renameList
	}),
	deleteList: operation({
		name: 'deleteList',
		summary: 'Puts a list and its items into the trash; its owner only.',
		kind: 'command',
		access: { who: 'member', ability: 'delete' },
		address: 'DELETE /lists/{listUid}',
		input: z.object({ listUid }),
		versionedBy: getList,
		output: nothing,
		run: deleteList
	}),
	archiveList: operation({
		name: 'archiveList',
		summary: 'Archives a list or brings it back; its owner only. The items stay.',
		kind: 'command',
		access: { who: 'member', ability: 'write' },
		address: 'POST /lists/{listUid}/archived',
		input: z.object({ listUid, archived: flag('Archived') }),
		versionedBy: getList,
		output: oneList,
		run: archiveList
	}),
	shareList: operation({
		name: 'shareList',
		summary: 'Says anew who reaches a list and whether they may change it; its owner only.',
		kind: 'command',
		access: { who: 'member', ability: 'write' },
		address: 'PUT /lists/{listUid}/sharing',
		input: z.object({
			listUid,
			sharing: choice('Sharing', sharings, 'SHARING_UNSPECIFIED'),
			canEdit: flag('Whether they may edit').default(false),
			memberUids: uids('The members').default([]),
			groupUids: uids('The groups').default([])
		}),
		versionedBy: getList,
		output: oneList,
		run: shareList
	}),
	getShares: operation({
		name: 'getShares',
		summary: 'The members and groups a list is shared with by name; for its owner.',
		kind: 'query',
		access: { who: 'member', ability: 'read' },
		address: 'GET /lists/{listUid}/shares',
		input: z.object({ listUid }),
		output: z.object({
			memberUids: z
				.array(z.string())
				.meta({ description: 'The members it is shared with by name.' }),
			groupUids: z.array(z.string()).meta({ description: 'The groups it is shared with.' })
		}),
		run: getShares
	}),
	getSharing: operation({
		name: 'getSharing',
		summary: 'Whose list it is, and whether the others who reach it may change it.',
		kind: 'query',
		access: { who: 'member', ability: 'read' },
		input: z.object({ listUid }),
		output: z.object({ ownerName: z.string(), othersMayEdit: z.boolean() }),
		run: getSharing
	}),
	pinList: operation({
		name: 'pinList',
		summary: 'Pins a list for you alone, or takes the pin away.',
		kind: 'command',
		access: { who: 'member', ability: 'write' },
		address: 'PUT /lists/{listUid}/pinned',
		input: z.object({ listUid, pinned: flag('Pinned') }),
		output: nothing,
		run: pinList
	}),
	duplicateList: operation({
		name: 'duplicateList',
		summary: "Makes a private copy of a list's open items.",
		kind: 'command',
		access: { who: 'member', ability: 'write' },
		address: 'POST /lists/{listUid}:duplicate',
		input: z.object({ listUid, name: listName.optional() }),
		output: oneList,
		run: duplicateList
	}),
	clearDone: operation({
		name: 'clearDone',
		summary: 'Puts every ticked item of a list into the trash.',
		kind: 'command',
		access: { who: 'member', ability: 'delete' },
		address: 'POST /lists/{listUid}:clear-done',
		input: z.object({ listUid }),
		versionedBy: getList,
		output: z.object({ removedCount: counts('How many items went into the trash.') }),
		run: clearDone
	})
};
