// A process without open streams reads the outbox for many commits at a time, and one that stops closes those that are being opened.
import { expect, it } from 'vitest';
import type { Reader } from '../../src/lib/server/data/reader.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { finalNumbers } from '../../src/lib/server/events/read-on.ts';
import { numberInId } from '../../src/lib/server/events/event-id.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { openHub } from '../../src/lib/server/runtime/hub.ts';
import type { Out } from '../../src/lib/server/runtime/stream.ts';
import { openWorld, providers } from '../support/world.ts';

it.each(providers)(
	'on %s it reads the outbox at most once in ten milliseconds, and reaches the last commit',
	async (provider) => {
		const world = await openWorld(provider);
		const ada = await world.signedIn('Ada');
		const list = await world.listOf(ada);
		const { database, notifier } = world.household;
		let reads = 0;
		const read: Reader = {
			query: (sql) => {
				if (sql.sql.includes('MAX("number")')) reads += 1;
				return database.read.query(sql);
			}
		};
		const hub = openHub({ ...world.household, database: { ...database, read } });
		notifier.call();
		await expect.poll(() => hub.lastId()).toBeGreaterThan(0);
		reads = 0;
		const begun = performance.now();
		while (performance.now() - begun < 200) {
			await world.ask(items.addItem, ada, { listUid: list.uid, label: 'milk' });
			for (let call = 0; call < 20; call += 1) {
				notifier.call();
				await database.read.query(sql`SELECT 1`);
			}
		}
		const { newest } = await finalNumbers(database);
		await expect.poll(() => numberInId(String(hub.lastId()))).toBe(newest);
		expect(reads).toBeGreaterThan(1);
		expect(reads).toBeLessThan(2 + (performance.now() - begun) / 9);
		hub.close();
		await world.close();
	}
);

it.each(providers)(
	'on %s a stream that is being opened when it is closed ends',
	async (provider) => {
		const world = await openWorld(provider);
		const ada = await world.signedIn('Ada');
		const hub = openHub(world.household);
		let isClosed = false;
		const out: Out = { send: () => true, drained: async () => {}, close: () => (isClosed = true) };
		const opening = hub.open(ada, { listUid: '', after: '' }, out);
		hub.close();
		await opening;
		expect([isClosed, hub.size()]).toEqual([true, 0]);
		await world.close();
	}
);
