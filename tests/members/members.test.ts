import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/lib/server/data/sql.ts';
import { groups } from '../../src/lib/server/groups/operations.ts';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { tokenCaller } from '../../src/lib/server/tokens/bearer.ts';
import { browserOf, callerOfPair, openedBy, pairOf, refreshed } from '../support/credentials.ts';
import { outcome, outcomes } from '../support/outcome.ts';
import { openWorld, password, providers, visitor, type World } from '../support/world.ts';

const schema = readFileSync('prisma/schema.prisma', 'utf8');

type Person = Awaited<ReturnType<World['member']>>;

describe.each(providers)('members on %s', (provider) => {
	let world: World;
	let ada: Person;
	beforeAll(async () => {
		world = await openWorld(provider);
		await world.database.writer.instance.create({
			data: { name: 'Mill Lane', createdAt: world.now() }
		});
		ada = await world.member('Ada', 'ROLE_ADMIN');
	});
	afterAll(() => world.close());

	const removal = (memberUid: string, by: Person = ada) =>
		world.ask(members.removeMember, by, { memberUid });
	const roleOf = async (uid: string) =>
		(await world.ask(members.getMembers, ada, {})).members.find((member) => member.uid === uid)
			?.role;

	it('are added with a password of four plain words, which allows nothing but to choose another', async () => {
		const { member, temporaryPassword } = await world.ask(members.addMember, ada, {
			name: 'Élise',
			email: 'elise@mill.test',
			role: 'ROLE_UNSPECIFIED'
		});
		expect(member).toMatchObject({
			role: 'ROLE_MEMBER',
			mustChangePassword: true,
			lastSignedInAt: ''
		});
		expect(temporaryPassword).toMatch(/^[a-z]+( [a-z]+){3}$/);
		const signingIn = { email: 'ELISE@mill.test', password: temporaryPassword };
		const { accessToken } = await world.ask(members.signIn, visitor, signingIn);
		const elise = await callerOfPair(world, accessToken);
		if (!elise) throw new Error('the temporary password opens nothing');
		expect(await outcome(world.ask(members.getMe, elise, {}))).toBe('done');
		expect(await outcome(world.ask(lists.getLists, elise, {}))).toBe('forbidden');
		expect(await outcome(world.ask(members.changeMe, elise, { name: 'Eve' }))).toBe('forbidden');
		const choose = (newPassword: string) =>
			world.ask(members.changePassword, elise, { currentPassword: temporaryPassword, newPassword });
		await expect(choose(temporaryPassword)).rejects.toMatchObject({
			kind: 'malformed',
			violations: [{ field: 'newPassword' }]
		});
		const { member: settled } = await choose(password);
		expect(settled.mustChangePassword).toBe(false);
		const again = await callerOfPair(world, accessToken);
		if (!again) throw new Error('the pair that changed the password has ended');
		expect(await outcome(world.ask(lists.getLists, again, {}))).toBe('done');
		const stored = await world.database.reader.member.findUniqueOrThrow({
			where: { uid: member.uid }
		});
		expect(stored.passwordHash).toMatch(/^\$argon2id\$/);
	});

	it('have unique emails, ignoring case, also when two are added at once', async () => {
		const add = (email: string) => world.ask(members.addMember, ada, { name: 'Twin', email });
		const taken = { kind: 'exists', violations: [{ field: 'email' }] };
		await expect(add('ADA@Mill.test')).rejects.toMatchObject(taken);
		expect(await outcomes([add('twin@mill.test'), add('Twin@mill.test')])).toEqual([
			'done',
			'exists'
		]);
		expect(await outcome(add('no address'))).toBe('malformed');
	});

	it('can change only their own name and email', async () => {
		const ben = await world.member('Benedict');
		const given = { memberUid: ada.member.uid, uid: ada.member.uid, role: 'ROLE_ADMIN' };
		const { member } = await world.ask(members.changeMe, ben, { name: 'Ben B.', ...given });
		expect(member).toMatchObject({ uid: ben.member.uid, name: 'Ben B.', role: 'ROLE_MEMBER' });
		await expect(
			world.ask(members.changeMe, ben, { email: 'Ada@mill.test' })
		).rejects.toMatchObject({ kind: 'exists', violations: [{ field: 'email' }] });
		const cased = await world.ask(members.changeMe, ben, { email: 'Benedict@mill.test' });
		expect(cased.member).toMatchObject({ email: 'Benedict@mill.test', name: 'Ben B.' });
		const { members: all } = await world.ask(members.getMembers, ada, {});
		expect(all.find(({ uid }) => uid === ada.member.uid)?.name).toBe('Ada');
		const { caller } = await world.tokenOf(ben);
		expect(await outcome(world.ask(members.changeMe, caller, { name: 'Bot' }))).toBe('forbidden');
	});

	it('cannot choose a name that looks like another member’s', async () => {
		const mira = await world.member('Mira Cox');
		const takes = (name: string, by: Person) => outcome(world.ask(members.changeMe, by, { name }));
		const eve = await world.member(`Mallory ${provider}`);
		const alike = ['Mira Cox', 'mira  cox', 'Míra Cox', 'Mirа Соx', 'Mira\u200b Cox', 'M1ra C0x'];
		alike.push(...['\u3164', '\u115f', '\u2800'].map((unseen) => `Mira${unseen} Cox`));
		alike.push('M\u0131ra Cox', 'Mira C\u0585x');
		for (const name of alike) expect([name, await takes(name, eve)]).toEqual([name, 'exists']);
		expect(await takes('Mira Fox', eve)).toBe('done');
		expect(await takes('MIRA COX', mira)).toBe('done');
		// An admin may, since they know both people.
		const twin = { name: 'Mira Cox', email: `mira.${provider}@mill.test` };
		expect(await outcome(world.ask(members.addMember, ada, twin))).toBe('done');
		const moved = { name: 'MIRA COX', email: `mira.cox.${provider}@mill.test` };
		const asNow = { ...mira, member: { ...mira.member, name: moved.name } };
		expect(await outcome(world.ask(members.changeMe, asNow, moved))).toBe('done');
	});

	it('cannot choose names that look alike at once', async () => {
		const all: Person[] = [];
		for (let index = 0; index < 8; index += 1) all.push(await world.member(`Eve ${index}`));
		const chosen = await outcomes(
			all.map((by) => world.ask(members.changeMe, by, { name: `Nils ${provider}` }))
		);
		expect(chosen.toSorted()).toEqual(['done', ...Array<string>(7).fill('exists')]);
	});

	it('are listed by name, ignoring case and accents', async () => {
		for (const name of ['zoe', 'Ämilie', 'Zoë2']) await world.member(name);
		const names = (await world.ask(members.getMembers, ada, {})).members.map(({ name }) => name);
		const wanted = ['Ada', 'Ämilie', 'zoe', 'Zoë2'];
		expect(names.filter((name) => wanted.includes(name))).toEqual(wanted);
	});

	it('are made admins and members again only by an admin', async () => {
		const cleo = await world.member('Cleo');
		const role = (by: Person, given: 'ROLE_ADMIN' | 'ROLE_MEMBER') =>
			outcome(world.ask(members.changeRole, by, { memberUid: cleo.member.uid, role: given }));
		expect(await role(cleo, 'ROLE_ADMIN')).toBe('forbidden');
		expect([await role(ada, 'ROLE_ADMIN'), await roleOf(cleo.member.uid)]).toEqual([
			'done',
			'ROLE_ADMIN'
		]);
		const secret = await browserOf(world, 'cleo@mill.test');
		const asked = async () => {
			const browser = await openedBy(world, secret);
			const nobody = { name: '', email: '' };
			return browser && outcome(world.ask(members.addMember, browser.caller, nobody));
		};
		expect(await asked()).toBe('malformed');
		expect(await role(ada, 'ROLE_MEMBER')).toBe('done');
		expect(await asked()).toBe('forbidden');
		const nobody = { memberUid: 'mem_never', role: 'ROLE_ADMIN' } as const;
		expect(await outcome(world.ask(members.changeRole, ada, nobody))).toBe('missing');
	});

	it('are never without an admin, even when two admins demote or remove each other at once', async () => {
		const demote = (by: Person, memberUid: string) =>
			world.ask(members.changeRole, by, { memberUid, role: 'ROLE_MEMBER' });
		expect(await outcome(demote(ada, ada.member.uid))).toBe('not-yet');
		expect(await outcome(removal(ada.member.uid))).toBe('not-yet');
		const remove = (by: Person, memberUid: string) => removal(memberUid, by);
		const setRole = (uid: string, role: string) =>
			world.database.writer.member.update({ where: { uid }, data: { role } });
		await setRole(ada.member.uid, 'ROLE_MEMBER');
		for (const act of [demote, remove]) {
			const eve = await world.member(`Eve${provider}${act.name}`, 'ROLE_ADMIN');
			const eli = await world.member(`Eli${provider}${act.name}`, 'ROLE_ADMIN');
			const both = await outcomes([act(eve, eli.member.uid), act(eli, eve.member.uid)]);
			// The second one is refused as the last admin, or is no longer an admin or a member.
			expect(both).toEqual([
				'done',
				expect.stringMatching(/^(not-yet|forbidden|unauthenticated)$/)
			]);
			const admins = { role: 'ROLE_ADMIN', removedAt: null };
			expect(await world.database.reader.member.count({ where: admins })).toBe(1);
			for (const { member } of [eve, eli]) await setRole(member.uid, 'ROLE_MEMBER');
		}
		await setRole(ada.member.uid, 'ROLE_ADMIN');
	});

	it('who are removed leave their name on what they added, ticked and archived', async () => {
		const dan = await world.member('Dan');
		const list = await world.listOf(ada, 'House');
		await world.ask(lists.shareList, ada, {
			listUid: list.uid,
			sharing: 'SHARING_INSTANCE',
			canEdit: true
		});
		const { item } = await world.ask(items.addItem, dan, { listUid: list.uid, label: 'paint' });
		await world.ask(items.tickItem, dan, { itemUid: item.uid, done: true });
		await removal(dan.member.uid);
		const { items: left } = await world.ask(lists.getList, ada, { listUid: list.uid });
		expect(left).toMatchObject([{ addedByName: 'Dan', doneByName: 'Dan', done: true }]);
		const { members: all } = await world.ask(members.getMembers, ada, {});
		expect(all.map(({ name }) => name)).not.toContain('Dan');
		expect(await outcome(removal(dan.member.uid))).toBe('missing');
		const { member } = await world.ask(members.addMember, ada, {
			name: 'Dan',
			email: 'dan@mill.test'
		});
		expect(member.uid).not.toBe(dan.member.uid);
	});

	it('who are removed leave their shared lists to the removing admin, and their private ones to the trash', async () => {
		const [fay, gus] = [await world.member('Fay'), await world.member('Gus')];
		const shared = await world.listOf(fay, 'Shared');
		const secret = await world.listOf(fay, 'Private');
		const thrown = await world.listOf(fay, 'Thrown away');
		await world.ask(lists.deleteList, fay, { listUid: thrown.uid });
		const named = [ada.member.uid, gus.member.uid];
		await world.ask(lists.shareList, fay, {
			listUid: shared.uid,
			sharing: 'SHARING_SPECIFIC',
			memberUids: named,
			canEdit: true
		});
		await removal(fay.member.uid);
		expect(await world.ask(lists.getList, ada, { listUid: shared.uid })).toMatchObject({
			list: { isOwner: true }
		});
		expect(await world.ask(lists.getShares, ada, { listUid: shared.uid })).toEqual({
			memberUids: [gus.member.uid],
			groupUids: []
		});
		expect(await world.ask(lists.getList, gus, { listUid: shared.uid })).toMatchObject({
			list: { canEdit: true }
		});
		expect(await outcome(world.ask(lists.getList, ada, { listUid: secret.uid }))).toBe('missing');
		const { entries } = await world.ask(trash.getTrash, ada, {});
		expect(Object.fromEntries(entries.map((entry) => [entry.uid, entry.deletedByName]))).toEqual({
			[secret.uid]: 'Ada',
			[thrown.uid]: 'Fay'
		});
		expect((await world.ask(trash.getTrash, gus, {})).entries).toEqual([]);
	});

	it('who remove themselves leave their lists to another admin', async () => {
		const hal = await world.member('Hal', 'ROLE_ADMIN');
		const shared = await world.listOf(hal, 'Hal’s');
		await world.ask(lists.shareList, hal, { listUid: shared.uid, sharing: 'SHARING_INSTANCE' });
		await removal(hal.member.uid, hal);
		expect(await world.ask(lists.getList, ada, { listUid: shared.uid })).toMatchObject({
			list: { isOwner: true }
		});
	});

	it('who are removed have no valid credential, and are in no group and on no list', async () => {
		const ida = await world.member('Ida');
		const list = await world.listOf(ada, 'Bikes');
		await world.ask(lists.shareList, ada, {
			listUid: list.uid,
			sharing: 'SHARING_SPECIFIC',
			memberUids: [ida.member.uid]
		});
		const { group } = await world.ask(groups.createGroup, ada, {
			name: `riders ${provider}`,
			memberUids: [ida.member.uid]
		});
		const browser = await browserOf(world, 'ida@mill.test');
		const pair = await pairOf(world, 'ida@mill.test');
		const token = await world.tokenOf(ida);
		await world.ask(lists.pinList, ida, { listUid: list.uid, pinned: true });
		await world.ask(requests.askForReset, visitor, { emailOrName: 'Ida' });
		const { reader } = world.database;
		const earlier = await reader.change.count();
		await removal(ida.member.uid);
		expect(await tablesWith(ida.member.uid)).toEqual([]);
		const told = await reader.change.findMany({ skip: earlier, orderBy: { number: 'asc' } });
		const kinds = told.map(({ kind }) => kind);
		expect(kinds).toEqual(expect.arrayContaining(['groups.changed', 'members.changed']));
		expect(await openedBy(world, browser)).toBeFalsy();
		expect(await callerOfPair(world, pair.accessToken)).toBeFalsy();
		expect(await outcome(refreshed(world, pair.refresh))).toBe('unauthenticated');
		expect(await tokenCaller(world.household, token.secret, ida.from)).toBeUndefined();
		expect((await world.ask(lists.getShares, ada, { listUid: list.uid })).memberUids).toEqual([]);
		const { groups: left } = await world.ask(groups.getGroups, ada, {});
		expect(left.find(({ uid }) => uid === group.uid)?.members).toEqual([]);
		const asked = world.ask(members.signIn, visitor, { email: 'ida@mill.test', password });
		expect(await outcome(asked)).toBe('unauthenticated');
	});

	/** The tables with rows of this member. Those of open streams go when they close. */
	async function tablesWith(memberUid: string): Promise<string[]> {
		const ofMembers = [...schema.matchAll(/^model (\w+) \{[^}]*^\tmemberUid\s/gm)].map(
			([, table = '']) => table
		);
		expect(ofMembers).toContain('Session');
		const found = await Promise.all(
			ofMembers.map((table) =>
				world.database.read.query(
					sql`SELECT 1 FROM ${sql.identifier(table)} WHERE "memberUid" = ${memberUid}`
				)
			)
		);
		return ofMembers.filter((_, index) => found[index]?.length);
	}

	it('who are removed take their private list off the public page, also once it is restored', async () => {
		const kim = await world.member('Kim', 'ROLE_ADMIN');
		const { uid: listUid } = await world.listOf(kim, 'Kim’s');
		const settings = { name: 'Mill Lane', publicList: { listUid } };
		await world.ask(instance.replaceSettings, kim, { settings });
		const isPublic = async () => (await world.ask(instance.getPublicList, visitor, {})).published;
		expect(await isPublic()).toBe(true);
		await removal(kim.member.uid);
		await world.ask(trash.restore, ada, { uid: listUid });
		expect(await isPublic()).toBe(false);
	});

	it('are removed only by an admin', async () => {
		const jo = await world.member('Jo');
		expect(await outcome(removal(ada.member.uid, jo))).toBe('forbidden');
		expect((await world.ask(instance.getAbout, jo, {})).memberCount).toBeGreaterThan(1);
	});
});
