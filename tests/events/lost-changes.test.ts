// A standby that takes the place of a Postgres may lack its newest Changes, and so does a backup that was restored. Their numbers
// are then given again.
import { expect, it } from 'vitest';
import { keptNumbers } from '$lib/server/events/kept-numbers.ts';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { numberInId } from '../../src/lib/server/events/event-id.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { openHub, type Hub } from '../../src/lib/server/runtime/hub.ts';
import type { News } from '../../src/lib/server/runtime/stream.ts';
import { loseNewest } from '../support/lose-newest.ts';
import { openWorld, providers } from '../support/world.ts';

it.each(providers)(
	'on %s, open streams are told once to start anew, and of every later change',
	async (provider) => {
		const { world, hub, ada, add } = await household(provider);
		const stream = await listen(hub, ada);
		for (let count = 0; count < 5; count += 1) await add();
		await expect.poll(() => stream.heard).toEqual(Array(5).fill('change'));
		await loseNewest(world.database, 3);
		world.household.notifier.call();
		await expect.poll(() => stream.heard.slice(5)).toEqual(['reset']);
		await add();
		await expect.poll(() => stream.heard.slice(6)).toEqual(['change']);
		stream.close();
		hub.close();
		await world.close();
	}
);

it.each(providers)(
	'on %s, a stream that is opened afterwards is told of every change',
	async (provider) => {
		const { world, hub, ada, add } = await household(provider);
		for (let count = 0; count < 5; count += 1) await add();
		const { newest } = await keptNumbers(world.database.read);
		await expect.poll(() => numberInId(String(hub.lastId()))).toBe(newest);
		await loseNewest(world.database, 3);
		world.household.notifier.call();
		await expect.poll(() => numberInId(String(hub.lastId()))).toBe(newest - 3);
		const stream = await listen(hub, ada);
		await add();
		await expect.poll(() => stream.heard).toEqual(['change']);
		stream.close();
		hub.close();
		await world.close();
	}
);

it.each(providers)(
	'on %s, a stream that goes on after a lost event is told once to start anew, also when its number was given again',
	async (provider) => {
		const { world, hub, ada, add } = await household(provider);
		const first = await listen(hub, ada);
		for (let count = 0; count < 5; count += 1) await add();
		await expect.poll(() => first.heard.length).toBe(5);
		expect(hub.lastId()).toBe(first.ids.at(-1));
		first.close();
		await loseNewest(world.database, 3);
		world.setClock(new Date(world.now().getTime() + 60_000));
		for (let count = 0; count < 5; count += 1) await add();
		const [, kept, lost] = first.ids.map(String);
		const [after, since] = [await listen(hub, ada, lost), await listen(hub, ada, kept)];
		await expect.poll(() => after.heard).toEqual(['reset']);
		await expect.poll(() => since.heard).toEqual(Array(5).fill('change'));
		await add();
		await expect.poll(() => after.heard).toEqual(['reset', 'change']);
		// A page that was made before names the newest event of then, and a stream that was reset the newest of now.
		const ofPage = await listen(hub, ada, String(first.ids.at(-1)));
		expect(ofPage.heard).toEqual(['reset']);
		const again = await listen(hub, ada, String(ofPage.ids[0]));
		expect(again.heard).toEqual([]);
		ofPage.close();
		again.close();
		after.close();
		since.close();
		hub.close();
		await world.close();
	}
);

async function household(provider: (typeof providers)[number]) {
	const world = await openWorld(provider);
	const hub = openHub(world.household);
	const ada = await world.signedIn('Ada');
	const { uid: listUid } = await world.listOf(ada);
	const add = () => world.ask(items.addItem, ada, { listUid, label: 'milk' });
	return { world, hub, ada, add };
}

async function listen(hub: Hub, caller: MemberCaller, after = '') {
	const heard: string[] = [];
	const ids: (number | undefined)[] = [];
	const send = ({ id, event }: News) => {
		ids.push(id);
		heard.push(event);
		return true;
	};
	const out = { send, drained: async () => {}, close: () => {} };
	const close = await hub.open(caller, { listUid: '', after }, out);
	return { heard, ids, close };
}
