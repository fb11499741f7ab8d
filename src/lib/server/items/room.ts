import * as m from '../../paraglide/messages.js';
import { sql } from '../data/sql.ts';
import type { Unit } from '../kernel/unit.ts';
import { maxItemsPerList } from './fields.ts';
import { aggregateOn } from './store.ts';
import { isLong, maxTextBytesPerList } from './texts-limit.ts';
import { textBytesOn } from './text-bytes.ts';

/** How many more items, and how many more bytes of text, fit on each list that items come to or leave. */
export type Room = { items: Map<string, number>; textBytes: Map<string, number> };

/** An item's list and the bytes of its texts, before and after. The list "" stands for the trash. */
export type Way = { from: string; to: string; bytesBefore: number; bytesAfter: number };

/** `growing` are the lists that more items may come to, `lengthening` those that long texts may come to. */
export async function roomOn(
	unit: Unit,
	{ growing, lengthening }: { growing: string[]; lengthening: string[] }
): Promise<Room> {
	const counts = await aggregateOn(unit, growing, sql`COUNT(*)`);
	const sums = await textBytesOn(unit, lengthening);
	const left = (uids: string[], limit: number, taken: Map<string, number>) =>
		new Map(uids.map((uid) => [uid, limit - (taken.get(uid) ?? 0)]));
	return {
		items: left(growing, maxItemsPerList, counts),
		textBytes: left(lengthening, maxTextBytesPerList, sums)
	};
}

/** Updates `room`, or returns the reason why the list has none for the item. What makes no list longer needs no room. */
export function takeRoom({ items, textBytes }: Room, way: Way): string {
	const { from, to, bytesBefore, bytesAfter } = way;
	if (to && to !== from && !(Number(items.get(to)) > 0)) return m.undo_list_full();
	const more = bytesAfter - (to === from ? bytesBefore : 0);
	if (to && more > 0 && isLong(bytesAfter) && !(Number(textBytes.get(to)) >= more))
		return m.undo_text_full();
	add(items, from, 1);
	add(items, to, -1);
	add(textBytes, from, bytesBefore);
	add(textBytes, to, -bytesAfter);
	return '';
}

const add = (room: Map<string, number>, listUid: string, count: number) =>
	void room.set(listUid, (room.get(listUid) ?? 0) + count);
