import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { missing } from '../../src/lib/server/kernel/errors.ts';
import { sharings } from '../../src/lib/server/kernel/reach.ts';
import { groups } from '../../src/lib/server/groups/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;
type Share = Omit<z.input<typeof lists.shareList.input>, 'listUid'>;

describe.each(providers)('sharing on %s', (provider) => {
	let world: World;
	let ada: Person, ben: Person, cleo: Person;
	let kids: string, flat: string, listUid: string;

	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.member('Ada', 'ROLE_ADMIN');
		[ben, cleo] = [await world.member('Ben'), await world.member('Cleo')];
		kids = (await world.ask(groups.createGroup, ada, { name: 'kids' })).group.uid;
		flat = (await world.ask(groups.createGroup, ada, { name: 'flat' })).group.uid;
	});
	beforeEach(async () => {
		listUid = (await world.listOf(ada)).uid;
		await fill(kids);
		await fill(flat);
	});
	afterAll(() => world.close());

	const share = (given: Share, by: Caller = ada) =>
		world.ask(lists.shareList, by, { listUid, ...given });
	const specific = (given: Omit<Share, 'sharing'>) =>
		share({ sharing: 'SHARING_SPECIFIC', ...given });
	const fill = (groupUid: string, ...within: Person[]) =>
		world.ask(groups.setGroupMembers, ada, {
			groupUid,
			memberUids: within.map(({ member }) => member.uid)
		});
	const sees = async (who: Caller) =>
		(await outcome(world.ask(lists.getList, who, { listUid }))) === 'done';
	const mayEdit = async (who: Caller) =>
		(await world.ask(lists.getList, who, { listUid })).list.canEdit;
	const add = (who: Caller) =>
		outcome(world.ask(items.addItem, who, { listUid, label: 'candles' }));

	it('with everyone lets everyone see the list, and edit it only with the right to edit', async () => {
		expect(await sees(ben)).toBe(false);
		expect((await share({ sharing: 'SHARING_INSTANCE' })).list).toMatchObject({
			sharing: 'SHARING_INSTANCE',
			isOwner: true,
			canEdit: true
		});
		expect([await sees(ben), await mayEdit(ben), await add(ben)]).toEqual([
			true,
			false,
			'forbidden'
		]);
		await share({ sharing: 'SHARING_INSTANCE', canEdit: true });
		expect([await mayEdit(ben), await add(ben)]).toEqual([true, 'done']);
		await share({ sharing: 'SHARING_PRIVATE', canEdit: true });
		expect([await sees(ben), await add(ben), await add(ada)]).toEqual([false, 'missing', 'done']);
	});

	it('with a named member reaches only that member', async () => {
		await specific({ memberUids: [ben.member.uid] });
		expect([await sees(ben), await sees(cleo), await add(ben)]).toEqual([true, false, 'forbidden']);
		await specific({ memberUids: [ben.member.uid], canEdit: true });
		expect([await add(ben), await add(cleo)]).toEqual(['done', 'missing']);
	});

	it('with a group reaches its members while they are in it', async () => {
		await specific({ groupUids: [kids], canEdit: true });
		expect(await sees(cleo)).toBe(false);
		await fill(kids, cleo);
		expect([await sees(cleo), await add(cleo), await sees(ben)]).toEqual([true, 'done', false]);
		const other = { listUid: (await world.listOf(ada)).uid };
		const toOthers: Share = { sharing: 'SHARING_SPECIFIC', groupUids: [flat] };
		await world.ask(lists.shareList, ada, { ...other, ...toOthers });
		expect(await outcome(world.ask(lists.getList, cleo, other))).toBe('missing');
		await fill(kids);
		expect([await sees(cleo), await add(cleo)]).toEqual([false, 'missing']);
	});

	it('through several groups and by name adds up, and losing one of them keeps the others', async () => {
		await fill(kids, ben, cleo);
		await fill(flat, ben);
		await specific({ groupUids: [kids, flat], memberUids: [ben.member.uid] });
		await fill(kids);
		expect([await sees(ben), await sees(cleo)]).toEqual([true, false]);
		await fill(flat);
		expect(await sees(ben)).toBe(true);
		await specific({ groupUids: [kids, flat] });
		expect(await sees(ben)).toBe(false);
		await fill(flat, ben);
		expect(await sees(ben)).toBe(true);
		await share({ sharing: 'SHARING_INSTANCE' });
		await fill(flat);
		expect([await sees(ben), await sees(cleo)]).toEqual([true, true]);
	});

	it('replaces the previous sharing of this list alone', async () => {
		const other = (await world.listOf(ada)).uid;
		const named = { memberUids: [ben.member.uid], groupUids: [flat] };
		await world.ask(lists.shareList, ada, {
			...{ listUid: other, sharing: 'SHARING_SPECIFIC' },
			...named
		});
		await specific({ memberUids: [ben.member.uid], groupUids: [kids], canEdit: true });
		await specific({ memberUids: [cleo.member.uid] });
		expect(await world.ask(lists.getShares, ada, { listUid })).toEqual({
			memberUids: [cleo.member.uid],
			groupUids: []
		});
		expect(await world.ask(lists.getShares, ada, { listUid: other })).toEqual(named);
		expect([await sees(ben), await sees(cleo), await mayEdit(cleo)]).toEqual([false, true, false]);
	});

	it.each(['SHARING_PRIVATE', 'SHARING_INSTANCE'] as const)(
		'ignores names under %s, and stores none of them',
		async (sharing) => {
			const named = { memberUids: [ben.member.uid, 'mem_nobody'], groupUids: [kids, 'grp_none'] };
			await specific({ memberUids: [cleo.member.uid] });
			await share({ sharing, ...named });
			expect(await world.ask(lists.getShares, ada, { listUid })).toEqual({
				memberUids: [],
				groupUids: []
			});
			await specific({});
			expect([await sees(ben), await sees(cleo)]).toEqual([false, false]);
		}
	);

	it('leaves out the owner’s own name, and stores a repeated name once', async () => {
		const twice = [ada.member.uid, ben.member.uid, ben.member.uid];
		await specific({ memberUids: twice, groupUids: [kids, kids] });
		expect(await world.ask(lists.getShares, ada, { listUid })).toEqual({
			memberUids: [ben.member.uid],
			groupUids: [kids]
		});
	});

	it.each<['member' | 'group', Omit<Share, 'sharing'>]>([
		['member', { memberUids: ['mem_never'] }],
		['group', { groupUids: ['grp_never'] }]
	])(
		'with a %s who is not here is refused, and what was shared stays shared',
		async (what, named) => {
			await specific({ memberUids: [ben.member.uid], canEdit: true });
			await expect(specific(named)).rejects.toThrow(missing(what));
			expect([await sees(ben), await mayEdit(ben)]).toEqual([true, true]);
		}
	);

	it('is the newest change of the list', async () => {
		const now = new Date(world.now().getTime() + 60_000);
		world.setClock(now);
		const { list } = await share({ sharing: 'SHARING_PRIVATE' });
		expect(list.updatedAt).toBe(now.toISOString());
	});

	it('with somebody who has been removed is refused', async () => {
		const dan = await world.member(`Dan${provider}`);
		await world.ask(members.removeMember, ada, { memberUid: dan.member.uid });
		expect(await outcome(specific({ memberUids: [dan.member.uid] }))).toBe('missing');
	});

	it.each([{}, { sharing: '' }, { sharing: 'SHARING_UNSPECIFIED' }, { sharing: 'PRIVATE' }])(
		'has to say with whom, and refuses %j with the values that there are',
		(given) => {
			const { error } = lists.shareList.input.safeParse({ listUid, ...given });
			expect(error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
				[
					'sharing',
					'The sharing must be one of SHARING_PRIVATE, SHARING_INSTANCE, SHARING_SPECIFIC.'
				]
			]);
		}
	);

	it('can be set and read only by the owner, not by those it is shared with, admin or not', async () => {
		await share({ sharing: 'SHARING_INSTANCE', canEdit: true });
		expect(await outcome(share({ sharing: 'SHARING_PRIVATE' }, ben))).toBe('forbidden');
		expect(await outcome(world.ask(lists.getShares, ben, { listUid }))).toBe('forbidden');
		const { uid } = await world.listOf(ben, 'Diary');
		expect(await outcome(world.ask(lists.getShares, ada, { listUid: uid }))).toBe('missing');
		const taking = { listUid: uid, sharing: 'SHARING_INSTANCE' } as const;
		expect(await outcome(world.ask(lists.shareList, ada, taking))).toBe('missing');
	});

	it('is shown to its owner with all names, and to others without names', async () => {
		await fill(kids, ben);
		const named = { memberUids: [cleo.member.uid], groupUids: [kids] };
		await specific({ ...named, canEdit: true });
		const seen = { ownerName: 'Ada', sharing: 'SHARING_SPECIFIC', canEdit: true, isPublic: false };
		expect(await world.ask(lists.getSharing, ada, { listUid })).toEqual({
			...seen,
			...named,
			members: [{ uid: cleo.member.uid, name: 'Cleo' }],
			groups: [{ uid: kids, name: 'kids' }]
		});
		const nobody = { memberUids: [], groupUids: [], members: [], groups: [] };
		for (const other of [ben, cleo])
			expect(await world.ask(lists.getSharing, other, { listUid })).toEqual({ ...seen, ...nobody });
	});

	it('names to an owner with whom each of their lists is shared, and to nobody else', async () => {
		const namesFor = async (who: Caller) => {
			const { shared } = await world.ask(lists.getSharedNames, who, {});
			return shared.filter((one) => one.listUid === listUid).map(({ names }) => names);
		};
		expect(await namesFor(ada)).toEqual([]);
		await fill(kids, ben);
		await specific({ memberUids: [cleo.member.uid], groupUids: [kids] });
		expect(await namesFor(ada)).toEqual([['Cleo', 'kids']]);
		expect(await namesFor(ben)).toEqual([]);
		const elsewhere = await world.listOf(ada, 'Diary');
		const token = (await world.tokenOf(ada, { listUids: [elsewhere.uid] })).caller;
		expect(await namesFor(token)).toEqual([]);
		await world.ask(lists.deleteList, ada, { listUid });
		expect(await namesFor(ada)).toEqual([]);
	});

	it('can be set again to what was read, which changes nothing', async () => {
		const people = [ada, ben, cleo].map(({ member }) => member.uid);
		const given = fc.record({
			sharing: fc.constantFrom(...sharings),
			canEdit: fc.boolean(),
			memberUids: fc.subarray(people),
			groupUids: fc.subarray([kids, flat])
		});
		await fc.assert(
			fc.asyncProperty(given, async (set) => {
				await share(set);
				const read = await world.ask(lists.getSharing, ada, { listUid });
				await share(lists.shareList.input.parse({ listUid, ...read }));
				expect(await world.ask(lists.getSharing, ada, { listUid })).toEqual(read);
				expect(read.canEdit).toBe(set.canEdit && set.sharing !== 'SHARING_PRIVATE');
				expect(read.members.map(({ uid }) => uid)).toEqual(read.memberUids);
				expect(read.groups.map(({ uid }) => uid)).toEqual(read.groupUids);
			}),
			{ numRuns: 40 }
		);
	});

	it('that ends leaves added items, and a token for the list no longer sees it', async () => {
		await share({ sharing: 'SHARING_INSTANCE', canEdit: true });
		const { caller, uid: tokenUid } = await world.tokenOf(ben, { listUids: [listUid] });
		const everywhere = await world.tokenOf(ben);
		expect([await add(caller), await add(everywhere.caller)]).toEqual(['done', 'done']);
		await share({ sharing: 'SHARING_PRIVATE' });
		expect([await sees(caller), await sees(everywhere.caller)]).toEqual([false, false]);
		const { list } = await world.ask(lists.getList, ada, { listUid });
		expect(list.openCount).toBe(2);
		for (const [who, all] of [
			[ben, false],
			[ada, true]
		] as const) {
			const { tokens: kept } = await world.ask(tokens.getAccessTokens, who, { all });
			expect(kept.find(({ uid }) => uid === tokenUid)?.listNames).toEqual([]);
		}
		await share({ sharing: 'SHARING_INSTANCE' });
		expect([await sees(caller), await add(caller)]).toEqual([true, 'forbidden']);
	});

	it('through a token is limited to the lists in the token’s scope', async () => {
		const other = await world.listOf(ada, 'Diary');
		const { caller } = await world.tokenOf(ada, {
			listUids: [listUid],
			abilities: { write: true }
		});
		expect(await outcome(share({ sharing: 'SHARING_INSTANCE' }, caller))).toBe('done');
		const beyond = { listUid: other.uid, sharing: 'SHARING_INSTANCE' } as const;
		expect(await outcome(world.ask(lists.shareList, caller, beyond))).toBe('missing');
		const reader = await world.tokenOf(ada, { abilities: { read: true } });
		expect(await outcome(share({ sharing: 'SHARING_PRIVATE' }, reader.caller))).toBe('forbidden');
	});

	it('keeps each member’s own pin, even over a time without access', async () => {
		await share({ sharing: 'SHARING_INSTANCE' });
		await world.ask(lists.pinList, ben, { listUid, pinned: true });
		await share({ sharing: 'SHARING_PRIVATE' });
		await share({ sharing: 'SHARING_INSTANCE' });
		const pinned = async (who: Caller) =>
			(await world.ask(lists.getList, who, { listUid })).list.isPinned;
		expect([await pinned(ben), await pinned(ada)]).toEqual([true, false]);
	});
});
