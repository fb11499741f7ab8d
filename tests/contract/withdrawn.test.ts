// Removing or withdrawing something also ends the access and deletes the data that depended on it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { openWorld, password, providers, visitor, type World } from '../support/world.ts';

describe.each(providers)('on %s', (provider) => {
	let world: World;
	let ada: Awaited<ReturnType<World['setUp']>>;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.setUp();
	});
	afterAll(() => world.close());

	const share = (
		owner: typeof ada,
		listUid: string,
		sharing: 'SHARING_PRIVATE' | 'SHARING_INSTANCE' | 'SHARING_SPECIFIC',
		memberUids: string[] = []
	) => world.ask(lists.shareList, owner, { listUid, sharing, memberUids, canEdit: true });

	const publish = (listUid: string) =>
		world.ask(instance.replaceSettings, ada, {
			settings: { name: 'Mill Lane', publicList: { listUid, allowJoin: true } }
		});

	const published = async () => (await world.ask(instance.getPublicList, visitor, {})).listName;

	it('visitors no longer see a List that an admin published, once its owner stops sharing it with everyone', async () => {
		const ben = await world.member('Ben');
		const diary = await world.listOf(ben, 'Diary');
		await share(ben, diary.uid, 'SHARING_INSTANCE');
		await publish(diary.uid);
		expect(await published()).toBe('Diary');
		await share(ben, diary.uid, 'SHARING_INSTANCE');
		expect(await published()).toBe('Diary');

		await share(ben, diary.uid, 'SHARING_PRIVATE');
		expect(await published()).toBe('');
		const { settings } = await world.ask(instance.getSettings, ada, {});
		expect(settings.publicList).toMatchObject({ listUid: '', listName: '', allowJoin: true });
	});

	it('a private List that its own owner published stays published when more people share it', async () => {
		const cleo = await world.member('Cleo');
		const { uid } = await world.listOf(ada, 'Rota');
		await publish(uid);
		await share(ada, uid, 'SHARING_SPECIFIC', [cleo.member.uid]);
		expect(await published()).toBe('Rota');
	});

	it('an admin who inherits a List is not among those it is shared with', async () => {
		const dan = await world.member('Dan');
		const elif = await world.member('Elif');
		const { uid: listUid } = await world.listOf(dan, 'Camping');
		await share(dan, listUid, 'SHARING_SPECIFIC', [ada.member.uid, elif.member.uid]);
		await world.ask(members.removeMember, ada, { memberUid: dan.member.uid });
		expect((await world.ask(lists.getList, ada, { listUid })).list.isOwner).toBe(true);
		expect(await world.ask(lists.getShares, ada, { listUid })).toEqual({
			memberUids: [elif.member.uid],
			groupUids: []
		});
	});

	it('nothing is kept of a household that was deleted, not even an answer stored for a retry', async () => {
		const fresh = await openWorld(provider);
		try {
			const admin = await fresh.setUp();
			const list = await fresh.listOf(admin, 'Secret presents');
			const kite = { listUid: list.uid, label: 'a kite' };
			await perform(fresh.household, items.addItem, admin, () => kite, { key: 'a retry' });
			await perform(
				fresh.household,
				instance.deleteInstance,
				admin,
				() => ({ password, instanceName: 'Mill Lane' }),
				{ key: 'the end' }
			);
			const kept = await fresh.database.reader.idempotencyKey.findMany();
			expect(kept).toEqual([]);
			expect((await fresh.ask(instance.getInstance, visitor, {})).needsSetup).toBe(true);
		} finally {
			await fresh.close();
		}
	});
});
