// A device replaces what it holds of a list only with something newer.
import { describe, expect, it } from 'vitest';
import { openFeed } from '../../src/lib/client/store/feed.ts';
import type { Changes, ListState } from '../../src/lib/client/store/list-state.ts';

const list = {
	...{ uid: 'lst_1', name: 'Groceries', sharing: 'SHARING_PRIVATE' as const, addsOnTop: false },
	...{
		canEdit: true,
		isOwner: true,
		isPinned: false,
		ownerUid: 'mem_1',
		openCount: 0,
		doneCount: 0
	},
	...{ createdAt: '', updatedAt: '', archivedAt: '', archivedByName: '' }
};

const whole = (version: string): Changes => ({
	...{ list, version, reset: true, items: [], sections: [], removedItemUids: [] }
});

const held = (version: string): ListState => ({
	...{ uid: 'lst_1', list, version, items: [], sections: [], seenAt: 0 }
});

/** A feed whose requests wait until the test answers them. */
function openDesk(before?: ListState) {
	let state = before;
	const asked: { path: string; answer: (changes: Changes) => void }[] = [];
	const fed: string[] = [];
	const feed = openFeed({
		line: {
			fetch: (path) =>
				new Promise<Response>((resolve) =>
					asked.push({
						path: String(path),
						answer: (changes) => resolve(Response.json(changes))
					})
				),
			pause: () => Promise.resolve(),
			timeout: () => Promise.resolve(),
			random: Math.random
		},
		now: () => 0,
		beforeAnswer: () => () => {},
		stateOf: () => state,
		onfed(_uid, answer) {
			if (answer.is !== 'fed') return;
			state = answer.state;
			fed.push(state.version);
		}
	});
	return { feed, asked, fed, hold: (newer: ListState) => (state = newer) };
}

describe('an old answer about a list', () => {
	it('does not replace what a page load brought while the answer was on its way', async () => {
		const { feed, asked, fed, hold } = openDesk();
		const seen = feed.refresh('lst_1');
		hold(held('10.b'));
		asked[0]?.answer(whole('9.a'));
		await expect.poll(() => asked[1]?.path).toMatch(/\?after=10\.b$/);
		asked[1]?.answer({ ...whole('11.c'), reset: false });
		expect(await seen).toMatchObject({ is: 'fed' });
		expect(fed).toEqual(['11.c']);
	});

	it('is accepted after a backup with lower numbers was restored', async () => {
		const { feed, asked, fed } = openDesk(held('10.b'));
		const seen = feed.refresh('lst_1');
		asked[0]?.answer(whole('4.d'));
		await seen;
		expect(fed).toEqual(['4.d']);
	});

	it('is ignored by a feed that was stopped meanwhile', async () => {
		const { feed, asked, fed } = openDesk();
		const seen = feed.refresh('lst_1');
		feed.stop();
		asked[0]?.answer(whole('9.a'));
		await seen;
		expect(fed).toEqual([]);
	});
});
