// Commands on different lists commit concurrently, so a lower number of the outbox can become visible after a higher one. A reader
// that continues from the last number still sees every Change, in the order of the numbers.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { changesPerBatch } from '../../src/lib/server/events/event.ts';
import { readOn } from '../../src/lib/server/events/read-on.ts';
import { command, operations } from '../../src/lib/server/kernel/operation.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import type { Database } from '../../src/lib/server/data/client.ts';
import { lockLists } from '../../src/lib/server/data/locks.ts';
import { openDatabase } from '../../src/lib/server/data/open-database.ts';
import { isLong, note } from '../support/figures.ts';
import { openWorld, type World } from '../support/world.ts';

const writers = 8;
const changes = isLong ? 10_000 : 1000;

/** Writes as many Changes as the input says, in one transaction. */
const { changeMuch } = operations({
	changeMuch: command({
		summary: 'Records Changes and does nothing else.',
		access: { who: 'member', ability: 'write' },
		input: z.object({ listUid: z.string(), count: z.number() }),
		output: z.object({}),
		run: async (unit, { listUid, count }) => {
			await lockLists(unit, { listUids: [listUid] });
			for (let index = 0; index < count; index += 1) unit.record({ kind: 'item.ticked', listUid });
		}
	})
});

let world: World;
let caller: MemberCaller;
let databases: Database[];

beforeAll(async () => {
	world = await openWorld('postgresql');
	caller = await world.member('Ada');
	databases = await Promise.all(
		// Half of the connections do not wait for the disk at COMMIT, so they overtake the others.
		Array.from({ length: writers }, (_, at) =>
			openDatabase(
				`${world.databaseUrl}?options=-c%20synchronous_commit%3D${at % 2 === 0 ? 'on' : 'off'}`
			)
		)
	);
});
afterAll(async () => {
	await Promise.all(databases.map((database) => database.close()));
	await world.close();
});

it(
	`of ${changes} changes on Postgres from ${writers} connections, a reader who reads on never skips one`,
	{ timeout: 120_000 },
	async () => {
		let over = false;
		const write = async (database: Database, at: number) => {
			const listUid = `lst_of_writer_${at}`;
			for (let left = changes / writers; left > 0;) {
				const count = Math.min(left, 1 + Math.floor(Math.random() * 3));
				const given = () => ({ listUid, count });
				await perform({ ...world.household, database }, changeMuch, caller, given);
				left -= count;
			}
		};
		const seen: number[] = [];
		let reads = 0;
		const readAll = async () => {
			for (let isAll = false; !isAll; reads += 1) {
				const wasOver = over;
				const next = await readOn(world.database, seen.at(-1) ?? 0);
				seen.push(...next.map(({ number }) => number));
				// A reader may be more than one batch behind the writers.
				isAll = wasOver && next.length < changesPerBatch;
			}
		};
		await Promise.all([Promise.all(databases.map(write)).finally(() => (over = true)), readAll()]);

		const all = await world.database.reader.change.findMany({ orderBy: { number: 'asc' } });
		expect(all.length).toBe(changes);
		expect(seen).toEqual(all.map(({ number }) => number));
		// With few reads the reader would have missed the race.
		expect(reads).toBeGreaterThan(changes / 100);
		note('outbox read on, Postgres', { connections: writers, changes, reads, skipped: 0 });
	}
);
