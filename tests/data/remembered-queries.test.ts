// Reads are cached by the text and the values of their query, so no query may contain the present moment.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import type { Sql } from '../../src/lib/server/data/sql.ts';
import { openWorld, type World } from '../support/world.ts';

/** The queries that need no input. */
const queries = Object.values(catalogue).filter(
	({ kind, input }) => kind === 'query' && input.safeParse({}).success
);

describe('an operation that is run again later', () => {
	let world: World;
	beforeAll(async () => void (world = await openWorld('sqlite')));
	afterAll(() => world.close());

	it('sends the same SQL with the same values', async () => {
		const ada = await world.setUp();
		await world.ask(lists.deleteList, ada, { listUid: (await world.listOf(ada)).uid });
		const { caller: token } = await world.tokenOf(ada);
		const asked: string[] = [];
		const { read } = world.database;
		const query = <Row>(sql: Sql) => {
			asked.push(JSON.stringify([sql.sql, sql.values]));
			return read.query<Row>(sql);
		};
		const noting = { query };
		const database = { ...world.database, read: noting, readAt: () => noting };
		const askAll = async (hours: number) => {
			const clock = () => new Date(world.now().getTime() + hours * 3_600_000);
			for (const operation of queries) {
				const caller = operation.access.who === 'token' ? token : ada;
				await perform({ ...world.household, database, clock }, operation, caller, () => ({}));
			}
			return asked.splice(0);
		};
		const [first, later] = [await askAll(0), await askAll(1)];
		expect(first.length).toBeGreaterThan(5);
		expect(later).toEqual(first);
	});
});
