// A stored answer is replayed only to a caller who still reaches everything that it names.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { groups } from '../../src/lib/server/groups/operations.ts';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { sections } from '../../src/lib/server/sections/operations.ts';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import type { Operation } from '../../src/lib/server/kernel/operation.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;

describe.each(providers)('a replayed answer on %s', (provider) => {
	let world: World;
	let ada: Person, ben: Person;
	beforeAll(async () => {
		world = await openWorld(provider);
		await world.setUp();
		[ada, ben] = [await world.member('Ann', 'ROLE_ADMIN'), await world.member('Ben', 'ROLE_ADMIN')];
	});
	afterAll(() => world.close());

	/** A function that sends the same request with the same key each time that it is called. */
	function keyed<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
		operation: Operation<Input, Output, Prepared>,
		caller: Caller,
		input: z.input<Input>
	) {
		const key = `${operation.name} ${JSON.stringify(input)}`;
		return () => perform(world.household, operation, caller, () => input, { key });
	}

	type Shares = Omit<z.input<typeof lists.shareList.input>, 'listUid'>;
	const share = (owner: Person, listUid: string, shares: Shares) =>
		world.ask(lists.shareList, owner, { listUid, canEdit: true, ...shares });

	it('names the lists of a group only while the caller reaches them', async () => {
		const { group } = await world.ask(groups.createGroup, ada, {
			name: 'Kids',
			memberUids: [ada.member.uid]
		});
		const shares: Shares = { sharing: 'SHARING_SPECIFIC', groupUids: [group.uid] };
		const party = await world.listOf(ben, 'Surprise party for Ann');
		for (const list of [party, await world.listOf(ben, 'Chores'), await world.listOf(ada, 'Games')])
			await share(list.name === 'Games' ? ada : ben, list.uid, shares);
		const rename = keyed(groups.renameGroup, ada, { groupUid: group.uid, name: 'The kids' });
		const fill = keyed(groups.setGroupMembers, ada, {
			groupUid: group.uid,
			memberUids: [ada.member.uid]
		});
		const first = (await rename()).output;
		expect(first.group.listNames).toEqual(['Chores', 'Games', 'Surprise party for Ann']);
		await fill();
		expect(await rename()).toMatchObject({ output: first, replayed: true });
		await share(ben, party.uid, { sharing: 'SHARING_PRIVATE' });
		const left = { group: { ...first.group, listNames: ['Chores', 'Games'] } };
		for (const again of [rename, fill])
			expect(await again()).toMatchObject({ output: left, replayed: true });
	});

	it('names no section of a list that the caller lost, even after the section was deleted', async () => {
		const list = await world.listOf(ben, 'Home');
		await share(ben, list.uid, { sharing: 'SHARING_INSTANCE' });
		const { section } = await world.ask(sections.createSection, ben, {
			listUid: list.uid,
			name: 'Plan: leave Ann'
		});
		const look = keyed(sections.changeSection, ada, { sectionUid: section.uid });
		await look();
		expect((await look()).replayed).toBe(true);
		await share(ben, list.uid, { sharing: 'SHARING_PRIVATE' });
		await expect(look()).rejects.toMatchObject({ kind: 'missing' });
		await world.ask(sections.deleteSection, ben, { sectionUid: section.uid });
		await expect(look()).rejects.toMatchObject({ kind: 'missing' });
		await share(ben, list.uid, { sharing: 'SHARING_INSTANCE' });
		expect(await look()).toMatchObject({ output: { section }, replayed: true });
	});

	it('names a list in the trash only to its owner, and to a token of theirs that was given it', async () => {
		const [near, far] = [await world.listOf(ben, 'Near'), await world.listOf(ben, 'Far')];
		for (const { uid } of [near, far]) await share(ben, uid, { sharing: 'SHARING_INSTANCE' });
		const { item } = await world.ask(items.addItem, ben, { listUid: near.uid, label: 'milk' });
		const { caller } = await world.tokenOf(ben, { listUids: [near.uid] });
		const tick = [ben, caller, ada].map((by) =>
			keyed(items.tickItem, by, { itemUid: item.uid, done: true })
		);
		for (const send of tick) await send();
		await world.ask(items.moveItem, ben, { itemUid: item.uid, toListUid: far.uid });
		await world.ask(lists.deleteList, ben, { listUid: far.uid });
		expect(await Promise.all(tick.map((send) => outcome(send())))).toEqual([
			'done',
			'missing',
			'missing'
		]);
	});

	it('names the public list to an admin who does not reach it, while it is public', async () => {
		const { uid: listUid } = await world.listOf(ben, 'Yard sale');
		const settings = { name: 'Mill Lane', publicList: { listUid } };
		await world.ask(instance.replaceSettings, ben, { settings });
		const replace = keyed(instance.replaceSettings, ada, { settings });
		const first = await replace();
		expect(first.output.settings.publicList).toMatchObject({ listUid, listName: 'Yard sale' });
		expect(await replace()).toMatchObject({ output: first.output, replayed: true });
		await world.ask(instance.replaceSettings, ben, { settings: { name: 'Mill Lane' } });
		await expect(replace()).rejects.toMatchObject({ kind: 'missing' });
		await share(ben, listUid, { sharing: 'SHARING_INSTANCE' });
		expect((await replace()).replayed).toBe(true);
	});
});
