// Cached reads of a SQLite file are never older than this process's own commits, nor older than two turns of the event loop.
import Sqlite from 'better-sqlite3';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTogether } from '../../src/lib/server/data/driver-transaction.ts';
import { inTransaction } from '../../src/lib/server/data/transaction.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
	world = await openWorld('sqlite');
	await world.setUp();
});
afterAll(() => world.close());

const named = (name: string) => sql`UPDATE "Instance" SET "name" = ${name}`;

async function nameAsRead(): Promise<string | undefined> {
	const [row] = await world.database.read.query<{ name: string }>(
		sql`SELECT "name" FROM "Instance"`
	);
	return row?.name;
}

it('a commit by the driver is read in the same turn', async () => {
	let turns = 0;
	const count = setImmediate(() => (turns += 1));
	for (const name of ['Mill Lane', 'Hill Road', 'Old Yard']) {
		await nameAsRead();
		await runTogether(world.database, [named(name)]);
		expect(await nameAsRead()).toBe(name);
	}
	expect(turns).toBe(0);
	clearImmediate(count);
});

it('a write by the client outside of a transaction is read in the same turn', async () => {
	await nameAsRead();
	await world.database.writer.instance.updateMany({ data: { name: 'Elm Court' } });
	expect(await nameAsRead()).toBe('Elm Court');
});

it('a transaction of the client is read in the turn of its commit', async () => {
	const turns: number[] = [];
	let turn = 0;
	const count = () => void (turn += 1);
	await inTransaction(world.database, async (db) => {
		await db.instance.updateMany({ data: { name: 'Low Mill' } });
		// This caches the state before the commit.
		await nameAsRead();
		turns.push(turn);
		setImmediate(count);
	});
	expect(await nameAsRead()).toBe('Low Mill');
	turns.push(turn);
	expect(turns).toEqual([0, 0]);
});

it('a commit by another process is read two turns later at the latest', async () => {
	const elsewhere = new Sqlite(world.databaseUrl.slice('file:'.length));
	await nameAsRead();
	elsewhere.prepare('UPDATE "Instance" SET "name" = ?').run('Far Away');
	await nextTurn();
	await nextTurn();
	expect(await nameAsRead()).toBe('Far Away');
	elsewhere.close();
});
