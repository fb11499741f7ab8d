// Postgres on a socket of this machine, as a distribution sets it up.
import { expect, it } from 'vitest';
import pg from 'pg';
import { migrate } from '../../src/lib/server/data/migrations/migrate.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { freshDatabase } from '../support/postgres.ts';
import { worldOn } from '../support/world.ts';

it('a household is kept on a Postgres whose address is the folder of a socket', async () => {
	const address = await socketAddress();
	await migrate(address);
	const world = await worldOn('postgresql', address);
	const ada = await world.member('Ada');
	const { list } = await world.ask(lists.createList, ada, { name: 'Groceries' });
	const { lists: all } = await world.ask(lists.getLists, ada, {});
	expect(all.map(({ uid }) => uid)).toEqual([list.uid]);
	await world.close();
});

async function socketAddress(): Promise<string> {
	const database = await freshDatabase();
	const client = new pg.Client({ connectionString: database });
	await client.connect();
	const { rows } = await client.query<Record<string, string>>('SHOW unix_socket_directories');
	await client.end();
	const { username, password, port, pathname } = new URL(database);
	const folder = rows[0]?.unix_socket_directories;
	return `postgres://${username}:${password}@${pathname}?host=${folder}&port=${port}`;
}
