// Open streams look at the database several times a second. While it is away they do not fill the log, and afterwards they go on.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { NoTurn } from '../../src/lib/server/data/faults.ts';
import type { Reader } from '../../src/lib/server/data/reader.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { openHub } from '../../src/lib/server/runtime/hub.ts';
import { openWorld, providers } from '../support/world.ts';

it.each(providers)('on %s', async (provider) => {
	const world = await openWorld(provider);
	const ada = await world.signedIn('Ada');
	const list = await world.listOf(ada);
	const { database, notifier } = world.household;
	let isAway = false;
	const read: Reader = {
		query: async (sql) => {
			if (isAway) throw new NoTurn('nobody is there');
			return database.read.query(sql);
		}
	};
	const hub = openHub({ ...world.household, database: { ...database, read } });
	const heard: string[] = [];
	const send = ({ event }: { event: string }) => (heard.push(event), true);
	const out = { send, drained: async () => {}, close: () => void heard.push('closed') };
	await hub.open(ada, { listUid: '', after: '' }, out);
	const before = world.logged.length;

	isAway = true;
	notifier.call();
	await pause(2500);
	expect(world.logged.slice(before).map((line) => JSON.parse(line))).toMatchObject([
		{ level: 'warn', reason: 'nobody is there' }
	]);
	isAway = false;
	await world.ask(items.addItem, ada, { listUid: list.uid, label: 'milk' });
	await expect.poll(() => heard).toEqual(['change']);
	hub.close();
	await world.close();
});
