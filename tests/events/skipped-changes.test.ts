// A stream receives every change after its start, even when it was opened while the hub was about to skip to the newest change.
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
	/** The next query for the newest change is held back until the test lets it go. */
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
	await expect.poll(() => hub.lastId()).toBeGreaterThan(0);
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
	// Wait until the stream has caught up with earlier changes.
	await new Promise((resolve) => setTimeout(resolve, 100));
	await world.ask(items.addItem, ada, { listUid: list.uid, label: 'milk' });
	letGo();
	await expect.poll(() => heard).toEqual([expect.objectContaining({ kind: 'item.added' })]);
	close();
	hub.close();
	await world.close();
});
