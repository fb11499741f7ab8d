// However slowly a query reads, it tells a member nothing that was written to a list after it was withdrawn from them: it answers as
// before the withdrawal, or as after it. Before each of its statements in turn the list is withdrawn, and changed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import type { Household } from '../../src/lib/server/kernel/household.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { Refusal } from '../../src/lib/server/kernel/errors.ts';
import type { AnyOperation } from '../../src/lib/server/kernel/operation.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { sections } from '../../src/lib/server/sections/operations.ts';
import { openWorld, providers, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['setUp']>>;
type Uids = { listUid: string; itemUid: string };

/** A value for each field that a query about lists takes. */
const values = ({ listUid, itemUid }: Uids) => ({
	listUid,
	itemUid,
	id: listUid,
	uid: itemUid,
	labels: ['hint', 'surprising hint'],
	name: 'hints',
	query: 'hint',
	from: undefined,
	to: '2026-12-31',
	today: '2026-12-31',
	after: undefined,
	status: undefined,
	order: undefined
});

const fields = Object.keys(values({ listUid: '', itemUid: '' }));

/** A search finds labels and names by a query each, and the size of the database is of a moment of its own. */
const answeredInParts = ['search', 'searchRows', 'getAbout'];

const queries = Object.entries(catalogue).filter(
	([, { kind, access, input }]) =>
		kind === 'query' &&
		(access.who === 'member' || access.who === 'signed-in') &&
		Object.keys(input.shape).every((field) => fields.includes(field))
);

describe.each(providers)('on %s', (provider) => {
	let world: World;
	let ada: Person;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.setUp();
	});
	afterAll(() => world.close());

	it.each(queries)('%s', async (name, operation) => {
		const reader = await world.member(`Reader by ${name}`);
		let turn = 1;
		while (await isWithdrawnBefore(turn, operation, reader)) turn++;
	});

	/** Whether the query has so many statements. */
	async function isWithdrawnBefore(turn: number, operation: AnyOperation, reader: Person) {
		const uids = await sharedList();
		let statements = 0;
		const { database, household } = world;
		const readAt: typeof database.readAt = (snapshot) => ({
			async query(statement) {
				if (++statements === turn) await withdraw(uids);
				return database.readAt(snapshot).query(statement);
			}
		});
		const slow = { ...household, database: { ...database, readAt } };
		const ask = (by: Household) =>
			perform(by, operation, reader, () => inputOf(operation, uids)).catch(refused);
		const before = await ask(household);
		const meanwhile = await ask(slow);
		expect(JSON.stringify(meanwhile)).not.toContain('surprising');
		if (!answeredInParts.includes(operation.name))
			expect([before, await ask(household)]).toContainEqual(meanwhile);
		return statements >= turn;
	}

	async function sharedList(): Promise<Uids> {
		const { uid: listUid } = await world.listOf(ada, 'Hints');
		const { item } = await world.ask(items.addItem, ada, { listUid, label: 'hint' });
		await share(listUid, 'SHARING_INSTANCE');
		return { listUid, itemUid: item.uid };
	}

	async function withdraw({ listUid, itemUid }: Uids): Promise<void> {
		await share(listUid, 'SHARING_PRIVATE');
		const label = 'surprising hint';
		await world.ask(items.changeItem, ada, { itemUid, label, note: label, dueOn: '2026-11-20' });
		await world.ask(items.addItem, ada, { listUid, label });
		await world.ask(sections.createSection, ada, { listUid, name: label });
		await world.ask(lists.renameList, ada, { listUid, name: label });
	}

	const share = (listUid: string, sharing: 'SHARING_PRIVATE' | 'SHARING_INSTANCE') =>
		world.ask(lists.shareList, ada, { listUid, sharing, canEdit: true });
});

const inputOf = ({ input }: AnyOperation, uids: Uids) =>
	Object.fromEntries(Object.entries(values(uids)).filter(([field]) => field in input.shape));

function refused(error: unknown): string {
	if (error instanceof Refusal && error.kind !== 'malformed') return error.kind;
	throw error;
}
