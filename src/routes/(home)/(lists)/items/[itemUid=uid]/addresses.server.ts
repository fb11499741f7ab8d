import { sameWay, wayBack } from '$lib/client/format/way-back';

/** The page that an item was opened from, at its row; its list where the address names none. */
export function backTo(url: URL, listUid: string, itemUid = ''): string {
	const path = wayBack(url)?.path;
	return path ? path + rowOf(itemUid) : onList(listUid, itemUid);
}

export const onList = (listUid: string, itemUid = ''): string =>
	`/lists/${encodeURIComponent(listUid)}${rowOf(itemUid)}`;

/** The page of the item once more, which still knows its way back. */
export function samePage(url: URL): string {
	return url.pathname + sameWay(url).replace('&', '?');
}

const rowOf = (itemUid: string): string => (itemUid ? `#${encodeURIComponent(itemUid)}` : '');
