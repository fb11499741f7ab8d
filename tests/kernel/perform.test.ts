import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/lib/server/data/sql.ts';
import { readOn } from '../../src/lib/server/events/read-on.ts';
import { Refusal } from '../../src/lib/server/kernel/errors.ts';
import type { Unit } from '../../src/lib/server/kernel/unit.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { command, operations } from '../../src/lib/server/kernel/operation.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { tally } from '../support/credentials.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, visitor, type World } from '../support/world.ts';

describe.each(providers)('performing on %s', (provider) => {
	let world: World;
	let ada: Awaited<ReturnType<World['member']>>;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.member('Ada');
	});
	afterAll(() => world.close());

	const changesOf = (listUid: string) =>
		world.database.reader.change.findMany({ where: { listUid }, orderBy: { number: 'asc' } });

	/** An operation of this test's own that may change Ada's list. */
	const renaming = (run: (unit: Unit, input: { listUid: string }) => Promise<{ name: string }>) =>
		operations({
			renameInTest: command({
				summary: 'For this test.',
				access: { who: 'member', ability: 'write' },
				input: z.object({ listUid: z.string() }),
				output: z.object({ name: z.string() }),
				run
			})
		}).renameInTest;
	const rename = async (unit: Unit, listUid: string) => {
		await unit.db.list.update({ where: { uid: listUid }, data: { name: 'Renamed' } });
		unit.record({ kind: 'list.changed', listUid });
		unit.issue({ kind: 'session-ended' });
	};

	it('authorises the caller before it reads the input', async () => {
		let isRead = false;
		const broken = () => {
			isRead = true;
			throw new Error('this was never to be read');
		};
		await expect(perform(world.household, lists.createList, visitor, broken)).rejects.toMatchObject(
			{ kind: 'unauthenticated' }
		);
		const { caller } = await world.tokenOf(ada, { abilities: { read: true } });
		await expect(perform(world.household, lists.createList, caller, broken)).rejects.toMatchObject({
			kind: 'forbidden'
		});
		expect(isRead).toBe(false);
	});

	it('tells a caller whose rights have changed meanwhile only that they have changed', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const { item } = await world.ask(items.addItem, ada, { listUid, label: 'milk' });
		const { caller, uid } = await world.tokenOf(ada);
		const edit = () =>
			outcome(
				world.ask(items.changeItem, caller, {
					itemUid: item.uid,
					label: 'cream',
					expectedLabel: 'bread'
				})
			);
		const change = (data: { allLists?: boolean; canWrite?: boolean; expiresAt?: Date }) =>
			world.database.writer.accessToken.update({ where: { uid }, data });
		expect(await edit()).toBe('changed');
		await change({ allLists: false });
		expect(await edit()).toBe('missing');
		await change({ canWrite: false });
		expect(await edit()).toBe('forbidden');
		await change({ expiresAt: new Date(0) });
		expect(await edit()).toBe('unauthenticated');
	});

	it('reads the rights of a remembered caller anew where nothing checks them later', async () => {
		const { caller, uid } = await world.tokenOf(ada);
		const remembered = { ...caller, isRemembered: true };
		const read = () => outcome(world.ask(lists.getLists, remembered, {}));
		expect(await read()).toBe('done');
		await world.database.writer.accessToken.update({
			where: { uid },
			data: { expiresAt: new Date(0) }
		});
		expect(await read()).toBe('unauthenticated');
	});

	it('runs a command of a caller whose rights have grown meanwhile', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const { caller, uid } = await world.tokenOf(ada, { listUids: [listUid] });
		const other = await world.listOf(ada);
		await world.database.writer.accessToken.update({
			where: { uid },
			data: { allLists: true }
		});
		for (const list of [listUid, other.uid]) {
			const adding = world.ask(items.addItem, caller, { listUid: list, label: 'milk' });
			expect(await outcome(adding)).toBe('done');
		}
	});

	it('answers "missing" for a row that was deleted meanwhile', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const gone = 'lst_gone';
		const late = [
			(unit: Unit) => unit.db.list.update({ where: { uid: gone }, data: { name: 'a' } }),
			(unit: Unit) => unit.db.pin.create({ data: { listUid: gone, memberUid: ada.member.uid } })
		];
		for (const change of late) {
			const tooLate = renaming(async (unit) => {
				await rename(unit, listUid);
				await change(unit);
				return { name: 'never' };
			});
			const asked = perform(world.household, tooLate, ada, () => ({ listUid }));
			await expect(asked).rejects.toMatchObject({ kind: 'missing' });
		}
		expect((await changesOf(listUid)).map(({ kind }) => kind)).toEqual(['list.created']);
	});

	it('answers "unauthenticated" where the row that is gone is the access token of the caller', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const { caller, uid } = await world.tokenOf(ada, { listUids: [listUid] });
		const revoke = async () =>
			void (await world.database.writer.accessToken.delete({ where: { uid } }));
		// The new list would join those that the token was given.
		const creation = { ...lists.createList, prepare: revoke };
		expect(await outcome(world.ask(creation, caller, { name: 'Camping' }))).toBe('unauthenticated');
	});

	it('names each malformed field, and has the sentence of the first as its message', async () => {
		const bad = { listUid: 7, label: ' ', quantity: 'x'.repeat(51), dueOn: '2026-02-30' };
		const refused: unknown = await perform(world.household, items.addItem, ada, () => bad).catch(
			(reason: unknown) => reason
		);
		if (!(refused instanceof Refusal)) throw new Error('it was not refused');
		expect(refused.kind).toBe('malformed');
		expect(refused.violations.map(({ field }) => field)).toEqual([
			'listUid',
			'label',
			'quantity',
			'dueOn'
		]);
		expect(refused.message).toBe(refused.violations[0]?.description);
	});

	it.each([[undefined], [null], [{}]])('accepts %s as a request without fields', async (given) => {
		await expect(
			perform(world.household, lists.createList, ada, () => given)
		).rejects.toMatchObject({ kind: 'malformed', violations: [{ field: 'name' }] });
	});

	it.each([['a text'], [7], [[]], [[{ name: 'Garden' }]]])(
		'does not accept %s as fields',
		async (given) => {
			await expect(
				perform(world.household, lists.createList, ada, () => given)
			).rejects.toMatchObject({ kind: 'malformed' });
		}
	);

	it('never stores or answers a field that is in no schema', async () => {
		const given = JSON.parse(
			'{"name": "Garden", "uid": "lst_mine", "ownerUid": "mem_eve", "createdAt": "1970-01-01T00:00:00.000Z", "__proto__": {"sharing": "SHARING_INSTANCE"}}'
		);
		const { output } = await perform(world.household, lists.createList, ada, () => given);
		expect(output.list).toMatchObject({
			name: 'Garden',
			isOwner: true,
			sharing: 'SHARING_PRIVATE',
			createdAt: world.now().toISOString()
		});
		expect(output.list.uid).not.toBe('lst_mine');
		const telling = renaming(async () => ({ name: 'Renamed', passwordHash: 'oh no' }));
		expect(await world.ask(telling, ada, { listUid: '' })).toEqual({ name: 'Renamed' });
	});

	it('publishes and keeps nothing of a command that rolled back', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const failing = renaming(async (unit) => {
			await rename(unit, listUid);
			throw new Refusal('not-yet', 'Not today.');
		});
		expect(await tally([world.ask(failing, ada, { listUid })])).toEqual({ 'not-yet': 1 });
		expect((await changesOf(listUid)).map(({ kind }) => kind)).toEqual(['list.created']);
		expect((await world.ask(lists.getList, ada, { listUid })).list.name).toBe('Groceries');
	});

	it('rolls a command back when its answer does not fit its own schema', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const misfit = renaming(async (unit) => {
			await rename(unit, listUid);
			return { name: JSON.parse('7') };
		});
		await expect(world.ask(misfit, ada, { listUid })).rejects.toThrow();
		expect(await changesOf(listUid)).toHaveLength(1);
	});

	it('records each change with its author, token and time', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const { caller } = await world.tokenOf(ada, { name: 'kitchen tablet' });
		const { item } = await world.ask(items.addItem, caller, { listUid, label: 'milk' });
		expect(await changesOf(listUid)).toMatchObject([
			{ kind: 'list.created', itemUid: '', byUid: ada.member.uid, viaToken: '' },
			{
				kind: 'item.added',
				itemUid: item.uid,
				byUid: ada.member.uid,
				viaToken: 'kitchen tablet',
				at: world.now()
			}
		]);
	});

	it('gives a query a read-only connection, where the database has one', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const sly = {
			...renaming(async (unit) => (await rename(unit, listUid), { name: '' })),
			kind: 'query' as const
		};
		// Postgres has one pool for reading and writing.
		if (provider === 'sqlite') await expect(world.ask(sly, ada, { listUid })).rejects.toThrow();
		else expect((await world.ask(sly, ada, { listUid })).name).toBe('');
	});

	it('lets a transaction read its own writes, in SQL as well', async () => {
		const { uid: listUid } = await world.listOf(ada);
		let seen: unknown;
		const looking = renaming(async (unit) => {
			await rename(unit, listUid);
			seen = await unit.read.query(sql`SELECT "name" FROM "List" WHERE "uid" = ${listUid}`);
			throw new Error('not after all');
		});
		await expect(world.ask(looking, ada, { listUid })).rejects.toThrow('not after all');
		expect(seen).toEqual([{ name: 'Renamed' }]);
	});

	it('does not turn an unexpected error into a refusal', async () => {
		const broken = await openWorld(provider);
		const eve = await broken.member('Eve');
		await broken.database.writer.$executeRawUnsafe('DROP TABLE "Pin"');
		const thrown: unknown = await broken
			.ask(lists.getLists, eve, {})
			.catch((reason: unknown) => reason);
		await broken.close();
		expect(thrown).toBeInstanceOf(Error);
		expect(thrown).not.toBeInstanceOf(Refusal);
	});

	it('reads the outbox on without missing a change, however many write at once', async () => {
		const writers = await Promise.all(
			Array.from({ length: 8 }, async (_, index) => (await world.listOf(ada, `List ${index}`)).uid)
		);
		const seen: number[] = [];
		const look = async () => {
			const changes = await readOn(world.database, seen.at(-1) ?? 0, 1000);
			seen.push(...changes.map(({ number }) => number));
		};
		const writes = writers.map(async (listUid) => {
			for (let count = 0; count < 12; count += 1)
				await world.ask(items.addItems, ada, {
					listUid,
					items: [{ label: `${count}` }, { label: 'and' }]
				});
		});
		const written = Promise.allSettled(writes).then(() => true);
		while (!(await Promise.race([written, setTimeout(2, false)]))) await look();
		await Promise.all(writes);
		await look();
		const all = await world.database.reader.change.findMany({
			orderBy: { number: 'asc' },
			select: { number: true }
		});
		expect(seen).toEqual(all.map(({ number }) => number));
		expect(
			await world.database.reader.change.count({
				where: { listUid: { in: writers }, kind: 'item.added' }
			})
		).toBe(8 * 24);
	});
});
