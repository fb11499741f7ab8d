// The streams of a node end when it has died, which is known by its heartbeat alone: the clocks of two nodes may differ. A SQLite file has
// one node.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { heartbeatOf } from '../../src/lib/server/events/node-heartbeat.ts';
import { minutes } from '../../src/lib/server/runtime/clock.ts';
import { node } from '../../src/lib/server/events/stream-rows.ts';
import { openWorld, type World } from '../support/world.ts';

describe('the streams of another node on postgresql', () => {
	let world: World;
	let beat: () => Promise<void>;
	beforeAll(async () => void (world = await openWorld('postgresql')));
	beforeEach(async () => {
		await world.database.writer.stream.deleteMany();
		beat = heartbeatOf(world.household);
	});
	afterAll(() => world.close());

	/** The clock of that node, at so many minutes from ours. */
	const there = (off: number) => new Date(world.now().getTime() + minutes(off));
	const openThere = (seenAt: Date) => openOn(world, 'nod_other', seenAt);
	const beatThere = (seenAt: Date) =>
		world.database.writer.stream.updateMany({ where: { node: 'nod_other' }, data: { seenAt } });
	const areOpen = async (node = 'nod_other') =>
		(await world.database.reader.stream.count({ where: { node } })) > 0;
	const pass = () => world.setClock(new Date(world.now().getTime() + 10_000));

	it.each([-5, 0, 5])('stay while it lives, with its clock %i minutes off', async (off) => {
		await openThere(there(off));
		for (let turn = 0; turn < 6; turn += 1) {
			await beat();
			// It may be late.
			if (turn % 2 === 0) await beatThere(there(off));
			expect(await areOpen()).toBe(true);
			pass();
		}
	});

	it.each([-5, 0, 5])(
		'end half a minute after it has died, with its clock %i minutes off',
		async (off) => {
			await openThere(there(off));
			for (let turn = 0; turn < 3; turn += 1) {
				await beat();
				expect(await areOpen()).toBe(true);
				pass();
			}
			await openOn(world, 'nod_new', there(off));
			await beat();
			expect(await areOpen()).toBe(false);
			expect(await areOpen('nod_new')).toBe(true);
		}
	);

	it('are kept by the heartbeat that each node renews', async () => {
		await openOn(world, node, there(0));
		pass();
		await beat();
		const where = { node, seenAt: world.now() };
		expect(await world.database.reader.stream.count({ where })).toBe(1);
	});

	it('stay after a time in which the database was away from both nodes', async () => {
		await openThere(there(0));
		await beat();
		world.setClock(there(10));
		await beat();
		expect(await areOpen()).toBe(true);
	});
});

describe('a node on sqlite', () => {
	let world: World;
	beforeAll(async () => void (world = await openWorld('sqlite')));
	afterAll(() => world.close());

	it('ends the streams of earlier processes at once, and writes nothing afterwards', async () => {
		const { reader } = world.database;
		const begun = world.now();
		await openOn(world, 'nod_earlier', begun);
		await openOn(world, node, begun);
		const beat = heartbeatOf(world.household);
		await beat();
		expect(await reader.stream.findMany({ select: { node: true } })).toEqual([{ node }]);
		world.setClock(new Date(begun.getTime() + 10_000));
		await beat();
		expect(await reader.stream.findFirst({ select: { seenAt: true } })).toEqual({ seenAt: begun });
	});
});

const openOn = ({ database }: World, on: string, seenAt: Date) =>
	database.writer.stream.create({
		data: { uid: `str_${on}`, node: on, memberUid: '', listUid: '', startedAt: seenAt, seenAt }
	});
