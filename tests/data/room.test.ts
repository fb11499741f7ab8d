// A Postgres that has as many connections as it may have: the requests of a node wait for those that the node has.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/lib/server/data/client.ts';
import { openDatabase } from '../../src/lib/server/data/open-database.ts';
import { readerIn } from '../../src/lib/server/data/reader.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { inTransaction } from '../../src/lib/server/data/transaction.ts';
import { freshDatabase } from '../support/postgres.ts';
import { lookInto } from '../support/sql.ts';

let look: Awaited<ReturnType<typeof lookInto>>;
let database: Database;
beforeAll(async () => {
	const url = await freshDatabase();
	const role = `small_${randomBytes(4).toString('hex')}`;
	look = await lookInto(url);
	await look.rows(`CREATE ROLE "${role}" LOGIN PASSWORD 'small' CONNECTION LIMIT 3`);
	database = await openDatabase(
		Object.assign(new URL(url), { username: role, password: 'small' }).href
	);
});
afterAll(async () => {
	await database.close();
	await look.close();
});

const slow = sql`SELECT pg_sleep(0.05)::text`;

it('answers reads, searches and commands all the same', async () => {
	const many = <T>(work: () => Promise<T>) => Array.from({ length: 24 }, work);
	const search = sql`SELECT pg_sleep(0.05)::text, 'milk'::tsquery::text`;
	const asked = await Promise.allSettled([
		...many(() => database.read.query(slow)),
		...many(() => database.read.query(search)),
		...many(() => inTransaction(database, (db) => readerIn(db).query(slow)))
	]);
	expect(asked.filter(({ status }) => status === 'rejected')).toEqual([]);
});
