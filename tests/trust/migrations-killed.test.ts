import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	ask,
	oldOrNew,
	openShelves,
	startMigrating,
	type Shelves
} from '../support/migration-fixtures.ts';

let house: Shelves;

beforeAll(async () => {
	house = await openShelves();
});

afterAll(() => house.close());

describe.each(['sqlite', 'postgresql'] as const)('migrations on %s', (provider) => {
	it('leave the old schema or the new one when killed at any statement, and the next start completes them', async () => {
		const url = await house.databaseWithABook(provider);
		let state = 'old';
		let kills = 0;
		while ((await startMigrating(url, house.second, kills + 1)).signal === 'SIGKILL') {
			kills += 1;
			const found = await oldOrNew(url);
			expect([state, 'new']).toContain(found);
			expect(await ask(url, 'SELECT count(*) FROM "Book"')).toEqual([[1]]);
			state = found;
		}
		expect(kills).toBeGreaterThan(12);
		expect(await oldOrNew(url)).toBe('new');
		expect(await ask(url, 'SELECT count(*) FROM "Book"')).toEqual([[1]]);
	}, 120_000);
});
