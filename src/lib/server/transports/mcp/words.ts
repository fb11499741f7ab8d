import type { z } from 'zod';
import type { items } from '../../operations/items.ts';
import type { lists } from '../../operations/lists.ts';
import type { members } from '../../operations/members.ts';
import type { tokens } from '../../operations/tokens.ts';
import type { activity } from '../../operations/activity.ts';

/** What a tool says in few words. All of it is data: the server's instructions say so. */

type Item = z.output<typeof items.getItem.output>['item'];
type List = z.output<typeof lists.getList.output>['list'];
type People = z.output<typeof members.getPeople.output>;
type Reach = z.output<typeof tokens.getReach.output>;
type Sharing = z.output<typeof lists.getSharing.output>;
type Entry = z.output<typeof activity.getActivity.output>['activity'][number];

/** `[ ] Milk · 2 l · due 2026-11-22 · itm_…` */
export function itemLine({ uid, label, quantity, dueOn, done, note }: Item): string {
	return parted(
		`[${done ? 'x' : ' '}] ${label}`,
		quantity,
		dueOn && `due ${dueOn}`,
		note && 'has a note',
		uid
	);
}

/** `Groceries · 3 open, 1 ticked · pinned · lst_…` */
export function listLine(list: List): string {
	const mine = list.isOwner ? '' : list.canEdit ? 'shared with you' : 'shared with you to see';
	return parted(
		list.name,
		// A token that may not read is told neither.
		list.updatedAt && `${list.openCount} open, ${list.doneCount} ticked`,
		mine,
		list.isPinned && 'pinned',
		list.archivedAt && 'archived',
		list.uid
	);
}

/** A list as it is printed: what is open, then what is ticked. */
export function printed(list: List, on: Item[]): string {
	const open = on.filter(({ done }) => !done);
	const ticked = on.filter(({ done }) => done);
	return lines(listLine(list), ...open.map(itemLine), ...ticked.map(itemLine));
}

/** An item with its note, and where it is. */
export function wholeItem(item: Item, list: List): string {
	const ticked = item.done && `ticked by ${item.doneByName || 'somebody'} at ${item.doneAt}`;
	const via = item.addedViaToken && ` through ${item.addedViaToken}`;
	const added = item.addedByName && `added by ${item.addedByName}${via}`;
	return lines(
		itemLine(item),
		parted(`on ${list.name}`, list.uid),
		parted(added, ticked),
		item.note && `Its note:\n${item.note}`
	);
}

export function peopleLines({ members, groups }: People): string {
	return lines(
		...members.map(({ uid, name, role }) => parted(name, role === 'ROLE_ADMIN' && 'admin', uid)),
		...groups.map(({ uid, name, members: within, listNames }) =>
			parted(
				`Group ${name}`,
				within.map((member) => member.name).join(', ') || 'nobody',
				listNames.length > 0 && `reaches ${listNames.join(', ')}`,
				uid
			)
		)
	);
}

export function reachLines({ member, abilities, allLists, expiresAt, lists }: Reach): string {
	const may = Object.entries(abilities).flatMap(([ability, has]) => (has ? [ability] : []));
	return lines(
		parted(`You act for ${member.name}`, member.role === 'ROLE_ADMIN' && 'admin', member.uid),
		parted(`You may ${may.join(', ')}`, expiresAt && `until ${expiresAt}`),
		allLists ? 'You reach every list that they reach:' : 'You reach the lists you were given:',
		...lists.map(({ uid, name, canEdit }) => parted(name, !canEdit && 'to see', uid))
	);
}

export const sharingLines = ({ ownerName, sharing, canEdit, members, groups }: Sharing): string =>
	lines(
		parted(`Owned by ${ownerName}`, sharing, canEdit ? 'others may edit' : 'others may see'),
		...[...members, ...groups].map(({ uid, name }) => parted(name, uid))
	);

export const activityLine = ({ text, createdAt, unread, targetUid }: Entry): string =>
	parted(text, createdAt, unread && 'unread', targetUid);

/** `1 item`, `3 items` */
export const count = (number: number, one: string): string =>
	`${number} ${number === 1 ? one : `${one}s`}`;

/** Those that there are, each on a line; `nothing` where there is none. */
export const linesOr = (nothing: string, all: string[]): string =>
	all.length > 0 ? all.join('\n') : nothing;

export const lines = (...all: (string | false)[]): string => all.filter(Boolean).join('\n');

/** On one line, also where somebody wrote one of the line breaks that only Unicode knows. */
const parted = (...parts: (string | false)[]): string =>
	parts
		.filter(Boolean)
		.join(' · ')
		.replace(/[\u2028\u2029]/g, ' ');
