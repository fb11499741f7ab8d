import { z } from 'zod';
import type { search } from '../search/operations.ts';
import { printed, type InSection } from './sectioned-list.ts';
import { wholeItem, type List, type Named } from './words.ts';

/** What is found, in the shape that chat assistants expect of a source they can cite. */

export const Document = z.object({
	id: z.string(),
	title: z.string(),
	text: z.string(),
	url: z.string(),
	metadata: z.record(z.string(), z.string())
});

export const Results = z.object({ results: z.array(Document), hitCount: z.int().min(0) });

type Found = z.output<typeof search.search.output>;
type Fetched = { list: List; items: InSection[]; sections: Named[] };

/** Each thing once, however many of its parts were found. */
export function resultsOf({ hits, hitCount }: Found, origin: string): z.output<typeof Results> {
	const ids = hits.map(({ itemUid, listUid }) => itemUid || listUid);
	const all = hits.map(({ where, listUid, itemUid, label, listName, text, done, archived }) => ({
		id: itemUid || listUid,
		title: where === 'name' ? label : `${label} (${listName})`,
		url: addressOf(origin, itemUid || listUid),
		text,
		metadata: {
			where,
			listUid,
			listName,
			...(done && { done: 'true' }),
			...(archived && { archived: 'true' })
		}
	}));
	return { results: all.filter(({ id }, place) => ids.indexOf(id) === place), hitCount };
}

export function documentOf(
	{ list, items, sections }: Fetched,
	id: string,
	origin: string
): z.output<typeof Document> {
	const item = items.find(({ uid }) => uid === id);
	const about = { listUid: list.uid, listName: list.name, updatedAt: list.updatedAt };
	return {
		id,
		title: item ? `${item.label} (${list.name})` : list.name,
		text: item ? wholeItem(item, list) : printed(list, items, sections),
		url: addressOf(origin, id),
		metadata: item ? { kind: 'item', ...about } : { kind: 'list', ...about }
	};
}

const addressOf = (origin: string, id: string): string =>
	`${origin}/${id.startsWith('itm_') ? 'items' : 'lists'}/${id}`;
