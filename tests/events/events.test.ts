import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller, MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { changesPerBatch } from '../../src/lib/server/events/event.ts';
import { keptNumbers } from '$lib/server/events/kept-numbers.ts';
import { lowestIdOf, numberInId } from '../../src/lib/server/events/event-id.ts';
import { openHub, type Hub } from '../../src/lib/server/runtime/hub.ts';
import type { Out } from '../../src/lib/server/runtime/stream.ts';
import { maxVisitorStreamsPerNetwork } from '../../src/lib/server/events/visitor-places.ts';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { callerOfPair, pairOf } from '../support/credentials.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, type World } from '../support/world.ts';

/** More Changes than a stream's buffer takes at once. */
const missed = 2500;

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
		expect(adas.ids()).toEqual(adas.ids().toSorted((one, other) => one - other));
	});

	it('tell of everything that one command changed, even more than is read at once', async () => {
		const list = await world.listOf(ada);
		const adas = await listen(ada);
		const added = Array.from({ length: 2 * changesPerBatch + 1 }, (_, at) => ({
			label: `item ${at}`
		}));
		await world.ask(items.addItems, ada, { listUid: list.uid, items: added });
		await adas.until(() => adas.changes().length === added.length);
	});

	it('tell of a move to everyone who sees either list', async () => {
		const [from, to] = [await world.listOf(ada), await world.listOf(ada)];
		await world.ask(lists.shareList, ada, { listUid: from.uid, sharing: 'SHARING_INSTANCE' });
		const { item } = await world.ask(items.addItem, ada, { listUid: from.uid, label: 'milk' });
		const [adas, bens] = [await listen(ada), await listen(ben)];
		await world.ask(items.moveItem, ada, { itemUid: item.uid, toListUid: to.uid });
		const told = (listUid: string) => (event: Record<string, unknown>) =>
			event.kind === 'item.moved' && event.listUid === listUid;
		await adas.until(told(to.uid));
		await bens.until(told(from.uid));
		expect(adas.changes().some(told(from.uid))).toBe(true);
		expect(bens.changes().some(told(to.uid))).toBe(false);
	});

	it('are replayed from where a stream was cut, each once', async () => {
		const list = await world.listOf(ada);
		const first = await listen(ada);
		await world.ask(items.addItem, ada, { listUid: list.uid, label: 'one' });
		await first.until((event) => event.kind === 'item.added');
		const last = first.ids().at(-1) ?? 0;
		first.close();
		for (const label of ['two', 'three'])
			await world.ask(items.addItem, ada, { listUid: list.uid, label });
		const again = await listen(ada, String(last));
		await again.until(() => again.changes().length === 2);
		await world.ask(items.addItem, ada, { listUid: list.uid, label: 'four' });
		await again.until(() => again.changes().length === 3);
		expect(again.ids().every((id) => id > last)).toBe(true);
	});

	it('start anew with one reset for a position that is not in the outbox', async () => {
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

	it('end when the access token of a sign-in, the token or the session expires, and not before', async () => {
		const begin = world.now();
		const { accessToken } = await pairOf(world);
		const pair = await callerOfPair(world, accessToken);
		const expiresAt = new Date(begin.getTime() + 3_600_000).toISOString();
		const { caller: token } = await world.tokenOf(ada, { expiresAt });
		const expiring = [
			[pair, 15 * 60_000],
			[token, 3_600_000],
			[await world.signedIn('Cleo'), 86_400_000]
		] as const;
		for (const [caller, lastsMs] of expiring) {
			const stream = await listen(caller as MemberCaller);
			world.setClock(new Date(begin.getTime() + lastsMs - 1));
			await pause(750);
			expect(stream.closed()).toBe(false);
			world.setClock(new Date(begin.getTime() + lastsMs));
			await expect.poll(() => stream.closed(), { timeout: 1500 }).toBe(true);
		}
		world.setClock(begin);
	});

	it('tell who is viewing a list', async () => {
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

	it('refuse a list out of reach like one that never existed, and show nobody on it', async () => {
		const list = await world.listOf(ada, 'Presents for Ben');
		const { caller: tablet } = await world.tokenOf(ada, {
			listUids: [(await world.listOf(ada)).uid]
		});
		const adas = await listen(ada, '', list.uid);
		await expect.poll(() => adas.named('presence').length).toBe(1);
		for (const [caller, listUid] of [
			[ben, list.uid],
			[tablet, list.uid],
			[ada, 'lst_never'],
			[ada, 'lst_\0'],
			[ada, 'x'.repeat(12_000)]
		] as const)
			expect(await outcome(listen(caller, '', listUid))).toBe('missing');
		expect(await world.database.reader.stream.count({ where: { listUid: list.uid } })).toBe(1);
		await pause(100);
		expect(adas.named('presence')).toEqual([
			{ listUid: list.uid, members: [{ uid: ada.member.uid, name: 'Ada' }] }
		]);
	});

	it('end when a list is removed from a token, and do not tell the token who opens the list afterwards', async () => {
		const list = await world.listOf(ada);
		const { caller: tablet, uid } = await world.tokenOf(ada, { listUids: [list.uid] });
		const tokens = await listen(tablet, '', list.uid);
		await expect.poll(() => tokens.named('presence').length).toBe(1);
		await world.database.writer.tokenList.deleteMany({ where: { tokenUid: uid } });
		await world.ask(lists.shareList, ada, { listUid: list.uid, sharing: 'SHARING_INSTANCE' });
		await listen(ben, '', list.uid);
		await expect.poll(() => tokens.closed(), { timeout: 1500 }).toBe(true);
		expect(tokens.named('presence').length).toBe(1);
	});

	it('do not tell a member whose share has just ended who opens the list', async () => {
		const list = await world.listOf(ada);
		await world.ask(lists.shareList, ada, { listUid: list.uid, sharing: 'SHARING_INSTANCE' });
		const bens = await listen(ben, '', list.uid);
		await expect.poll(() => bens.named('presence').length).toBe(1);
		const { uid } = list;
		await world.database.writer.list.update({
			where: { uid },
			data: { sharing: 'SHARING_PRIVATE' }
		});
		await listen(ada, '', uid);
		await expect.poll(() => bens.closed(), { timeout: 1500 }).toBe(true);
		expect(bens.named('presence').length).toBe(1);
	});

	it('are replayed however many were missed, only as fast as they are read', async () => {
		const list = await world.listOf(ada);
		const { newest } = await keptNumbers(world.database.read);
		await writeChanges(list.uid, missed);
		const reader = slowReader();
		await hub.open(ada, { listUid: '', after: String(lowestIdOf(newest)) }, reader.out);
		await expect.poll(() => reader.heard.length, { timeout: 15_000 }).toBe(missed);
		expect(reader.heard).toEqual(Array.from({ length: missed }, (_, index) => newest + 1 + index));
		expect(reader.mostUnread()).toBeLessThan(missed / 5);
	});

	it('start anew with one reset when changes are purged while they are replayed', async () => {
		const list = await world.listOf(ada);
		const { newest } = await keptNumbers(world.database.read);
		await writeChanges(list.uid, missed);
		const reader = slowReader();
		await hub.open(ada, { listUid: '', after: String(lowestIdOf(newest)) }, reader.out);
		await expect.poll(() => reader.heard.length).toBeGreaterThan(0);
		await world.database.writer.change.deleteMany({ where: { number: { lt: newest + missed } } });
		await expect.poll(() => reader.resets()).toBe(1);
		await pause(100);
		expect(reader.heard.length).toBeLessThan(missed);
		expect(reader.resets()).toBe(1);
	});

	describe('of the public list', () => {
		const publish = (publicListUid: string | null) =>
			world.database.writer.instance.upsert({
				where: { id: 1 },
				create: { name: 'Mill Lane', publicListUid, createdAt: world.now() },
				update: { publicListUid }
			});

		it('are not opened while no list is published', async () => {
			await publish(null);
			expect(await outcome(visit('192.0.2.1'))).toBe('missing');
			const { uid } = await world.listOf(ada);
			await publish(uid);
			expect(await outcome(visit('192.0.2.1'))).toBe('done');
		});

		it('tell that the list is withdrawn, and end', async () => {
			const list = await world.listOf(ada);
			await world.ask(lists.shareList, ada, { listUid: list.uid, sharing: 'SHARING_INSTANCE' });
			await publish(list.uid);
			const reading = await visit('192.0.2.2');
			await world.ask(lists.shareList, ada, { listUid: list.uid, sharing: 'SHARING_PRIVATE' });
			await expect.poll(() => reading.closed(), { timeout: 1500 }).toBe(true);
			expect(reading.changes().at(-1)?.kind).toBe('public-list.changed');
		});

		it('tell that the list is withdrawn before they end, also while other things change', async () => {
			const other = await world.listOf(ada);
			for (let round = 0; round < 15; round += 1) {
				const list = await world.listOf(ada);
				await publish(list.uid);
				const reading = await visit('192.0.2.4');
				const additions = Array.from({ length: 6 }, (_, index) =>
					world.ask(items.addItem, ada, { listUid: other.uid, label: `egg ${index}` })
				);
				await world.ask(lists.deleteList, ada, { listUid: list.uid });
				await Promise.all(additions);
				await expect.poll(() => reading.closed(), { timeout: 1500 }).toBe(true);
				expect(reading.changes().at(-1)?.kind).toBe('public-list.changed');
			}
		});

		it('have places of their own for visitors, a limited number for each address, and free them again', async () => {
			await publish((await world.listOf(ada)).uid);
			const open = [];
			for (let index = 0; index < maxVisitorStreamsPerNetwork; index += 1)
				open.push(await visit(`2001:db8:0:1:${index.toString(16)}::1`));
			expect(await outcome(visit('2001:db8:0:1::9'))).toBe('too-many');
			expect(await outcome(visit('2001:db8:0:2::9'))).toBe('done');
			expect(await outcome(listen(ada))).toBe('done');
			open.pop()?.close();
			expect(await outcome(visit('2001:db8:0:1::9'))).toBe('done');
			for (const { close } of open) close();
		});

		it('tell a visitor nothing of what happened to a list before it was published', async () => {
			const owner = await world.member('Olga', 'ROLE_ADMIN');
			const list = await world.listOf(owner);
			const { newest } = await keptNumbers(world.database.read);
			await writeChanges(list.uid, 3);
			const settings = { name: 'Mill Lane', publicList: { listUid: list.uid } };
			await world.ask(instance.replaceSettings, owner, { settings });
			const published = (await keptNumbers(world.database.read)).newest;
			await writeChanges(list.uid, 2);
			const visitor = await visit('192.0.2.5', String(lowestIdOf(newest)));
			await expect.poll(() => visitor.numbers()).toEqual([published, published + 1, published + 2]);
		});

		it('start anew with one reset for a visitor who missed much', async () => {
			const list = await world.listOf(ada);
			await publish(list.uid);
			const { newest } = await keptNumbers(world.database.read);
			await writeChanges(list.uid, 1001);
			const some = await visit('192.0.2.3', String(lowestIdOf(newest + 1)));
			await expect.poll(() => some.changes().length).toBe(1000);
			const much = await visit('192.0.2.3', String(lowestIdOf(newest)));
			await pause(100);
			expect([much.named('reset').length, much.changes().length]).toEqual([1, 0]);
		});
	});

	/** Writes changes by somebody else directly into the outbox. */
	async function writeChanges(listUid: string, count: number): Promise<void> {
		const { newest } = await keptNumbers(world.database.read);
		const data = Array.from({ length: count }, (_, index) => ({
			...{ number: newest + 1 + index, kind: 'item.added', listUid, at: world.now() },
			itemUid: `itm_${index}`
		}));
		await world.database.writer.change.createMany({ data });
		if (provider === 'postgresql')
			await world.database.writer
				.$executeRaw`SELECT setval(pg_get_serial_sequence('"Change"', 'number'), ${newest + count})`;
	}

	/** A reader that waits 5 ms before each drain, and records the most events that were unread at once. */
	function slowReader() {
		const heard: number[] = [];
		let unread = 0;
		let most = 0;
		let resets = 0;
		const out: Out = {
			send: ({ id = 0, event }) => {
				if (event === 'change') heard.push(numberInId(String(id)) ?? 0);
				if (event === 'reset') resets += 1;
				most = Math.max(most, (unread += 1));
				return true;
			},
			drained: async () => {
				await pause(5);
				unread = 0;
			},
			close: () => {}
		};
		return { out, heard, mostUnread: () => most, resets: () => resets };
	}

	type Said = { id?: number; event: string; data: Record<string, unknown> };

	const listen = (caller: Caller, after = '', listUid = '') =>
		hear((out) => hub.open(caller as MemberCaller, { listUid, after }, out));

	const visit = (address: string, after = '') => hear((out) => hub.openPublic(address, after, out));

	async function hear(open: (out: Out) => Promise<() => void>) {
		const said: Said[] = [];
		let closed = false;
		const out = {
			send: (event: { id?: number; event: string; data: unknown }) => (
				said.push(event as Said),
				true
			),
			drained: async () => {},
			close: () => void (closed = true)
		};
		const close = await open(out);
		const named = (name: string) =>
			said.filter(({ event }) => event === name).map(({ data }) => data);
		const changes = () => named('change');
		const ids = () =>
			said.flatMap(({ id, event }) => (id !== undefined && event === 'change' ? [id] : []));
		return {
			changes,
			named,
			ids,
			numbers: () => ids().map((id) => numberInId(String(id))),
			closed: () => closed,
			close,
			until: (seen: (event: Record<string, unknown>) => boolean) =>
				expect.poll(() => changes().some(seen), { timeout: 5000 }).toBe(true)
		};
	}
});
