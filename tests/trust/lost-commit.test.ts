// The connection to Postgres breaks while a transaction is committed. The client is not told that nothing was changed, and a
// retry with the same idempotency key finds it done, once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import type { Database } from '../../src/lib/server/data/client.ts';
import { openDatabase } from '../../src/lib/server/data/open-database.ts';
import { openCommitCutter } from '../support/postgres-commit-cutter.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let cutter: Awaited<ReturnType<typeof openCommitCutter>>;
let database: Database;

beforeAll(async () => {
	world = await openWorld('postgresql');
	cutter = await openCommitCutter(world.databaseUrl);
	database = await openDatabase(cutter.url);
});
afterAll(async () => {
	await database?.close();
	await cutter?.close();
	await world.close();
});

it('a lost COMMIT is not reported as rolled back, and a retry with the same key does it only once', async () => {
	const ada = await world.member('Ada');
	const { uid: listUid } = await world.listOf(ada);
	const add = () =>
		perform(
			{ ...world.household, database },
			items.addItem,
			ada,
			() => ({ listUid, label: 'milk' }),
			{
				key: 'k1'
			}
		);
	cutter.cutAtCommit();
	await expect(add()).rejects.toMatchObject({
		kind: 'away',
		message: expect.stringMatching(/may or may not be saved/)
	});
	expect((await add()).replayed).toBe(true);
	expect((await world.ask(lists.getList, ada, { listUid })).items.length).toBe(1);
});
