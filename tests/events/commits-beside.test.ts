// On Postgres commands on different lists commit concurrently, and a lower number of the outbox can become visible after a higher
// one. Streams and versions still miss no change. Revoking a credential waits for commits that rely on its rights.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { lowestIdOf, numberInId } from '../../src/lib/server/events/event-id.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { openHub, type Hub } from '../../src/lib/server/runtime/hub.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { lookInto, waitsForLock, type Look } from '../support/sql.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let ada: MemberCaller;
let gate: Look;
let other: Look;
let hub: Hub;
/** Commits that change this list are held up at the gate, after they have drawn their outbox numbers. */
let heldUp: string;
let free: string;

beforeAll(async () => {
	world = await openWorld('postgresql');
	ada = await world.signedIn('Ada');
	hub = openHub(world.household);
	[gate, other] = [await lookInto(world.databaseUrl), await lookInto(world.databaseUrl)];
	[heldUp, free] = [(await world.listOf(ada)).uid, (await world.listOf(ada)).uid];
	await other.rows(`
		CREATE FUNCTION pass_the_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF NEW."listUid" = '${heldUp}' THEN PERFORM pg_advisory_xact_lock_shared(${gateLock}); END IF;
			RETURN NULL;
		END $$`);
	await other.rows(`
		CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON "Change" DEFERRABLE INITIALLY DEFERRED
		FOR EACH ROW EXECUTE FUNCTION pass_the_gate()`);
});
beforeEach(() => shut());
afterAll(async () => {
	hub.close();
	await gate.close();
	await other.close();
	await world.close();
});

describe('a command on another list is not blocked:', () => {
	const commands: [what: string, ask: (itemUid: string) => Promise<unknown>][] = [
		['an addition', () => world.ask(items.addItem, ada, { listUid: free, label: 'bread' })],
		[
			'several additions',
			() =>
				world.ask(items.addItems, ada, { listUid: free, items: [{ label: 'a' }, { label: 'b' }] })
		],
		['a tick', (itemUid) => world.ask(items.tickItem, ada, { itemUid, done: true })],
		['an edit', (itemUid) => world.ask(items.changeItem, ada, { itemUid, quantity: '2' })],
		['a move', (itemUid) => world.ask(items.moveItem, ada, { itemUid })],
		['a deletion', (itemUid) => world.ask(items.deleteItem, ada, { itemUid })]
	];
	it.each(commands)('%s', async (_what, ask) => {
		const { item } = await world.ask(items.addItem, ada, { listUid: free, label: 'eggs' });
		await world.ask(items.addItem, ada, { listUid: free, label: 'jam' });
		const before = await newest();
		const adding = await addAtTheGate('milk');
		await ask(item.uid);
		expect(adding.isOver()).toBe(false);
		await open();
		const { item: milk } = await adding.done;
		const number = await numberOf(milk.uid);
		expect(number).toBeGreaterThan(before);
		expect(number).toBeLessThan(await newest());
	});
});

it('a stream receives both changes in order', async () => {
	const heard: string[] = [];
	const close = await hub.open(
		ada,
		{ listUid: '', after: '' },
		{
			send: ({ event, data }) => {
				if (event === 'change') heard.push(listIn(data));
				return true;
			},
			drained: async () => {},
			close: () => {}
		}
	);
	const adding = await addAtTheGate('milk');
	await world.ask(items.addItem, ada, { listUid: free, label: 'bread' });
	await pause(100);
	expect(heard).toEqual([]);
	await open();
	await adding.done;
	await expect.poll(() => heard).toEqual([heldUp, free]);
	close();
});

it('without listeners, the hub does not advance to a number while a lower one is not yet visible', async () => {
	await world.ask(items.addItem, ada, { listUid: free, label: 'eggs' });
	await expect.poll(() => numberInId(String(hub.lastId()))).toBe(await newest());
	const before = hub.lastId();
	const adding = await addAtTheGate('milk');
	await world.ask(items.addItem, ada, { listUid: free, label: 'bread' });
	await pause(100);
	expect(hub.lastId()).toBe(before);
	await open();
	await adding.done;
	await expect.poll(() => numberInId(String(hub.lastId()))).toBe(await newest());
});

it('a stream that catches up receives both changes', async () => {
	await world.ask(items.addItem, ada, { listUid: free, label: 'eggs' });
	const after = String(lowestIdOf(await newest()));
	const adding = await addAtTheGate('milk');
	await world.ask(items.addItem, ada, { listUid: free, label: 'bread' });
	const heard: string[] = [];
	const opening = hub.open(
		ada,
		{ listUid: '', after },
		{
			send: ({ data }) => (heard.push(listIn(data)), true),
			drained: async () => {},
			close: () => {}
		}
	);
	await pause(100);
	expect(heard).toEqual([]);
	await open();
	await adding.done;
	await expect.poll(() => heard).toEqual([heldUp, free]);
	(await opening)();
});

it('a version that was read meanwhile does not include what is committed afterwards', async () => {
	await open();
	await world.ask(items.addItem, ada, { listUid: heldUp, label: 'eggs' });
	const { item, since } = await addedAfterAVersion();
	expect([since.reset, since.items.map(({ uid }) => uid)]).toEqual([false, [item.uid]]);
});

it('neither does a version of a list whose Changes have all been purged', async () => {
	await open();
	await world.ask(items.addItem, ada, { listUid: free, label: 'eggs' });
	await other.rows(`DELETE FROM "Change" WHERE "listUid" IN ('${heldUp}', '')`);
	const { item, since } = await addedAfterAVersion();
	expect(since.items.map(({ uid }) => uid)).toContain(item.uid);
});

it('revoking a token waits until what the token adds is committed', async () => {
	const token = await world.tokenOf(ada, { listUids: [heldUp, free] });
	const adding = await addAtTheGate('milk');
	let isEnded = false;
	const ending = world
		.ask(tokens.revokeAccessToken, ada, { tokenUid: token.uid })
		.then(() => (isEnded = true));
	await pause(100);
	expect(isEnded).toBe(false);
	await open();
	await Promise.all([adding.done, ending]);
});

const gateLock = 20_261_126;

const shut = () => gate.rows(`SELECT pg_advisory_lock(${gateLock})`);
const open = () => gate.rows(`SELECT pg_advisory_unlock_all()`);

/** Adds an item to the list that is held up. Returns once the commit waits with its number drawn. */
async function addAtTheGate(label: string) {
	let isOver = false;
	const done = world
		.ask(items.addItem, ada, { listUid: heldUp, label })
		.finally(() => (isOver = true));
	await waitsForLock(other);
	return { done, isOver: () => isOver };
}

/** Holds up the commit of a new item while a version of its list is read. Returns the item and the changes since that version. */
async function addedAfterAVersion() {
	await shut();
	const adding = await addAtTheGate('milk');
	await world.ask(items.addItem, ada, { listUid: free, label: 'bread' });
	const { version } = await world.ask(lists.getChanges, ada, { listUid: heldUp });
	await open();
	const { item } = await adding.done;
	const since = await world.ask(lists.getChanges, ada, { listUid: heldUp, after: version });
	return { item, since };
}

async function numberOf(itemUid: string): Promise<number> {
	const [row] = await other.rows(`SELECT "number" FROM "Change" WHERE "itemUid" = '${itemUid}'`);
	return Number(row?.number);
}

async function newest(): Promise<number> {
	const [row] = await other.rows(`SELECT MAX("number") AS "number" FROM "Change"`);
	return Number(row?.number);
}

const listIn = (data: unknown): string =>
	typeof data === 'object' && data && 'listUid' in data ? String(data.listUid) : '';
