// A device replaces what it holds of a list only with something newer.
import { describe, expect, it, vi } from 'vitest';
import { openFeed } from '../../src/lib/client/store/feed.ts';
import type { ListState } from '../../src/lib/client/store/list-state.ts';
import type { ListChanges } from '../../src/lib/server/items/changes.ts';

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

const whole = (version: string): ListChanges => ({
	...{ list, version, reset: true, items: [], sections: [], removedItemUids: [] }
});

const held = (version: string): ListState => ({
	...{ uid: 'lst_1', list, version, items: [], sections: [], seenAt: 0 }
});

/** A feed whose requests wait until the test answers them. */
function openDesk(before?: ListState) {
	let state = before;
	const asked: {
		path: string;
		/** How many pauses were over before. */
		pauseCount: number;
		answer: (changes: ListChanges) => void;
		refuse: (status: number, body: object) => void;
	}[] = [];
	const fed: string[] = [];
	/** What else came of asking, and each time that the answer showed what was done before. */
	const heard: string[] = [];
	const pauses: number[] = [];
	const feed = openFeed({
		line: {
			fetch: (path, options) =>
				new Promise<Response>((resolve, reject) => {
					options?.signal?.addEventListener('abort', reject);
					asked.push({
						path: String(path),
						pauseCount: pauses.length,
						answer: (changes) => resolve(Response.json(changes)),
						refuse: (status, body) => resolve(Response.json(body, { status }))
					});
				}),
			pause: async (ms) => {
				await new Promise((resolve) => setTimeout(resolve));
				pauses.push(ms);
			},
			timeoutMs: () => 10_000,
			random: () => 0
		},
		now: () => 0,
		beforeAnswer: () => () => void heard.push('covered'),
		stateOf: () => state,
		onfed(_uid, answer) {
			if (answer.is !== 'fed') return void heard.push(answer.is);
			state = answer.state;
			fed.push(state.version);
		}
	});
	return { feed, asked, fed, heard, pauses, hold: (newer: ListState) => (state = newer) };
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

describe('a feed', () => {
	const asHearth = { code: 5, message: 'No.', details: [] };

	it('asks once for all calls that come while a request is under way, and again for those after it', async () => {
		const { feed, asked, heard } = openDesk();
		const first = feed.refresh('lst_1');
		const [second, third] = [feed.refresh('lst_1'), feed.refresh('lst_1')];
		expect(asked.length).toBe(1);
		asked[0]?.answer(whole('1.a'));
		await first;
		await expect.poll(() => asked.length).toBe(2);
		const fourth = feed.refresh('lst_1');
		asked[1]?.answer(whole('2.b'));
		expect(await second).toMatchObject({ state: { version: '2.b' } });
		expect(await third).toBe(await second);
		await expect.poll(() => asked.length).toBe(3);
		asked[2]?.answer(whole('3.c'));
		expect(await fourth).toMatchObject({ state: { version: '3.c' } });
		void feed.refresh('lst_1');
		expect([asked.length, heard]).toEqual([4, ['covered', 'covered', 'covered']]);
	});

	it('asks again and again after a request that was lost, each time later, until one is answered', async () => {
		const { feed, asked, fed, heard, pauses } = openDesk();
		void feed.refresh('lst_1');
		for (const count of [1, 2, 3]) {
			asked.at(-1)?.refuse(502, { message: 'Bad gateway' });
			await expect.poll(() => asked.length).toBe(count + 1);
		}
		asked.at(-1)?.answer(whole('1.a'));
		await expect.poll(() => fed).toEqual(['1.a']);
		expect(heard).toEqual(['lost', 'lost', 'lost', 'covered']);
		expect(new Set(pauses).size).toBe(3);
		expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
		expect(asked.map(({ pauseCount }) => pauseCount)).toEqual([0, 1, 2, 3]);
		void feed.refresh('lst_1');
		asked.at(-1)?.refuse(502, { message: 'Bad gateway' });
		await expect.poll(() => pauses.length).toBe(4);
		expect(pauses[3]).toBe(pauses[0]);
	});

	it('gives up a request that has no answer in time, and asks again', async () => {
		const late = new AbortController();
		const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
		const { feed, asked } = openDesk();
		const seen = feed.refresh('lst_1');
		timeout.mockRestore();
		late.abort();
		expect(await seen).toEqual({ is: 'lost' });
		await expect.poll(() => asked.length).toBe(2);
		feed.stop();
	});

	it('asks no more once it is stopped, also while it waits to ask again', async () => {
		const { feed, asked, pauses } = openDesk();
		const seen = feed.refresh('lst_1');
		asked[0]?.refuse(502, { message: 'Bad gateway' });
		await seen;
		feed.stop();
		await expect.poll(() => pauses.length).toBe(1);
		expect(asked.length).toBe(1);
	});

	it.each([
		[404, asHearth, 'gone'],
		[401, asHearth, 'signed-out'],
		[503, asHearth, 'lost'],
		[404, { message: 'Not found' }, 'lost'],
		[500, whole('1.a'), 'lost']
	])('takes %i %o for %s', async (status, body, is) => {
		const { feed, asked, heard } = openDesk(held('1.a'));
		const seen = feed.refresh('lst_1');
		asked[0]?.refuse(status, body);
		expect(await seen).toEqual({ is });
		expect(heard).toEqual([is]);
		feed.stop();
	});
});
