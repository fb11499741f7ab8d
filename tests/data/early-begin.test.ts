// A transaction on Postgres does not wait for the answer to BEGIN, and writes nothing where BEGIN has failed.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { items } from '../../src/lib/server/items/operations.ts';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let ada: MemberCaller;
let list: { uid: string };
beforeAll(async () => {
	world = await openWorld('postgresql');
	ada = await world.signedIn('Ada');
	list = await world.listOf(ada);
});
afterAll(() => world.close());
afterEach(() => void vi.restoreAllMocks());

type Asked = string | { text: string };
const textOf = (asked: Asked) => (typeof asked === 'string' ? asked : asked.text);

const answered = 'BEGIN is answered';

/** Records what is sent from now on, in order, and when BEGIN is answered. `other` changes a statement before it is sent. */
function watchQueries(other: (text: string) => string = (text) => text): string[] {
	const sent: string[] = [];
	const { query } = pg.Client.prototype;
	vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
		this: pg.Client,
		asked: Asked,
		...rest: unknown[]
	) {
		const text = textOf(asked).trim();
		// The notifier has a connection of its own. It begins to listen, and sends the NOTIFY of the previous command, at any time.
		// On a busy machine a transaction sets its limit anew.
		if (!/^NOTIFY|; LISTEN |^SET LOCAL lock_timeout/.test(text)) sent.push(text);
		const changed = typeof asked === 'string' ? other(asked) : { ...asked, text: other(text) };
		const answer = Reflect.apply(query, this, [changed, ...rest]);
		if (text === 'BEGIN')
			answer.then(
				() => sent.push(answered),
				() => {}
			);
		return answer;
	});
	return sent;
}

const addBread = () => world.ask(items.addItem, ada, { listUid: list.uid, label: 'bread' });

it('sends its first reads before BEGIN is answered', async () => {
	const { item } = await addBread();
	const sent = watchQueries();
	await world.ask(items.tickItem, ada, { itemUid: item.uid, done: true });
	expect(sent.slice(sent.indexOf('BEGIN') + 1, sent.indexOf(answered))).toEqual([
		expect.stringContaining('FOR NO KEY UPDATE'),
		expect.stringContaining('FROM "Item" i')
	]);
});

it('writes nothing, not even a statement outside of a transaction, when only BEGIN is refused', async () => {
	const { item } = await addBread();
	const state = () => world.database.writer.item.findMany({ orderBy: { number: 'asc' } });
	const touched = () => world.database.writer.list.findUnique({ where: { uid: list.uid } });
	const before = [await state(), await touched()];
	const sent = watchQueries((text) => (text === 'BEGIN' ? 'BEGIN NOW' : text));
	await expect(addBread()).rejects.toThrow();
	await expect(world.ask(items.tickItem, ada, { itemUid: item.uid, done: true })).rejects.toThrow();
	expect(sent.filter((text) => text === 'BEGIN')).toHaveLength(2);
	expect(sent.filter((text) => /^(INSERT|UPDATE)/.test(text))).toEqual([]);
	vi.restoreAllMocks();
	expect([await state(), await touched()]).toEqual(before);
	await addBread();
});
