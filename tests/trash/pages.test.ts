// The trash page by page, and entries by their uids.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { restorableForMs } from '../../src/lib/server/kernel/trash-period.ts';
import { openWorld, providers, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;

describe.each(providers)('the trash by pages on %s', (provider) => {
	let world: World;
	let ada: Person, ben: Person;
	let listUid: string, otherUid: string;
	beforeAll(async () => {
		world = await openWorld(provider);
		[ada, ben] = [await world.member('Ada', 'ROLE_ADMIN'), await world.member('Ben')];
		listUid = (await world.listOf(ada)).uid;
		otherUid = (await world.listOf(ada, 'Other')).uid;
		const shown = await world.listOf(ben, 'Shown');
		await world.ask(lists.shareList, ben, {
			listUid: shown.uid,
			sharing: 'SHARING_INSTANCE',
			canEdit: false
		});
		// 450 at eight moments, 170 that are too old, and 20 that Ada sees and may not restore.
		await deletedOn(listUid, 450, (at) => minutesAgo(Math.floor(at / 60)));
		await deletedOn(otherUid, 170, () => new Date(world.now().getTime() - restorableForMs));
		await deletedOn(shown.uid, 20, () => minutesAgo(0));
		const gone = await world.listOf(ada, 'Gone');
		await world.ask(lists.deleteList, ada, { listUid: gone.uid });
	});
	afterAll(() => world.close());

	const minutesAgo = (minutes: number) => new Date(world.now().getTime() - minutes * 60_000);

	const deletedOn = (onUid: string, count: number, deletedAt: (at: number) => Date) =>
		world.insert(
			'Item',
			// The last uid is stored first, so that only the query can put them in order.
			Array.from({ length: count }, (_, at) => ({
				uid: `itm_${onUid.slice(4, 12)}${String(at).padStart(4, '0')}`,
				listUid: onUid,
				label: `Item ${at}`,
				labelWords: `item ${at}`,
				rank: count - at,
				createdAt: world.now(),
				updatedAt: world.now(),
				deletedAt: deletedAt(at),
				deletedByUid: ada.member.uid
			})).toReversed()
		);
	const page = (page: number, who = ada) => world.ask(trash.getTrashPage, who, { page });

	it('are the whole trash in its order, 200 entries each', async () => {
		const { entries } = await world.ask(trash.getTrash, ada, {});
		expect(entries).toHaveLength(451);
		const pages = [await page(1), await page(2), await page(3)];
		expect(pages.map(({ entries }) => entries.length)).toEqual([200, 200, 51]);
		expect(pages.flatMap(({ entries }) => entries)).toEqual(entries);
		expect(pages.map(({ page, pageCount }) => [page, pageCount])).toEqual([
			[1, 3],
			[2, 3],
			[3, 3]
		]);
	});

	it('end with the last one, also for an address behind it', async () => {
		expect(await page(4)).toEqual(await page(3));
		expect(await page(1_000_000)).toEqual(await page(3));
	});

	it('are one empty page for a token that was given another list', async () => {
		const { caller } = await world.tokenOf(ada, { listUids: [otherUid] });
		expect(await world.ask(trash.getTrashPage, caller, { page: 1 })).toEqual({
			entries: [],
			page: 1,
			pageCount: 1
		});
	});

	it('begin with what an assistant is told that asks what can be restored', async () => {
		const { caller } = await world.tokenOf(ada);
		const { restoredCount, entries } = await world.ask(trash.restoreEntries, caller, {});
		expect([restoredCount, entries]).toEqual([0, (await page(1)).entries]);
	});

	it('have by uid only what the caller could restore', async () => {
		const all = await world.database.reader.item.findMany({ where: { label: 'Item 7' } });
		const uids = all.map(({ uid }) => uid);
		expect(uids).toHaveLength(3);
		const named = async (who: Person) =>
			(await world.ask(trash.findEntries, who, { uids })).entries.map(({ listUid }) => listUid);
		expect(await named(ada)).toEqual([listUid]);
		expect(await named(ben)).toHaveLength(1);
	});

	it('name what was deleted at the same moment on the same list', async () => {
		const itemUid = `itm_${listUid.slice(4, 12)}0061`;
		const together = (on?: string, who = ada) =>
			world.ask(trash.findDeletedTogether, who, { itemUid, listUid: on });
		expect((await together()).name).toBe('Item 61');
		expect((await together()).uids).toHaveLength(60);
		expect(await together(listUid)).toEqual(await together());
		for (const nothing of [await together(otherUid), await together(undefined, ben)])
			expect(nothing).toEqual({ name: '', uids: [] });
	});

	it('are read whole in turns, and others are served in between', async () => {
		const cleo = await world.member('Cleo');
		await deletedOn((await world.listOf(cleo, 'Cellar')).uid, 2500, () => minutesAgo(1));
		let turns = 0;
		let isRead = false;
		const count = () => {
			turns += 1;
			if (!isRead) setImmediate(count);
		};
		setImmediate(count);
		const { entries } = await world.ask(trash.getTrash, cleo, {});
		isRead = true;
		expect(entries).toHaveLength(2500);
		if (provider === 'sqlite') expect(turns).toBeGreaterThanOrEqual(3);
	});
});
