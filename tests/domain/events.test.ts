import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller, MemberCaller } from '../../src/lib/server/domain/caller.ts';
import { openHub, type Hub } from '../../src/lib/server/domain/events/hub.ts';
import { items } from '../../src/lib/server/operations/items.ts';
import { lists } from '../../src/lib/server/operations/lists.ts';
import { openWorld, providers, type World } from '../support/world.ts';

describe.each(providers)('events on %s', (provider) => {
	let world: World;
	let hub: Hub;
	let ada: MemberCaller;
	let ben: MemberCaller;

	beforeAll(async () => {
		world = await openWorld(provider);
		hub = openHub(world.household);
		ada = await world.signedIn('Ada');
		ben = await world.signedIn('Ben');
	});
	afterAll(async () => {
		hub.close();
		await world.close();
	});

	it('tell everyone who reaches the list, and nobody else, what changed', async () => {
		const list = await world.listOf(ada);
		const [adas, bens] = [await listen(ada), await listen(ben)];
		const { item } = await world.ask(items.addItem, ada, { listUid: list.uid, label: 'milk' });
		await adas.until((event) => event.kind === 'item.added' && event.itemUid === item.uid);
		expect(bens.changes()).toEqual([]);
		await world.ask(lists.shareList, ada, {
			listUid: list.uid,
			sharing: 'SHARING_INSTANCE',
			canEdit: true
		});
		await bens.until((event) => event.kind === 'list.shared');
		await world.ask(items.tickItem, ben, { itemUid: item.uid, done: true });
		await adas.until((event) => event.kind === 'item.ticked' && event.byUid === ben.member.uid);
		expect(adas.numbers()).toEqual(adas.numbers().toSorted((one, other) => one - other));
	});

	it('are replayed from where a stream was cut, each once', async () => {
		const list = await world.listOf(ada);
		const first = await listen(ada);
		await world.ask(items.addItem, ada, { listUid: list.uid, label: 'one' });
		await first.until((event) => event.kind === 'item.added');
		const last = first.numbers().at(-1) ?? 0;
		first.close();
		for (const label of ['two', 'three'])
			await world.ask(items.addItem, ada, { listUid: list.uid, label });
		const again = await listen(ada, String(last));
		await again.until(() => again.changes().length === 2);
		await world.ask(items.addItem, ada, { listUid: list.uid, label: 'four' });
		await again.until(() => again.changes().length === 3);
		expect(again.numbers().every((number) => number > last)).toBe(true);
	});

	it('start anew with one reset where the past is not kept, or was never ours', async () => {
		for (const after of ['garbage', '999999', '-1']) {
			const stream = await listen(ada, after);
			expect(stream.named('reset').length).toBe(1);
		}
	});

	it('end within a second of losing the list, the session or the token, and tell nothing more', async () => {
		const list = await world.listOf(ada);
		await world.ask(lists.shareList, ada, { listUid: list.uid, sharing: 'SHARING_INSTANCE' });
		const looking = await listen(ben, '', list.uid);
		const { caller, uid } = await world.tokenOf(ada, { listUids: [list.uid] });
		const tokens = await listen(caller as MemberCaller);
		await world.ask(lists.shareList, ada, { listUid: list.uid, sharing: 'SHARING_PRIVATE' });
		await world.database.writer.accessToken.delete({ where: { uid } });
		await expect.poll(() => looking.closed() && tokens.closed(), { timeout: 1500 }).toBe(true);
		expect(looking.changes().filter(({ kind }) => kind === 'list.shared')).toEqual([]);
	});

	it('say who is on a list', async () => {
		const list = await world.listOf(ada);
		await world.ask(lists.shareList, ada, { listUid: list.uid, sharing: 'SHARING_INSTANCE' });
		const adas = await listen(ada, '', list.uid);
		const bens = await listen(ben, '', list.uid);
		const names = () =>
			adas
				.named('presence')
				.map(({ members }) => (members as { name: string }[]).map(({ name }) => name));
		await expect.poll(names).toContainEqual(['Ada', 'Ben']);
		bens.close();
		await expect.poll(() => names().at(-1)).toEqual(['Ada']);
	});

	type Said = { id?: number; event: string; data: Record<string, unknown> };

	async function listen(caller: Caller, after = '', listUid = '') {
		const said: Said[] = [];
		let closed = false;
		const out = {
			send: (event: { id?: number; event: string; data: unknown }) => (
				said.push(event as Said),
				true
			),
			close: () => void (closed = true)
		};
		const close = await hub.open(caller as MemberCaller, { listUid, after }, out);
		const named = (name: string) =>
			said.filter(({ event }) => event === name).map(({ data }) => data);
		const changes = () => named('change');
		return {
			changes,
			named,
			numbers: () =>
				said.flatMap(({ id, event }) => (id !== undefined && event === 'change' ? [id] : [])),
			closed: () => closed,
			close,
			until: (seen: (event: Record<string, unknown>) => boolean) =>
				expect.poll(() => changes().some(seen), { timeout: 5000 }).toBe(true)
		};
	}
});
