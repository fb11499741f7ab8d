// A stream hears of every change after its start, also where the hub was about to skip to the newest change when it was opened.
import { expect, it } from 'vitest';
import type { Reader } from '../../src/lib/server/data/reader.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { openHub } from '../../src/lib/server/runtime/hub.ts';
import { openWorld, providers } from '../support/world.ts';

it.each(providers)('on %s', async (provider) => {
	const world = await openWorld(provider);
	const ada = await world.signedIn('Ada');
	const { database, notifier } = world.household;
	let isHeld = false;
	let letGo = (): void => {};
	/** The next look for the newest change is sent when it is let go. */
	const read: Reader = {
		query: async (sql) => {
			if (isHeld && sql.sql.includes('MAX("number")')) {
				isHeld = false;
				await new Promise<void>((resolve) => (letGo = resolve));
			}
			return database.read.query(sql);
		}
	};
	const hub = openHub({ ...world.household, database: { ...database, read } });
	const list = await world.listOf(ada);
	notifier.call();
	await expect.poll(() => hub.position()).toBeGreaterThan(0);
	isHeld = true;
	await world.ask(items.addItem, ada, { listUid: list.uid, label: 'bread' });
	notifier.call();
	await expect.poll(() => isHeld).toBe(false);
	const heard: unknown[] = [];
	const out = {
		send: ({ event, data }: { event: string; data: unknown }) => {
			if (event === 'change') heard.push(data);
			return true;
		},
		drained: async () => {},
		close: () => {}
	};
	const close = await hub.open(ada, { listUid: '', after: '' }, out);
	// So that the stream has caught up with what there was.
	await new Promise((resolve) => setTimeout(resolve, 100));
	await world.ask(items.addItem, ada, { listUid: list.uid, label: 'milk' });
	letGo();
	await expect.poll(() => heard).toEqual([expect.objectContaining({ kind: 'item.added' })]);
	close();
	hub.close();
	await world.close();
});

it.each(providers)(
	'asks once for all commands of a moment while nobody listens, on %s',
	async (provider) => {
		const world = await openWorld(provider);
		const { database, notifier } = world.household;
		let asked = 0;
		const read: Reader = {
			query: (sql) => {
				if (sql.sql.includes('MAX("number")')) asked += 1;
				return database.read.query(sql);
			}
		};
		const hub = openHub({ ...world.household, database: { ...database, read } });
		notifier.call();
		await expect.poll(() => hub.position()).toBeGreaterThanOrEqual(0);
		asked = 0;
		const before = hub.position();
		const ada = await world.signedIn('Ada');
		const list = await world.listOf(ada);
		for (const label of Array.from({ length: 20 }, (_, number) => `Thing ${number}`))
			await world.ask(items.addItem, ada, { listUid: list.uid, label });
		for (let calls = 0; calls < 50; calls += 1) notifier.call();
		await expect.poll(() => hub.position()).toBeGreaterThan(before + 19);
		expect(asked).toBeLessThan(10);
		hub.close();
		await world.close();
	}
);
