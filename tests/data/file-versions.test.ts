// What is remembered of a SQLite file is never older than what this process has committed, nor than the turn before the last.
import Sqlite from 'better-sqlite3';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inDriverTransaction } from '../../src/lib/server/data/driver-transaction.ts';
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

it('what was committed here is read in the same turn', async () => {
	let turns = 0;
	const count = setImmediate(() => (turns += 1));
	for (const name of ['Mill Lane', 'Hill Road', 'Old Yard']) {
		await nameAsRead();
		await inDriverTransaction(world.database, [named(name)]);
		expect(await nameAsRead()).toBe(name);
	}
	expect(turns).toBe(0);
	clearImmediate(count);
});

it('so is what the client wrote by itself', async () => {
	await nameAsRead();
	await world.database.writer.instance.updateMany({ data: { name: 'Elm Court' } });
	expect(await nameAsRead()).toBe('Elm Court');
});

it('what the client committed in a transaction is read in the turn of its commit', async () => {
	const turns: number[] = [];
	let turn = 0;
	const count = () => void (turn += 1);
	await inTransaction(world.database, async (db) => {
		await db.instance.updateMany({ data: { name: 'Low Mill' } });
		// Remembered of the file as it is before the commit.
		await nameAsRead();
		turns.push(turn);
		setImmediate(count);
	});
	expect(await nameAsRead()).toBe('Low Mill');
	turns.push(turn);
	expect(turns).toEqual([0, 0]);
});

it('what another process has committed is read two turns later at the latest', async () => {
	const elsewhere = new Sqlite(world.databaseUrl.slice('file:'.length));
	await nameAsRead();
	elsewhere.prepare('UPDATE "Instance" SET "name" = ?').run('Far Away');
	await nextTurn();
	await nextTurn();
	expect(await nameAsRead()).toBe('Far Away');
	elsewhere.close();
});
