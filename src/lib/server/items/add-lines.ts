import { refuseUnlessEditable } from '../lists/editable.ts';
import { lockList } from '../lists/lock.ts';
import { labelKey } from '../../client/format/fold.ts';
import type { Unit } from '../kernel/unit.ts';
import { addItems } from './add.ts';
import { changeItem } from './edit.ts';
import type { Item } from './fields.ts';
import { readList } from './items.ts';
import { tickItems } from './tick.ts';

/** Compares lines that somebody pasted with a list, and adds them. */

/** Not on the list; on it already; or on it and ticked. */
export const lineStandings = ['new', 'listed', 'ticked'] as const;
type LineStanding = (typeof lineStandings)[number];

/** `again`: the line is wanted a second time, although it is known to be on the list. */
type Line = { label: string; quantity: string; dueOn: string; again: boolean };

/** Whether each label is on the list. A label that comes twice counts as listed the second time. */
export async function compareLines(
	unit: Unit,
	{ listUid, labels }: { listUid: string; labels: string[] }
): Promise<{ standings: LineStanding[] }> {
	const { items } = await readList(unit, listUid);
	const standings = standingsOf(labels, items);
	return { standings: standings.map(({ standing }) => standing) };
}

/**
 * Adds what is not on the list and brings back what is ticked, with the quantity and date that were written: all of it, or nothing.
 * The list is locked first, so two who paste the same lines at once add them once. Returns for each line its standing before
 * that, and the uid of its item.
 */
export async function addLines(
	unit: Unit,
	{ listUid, lines }: { listUid: string; lines: Line[] }
): Promise<{ lines: Standing[] }> {
	refuseUnlessEditable(unit, await lockList(unit, listUid));
	const decided = decide(lines, (await readList(unit, listUid)).items);
	const ticked = decided.filter(({ standing }) => standing === 'ticked');
	await bringBack(unit, ticked);
	const fresh = decided.filter(({ standing }) => standing === 'new');
	const items = fresh.map(({ label, quantity, dueOn }) => ({ label, quantity, dueOn }));
	const added = items.length > 0 ? (await addItems(unit, { listUid, items })).items : [];
	for (const [index, line] of fresh.entries()) line.itemUid = added[index]?.uid ?? '';
	return { lines: decided.map(({ standing, itemUid }) => ({ standing, itemUid })) };
}

async function bringBack(unit: Unit, lines: (Line & Standing)[]): Promise<void> {
	if (lines.length === 0) return;
	await tickItems(unit, { itemUids: lines.map(({ itemUid }) => itemUid), done: false });
	for (const { itemUid, quantity, dueOn } of lines)
		if (quantity || dueOn)
			await changeItem(unit, { itemUid, ...(quantity && { quantity }), ...(dueOn && { dueOn }) });
}

/** Decides by the list as it is now: somebody may have added or ticked an item since the standings were shown. */
function decide(lines: Line[], items: Item[]): (Line & Standing)[] {
	const standings = standingsOf(
		lines.map(({ label }) => label),
		items
	);
	return lines.map((line, index) => {
		const now = standings[index];
		return { ...line, ...(line.again || !now ? { standing: 'new', itemUid: '' } : now) };
	});
}

/** How a line stands to a list, and its item there; "" where it has none yet, or repeats another of the lines. */
type Standing = { standing: LineStanding; itemUid: string };
function standingsOf(labels: string[], items: Item[]): Standing[] {
	const open = new Map<string, string>();
	const ticked = new Map<string, string>();
	for (const { uid, label, done } of items) (done ? ticked : open).set(labelKey(label), uid);
	return labels.map((label) => {
		const words = labelKey(label);
		const listed = open.get(words);
		if (listed !== undefined) return { standing: 'listed', itemUid: listed };
		open.set(words, '');
		const itemUid = ticked.get(words) ?? '';
		return { standing: itemUid ? 'ticked' : 'new', itemUid };
	});
}
