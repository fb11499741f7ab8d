// R2: commands fail at their very end while others write. Their rollback takes no other write with it, and nobody sees their work.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { appendItems } from '../../src/lib/server/items/append.ts';
import { renameList } from '../../src/lib/server/lists/rename.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { command, operations } from '../../src/lib/server/kernel/operation.ts';
import type { Connection, Database } from '../../src/lib/server/data/client.ts';
import { writeWaitMs } from '../../src/lib/server/data/wait-limits.ts';
import { inTransaction } from '../../src/lib/server/data/transaction.ts';
import { isLong, note } from '../support/figures.ts';
import { lookInto } from '../support/sql.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const writers = 5;
const writes = isLong ? 10_000 : 1000;

type Writer = Database['writer'];

const late = new Error('too late');

const { failLate } = operations({
	failLate: command({
		summary: 'Writes much and then fails.',
		access: { who: 'member', ability: 'write' },
		input: z.object({ listUid: z.string() }),
		output: z.object({}),
		run: async (unit, { listUid }) => {
			await renameList(unit, { listUid, name: 'ghosts' });
			await appendItems(unit, { listUid, items: [{ label: 'ghost' }, { label: 'ghost' }] });
			// The product never does this. It is the worst case: everything else gets a turn in between.
			await pause(1);
			throw late;
		}
	})
});

describe.each(providers)('a rollback on %s', (provider) => {
	it(
		`undoes none of ${writes} concurrent writes, and nobody sees what it rolled back`,
		async () => {
			const world = await openWorld(provider);
			const caller = await world.member('Ada');
			const haunted = (await world.listOf(caller, 'haunted')).uid;
			let left = writers;
			const over = () => left === 0;
			const write = writer(world, caller);
			const [rolledBack, reads] = await Promise.all([
				count(over, () =>
					expect(world.ask(failLate, caller, { listUid: haunted })).rejects.toBe(late)
				),
				count(over, () => seesNoGhosts(world, caller, haunted)),
				...Array.from({ length: writers }, () => write().finally(() => (left -= 1)))
			]);

			const look = await lookInto(world.databaseUrl);
			const [kept] = await look.rows(`SELECT count(*) AS n FROM "Item" WHERE "label" = 'kept'`);
			const [told] = await look.rows(
				`SELECT count(*) AS n FROM "Change" WHERE "kind" = 'item.added'`
			);
			const [ghosts] = await look.rows(`SELECT count(*) AS n FROM "Item" WHERE "label" = 'ghost'`);
			expect([kept, told, ghosts].map((row) => Number(row?.n))).toEqual([writes, writes, 0]);
			expect(rolledBack).toBeGreaterThan(writes / 100);
			expect(reads).toBeGreaterThan(writes / 100);
			note(`R2 rollback on ${provider}`, {
				writes,
				'rolled back': rolledBack ?? 0,
				reads: reads ?? 0,
				lost: 0,
				'dirty reads': 0
			});
			await look.close();
			await world.close();
		},
		writes * 300
	);
});

describe('the one writer of SQLite', () => {
	it('gives every transaction a turn, however long the one before takes', async () => {
		const world = await openWorld('sqlite');
		const database = { ...world.database, writer: giveUpAfter(600, world.database.writer) };
		const slow = () => inTransaction(database, () => pause(700));
		await expect(Promise.all([slow(), slow()])).resolves.toHaveLength(2);
		await world.close();
	});

	it('gives a turn to commands that have waited for it longer than writeWaitMs', async () => {
		const world = await openWorld('sqlite');
		const caller = await world.member('Ada');
		const slow = inTransaction(world.database, () => pause(writeWaitMs + 500));
		await expect(
			Promise.all([slow, world.listOf(caller), world.listOf(caller)])
		).resolves.toHaveLength(3);
		await world.close();
	});
});

/** A client whose transactions have this many milliseconds to begin: enough once they have a turn, not enough to wait for one. */
function giveUpAfter(maxWait: number, writer: Writer): Writer {
	return new Proxy(writer, {
		get(client, key) {
			if (key !== '$transaction') return Reflect.get(client, key);
			return (work: (transaction: Connection) => Promise<unknown>, options: object) =>
				client.$transaction(work, { ...options, maxWait });
		}
	});
}

/** One of the five writers: a list of its own, and its share of the writes, one after the other. */
function writer(world: World, caller: MemberCaller) {
	return async () => {
		const { uid: listUid } = await world.listOf(caller);
		for (let done = 0; done < writes / writers; done += 1)
			await world.ask(items.addItem, caller, { listUid, label: 'kept' });
		const seen = await world.ask(lists.getList, caller, { listUid });
		expect(seen.items).toHaveLength(writes / writers);
	};
}

async function seesNoGhosts(world: World, caller: MemberCaller, listUid: string): Promise<void> {
	const seen = await world.ask(lists.getList, caller, { listUid });
	expect([seen.list.name, seen.items]).toEqual(['haunted', []]);
	await pause(1);
}

async function count(over: () => boolean, work: () => Promise<unknown>): Promise<number> {
	let times = 0;
	for (; !over(); times += 1) await work();
	return times;
}
