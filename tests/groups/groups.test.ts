import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groups } from '../../src/lib/server/groups/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { outcome, outcomes } from '../support/outcome.ts';
import { openWorld, providers, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;

describe.each(providers)('groups on %s', (provider) => {
	let world: World;
	let ada: Person, ben: Person, cleo: Person;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.member('Ada', 'ROLE_ADMIN');
		[ben, cleo] = [await world.member('Ben'), await world.member('Cleo')];
	});
	afterAll(() => world.close());

	const make = async (name: string, ...within: Person[]) =>
		(
			await world.ask(groups.createGroup, ada, {
				name,
				memberUids: within.map(({ member }) => member.uid)
			})
		).group;
	const shown = async (who: Person, uid: string) =>
		(await world.ask(groups.getGroups, who, {})).groups.find((group) => group.uid === uid);

	it('are created by an admin in a browser, and seen by everyone with the names of their members', async () => {
		const group = await make('night owls', cleo, ben, ben);
		expect(group).toMatchObject({ name: 'night owls', listNames: [] });
		expect(group.members.map(({ name }) => name)).toEqual(['Ben', 'Cleo']);
		expect(await shown(cleo, group.uid)).toEqual(group);
		expect(await outcome(world.ask(groups.createGroup, ben, { name: 'mine' }))).toBe('forbidden');
		const { caller } = await world.tokenOf(ada);
		expect(await outcome(world.ask(groups.createGroup, caller, { name: 'bots' }))).toBe(
			'forbidden'
		);
	});

	it('have names that differ by more than case and accents', async () => {
		const first = await make('Élan');
		const second = await make('band');
		const rename = (groupUid: string, name: string) =>
			world.ask(groups.renameGroup, ada, { groupUid, name });
		for (const ask of [() => make('élan'), () => make('ELAN'), () => rename(second.uid, 'elan')])
			await expect(ask()).rejects.toMatchObject({
				kind: 'exists',
				violations: [{ field: 'name' }]
			});
		expect(await outcome(rename(first.uid, 'ELAN'))).toBe('done');
		expect(await shown(ada, first.uid)).toMatchObject({ name: 'ELAN' });
		expect(await outcomes([make('choir'), make('Choir')])).toEqual(['done', 'exists']);
	});

	it('replace all their members at once, or none', async () => {
		const { uid: groupUid } = await make('cooks', ben);
		const set = (...memberUids: string[]) =>
			world.ask(groups.setGroupMembers, ada, { groupUid, memberUids });
		expect(await outcome(set(cleo.member.uid, 'mem_never'))).toBe('missing');
		expect((await shown(ada, groupUid))?.members.map(({ name }) => name)).toEqual(['Ben']);
		expect((await set(cleo.member.uid)).group.members.map(({ name }) => name)).toEqual(['Cleo']);
		expect((await set()).group.members).toEqual([]);
	});

	it('take in nobody who was removed', async () => {
		const eve = await world.member('Eve');
		const { uid: groupUid } = await make('runners');
		await world.ask(members.removeMember, ada, { memberUid: eve.member.uid });
		const memberUids = [eve.member.uid];
		const set = world.ask(groups.setGroupMembers, ada, { groupUid, memberUids });
		expect(await outcomes([make('walkers', eve), set])).toEqual(['missing', 'missing']);
	});

	it('name their lists in alphabetical order, also in the answer to a change', async () => {
		const { uid: groupUid } = await make('campers');
		for (const name of ['tents', 'Ropes', 'Énergie']) {
			const { uid: listUid } = await world.listOf(ada, name);
			const shared = { listUid, groupUids: [groupUid] };
			await world.ask(lists.shareList, ada, { ...shared, sharing: 'SHARING_SPECIFIC' });
		}
		const { group } = await world.ask(groups.renameGroup, ada, { groupUid, name: 'hikers' });
		expect(group.listNames).toEqual(['Énergie', 'Ropes', 'tents']);
		expect(await shown(ada, groupUid)).toEqual(group);
	});

	it('name to each member only the lists that member reaches', async () => {
		const { uid } = await make('gardeners', ben);
		const camping = await world.listOf(ada, 'Camping');
		await world.ask(lists.shareList, ada, {
			listUid: camping.uid,
			sharing: 'SHARING_SPECIFIC',
			groupUids: [uid]
		});
		const names = async (who: Person) => (await shown(who, uid))?.listNames;
		expect([await names(ada), await names(ben), await names(cleo)]).toEqual([
			['Camping'],
			['Camping'],
			[]
		]);
		const other = await world.listOf(ada, 'Other');
		const { caller } = await world.tokenOf(ada, { listUids: [other.uid] });
		const { groups: toToken } = await world.ask(groups.getGroups, caller, {});
		expect(toToken.flatMap(({ listNames }) => listNames)).toEqual([]);
		await world.ask(lists.deleteList, ada, { listUid: camping.uid });
		expect(await names(ada)).toEqual([]);
	});

	it('that are deleted leave members and lists in place, and end the access that they gave', async () => {
		const { uid: groupUid } = await make('climbers', ben);
		const list = await world.listOf(ada, 'Ropes');
		const shared = { listUid: list.uid, groupUids: [groupUid] };
		await world.ask(lists.shareList, ada, { ...shared, sharing: 'SHARING_SPECIFIC' });
		await world.ask(groups.deleteGroup, ada, { groupUid });
		expect(await outcome(world.ask(groups.deleteGroup, ada, { groupUid }))).toBe('missing');
		expect(await outcome(world.ask(groups.renameGroup, ada, { groupUid, name: 'x' }))).toBe(
			'missing'
		);
		expect(await outcome(world.ask(lists.getList, ben, { listUid: list.uid }))).toBe('missing');
		expect(await outcome(world.ask(lists.getList, ada, { listUid: list.uid }))).toBe('done');
		const { members: all } = await world.ask(members.getMembers, ada, {});
		expect(all.map(({ name }) => name)).toContain('Ben');
		expect((await make('climbers')).members).toEqual([]);
	});
});
