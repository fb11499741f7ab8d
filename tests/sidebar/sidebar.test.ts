// The sidebar is one query. It tells the same as the operations that it replaces.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { newUid } from '../../src/lib/server/kernel/secrets.ts';
import { activity } from '../../src/lib/server/activity/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { sidebar } from '../../src/lib/server/sidebar/operations.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, visitor, type World } from '../support/world.ts';

const today = '2026-11-20';
type Person = Awaited<ReturnType<World['member']>>;

describe.each(providers)('the sidebar on %s', (provider) => {
	let world: World;
	let ada: Person, ben: Person;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.setUp();
		ben = await world.member('Ben');
	});
	afterAll(() => world.close());

	const beside = (who: Caller) => world.ask(sidebar.getSidebar, who, { today });

	it('names the household, and is empty at first', async () => {
		expect(await beside(ben)).toEqual({
			household: 'Mill Lane',
			...{ pinned: [], mine: [], shared: [] },
			...{ todayCount: 0, unreadCount: 0, waiting: [] }
		});
	});

	it('links the lists in reach that are not archived: pinned, own and shared ones, the latest change first', async () => {
		const { uid: pinned } = await world.listOf(ben, '“Quoted” \\ list');
		const { uid: archived } = await world.listOf(ben, 'Last year');
		const { uid: shared } = await world.listOf(ada, 'Groceries');
		const { uid: hidden } = await world.listOf(ada, 'Presents');
		for (const name of ['First', 'Second']) {
			world.setClock(new Date(world.now().getTime() + 1000));
			await world.listOf(ben, name);
		}
		await world.ask(lists.pinList, ben, { listUid: pinned, pinned: true });
		await world.ask(lists.archiveList, ben, { listUid: archived, archived: true });
		await world.ask(lists.shareList, ada, { listUid: shared, sharing: 'SHARING_INSTANCE' });
		const bodies = [
			{ label: 'tea', dueOn: today },
			{ label: 'milk', dueOn: today },
			{ label: 'rice', dueOn: '2026-11-21' }
		];
		for (const listUid of [shared, hidden]) {
			const [tea] = (await world.ask(items.addItems, ada, { listUid, items: bodies })).items;
			await world.ask(items.tickItem, ada, { itemUid: tea?.uid ?? '', done: true });
		}
		const seen = await beside(ben);
		expect(seen.pinned).toEqual([{ uid: pinned, name: '“Quoted” \\ list', openCount: 0 }]);
		expect(seen.mine.map(({ name }) => name)).toEqual(['Second', 'First']);
		expect(seen.shared).toEqual([{ uid: shared, name: 'Groceries', openCount: 2 }]);
		expect(seen.todayCount).toBe(1);
		for (const who of [ada, ben]) await saysTheSame(who);
	});

	it('counts unread activity', async () => {
		expect((await beside(ben)).unreadCount).toBeGreaterThan(0);
		await saysTheSame(ben);
		await world.ask(activity.markActivityRead, ben, {});
		expect((await beside(ben)).unreadCount).toBe(0);
	});

	it('names pending requests only to an admin in a browser', async () => {
		await world.ask(requests.askForReset, visitor, { emailOrName: 'Ben' });
		await world.ask(requests.askForReset, visitor, { emailOrName: 'nobody at all' });
		const ask = (name: string) => {
			world.setClock(new Date(world.now().getTime() + 1000));
			return world.ask(requests.askToJoin, visitor, { name, email: `${name}@mill.test` });
		};
		await world.ask(requests.decideJoin, ada, { ...(await ask('Olga')), approve: false });
		for (const name of ['Cleo', 'Dan']) await ask(name);
		const { requestUid } = await world.ask(requests.askForReset, visitor, { emailOrName: 'Ada' });
		await world.ask(requests.decideReset, ada, { requestUid, approve: true });
		expect((await beside(ada)).waiting).toEqual([
			{ name: 'Cleo', asks: 'join' },
			{ name: 'Dan', asks: 'join' },
			{ name: 'Ben', asks: 'reset' }
		]);
		await saysTheSame(ada);
		expect((await beside(ben)).waiting).toEqual([]);
		const { member, from } = ada;
		const expiresAt = new Date('2100-01-01');
		const pair: Caller = { by: 'pair', pairUid: newUid('fam'), expiresAt, member, from };
		expect((await beside(pair)).waiting).toEqual([]);
	});

	it('is only for signed-in members', async () => {
		const { caller: token } = await world.tokenOf(ben);
		expect(await outcome(beside(token))).toBe('forbidden');
		expect(await outcome(beside(visitor))).toBe('unauthenticated');
		const newcomer = { ...ben, member: { ...ben.member, mustChangePassword: true } };
		expect(await outcome(beside(newcomer))).toBe('forbidden');
	});

	/** Compares the sidebar with the operations that the single pages use. */
	async function saysTheSame(who: Person): Promise<void> {
		const { pinned, mine, shared, ...counts } = await beside(who);
		const all = (await world.ask(lists.getLists, who, {})).lists;
		const linked = (those: typeof all) =>
			those.map(({ uid, name, openCount }) => ({ uid, name, openCount }));
		expect(pinned).toEqual(linked(all.filter(({ isPinned }) => isPinned)));
		expect(mine).toEqual(linked(all.filter(({ isPinned, isOwner }) => !isPinned && isOwner)));
		expect(shared).toEqual(linked(all.filter(({ isPinned, isOwner }) => !isPinned && !isOwner)));
		const due = (await world.ask(items.getDatedItems, who, { to: today })).items;
		const { unreadCount } = await world.ask(activity.getActivity, who, {});
		expect(counts).toMatchObject({ todayCount: due.length, unreadCount });
		if (!who.member.isAdmin) return;
		const waiting = await world.ask(requests.getRequests, who, {});
		expect(counts.waiting.map(({ name }) => name)).toEqual([
			...waiting.joinRequests.map(({ name }) => name),
			...waiting.resetRequests.map(({ member }) => member.name)
		]);
	}
});
