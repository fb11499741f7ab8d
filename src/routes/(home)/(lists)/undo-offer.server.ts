import { redirect, type Action, type RequestEvent } from '@sveltejs/kit';
import { trash } from '$lib/server/trash/operations';
import { fieldsOf, refusedForm, submit } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { asQuery, pageQuery } from './page-query';

type OnList = RequestEvent<{ listUid: string }>;
/** A page by days names no list. */
type OnAnyList = RequestEvent<{ listUid?: string }>;

/** The address of a page, with the offer to bring back what went into the trash with this item. It leads to the row of the next one, if any. */
export function withUndo(listPath: string, itemUid: string, nextUid?: string | null): string {
	const row = nextUid ? `#${encodeURIComponent(nextUid)}` : '';
	if (!itemUid) return listPath + row;
	return `${listPath}${listPath.includes('?') ? '&' : '?'}trashed=${encodeURIComponent(itemUid)}${row}`;
}

/** What a form just deleted: the item that the address names, and those that went at the same moment. */
export async function justDeleted(event: OnAnyList) {
	const named = event.url.searchParams.get('trashed');
	if (!named) return undefined;
	const { listUid } = event.params;
	const together = await ask(event, trash.findDeletedTogether, { itemUid: named, listUid });
	const { name, uids } = together;
	return uids.length > 0
		? { name, count: uids.length, uids: uids.slice(0, mostAtOnce) }
		: undefined;
}

/** Where an item was: below which others of its section, the nearest first, and on which list, if that was another one. */
type Place = { below: string[]; section: string; list?: string };

/** The address of the list's page, with the offer to put the item back to where it was. */
export function withWayBack(
	listPath: string,
	itemUid: string,
	{ below, section, list }: Place
): string {
	const way = new URLSearchParams({ moved: itemUid });
	for (const uid of below) way.append('below', uid);
	if (section) way.set('section', section);
	if (list) way.set('from', list);
	return `${listPath}?${way}#${encodeURIComponent(itemUid)}`;
}

/** What a form just moved: the item that the address names, and where it was. */
export function justMoved({ url }: OnList, onList: { uid: string; label: string }[]) {
	const moved = onList.find(({ uid }) => uid === url.searchParams.get('moved'));
	if (!moved) return undefined;
	return {
		uid: moved.uid,
		label: moved.label,
		belowItemUids: url.searchParams.getAll('below'),
		sectionUid: url.searchParams.get('section') ?? '',
		fromListUid: url.searchParams.get('from') ?? ''
	};
}

/** Restores the entries that the form names, all or none. Skips those that are not in the trash any more. */
export const restore: Action<{ listUid?: string }> = async (event) => {
	const fields = await fieldsOf(event);
	const wanted = fields.getAll('uid').slice(0, mostAtOnce);
	try {
		const { entries } = await submit(event, trash.findEntries, () => ({ uids: wanted }));
		const uids = entries.map(({ uid }) => uid);
		if (uids.length > 0) await submit(event, trash.restoreEntries, () => ({ uids }), fields);
	} catch (error) {
		return refusedForm(event, error, trash.restore.name, fields);
	}
	const [first] = wanted;
	const address = `${event.url.pathname}${asQuery(pageQuery(event.url))}`;
	redirect(303, `${address}${first ? `#${encodeURIComponent(first)}` : ''}`);
};

const mostAtOnce = 200;
