// SQLite reads block the event loop, so a long read yields to other requests between its parts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import { newRows } from '../support/household.ts';
import { openWorld, type World } from '../support/world.ts';

const searches = 20;
/** The household is counted a hundred lists at a time. */
const lists = 500;

let world: World;
let ada: Awaited<ReturnType<World['member']>>;

beforeAll(async () => {
	world = await openWorld('sqlite');
	ada = await world.member('Ada');
	const rows = newRows(world.now());
	for (let list = 0; list < lists; list++)
		rows.item(rows.list(ada.member.uid), { label: 'oat milk', labelWords: 'oat milk' });
	await rows.write(world.database);
});
afterAll(() => world.close());

it.each([
	['twenty searches at once', () => Array.from({ length: searches }, find), searches],
	['counting everything', () => [world.ask(instance.getAbout, ada, {})], lists / 100]
])('%s let the others have a turn before each read', async (_, start, reads) => {
	expect(await turnsUntil(Promise.all(start()))).toBeGreaterThanOrEqual(reads);
});

const find = () => world.ask(search.search, ada, { query: 'milk' });

/** How many turns of the event loop others had until the work was done. */
async function turnsUntil(work: Promise<unknown>): Promise<number> {
	let turns = 0;
	let isDone = false;
	const finished = work.finally(() => (isDone = true));
	while (!isDone) {
		await new Promise((resolve) => void setImmediate(resolve));
		turns += 1;
	}
	await finished;
	return turns;
}
