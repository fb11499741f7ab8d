import { expect, it } from 'vitest';
import { grouped } from '../../src/routes/offline/kept-lists.ts';

const kept = (uid: string, updatedAt: string, more: object = {}) => ({
	list: { uid, updatedAt, archivedAt: '', isPinned: false, isOwner: true, ...more }
});

it('the lists of a device are grouped as the server groups them, the latest change first', () => {
	const { pinned, mine, shared } = grouped([
		kept('lst_a', '2026-11-01T08:00:00.000Z'),
		kept('lst_b', '2026-11-03T08:00:00.000Z'),
		kept('lst_c', '2026-11-02T08:00:00.000Z', { isOwner: false }),
		kept('lst_d', '2026-11-01T08:00:00.000Z', { isOwner: false, isPinned: true }),
		kept('lst_e', '2026-11-04T08:00:00.000Z', { archivedAt: '2026-11-05T08:00:00.000Z' }),
		kept('lst_f', '2026-11-03T08:00:00.000Z')
	]);
	const uids = (states: typeof mine) => states.map(({ list }) => list.uid);
	expect(uids(pinned)).toEqual(['lst_d']);
	expect(uids(mine)).toEqual(['lst_b', 'lst_f', 'lst_a']);
	expect(uids(shared)).toEqual(['lst_c']);
});
