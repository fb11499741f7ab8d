import { expect, it } from 'vitest';
import { NoTurn } from '../../src/lib/server/data/faults.ts';
import { refusalFromDatabase } from '../../src/lib/server/kernel/refusal-from-database.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { endConnections } from '../support/end-connections.ts';
import { outcome } from '../support/outcome.ts';
import { lookInto } from '../support/sql.ts';
import { openWorld, providers } from '../support/world.ts';

it.each(providers)(
	'a refusing database on %s is logged with its reason, at most once in a while',
	async (provider) => {
		const world = await openWorld(provider);
		for (const _ of [1, 2, 3])
			expect(
				refusalFromDatabase(world.household, new NoTurn('no connection was free to write on'))
			).toMatchObject({
				kind: 'away'
			});
		expect(world.logged.map((line) => JSON.parse(line))).toMatchObject([
			{ level: 'warn', reason: 'no connection was free to write on' }
		]);
		await world.close();
	}
);

it.each<[what: string, goes: (name: string) => string, comes: (name: string) => string]>([
	[
		'takes no connections',
		(name) => `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
		(name) => `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`
	],
	[
		'has another name',
		(name) => `ALTER DATABASE ${name} RENAME TO ${name}_away`,
		(name) => `ALTER DATABASE ${name}_away RENAME TO ${name}`
	]
])('a Postgres database that %s for a while is away, and then answers', async (_, goes, comes) => {
	const world = await openWorld('postgresql');
	const ada = await world.signedIn('Ada');
	const [, name = ''] = new URL(world.databaseUrl).pathname.split('/');
	const look = await lookInto(world.databaseUrl.replace(name, 'postgres'));
	const outcomes = async () => [
		await outcome(world.ask(lists.getLists, ada, {})),
		await outcome(world.ask(lists.createList, ada, { name: 'Groceries' }))
	];
	await endConnections(world.databaseUrl);
	await look.rows(goes(name));
	try {
		for (const _try of [1, 2]) expect(await outcomes()).toEqual(['away', 'away']);
	} finally {
		await look.rows(comes(name));
	}
	expect(await outcomes()).toEqual(['done', 'done']);
	await look.close();
	await world.close();
});
