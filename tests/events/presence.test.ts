// Who has a list open, and which list visitors see, as the database has them now.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { presentOn } from '../../src/lib/server/events/presence.ts';
import { publishedList } from '../../src/lib/server/events/published-list.ts';
import { entered } from '../../src/lib/server/events/stream-rows.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { openWorld, providers, type World } from '../support/world.ts';

describe.each(providers)('on %s', (provider) => {
	let world: World;
	let ada: Awaited<ReturnType<World['member']>>;
	let listUid: string;
	beforeEach(async () => {
		world = await openWorld(provider);
		ada = await world.member('Ada', 'ROLE_ADMIN');
		listUid = (await world.listOf(ada)).uid;
	});
	afterEach(() => world.close());

	it('those are present who have the list open and reach it, each once and by name', async () => {
		const { writer, read } = world.database;
		const [dan, cleo] = [await world.member('Dan'), await world.member('Cleo')];
		const ben = await world.member('Ben');
		const memberUids = [ben, dan].map(({ member }) => member.uid);
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_SPECIFIC', memberUids });
		const { uid: other } = await world.listOf(ada, 'Other');
		const streams = [
			...[ben, ben, ada, cleo, dan].map(({ member }) => [member.uid, listUid] as const),
			[ada.member.uid, other] as const
		];
		await writer.stream.createMany({
			data: streams.map(([memberUid, on], at) => ({
				...{ uid: `str_${at}`, node: 'nod_1', memberUid, listUid: on },
				...{ startedAt: world.now(), seenAt: world.now() }
			}))
		});
		const uids = streams.map((_, at) => `str_${at}`);
		const { all, reach } = await entered(read, uids);
		expect([...all.difference(reach)]).toEqual(['str_3']);
		expect(all).toEqual(new Set(uids));
		await writer.member.update({
			where: { uid: dan.member.uid },
			data: { removedAt: world.now() }
		});
		const present = [ada, ben].map(({ member: { uid, name } }) => ({ uid, name }));
		expect(await presentOn(read, [listUid])).toEqual(new Map([[listUid, present]]));
	});

	it('the published list is one that is neither archived nor in the trash', async () => {
		const { writer, read } = world.database;
		expect(await publishedList(read)).toBe('');
		const household = { name: 'Mill Lane', createdAt: world.now(), publicListUid: listUid };
		await writer.instance.create({ data: household });
		expect(await publishedList(read)).toBe(listUid);
		for (const column of ['archivedAt', 'deletedAt']) {
			const set = (to: Date | null) =>
				writer.list.update({ where: { uid: listUid }, data: { [column]: to } });
			await set(world.now());
			expect(await publishedList(read)).toBe('');
			await set(null);
		}
	});
});
