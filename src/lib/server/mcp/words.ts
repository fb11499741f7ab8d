import type { z } from 'zod';
import type { activity } from '../activity/operations.ts';
import type { items } from '../items/operations.ts';
import type { lists } from '../lists/operations.ts';
import type { members } from '../members/operations.ts';
import type { tokens } from '../tokens/operations.ts';
import type { trash } from '../trash/operations.ts';
import { madeOnce } from '../../client/format/made-once.ts';
import { quoted, quotedLines } from './quoted.ts';

/**
 * What a tool says in few words. A line begins with the uid of what it is about; whatever somebody wrote stands in
 * quotes. So no label, name or quantity can be read as another line or as another uid.
 */

export type Item = z.output<typeof items.getItem.output>['item'];
export type List = z.output<typeof lists.getList.output>['list'];
export type Named = { uid: string; name: string };
type People = z.output<typeof members.getPeople.output>;
type Reach = z.output<typeof tokens.getReach.output>;
type Trashed = z.output<typeof trash.getTrash.output>['entries'][number];
type OwnChange = z.output<typeof tokens.getOwnChanges.output>['changes'][number];
type Entry = z.output<typeof activity.getActivity.output>['activity'][number];

/** `itm_… [x] "Milk" · "2 l" · due 2031-05-09 · has a note · added by "Ada" through "Claude" · ticked by "Ben"` */
export const itemLine = madeOnce((item: Item): string =>
	parted(
		briefLine(item),
		...Object.values(wordsFor).map((words) => words(item)),
		didBy('added', item.addedByName, item.addedViaToken),
		didBy('ticked', item.doneByName)
	)
);

/** What the line of an item says of what people wrote on it. */
const wordsFor = {
	quantity: ({ quantity }) => quantity && quoted(quantity),
	dueOn: ({ dueOn }) => dueOn && `due ${dueOn}`,
	note: ({ note }) => note && 'has a note'
} satisfies Record<Exclude<Written, 'label'>, (item: Item) => string>;

type Written = Exclude<
	keyof z.output<typeof items.addItem.input>,
	'listUid' | 'sectionUid' | 'unlessOnList'
>;

/** `itm_… [x] "Milk"`, where it has just been named. */
export const briefLine = ({ uid, label, done }: Item): string =>
	`${uid} [${done ? 'x' : ' '}] ${quoted(label)}`;

/** `lst_… "Groceries"` */
export const namedLine = ({ uid, name }: Named): string => `${uid} ${quoted(name)}`;

/** `itm_… [ ] "Milk" · on "Groceries"` */
export const itemOnLine = (item: Item, listName: string): string =>
	parted(itemLine(item), `on ${quoted(listName)}`);

/** `lst_… "Groceries" · 3 open, 1 ticked · pinned`. A caller who may not write at all is not told so for each list. */
export function listLine(list: List, mayWrite = true): string {
	const shared = list.canEdit || !mayWrite ? 'shared with you' : 'shared with you to see';
	return parted(
		namedLine(list),
		// A token that may not read is told no counts.
		list.updatedAt && `${list.openCount} open, ${list.doneCount} ticked`,
		!list.isOwner && shared,
		list.isPinned && 'pinned',
		list.archivedAt && 'archived'
	);
}

/** An item with its note, and where it is. */
export function wholeItem(item: Item, list: List): string {
	return lines(
		itemLine(item),
		parted(`on ${namedLine(list)}`, list.archivedAt && 'archived'),
		item.doneAt && `ticked ${item.doneAt}`,
		item.note && `Its note:\n${quotedLines(item.note)}`
	);
}

/** `on lst_… "Groceries" and lst_… "Hardware"`; a token that may not read is told only the uids. */
export const where = (preposition: string, all: Named[]): string =>
	all.length > 0
		? ` ${preposition} ${all.map((one) => (one.name ? namedLine(one) : one.uid)).join(' and ')}`
		: '';

export function peopleLines({ members, groups }: People): string {
	return lines(
		...members.map((member) => parted(namedLine(member), member.role === 'ROLE_ADMIN' && 'admin')),
		...groups.map((group) =>
			parted(
				`${group.uid} group ${quoted(group.name)}`,
				group.members.length > 0 ? `with ${names(group.members)}` : 'with nobody',
				group.listNames.length > 0 && `reaches ${group.listNames.map(quoted).join(', ')}`
			)
		)
	);
}

export function reachLines({ member, abilities, allLists, expiresAt, lists }: Reach): string {
	const may = Object.entries(abilities).flatMap(([ability, has]) => (has ? [ability] : []));
	return lines(
		parted(`You act for ${namedLine(member)}`, member.role === 'ROLE_ADMIN' && 'admin'),
		parted(`You may ${may.join(', ')}`, expiresAt && `until ${expiresAt}`),
		`You reach ${allLists ? 'every list that they reach' : 'the lists you were given'}:${lists.length === 0 ? ' none that can be named.' : ''}`,
		...lists.map((list) =>
			parted(
				namedLine(list),
				abilities.write && !list.canEdit && 'to see',
				list.archivedAt && 'archived'
			)
		)
	);
}

/** `itm_… "Milk" · from "Groceries" · deleted 2031-05-09T… by "Ada" through "Claude"` */
export function trashLine(entry: Trashed): string {
	const { uid, kind, name, listName, deletedAt, deletedByName, deletedViaToken } = entry;
	return parted(
		namedLine({ uid, name }),
		// A token that may not read is told neither the list nor the deletion.
		kind === 'TRASH_KIND_ITEM' && listName && `from ${quoted(listName)}`,
		deletedAt &&
			[`deleted ${deletedAt}`, by(deletedByName, deletedViaToken)].filter(Boolean).join(' ')
	);
}

/** `41 2031-05-09T… item.ticked itm_… "Milk" on lst_… "Groceries" · undone since` */
export function changeLine(change: OwnChange): string {
	const { number, at, kind, listUid, listName, itemUid, label, isUndone } = change;
	const list = listName ? namedLine({ uid: listUid, name: listName }) : listUid;
	const item = label ? namedLine({ uid: itemUid, name: label }) : itemUid;
	const what = itemUid ? `${item} on ${list}` : list;
	return parted(`${number} ${at} ${kind} ${what}`, isUndone && 'undone since');
}

export const activityLine = ({ text, createdAt, unread, targetUid }: Entry): string =>
	parted(`${targetUid && `${targetUid} `}${quoted(text)}`, createdAt, unread && 'unread');

export const names = (all: { name: string }[]): string =>
	all.map(({ name }) => quoted(name)).join(', ');

/** `1 item`, `3 items` */
export const count = (number: number, one: string, several = `${one}s`): string =>
	`${number} ${number === 1 ? one : several}`;

/** The texts, each on a line, or `nothing` where there are none. */
export const linesOr = (nothing: string, all: string[]): string =>
	all.length > 0 ? all.join('\n') : nothing;

export const lines = (...all: (string | false | undefined)[]): string =>
	all.filter(Boolean).join('\n');

const didBy = (did: string, name: string, token = ''): string =>
	name && `${did} ${by(name, token)}`;

const by = (name: string, token: string): string =>
	name && `by ${quoted(name)}${token && ` through ${quoted(token)}`}`;

const parted = (...parts: (string | false)[]): string => parts.filter(Boolean).join(' · ');
