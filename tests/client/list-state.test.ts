// A list that a device holds is, after the changes since a version, what the server would answer as a whole.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noTexts } from '../../src/lib/client/item-texts.ts';
import { holdLists } from '../../src/lib/client/store/held-lists.svelte.ts';
import { withChanges, type ListState } from '../../src/lib/client/store/list-state.ts';
import type { ListChanges } from '../../src/lib/server/items/changes.ts';
import type { PlacedItem } from '../../src/lib/server/items/fields.ts';

const list = {
	...{ uid: 'lst_1', name: 'Groceries', sharing: 'SHARING_PRIVATE' as const, addsOnTop: false },
	...{ canEdit: true, isOwner: true, isPinned: false, ownerUid: 'mem_1' },
	...{ openCount: 0, doneCount: 0, createdAt: '', updatedAt: '' },
	...{ archivedAt: '', archivedByName: '' }
};

const item = (uid: string, label: string, place: number, sectionUid: string): PlacedItem => ({
	...{ uid, ...noTexts, label, place, sectionUid },
	...{ done: false, doneAt: '', doneByName: '', doneByUid: '', addedByName: '', addedViaToken: '' }
});

type Stored = Pick<ListChanges, 'items' | 'sections'>;

/** Few uids, labels and places, so that the items of two lists are often the same, and often in one place. */
const stored: fc.Arbitrary<Stored> = fc.record({
	items: fc.uniqueArray(
		fc
			.tuple(
				fc.constantFrom('itm_a', 'itm_b', 'itm_c', 'itm_d', 'itm_e'),
				fc.constantFrom('milk', 'bread'),
				fc.integer({ min: 0, max: 2 }),
				fc.constantFrom('', 'sec_1', 'sec_2')
			)
			.map((made) => item(...made)),
		{ selector: ({ uid }) => uid }
	),
	sections: fc
		.shuffledSubarray(['sec_1', 'sec_2', 'sec_3'])
		.map((uids) => uids.map((uid) => ({ uid, name: uid, labels: [] })))
});

const whole = ({ items, sections }: Stored, version: string): ListChanges => ({
	...{ list, version, reset: true, items, sections, removedItemUids: [] }
});

/** What changed from one to the other, as the server tells it. */
function between(before: Stored, after: Stored, version: string): ListChanges {
	const known = new Map(before.items.map((one) => [one.uid, JSON.stringify(one)]));
	const stays = new Set(after.items.map(({ uid }) => uid));
	return {
		...whole(after, version),
		reset: false,
		items: after.items.filter((one) => known.get(one.uid) !== JSON.stringify(one)),
		removedItemUids: [...known.keys()].filter((uid) => !stays.has(uid))
	};
}

function opened(of: Stored): ListState {
	const state = withChanges(undefined, undefined, whole(of, '1.a'), 1000);
	if (!state) throw new Error('a first answer is taken');
	return { ...state, openedAt: 500 };
}

it('is the whole list after any changes, and remembers when it was opened', () => {
	fc.assert(
		fc.property(stored, stored, (before, after) => {
			const held = opened(before);
			const changed = withChanges(held, '1.a', between(before, after, '2.b'), 2000);
			expect(changed).toEqual(withChanges(held, '1.a', whole(after, '2.b'), 2000));
			expect(changed).toMatchObject({ version: '2.b', seenAt: 2000, openedAt: 500 });
		})
	);
});

it('is sorted anew where its sections alone have changed, or were not kept', () => {
	const ranked = (...uids: string[]) => uids.map((uid) => ({ uid, name: uid, labels: [] }));
	const items = [item('itm_a', 'milk', 0, 'sec_1'), item('itm_b', 'milk', 0, 'sec_2')];
	const [before, after] = [ranked('sec_1', 'sec_2', 'sec_3'), ranked('sec_2', 'sec_1', 'sec_3')];
	fc.assert(
		fc.property(stored, stored, fc.boolean(), (before, { sections }, areKept) => {
			const { sections: _, ...old } = opened({ ...before, sections: [] });
			const held = areKept ? opened(before) : old;
			const after = { ...before, sections };
			const changed = withChanges(held, '1.a', between(before, after, '2.b'), 2000);
			expect(changed).toEqual(withChanges(held, '1.a', whole(after, '2.b'), 2000));
		}),
		{ examples: [[{ items, sections: before }, { items, sections: after }, true]] }
	);
});

it('has its items in the order of their sections, places and uids', () => {
	const sections = [{ uid: 'sec_1', name: 'Dairy', labels: [] }];
	const items = [
		...[item('itm_a', 'milk', 0, 'sec_1'), item('itm_c', 'rice', 1, '')],
		...[item('itm_d', 'tea', 0, ''), item('itm_b', 'salt', 1, '')]
	];
	const state = withChanges(undefined, undefined, whole({ items, sections }, '1.a'), 0);
	expect(state?.items.map(({ uid }) => uid)).toEqual(['itm_d', 'itm_b', 'itm_c', 'itm_a']);
	expect(state).not.toHaveProperty('openedAt');
});

it('takes no changes since another version, also where it was kept without sections', () => {
	const { sections: _, ...old } = opened({ items: [], sections: [] });
	const changes = between({ items: [], sections: [] }, { items: [], sections: [] }, '2.b');
	expect(withChanges(old, '0.z', changes, 0)).toBeUndefined();
	expect(withChanges(undefined, '1.a', changes, 0)).toBeUndefined();
	expect(withChanges(old, '1.a', changes, 0)?.sections).toEqual([]);
});

it('what a device kept takes the place of nothing newer that is here', () => {
	const held = holdLists({ saveList: () => {}, removeList: () => {} });
	const kept = (version: string): ListState => ({
		...{ uid: list.uid, list, version, items: [], sections: [], seenAt: 1 }
	});
	held.takeKept([kept('9')]);
	expect(held.listOf(list.uid)?.version).toBe('9');
	held.take(kept('12'));
	held.takeKept([kept('11')]);
	expect(held.listOf(list.uid)?.version).toBe('12');
});
