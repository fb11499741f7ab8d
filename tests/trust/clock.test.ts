// R14: the clock jumps by an hour, summer time begins and ends, a year has a leap day. Everything that expires does so by the
// household's one clock, to the millisecond. The order of changes comes from their numbers, whatever the clock says.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { openHub, type Hub } from '../../src/lib/server/runtime/hub.ts';
import { tokenCaller } from '../../src/lib/server/tokens/bearer.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { days, minutes } from '../../src/lib/server/runtime/clock.ts';
import { openCast, type Cast } from '../support/household.ts';
import { browserOf, callerOfPair, openedBy, pairOf } from '../support/credentials.ts';
import { isLong, note } from '../support/figures.ts';
import { listenTo } from '../support/listener.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const hour = minutes(60);
const here = { address: '192.0.2.1', device: 'a test' };

/** Moments at which the calendar is irregular: summer time begins or ends, a leap day, the end of a year. */
const moments: [string, string, string][] = [
	['summer time begins', 'Europe/Berlin', '2026-03-29T00:59:59.500Z'],
	['summer time ends', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
	['summer time ends by half an hour', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
	['a leap day ends', 'Pacific/Kiritimati', '2028-02-29T23:59:59.999Z'],
	['a year ends', 'America/St_Johns', '2027-12-31T23:59:59.999Z']
];

describe.each(providers)('a household on %s', (provider) => {
	let world: World;
	let hub: Hub;
	let zone: string | undefined;
	beforeAll(async () => {
		zone = process.env.TZ;
		world = await openWorld(provider);
		await world.setUp();
		hub = openHub(world.household);
	});
	afterAll(async () => {
		if (zone === undefined) delete process.env.TZ;
		else process.env.TZ = zone;
		hub.close();
		await world.close();
	});

	const pass = (milliseconds: number) =>
		world.setClock(new Date(world.now().getTime() + milliseconds));

	it.each(moments)('expires everything on time when %s', async (_, timeZone, moment) => {
		process.env.TZ = timeZone;
		world.setClock(moment);
		for (const kept of [session, pair, accessToken, answer, inTrash]) {
			const { lasts, isThere } = await kept();
			const since = world.now();
			for (const [after, expected] of [
				[0, true],
				[lasts - 1, true],
				[lasts, false],
				// Set the clock back: looking at something expired has not deleted it.
				[hour / 60, true]
			] as const) {
				world.setClock(new Date(since.getTime() + after));
				expect([kept.name, after - lasts, await isThere()]).toEqual([
					kept.name,
					after - lasts,
					expected
				]);
			}
			world.setClock(since);
		}
	});

	async function session() {
		const secret = await browserOf(world);
		return { lasts: days(30), isThere: async () => !!(await peek(secret)) };
	}

	/** Looks the session up and restores its times, since using a session prolongs it. */
	async function peek(secret: string) {
		const used = await world.database.reader.session.findMany();
		const found = await openedBy(world, secret);
		for (const { idHash, lastUsedAt, expiresAt } of used)
			await world.database.writer.session.updateMany({
				where: { idHash },
				data: { lastUsedAt, expiresAt }
			});
		return found;
	}

	async function pair() {
		const { accessToken: secret } = await pairOf(world);
		return { lasts: minutes(15), isThere: async () => !!(await callerOfPair(world, secret)) };
	}

	async function accessToken() {
		const ada = await world.member(`Ada${Math.random()}`);
		const expiresAt = new Date(world.now().getTime() + hour).toISOString();
		const { secret } = await world.tokenOf(ada, { expiresAt });
		return {
			lasts: hour,
			isThere: async () => !!(await tokenCaller(world.household, secret, here))
		};
	}

	/** An answer stored under an idempotency key. */
	async function answer() {
		const ada = await world.member(`Ada${Math.random()}`);
		const make = () =>
			perform(world.household, lists.createList, ada, () => ({ name: 'once' }), { key: 'k' });
		await make();
		const { reader } = world.database;
		const count = () => reader.list.count({ where: { ownerUid: ada.member.uid } });
		const made = await count();
		return {
			lasts: days(7),
			isThere: async () => {
				const kept = await reader.idempotencyKey.findMany({ where: { caller: ada.member.uid } });
				const { replayed } = await make();
				// An expired key was claimed again. Restore the stored answer for the next look.
				if (!replayed)
					for (const { caller, key, ...data } of kept)
						await world.database.writer.idempotencyKey.update({
							where: { caller_key: { caller, key } },
							data
						});
				return replayed && (await count()) >= made;
			}
		};
	}

	async function inTrash() {
		const ada = await world.member(`Ada${Math.random()}`);
		const list = await world.listOf(ada);
		const { item } = await world.ask(items.addItem, ada, { listUid: list.uid, label: 'milk' });
		await world.ask(items.deleteItem, ada, { itemUid: item.uid });
		const entries = async () => (await world.ask(trash.getTrash, ada, {})).entries;
		const [entry] = await entries();
		expect(new Date(entry?.purgeAt ?? 0).getTime()).toBe(world.now().getTime() + days(30));
		return { lasts: days(30), isThere: async () => (await entries()).length === 1 };
	}

	it('tells changes in the order in which they were made, whatever the clock said', async () => {
		const ada = await world.signedIn(`Ben${Math.random()}`);
		const list = await world.listOf(ada);
		const first = await listen(ada);
		const start = world.now();
		const made: string[] = [];
		for (const jump of [0, hour, -2 * hour, 30_000, hour, -hour]) {
			pass(jump);
			const { item } = await world.ask(items.addItem, ada, { listUid: list.uid, label: 'x' });
			made.push(item.uid);
		}
		await expect.poll(() => first.items()).toEqual(made);
		expect(first.times()).not.toEqual(first.times().toSorted());
		expect(first.numbers()).toEqual(first.numbers().toSorted((one, other) => one - other));
		const again = await listen(ada, String(first.numbers()[1]));
		await expect.poll(() => again.items()).toEqual(made.slice(2));
		const shown = await world.ask(lists.getList, ada, { listUid: list.uid });
		expect(shown.items.map(({ uid }) => uid)).toEqual(made);
		world.setClock(start);
	});

	it('shows and undoes what a token did in the order in which it was done, whatever the clock said', async () => {
		const ada = await world.signedIn(`Cleo${Math.random()}`);
		const list = await world.listOf(ada);
		const { item } = await world.ask(items.addItem, ada, { listUid: list.uid, label: 'milk' });
		const { caller, uid } = await world.tokenOf(ada);
		const since = world.now();
		for (const [jump, label] of [
			[hour, 'oat milk'],
			[-hour, 'soy milk'],
			[30_000, 'rice milk']
		] as const) {
			pass(jump);
			await world.ask(items.changeItem, caller, { itemUid: item.uid, label });
		}
		const { changes } = await world.ask(tokens.getTokenChanges, ada, { tokenUid: uid });
		const numbers = await world.database.reader.change.findMany({
			where: { viaTokenUid: uid },
			orderBy: { number: 'desc' }
		});
		expect(changes.map(({ at }) => new Date(at).getTime())).toEqual(
			numbers.map(({ at }) => at.getTime())
		);
		const input = { tokenUid: uid, since: since.toISOString(), dryRun: false };
		await world.ask(tokens.undoToken, ada, input);
		const { item: back } = await world.ask(items.getItem, ada, { itemUid: item.uid });
		expect(back.label).toBe('milk');
		world.setClock(since);
	});

	it('accepts every day of the calendar, and no other', async () => {
		const ada = await world.member(`Dan${Math.random()}`);
		const { uid: listUid } = await world.listOf(ada);
		const due = (dueOn: string) =>
			outcome(world.ask(items.addItem, ada, { listUid, label: dueOn, dueOn }));
		for (const dueOn of ['2028-02-28', '2028-02-29', '2028-03-01', '2026-03-29', '2026-10-25'])
			expect([dueOn, await due(dueOn)]).toEqual([dueOn, 'done']);
		for (const dueOn of ['2027-02-29', '2100-02-29', '2028-02-30', '2028-04-31'])
			expect([dueOn, await due(dueOn)]).toEqual([dueOn, 'malformed']);
		const between = async (from: string, to: string) =>
			(await world.ask(items.getDatedItems, ada, { from, to })).items.map(({ item }) => item.dueOn);
		expect(await between('2028-02-28', '2028-03-01')).toEqual([
			'2028-02-28',
			'2028-02-29',
			'2028-03-01'
		]);
		expect(await between('2028-02-29', '2028-02-29')).toEqual(['2028-02-29']);
	});

	async function listen(caller: MemberCaller, after = '') {
		const said: { id: number; at: string; itemUid: string }[] = [];
		const send = ({ id = 0, event, data }: { id?: number; event: string; data: unknown }) => {
			if (event === 'change' && isAdded(data)) said.push({ id, ...data });
			return true;
		};
		await hub.open(
			caller,
			{ listUid: '', after },
			{ send, drained: async () => {}, close: () => {} }
		);
		return {
			items: () => said.map(({ itemUid }) => itemUid),
			numbers: () => said.map(({ id }) => id),
			times: () => said.map(({ at }) => at)
		};
	}
});

function isAdded(data: unknown): data is { itemUid: string; at: string } {
	return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'item.added';
}

describe.each(providers)('a server on %s whose machine is set to another time', (provider) => {
	let cast: Cast;
	let folder: string;
	let clock: string;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'hearth-clock-'));
		clock = join(folder, 'off');
		await writeFile(clock, '0');
		cast = await openCast(provider, {
			HEARTH_TEST_CLOCK: clock,
			NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/skew-clock.mjs')}`
		});
	});
	afterAll(async () => {
		await cast.close();
		await rm(folder, { recursive: true });
	});

	it('keeps its streams, its sessions and its order', { timeout: 120_000 }, async () => {
		const { listUid, secret } = await cast.write((rows) => ({
			listUid: rows.list(cast.ada.uid),
			secret: rows.session(cast.ada.uid)
		}));
		const reader = listenTo(cast.origin, `/api/v1/events?listUid=${listUid}`, {
			cookie: `hearth_session=${secret}`
		});
		await expect.poll(() => reader.status()).toBe(200);
		const made: string[] = [];
		const jumps = isLong ? 20 : 4;
		for (let turn = 0; turn < jumps; turn += 1) {
			const off = [hour, 0, -hour, 0][turn % 4] ?? 0;
			await writeFile(clock, String(off));
			await expect
				.poll(async () => new Date(await addedAt()).getTime() - Date.now() - off, {
					timeout: 10_000
				})
				.toSatisfy((difference: number) => Math.abs(difference) < hour / 4);
		}
		await expect.poll(() => reader.changes().map(({ data }) => data.itemUid)).toEqual(made);
		const numbers = reader.changes().map(({ id }) => id ?? 0);
		expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
		expect(reader.closed()).toBe(false);
		reader.cut();
		note(`R14 clock jumps, ${provider}`, {
			jumps,
			changes: made.length,
			'out of order': 0,
			'streams ended': 0,
			'sessions ended': 0
		});

		/** Adds an item. Returns the time of the change in the outbox. */
		async function addedAt(): Promise<Date> {
			const { status, body } = await cast.ada.post(`/lists/${listUid}/items`, { label: 'milk' });
			expect(status).toBe(200);
			const { uid } = items.addItem.output.parse(body).item;
			made.push(uid);
			const row = await cast.database.reader.change.findFirstOrThrow({ where: { itemUid: uid } });
			return row.at;
		}
	});
});
