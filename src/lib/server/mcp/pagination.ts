import type { z } from 'zod';
import { malformed } from '../kernel/errors.ts';
import type { InSection } from './sectioned-list.ts';
import { itemLine, type Item } from './words.ts';
import { defaultLimit, type Wanted } from './wanted-page.ts';

/** `filled` are the uids of the sections that hold any item of the list, on this page or not. */
export type Page = { items: InSection[]; moreCount: number; filled: ReadonlySet<string> };

export function pageOf(on: InSection[], wanted: z.output<typeof Wanted>): Page {
	const { includeDone, limit = defaultLimit, afterItemUid } = wanted;
	const rest = afterItemUid ? behind(on, afterItemUid) : on;
	const all = rest.filter(({ done }) => includeDone || !done);
	const items = all.slice(0, Math.min(limit, fitting(all, wanted.limit ? maxBytes : defaultBytes)));
	const filled = new Set(on.map(({ sectionUid }) => sectionUid));
	return { items, moreCount: all.length - items.length, filled };
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
