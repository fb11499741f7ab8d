import { loadList, refuseUnlessEditable } from '../lists/load.ts';
import { lockList } from '../lists/lock.ts';
import { fold } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';
import { addItems } from './add.ts';
import { changeItem } from './edit.ts';
import { tickItems } from './tick.ts';

/** Lines that somebody pasted, beside what is on a list. */

/** Not on the list; on it already; or on it and ticked. */
export const lineStandings = ['new', 'listed', 'ticked'] as const;
export type LineStanding = (typeof lineStandings)[number];

/** `again`: it is known to be on the list, and is wanted a second time. */
export type Line = { label: string; quantity: string; again: boolean };

/** How each label stands to the list; one that comes twice is on the list the second time. */
export async function compareLines(
	unit: Unit,
	{ listUid, labels }: { listUid: string; labels: string[] }
): Promise<{ standings: LineStanding[] }> {
	await loadList(unit, listUid);
	const standings = standingsOf(labels, await labelsOn(unit, listUid));
	return { standings: standings.map(({ standing }) => standing) };
}

/**
 * Adds what is not on the list and brings back what is ticked, with the quantity that was written: all of it, or nothing.
 * The list is locked first, so two who paste the same lines at once add them once.
 */
export async function addLines(
	unit: Unit,
	{ listUid, lines }: { listUid: string; lines: Line[] }
): Promise<{ addedCount: number; broughtBackCount: number }> {
	refuseUnlessEditable(unit, await lockList(unit, listUid));
	const { back, fresh } = decide(lines, await labelsOn(unit, listUid));
	if (back.length > 0)
		await tickItems(unit, { itemUids: back.map(({ itemUid }) => itemUid), done: false });
	for (const { itemUid, quantity } of back)
		if (quantity) await changeItem(unit, { itemUid, quantity });
	const items = fresh.map(({ label, quantity }) => ({ label, quantity }));
	if (items.length > 0) await addItems(unit, { listUid, items });
	return { addedCount: fresh.length, broughtBackCount: back.length };
}

/** By the list as it is now: somebody may have added or ticked one since its standing was shown. */
function decide(lines: Line[], items: Listed[]) {
	const standings = standingsOf(
		lines.map(({ label }) => label),
		items
	);
	const back: { itemUid: string; quantity: string }[] = [];
	const fresh: Line[] = [];
	for (const [index, line] of lines.entries()) {
		const now = standings[index];
		if (line.again || now?.standing === 'new') fresh.push(line);
		else if (now?.standing === 'ticked') back.push({ ...line, itemUid: now.itemUid });
	}
	return { back, fresh };
}

type Listed = { uid: string; label: string; doneAt: Date | null };

function labelsOn(unit: Unit, listUid: string): Promise<Listed[]> {
	return unit.db.item.findMany({
		where: { listUid, deletedAt: null },
		select: { uid: true, label: true, doneAt: true },
		orderBy: [{ rank: 'asc' }, { uid: 'asc' }]
	});
}

function standingsOf(
	labels: string[],
	items: Listed[]
): { standing: LineStanding; itemUid: string }[] {
	const open = new Set<string>();
	const ticked = new Map<string, string>();
	for (const { uid, label, doneAt } of items)
		if (doneAt) ticked.set(plain(label), uid);
		else open.add(plain(label));
	return labels.map((label) => {
		const words = plain(label);
		if (open.has(words)) return { standing: 'listed', itemUid: '' };
		open.add(words);
		const itemUid = ticked.get(words) ?? '';
		return { standing: itemUid ? 'ticked' : 'new', itemUid };
	});
}

/** Without case, accents and outer spaces. */
const plain = (label: string): string => fold(label.trim());
