// Postgres sorts by the collation of its database, and a client by code point. Both show a list in the same order.
import { expect, it } from 'vitest';
import pg from 'pg';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { migrate } from '../../src/lib/server/data/migrations/migrate.ts';
import { newRows } from '../support/household.ts';
import { postgresUrl } from '../support/postgres.ts';
import { worldOn } from '../support/world.ts';

it('orders items of equal rank by their uids, whatever the collation of the database', async () => {
	const url = await databaseIn('en-US');
	await migrate(url);
	const world = await worldOn('postgresql', url);
	const ada = await world.member('Ada');
	const rows = newRows(world.now());
	const listUid = rows.list(ada.member.uid);
	const uids = ['itm_B', 'itm_a', 'itm_b'];
	for (const uid of uids.toReversed()) rows.item(listUid, { uid, rank: 1 });
	await rows.write(world.database);
	const order = async () =>
		(await world.ask(lists.getList, ada, { listUid })).items.map(({ uid }) => uid);
	expect(await order()).toEqual(uids);
	await world.ask(items.moveItem, ada, { itemUid: 'itm_b', afterItemUid: 'itm_B' });
	expect(await order()).toEqual(['itm_B', 'itm_b', 'itm_a']);
	await world.close();
});

async function databaseIn(locale: string): Promise<string> {
	const name = `test_order_${Date.now()}`;
	const client = new pg.Client({ connectionString: postgresUrl() });
	await client.connect();
	await client.query(
		`CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE '${locale}'`
	);
	await client.end();
	return Object.assign(new URL(postgresUrl()), { pathname: `/${name}` }).href;
}
