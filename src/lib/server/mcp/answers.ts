import { z } from 'zod';
import { items } from '../items/operations.ts';
import { lists as listOperations } from '../lists/operations.ts';
import { members } from '../members/operations.ts';
import { trash } from '../trash/operations.ts';

/** The structured answers of tools where they are not the output of the operation, mostly because they hold less. */

const { item: Item, list: List } = items.getItem.output.shape;
const Named = listOperations.findLists.output.shape.found.element;
const { sharing: Sharing } = listOperations.getSharing.output.shape;
const Member = members.getPeople.output.shape.members.element;
const TrashEntry = trash.getTrash.output.shape.entries.element;

const { items: Placed, sections: Known } = listOperations.getChanges.output.shape;
const InSection = Placed.element.pick({ sectionUid: true });

/** What get_list reads beyond what REST answers. */
export const sectioned = {
	items: z.array(Item.extend({ sectionUid: InSection.shape.sectionUid.default('') })),
	sections: Known.default([])
};

const { standings } = items.compareLines.output.shape;

const { unchangedUids } = items.tickItems.output.shape;

/** An item among others: whether it has a note in place of the note, and only the name of who ticked it. */
const ListedItem = Item.omit({ note: true, doneByUid: true }).extend({
	hasNote: z.boolean()
});

/** An item that was just changed. */
const ChangedItem = ListedItem.omit({
	addedByName: true,
	doneByName: true,
	doneAt: true,
	addedViaToken: true
});

/** The lists on which it was done. A replayed answer that REST stored under the same key does not have them. */
const lists = z.array(Named).default([]);

/** A list that was just changed. */
const ChangedList = List.pick({
	uid: true,
	name: true,
	sharing: true,
	isPinned: true,
	openCount: true,
	doneCount: true,
	archivedAt: true
});

export const ReadList = z.object({
	list: List,
	items: z.array(ListedItem.extend(InSection.shape)),
	/** Left out where the list has none. */
	sections: z.array(Named).optional(),
	moreCount: z.int().min(0)
});

export const DatedItems = z.object({
	items: z.array(z.object({ item: ListedItem, listUid: z.string(), listName: z.string() }))
});

const Person = Member.pick({ uid: true, name: true, role: true });
export const People = z.object({
	members: z.array(Person),
	groups: z.array(
		z.object({ ...Named.shape, members: z.array(Named), listNames: z.array(z.string()) })
	)
});

export const ItemRead = z.object({
	item: Item,
	list: List.pick({ uid: true, name: true, canEdit: true, archivedAt: true })
});
export const OneList = z.object({ list: ChangedList });
/** How many ticked items a copy of a list lacks. */
export const leftOut = { doneCount: List.shape.doneCount.default(0) };

export const Added = z.object({
	items: z.array(ChangedItem.extend(InSection.partial().shape)),
	lists,
	/** Left out where the items are in none. */
	sections: z.array(Named).optional()
});

/** Where items were put: on which lists, and the sections that were created for them. */
export const put = { lists, newSections: z.array(Named).default([]) };
/** How each item stood to the list before; [] where all of them were added. */
export const added = { ...put, standings: standings.default([]) };
export const Changed = z.object({
	items: z.array(ChangedItem),
	unchangedUids,
	lists
});
export const Ticked = z.object({
	items: z.array(ChangedItem.pick({ uid: true, label: true, done: true })),
	unchangedUids,
	lists
});
export const Noted = z.object({ item: ChangedItem.pick({ uid: true, label: true }), lists });
export const Removed = z.object({
	removed: z.array(Item.pick({ uid: true, label: true })).default([]),
	lists
});
export const Lists = z.object({ lists });
export const SharedAs = z.object({
	list: Named,
	sharing: Sharing,
	canEdit: z.boolean(),
	members: z.array(Named),
	groups: z.array(Named)
});
export const SharingRead = z.object({
	ownerName: z.string(),
	...SharedAs.omit({ list: true }).shape,
	isPublic: z.boolean()
});
export const Trash = z.object({
	restoredCount: z.int(),
	entries: z
		.array(TrashEntry.omit({ purgeAt: true, listUid: true }))
		.meta(trash.restoreEntries.output.shape.entries.meta() ?? {})
});
