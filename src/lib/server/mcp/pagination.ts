import { z } from 'zod';
import { malformed } from '../kernel/errors.ts';
import { items } from '../items/operations.ts';
import { sectionLines, type InSection } from './sectioned-list.ts';
import { count, itemLine, lines, listLine, type Item, type List, type Named } from './words.ts';

/** As much of a list as is wanted. A model pays for each line that it reads, and some read no more than 25,000 tokens. */

const defaultLimit = 100;

/** What get_list takes beside the list: how much of it is wanted. */
export const Wanted = z.object({
	includeDone: z
		.boolean('includeDone is true or false.')
		.default(false)
		.meta({ description: 'Whether to include ticked items.' }),
	limit: z
		.int('The limit is a whole number.')
		.min(1, 'The limit is at least 1.')
		.max(1000, 'The limit is at most 1,000.')
		.optional()
		.meta({ description: `The maximum number of items; ${defaultLimit} if left out.` }),
	afterItemUid: items.moveItems.input.shape.afterItemUid.meta({
		description: 'Only items after this one, to read on.'
	})
});

/** `filled` are the uids of the sections that hold any item of the list, on this page or not. */
type Page = { items: InSection[]; moreCount: number; filled: ReadonlySet<string> };

export function pageOf(on: InSection[], wanted: z.output<typeof Wanted>): Page {
	const { includeDone, limit = defaultLimit, afterItemUid } = wanted;
	const rest = afterItemUid ? behind(on, afterItemUid) : on;
	const all = rest.filter(({ done }) => includeDone || !done);
	const items = all.slice(0, Math.min(limit, fitting(all, wanted.limit ? maxBytes : defaultBytes)));
	const filled = new Set(on.map(({ sectionUid }) => sectionUid));
	return { items, moreCount: all.length - items.length, filled };
}

/** The list, what is shown of it, and how to be shown the rest. */
export function pageLines(
	list: List,
	{ items, moreCount, filled }: Page,
	includeDone: boolean,
	sections: Named[]
): string {
	const hiddenCount = includeDone ? 0 : list.doneCount;
	const last = items.at(-1);
	return lines(
		listLine(list),
		...sectionLines(items, sections, filled),
		moreCount > 0 && `… and ${moreCount} more: read on with afterItemUid ${last?.uid}.`,
		hiddenCount > 0 &&
			`${count(hiddenCount, 'ticked item')} not shown: ask with includeDone to see ${hiddenCount === 1 ? 'it' : 'them'}.`
	);
}

function behind(on: InSection[], itemUid: string): InSection[] {
	const place = on.findIndex((item) => item.uid === itemUid);
	if (place >= 0) return on.slice(place + 1);
	throw malformed(
		'afterItemUid',
		'The item to read on after is not on this list any more. Read the list from its top.'
	);
}

/** How many items fit into this many bytes of lines; at least one. */
function fitting(all: Item[], bytes: number): number {
	let room = bytes;
	const over = all.findIndex((item) => (room -= Buffer.byteLength(itemLine(item))) < 0);
	return over < 0 ? all.length : Math.max(1, over);
}

/** Text and structured answer together stay under 15,000 tokens with this many bytes of lines, whatever the labels hold. */
const defaultBytes = 11_000;

/** The bytes for a caller who asks for a limit of their own: more, but no more than every client takes. */
const maxBytes = 300_000;
