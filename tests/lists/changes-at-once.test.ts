// A client follows two lists on Postgres while two members write to them in overlapping transactions, and misses no Change.
// On SQLite one command runs at a time.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/lib/server/data/client.ts';
import type { Sql } from '../../src/lib/server/data/sql.ts';
import type { AnyOperation } from '../../src/lib/server/kernel/operation.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { isLong, note } from '../support/figures.ts';
import { outcome } from '../support/outcome.ts';
import { slowed } from '../support/slowed.ts';
import { chance, pick } from '../support/steps.ts';
import { openWorld, type World } from '../support/world.ts';
import { applied, emptyCopy, inOrder, type Copy } from './copy.ts';

type Person = Awaited<ReturnType<World['member']>>;
type Ask = (operation: AnyOperation, input: object) => Promise<unknown>;
const commands = isLong ? 1000 : 40;

describe('following two lists on Postgres', () => {
	let world: World;
	let ada: Person, ben: Person;
	let listUids: string[];
	beforeAll(async () => {
		world = await openWorld('postgresql');
		[ada, ben] = [await world.member('Ada'), await world.member('Ben')];
		listUids = [(await world.listOf(ada)).uid, (await world.listOf(ada)).uid];
		for (const listUid of listUids) {
			const sharing = { sharing: 'SHARING_INSTANCE', canEdit: true } as const;
			await world.ask(lists.shareList, ada, { listUid, ...sharing });
			for (const label of ['Milk', 'Eggs', 'Soap'])
				await world.ask(items.addItem, ada, { listUid, label });
		}
	});
	afterAll(() => world.close());

	it('ends with the state of both lists', { timeout: 60_000 + 500 * commands }, async () => {
		let isWriting = true;
		const followers = listUids.map((listUid) => follow(listUid, () => isWriting));
		const [adas, bens] = await Promise.all([write(ada), write(ben)]);
		isWriting = false;
		const followed = await Promise.all(followers);
		for (const [index, listUid] of listUids.entries()) {
			const { items: fresh } = await world.ask(lists.getList, ada, { listUid });
			expect(inOrder(followed[index]?.copy ?? emptyCopy)).toEqual(fresh);
		}
		const polls = followed.reduce((sum, { polls }) => sum + polls, 0);
		note('followed on postgresql', { commands: adas + bens, polls, missed: 0 });
		expect(polls).toBeGreaterThan(commands);
	});

	/** Asks for the changes since its last version again and again, and once more when nobody writes any longer. */
	async function follow(listUid: string, isWriting: () => boolean) {
		const household = { ...world.household, database: readingSlowly(world.database) };
		let copy: Copy = emptyCopy;
		let after: string | undefined;
		let polls = 0;
		for (let isLast = false; !isLast; polls += 1) {
			isLast = !isWriting();
			const input = { listUid, after };
			const { output: changes } = await perform(household, lists.getChanges, ben, () => input);
			expect(changes.reset).toBe(polls === 0);
			copy = applied(copy, changes);
			after = changes.version;
		}
		return { copy, polls };
	}

	/** Runs commands and returns how many succeeded. A command is refused when its item has just been deleted or moved. */
	async function write(who: Person): Promise<number> {
		const household = { ...world.household, database: slowed(world.database, 1) };
		let done = 0;
		for (let turn = 0; turn < commands; turn += 1) {
			const listUid = pick(listUids);
			const { items: on } = await world.ask(lists.getList, who, { listUid });
			const itemUid = on.length > 0 ? pick(on).uid : '';
			const ask: Ask = (operation, input) => perform(household, operation, who, () => input);
			const command = pick([
				() => ask(items.addItem, { listUid, label: `Tea ${turn}` }),
				() => ask(items.tickItem, { itemUid, done: chance(0.5) }),
				() => ask(items.moveItem, { itemUid, toListUid: pick(listUids) }),
				() => ask(items.deleteItem, { itemUid })
			]);
			if ((await outcome(command())) === 'done') done += 1;
		}
		return done;
	}
});

/** Lets others write after each statement, so that two statements would see different states of the list. */
const readingSlowly = (database: Database): Database => ({
	...database,
	read: {
		query: async <Row>(sql: Sql) => {
			const rows = await database.read.query<Row>(sql);
			await pause(Math.random() * 20);
			return rows;
		}
	}
});
