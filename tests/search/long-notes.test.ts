// A search folds only the part of a note that it shows, and not the whole note. Measures how long that blocks the event loop.
import process from 'node:process';
import { expect, it } from 'vitest';
import { wordsOf } from '../../src/lib/server/kernel/text.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import { newRows } from '../support/household.ts';
import { openWorld, providers } from '../support/world.ts';

it.each(providers)('searches a hundred long notes quickly on %s', async (provider) => {
	const world = await openWorld(provider);
	const ada = await world.member('Ada');
	const { uid: listUid } = await world.listOf(ada);
	const note = `${'ab cd '.repeat(10_600)}kartoffel`;
	const rows = newRows(world.now());
	const own = { label: 'long', labelWords: 'long', note, noteWords: wordsOf(note) };
	for (let count = 0; count < 100; count += 1) rows.item(listUid, own);
	await rows.write(world.database);
	const times: number[] = [];
	for (let round = 0; round < 3; round += 1) {
		const begun = process.threadCpuUsage();
		const { hits } = await world.ask(search.search, ada, { query: 'kartoffel' });
		const { user, system } = process.threadCpuUsage(begun);
		expect(hits).toHaveLength(100);
		times.push((user + system) / 1000);
	}
	// Folding each note as a whole takes this thread more than a second.
	expect(Math.min(...times)).toBeLessThan(500);
	await world.close();
});
