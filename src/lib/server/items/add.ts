import * as m from '../../paraglide/messages.js';
import { labelKey } from '../../client/format/fold.ts';
import { may } from '../kernel/caller.ts';
import { forbidden } from '../kernel/errors.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { refuseUnlessEditable } from '../lists/editable.ts';
import { namedFor, type Named } from '../lists/list.ts';
import { lockList } from '../lists/lock.ts';
import { appendItem, appendItems } from './append.ts';
import { changeItems } from './edit.ts';
import type { Item, ItemBody, NamingBody } from './fields.ts';
import { readList } from './items.ts';
import { tickItems } from './tick.ts';

/** Not on the list; on it already; or on it and ticked. */
export const lineStandings = ['new', 'listed', 'ticked'] as const;
export type LineStanding = (typeof lineStandings)[number];

/** `again`: the item is wanted a second time, although it is known to be on the list. */
type Wanted = NamingBody & { again?: boolean };
/** How it stood to the list before, and its item there; none where it repeats another one that is wanted. */
type Standing = { standing: LineStanding; item?: Item | undefined };
type Decided = Wanted & Standing & { index: number };

type Addition<Body> = { listUid: string; unlessOnList?: boolean | undefined } & Body;

export async function addItem(
	unit: Unit,
	{ listUid, unlessOnList, ...body }: Addition<ItemBody>
): Promise<{ item: Item }> {
	if (!unlessOnList) return appendItem(unit, { listUid, ...body });
	const { items } = await addUnlessOnList(unit, { listUid, items: [body] }, () => '');
	const [item] = items;
	if (!item) throw new Error('an item that was added is not there');
	return { item };
}

export const addItems = async (
	unit: Unit,
	{ listUid, unlessOnList, items }: Addition<{ items: NamingBody[] }>
): Promise<Added & { standings: LineStanding[] }> =>
	unlessOnList
		? addUnlessOnList(unit, { listUid, items })
		: { ...(await appendItems(unit, { listUid, items })), standings: [] };

type Added = { items: Item[]; lists: Named[]; newSections: Named[] };
type PathTo = (index: number) => string;

/**
 * Returns each item once, new or not, because a request can name one with a long note 200 times. A caller who may not read would learn
 * from it what is on the list.
 */
async function addUnlessOnList(
	unit: Unit,
	wanted: { listUid: string; items: NamingBody[] },
	pathTo?: PathTo
): Promise<Added & { standings: LineStanding[] }> {
	if (!may(actor(unit), 'read')) throw forbidden(m.token_may_not_read());
	const { decided, ...more } = await addMissing(unit, wanted, pathTo);
	const named = decided.flatMap(({ item, standing }) => (item ? [{ item, standing }] : []));
	const each = [...new Map(named.map((one) => [one.item.uid, one])).values()];
	return {
		items: each.map(({ item }) => item),
		standings: each.map(({ standing }) => standing),
		...more
	};
}

/**
 * Adds what is not on the list and brings back what is ticked, with the texts that were given: all of it, or nothing. The list is
 * locked first, so two who add the same at once add it once.
 */
export async function addMissing(
	unit: Unit,
	{ listUid, items }: { listUid: string; items: Wanted[] },
	pathTo: PathTo = (index) => `items.${index}.`
): Promise<{ decided: Decided[]; lists: Named[]; newSections: Named[] }> {
	const list = await lockList(unit, listUid);
	refuseUnlessEditable(unit, list);
	const decided = decide(items, (await readList(unit, listUid)).items);
	await bringBack(unit, decided);
	const fresh = decided.filter(({ standing }) => standing === 'new');
	const options = { pathTo: (index: number) => pathTo(fresh[index]?.index ?? index) };
	const added =
		fresh.length > 0 ? await appendItems(unit, { listUid, items: fresh }, options) : undefined;
	for (const [index, one] of fresh.entries()) one.item = added?.items[index];
	const lists = [namedFor(actor(unit), { uid: listUid, name: list.name })];
	return { decided, lists, newSections: added?.newSections ?? [] };
}

async function bringBack(unit: Unit, decided: Decided[]): Promise<void> {
	const ticked = decided.flatMap((one) =>
		one.standing === 'ticked' && one.item ? [{ one, item: one.item }] : []
	);
	if (ticked.length === 0) return;
	await tickItems(unit, { itemUids: ticked.map(({ item }) => item.uid), done: false });
	const edits = ticked.flatMap(({ one, item }) => {
		const { quantity, dueOn, note } = one;
		const given = { ...(quantity && { quantity }), ...(dueOn && { dueOn }), ...(note && { note }) };
		one.item = { ...item, ...given, ...open };
		return Object.keys(given).length > 0 ? [{ itemUid: item.uid, ...given }] : [];
	});
	if (edits.length > 0) await changeItems(unit, { items: edits });
}

const open = { done: false, doneByName: '', doneAt: '', doneByUid: '' };

/** Decides by the list as it is now: somebody may have added or ticked an item since the standings were shown. */
function decide(wanted: Wanted[], items: Item[]): Decided[] {
	const standings = standingsOf(
		wanted.map(({ label }) => label),
		items
	);
	return wanted.map((one, index) => {
		const now = standings[index];
		return { ...one, index, ...(one.again || !now ? { standing: 'new' } : now) };
	});
}

export function standingsOf(labels: string[], items: Item[]): Standing[] {
	const opened = new Map<string, Item | undefined>();
	const ticked = new Map<string, Item>();
	for (const item of items) (item.done ? ticked : opened).set(labelKey(item.label), item);
	return labels.map((label) => {
		const words = labelKey(label);
		if (opened.has(words)) return { standing: 'listed', item: opened.get(words) };
		opened.set(words, undefined);
		const item = ticked.get(words);
		return { standing: item ? 'ticked' : 'new', item };
	});
}
