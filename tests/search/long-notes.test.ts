// A search reads of a note what it shows, and not the whole of it. What that takes is measured on the thread that answers everybody.
import process from 'node:process';
import { expect, it } from 'vitest';
import { wordsOf } from '../../src/lib/server/kernel/text.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import { newRows } from '../support/household.ts';
import { openWorld, providers } from '../support/world.ts';

it.each(providers)('reads a hundred long notes in little time on %s', async (provider) => {
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
	// To fold each of them whole takes this thread more than a second.
	expect(Math.min(...times)).toBeLessThan(500);
	await world.close();
});
