// A page of many rows reads each item a few times, however many there are.
import { expect, it, vi } from 'vitest';
import { noTexts } from '../../src/lib/client/item-texts.ts';
import type { Intent } from '../../src/lib/client/outbox/intent.ts';
import { shownItems } from '../../src/lib/client/outbox/shown.ts';
import { holdLists } from '../../src/lib/client/store/held-lists.svelte.ts';
import type { PlacedItem } from '../../src/lib/server/items/fields.ts';
import { suggestions } from '../../src/lib/client/suggestions.svelte.ts';
import { stillShown } from '../../src/routes/(home)/(lists)/still-shown.ts';

const count = 300;
const uids = Array.from({ length: count }, (_, number) => `itm_${number}`);

/** Items that count how often the uid of one was read. */
function countedItems() {
	let reads = 0;
	const items = uids.map((own): PlacedItem => ({
		get uid() {
			reads += 1;
			return own;
		},
		...{ ...noTexts, label: own, place: 0, sectionUid: '', done: false, doneAt: '' },
		...{ doneByName: '', doneByUid: '', addedByName: '', addedViaToken: '' }
	}));
	return { items, reads: () => reads };
}

const list = {
	...{ name: 'Groceries', sharing: 'SHARING_PRIVATE' as const, addsOnTop: false },
	...{ canEdit: true, isOwner: true, isPinned: false, ownerUid: 'mem_1' },
	...{ openCount: 0, doneCount: 0, createdAt: '', updatedAt: '' },
	...{ archivedAt: '', archivedByName: '' }
};

it('each row finds what the server last said of its item', () => {
	const { items, reads } = countedItems();
	const held = holdLists({ saveList: () => {}, removeList: () => {} });
	for (const uid of ['lst_1', 'lst_2'])
		held.hydrate({
			...{ list: { ...list, uid }, version: '1', sections: [] },
			items: uid === 'lst_1' ? items : []
		});
	for (const uid of uids) expect(held.freshItem('lst_1', uid)?.label).toBe(uid);
	expect(held.freshItem('lst_2', 'itm_0')).toBeUndefined();
	expect(held.freshItem('lst_3', 'itm_0')).toBeUndefined();
	expect(reads()).toBeLessThanOrEqual(count * 3);
});

it('rows that are no longer due stay where they stood', () => {
	const { items, reads } = countedItems();
	const entries = items.map((item) => ({ item }));
	const due = entries.filter((_, index) => index % 2 === 0);
	expect(stillShown(due, entries, (entry) => entry)).toEqual(entries);
	const already = reads();
	expect(stillShown(due, entries, () => undefined)).toEqual(due);
	stillShown(entries, entries, (entry) => entry);
	expect(already).toBeLessThanOrEqual(count * 12);
	expect(reads() - already).toBeLessThanOrEqual(count * 12);
});

it('each letter that is typed reads no label again', () => {
	let reads = 0;
	const rows = uids.map((uid, number) => ({
		get label() {
			reads += 1;
			return `Item ${uid}`;
		},
		...{ quantity: '', done: number % 2 === 0 }
	}));
	const { matching } = suggestions('lst_1', [], () => rows);
	const labels = (words: string) => matching(words).map(({ label }) => label);
	expect(labels('itm_29')).toEqual([
		'Item itm_290',
		'Item itm_292',
		'Item itm_294',
		'Item itm_296',
		'Item itm_298'
	]);
	reads = 0;
	for (const words of ['n', 'no', 'non', 'none', 'none ']) expect(labels(words)).toEqual([]);
	expect(reads).toBe(0);
});

it('a hundred changes that wait to be sent copy the list as often as one', () => {
	const { items } = countedItems();
	const me = { uid: 'mem_1', name: 'Ada' };
	const ticks = uids.slice(0, 100).map((itemUid, order): Intent => ({
		...{ key: itemUid, listUid: 'lst_1', kind: 'tick', itemUid },
		...{ madeAt: order, order, state: 'waiting', failures: 0 }
	}));
	function copies(queue: Intent[]): number {
		const map = vi.spyOn(Array.prototype, 'map');
		const shown = shownItems(items, queue, me);
		const { contexts } = map.mock;
		map.mockRestore();
		expect(shown.filter(({ done }) => done)).toHaveLength(queue.length);
		expect(shown.filter(({ waiting }) => waiting.length > 0)).toHaveLength(queue.length);
		return contexts.filter((array) => Array.isArray(array) && array.length === count).length;
	}
	expect(copies(ticks)).toBe(copies(ticks.slice(0, 1)));
});
