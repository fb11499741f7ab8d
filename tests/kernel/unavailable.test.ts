import { expect, it } from 'vitest';
import { NoTurn } from '../../src/lib/server/data/faults.ts';
import { refusalFromDatabase } from '../../src/lib/server/kernel/refusal-from-database.ts';
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
