import type { Unit } from '../kernel/unit.ts';
import { addMissing, standingsOf, type LineStanding } from './add.ts';
import { readList } from './items.ts';

/** Compares lines that somebody pasted with a list, and adds them. */

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

/** Returns for each line its standing before it was added, and the uid of its item; "" where it repeats another line. */
export async function addLines(
	unit: Unit,
	{ listUid, lines }: { listUid: string; lines: Line[] }
): Promise<{ lines: { standing: LineStanding; itemUid: string }[] }> {
	const { decided } = await addMissing(unit, { listUid, items: lines });
	return { lines: decided.map(({ standing, item }) => ({ standing, itemUid: item?.uid ?? '' })) };
}
