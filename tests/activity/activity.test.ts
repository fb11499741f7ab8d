import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { activity } from '../../src/lib/server/activity/operations.ts';
import { inLanguage } from '../../src/lib/server/http/request-context.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { sidebar } from '../../src/lib/server/sidebar/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { performed, strangerAt } from '../support/credentials.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, password, providers, visitor, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;
type Edit = Omit<z.input<typeof items.changeItem.input>, 'itemUid'>;

describe.each(providers)('activity on %s', (provider) => {
	let world: World;
	let ada: Person, eve: Person, ben: Person;
	beforeAll(async () => {
		world = await openWorld(provider);
		await world.database.writer.instance.create({
			data: { name: 'Mill Lane', createdAt: world.now() }
		});
		[ada, eve] = [await world.member('Ada', 'ROLE_ADMIN'), await world.member('Eve', 'ROLE_ADMIN')];
		ben = await world.member('Ben');
	});
	afterAll(() => world.close());

	/** A member's Activity. Also checks that the sidebar's unread count is the same. */
	async function of(who: Person) {
		const found = await world.ask(activity.getActivity, who, {});
		const { unreadCount } = await world.ask(sidebar.getSidebar, who, { today: '2026-11-20' });
		expect(unreadCount).toBe(found.unreadCount);
		return found;
	}
	const about = async (who: Person, targetUid: string) =>
		(await of(who)).activity.filter((entry) => entry.targetUid === targetUid);
	const pass = () => world.setClock(new Date(world.now().getTime() + 1000));
	const share = (listUid: string, sharing: 'SHARING_INSTANCE' | 'SHARING_PRIVATE') =>
		world.ask(lists.shareList, ada, { listUid, sharing });

	it('tells every admin, and nobody else, of a request to join and of what became of it', async () => {
		const { requestUid } = await world.ask(requests.askToJoin, visitor, {
			name: 'Dan',
			email: 'dan@mill.test'
		});
		const entry = {
			kind: 'ACTIVITY_KIND_JOIN_REQUEST',
			text: 'Dan asked to join.',
			unread: true,
			outcome: 'ACTIVITY_OUTCOME_UNSPECIFIED'
		};
		expect(await about(ada, requestUid)).toMatchObject([entry]);
		expect(await about(eve, requestUid)).toMatchObject([entry]);
		expect(await of(ben)).toEqual({ activity: [], unreadCount: 0 });
		await world.ask(requests.decideJoin, ada, { requestUid, approve: false });
		expect(await about(eve, requestUid)).toMatchObject([
			{ ...entry, outcome: 'ACTIVITY_OUTCOME_IGNORED' }
		]);
	});

	it('tells the admins of a request for a new password, but not of a stranger’s', async () => {
		const known = await world.ask(requests.askForReset, visitor, { emailOrName: 'Ben' });
		const before = (await of(ada)).unreadCount;
		const unknown = await world.ask(requests.askForReset, visitor, { emailOrName: 'Mallory' });
		expect(await about(ada, unknown.requestUid)).toEqual([]);
		expect((await of(ada)).unreadCount).toBe(before);
		expect(JSON.stringify(await of(ada))).not.toContain('Mallory');
		await world.ask(requests.decideReset, eve, { requestUid: known.requestUid, approve: true });
		expect(await about(ada, known.requestUid)).toMatchObject([
			{
				kind: 'ACTIVITY_KIND_RESET_REQUEST',
				text: 'Ben asked for a new password.',
				outcome: 'ACTIVITY_OUTCOME_APPROVED'
			}
		]);
		expect(await about(ben, known.requestUid)).toEqual([]);
	});

	it.each([true, false])(
		'is marked as read for the admin who decides a request, and shows the decision to the others: approved %s',
		async (approve) => {
			const asker = strangerAt(approve ? '192.0.2.21' : '192.0.2.22');
			const other = await world.ask(requests.askToJoin, asker, {
				name: 'Other',
				email: 'other@mill.test'
			});
			const joining = await world.ask(requests.askToJoin, asker, {
				name: 'Dan',
				email: 'dan@mill.test'
			});
			const resetting = await world.ask(requests.askForReset, asker, { emailOrName: 'Ben' });
			const [ofAda, ofEve] = [(await of(ada)).unreadCount, (await of(eve)).unreadCount];
			const became = `ACTIVITY_OUTCOME_${approve ? 'APPROVED' : 'IGNORED'}`;
			for (const [operation, { requestUid }] of [
				[requests.decideJoin, joining],
				[requests.decideReset, resetting]
			] as const) {
				await world.ask(operation, eve, { requestUid, approve });
				expect(await about(eve, requestUid)).toMatchObject([{ unread: false, outcome: became }]);
				expect(await about(ada, requestUid)).toMatchObject([{ unread: true, outcome: became }]);
			}
			expect([(await of(ada)).unreadCount, (await of(eve)).unreadCount]).toEqual([
				ofAda,
				ofEve - 2
			]);
			expect(await about(eve, other.requestUid)).toMatchObject([{ unread: true }]);
		}
	);

	it('stays unread for an admin whose decision came too late', async () => {
		const asker = strangerAt('192.0.2.23');
		const { requestUid } = await world.ask(requests.askToJoin, asker, {
			name: 'Dan',
			email: 'dan@mill.test'
		});
		await world.ask(requests.decideJoin, ada, { requestUid, approve: true });
		const late = world.ask(requests.decideJoin, eve, { requestUid, approve: false });
		expect(await outcome(late)).toBe('changed');
		expect(await about(eve, requestUid)).toMatchObject([
			{ unread: true, outcome: 'ACTIVITY_OUTCOME_APPROVED' }
		]);
	});

	it('tells of a shared list to members who did not reach it before, while they reach it', async () => {
		const { uid } = await world.listOf(ada, 'Camping');
		const { member: removed } = await world.member('Fay');
		await world.ask(members.removeMember, ada, { memberUid: removed.uid });
		await share(uid, 'SHARING_INSTANCE');
		const { activity: entries } = world.database.reader;
		expect(await entries.count({ where: { memberUid: removed.uid } })).toBe(0);
		const told = await about(ben, uid);
		expect(told).toMatchObject([
			{ kind: 'ACTIVITY_KIND_LIST_SHARED', text: 'Ada shared “Camping” with you.' }
		]);
		await world.ask(lists.shareList, ada, {
			listUid: uid,
			sharing: 'SHARING_SPECIFIC',
			memberUids: [ben.member.uid]
		});
		expect(await about(ben, uid)).toEqual(told);
		expect([await about(eve, uid), await about(ada, uid)]).toEqual([[], []]);
		const before = (await of(ben)).unreadCount;
		await share(uid, 'SHARING_PRIVATE');
		expect(await about(ben, uid)).toEqual([]);
		expect((await of(ben)).unreadCount).toBe(before - 1);
		await share(uid, 'SHARING_INSTANCE');
		await world.ask(lists.deleteList, ada, { listUid: uid });
		expect(JSON.stringify(await of(ben))).not.toContain('Camping');
	});

	it('tells once of a list that is shared and made private again repeatedly', async () => {
		const { uid } = await world.listOf(ada);
		for (const sharing of ['SHARING_INSTANCE', 'SHARING_PRIVATE', 'SHARING_INSTANCE'] as const) {
			pass();
			await share(uid, sharing);
		}
		expect(await about(ben, uid)).toHaveLength(1);
	});

	it('tells a token’s member of its first use, once', async () => {
		const { caller, uid } = await world.tokenOf(ben, { name: 'recipe box' });
		for (let use = 0; use < 3; use++) await world.ask(tokens.noteTokenUse, caller, {});
		expect(await about(ben, uid)).toMatchObject([
			{ kind: 'ACTIVITY_KIND_TOKEN_USED', text: expect.stringContaining('recipe box') }
		]);
		expect(await about(ada, uid)).toEqual([]);
		const raced = await world.tokenOf(ben, { name: 'raced' });
		await Promise.all([1, 2, 3].map(() => world.ask(tokens.noteTokenUse, raced.caller, {})));
		expect((await about(ben, raced.uid)).length).toBe(1);
		expect(await outcome(world.ask(activity.getActivity, caller, {}))).toBe('forbidden');
	});

	it('tells a member of each sign-in after the first run, with the device in the reader’s language', async () => {
		const from = {
			address: '192.0.2.9',
			device: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
		};
		const fresh = await openWorld(provider);
		const admin = await fresh.setUp();
		const found = async () => (await fresh.ask(activity.getActivity, admin, {})).activity;
		expect(await found()).toEqual([]);
		const given = { email: 'ada@mill.test', password };
		await inLanguage('ar', () => fresh.ask(members.startSession, { by: 'visitor', from }, given));
		await fresh.ask(
			members.signIn,
			{ by: 'visitor', from: { ...from, device: 'curl/8.1' } },
			given
		);
		const texts = (await found()).map(({ kind, text }) => [kind, text]).sort();
		expect(texts).toEqual([
			['ACTIVITY_KIND_SIGN_IN', 'New sign-in: Firefox on Linux.'],
			['ACTIVITY_KIND_SIGN_IN', 'New sign-in: curl.']
		]);
		await fresh.close();
	});

	it('keeps one entry for repeated sign-ins on a device: the latest, and unread each time', async () => {
		const device = (version: number) =>
			`Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
		const fresh = await openWorld(provider);
		const admin = await fresh.setUp();
		const signIn = async (named: string) => {
			fresh.setClock(new Date(fresh.now().getTime() + 60_000));
			const from = { address: '192.0.2.9', device: named };
			const given = { email: 'ada@mill.test', password };
			await fresh.ask(members.startSession, { by: 'visitor', from }, given);
		};
		const found = async () =>
			(await fresh.ask(activity.getActivity, admin, {})).activity.map(
				({ text, unread, createdAt }) => ({ text, unread, createdAt })
			);
		const linux = 'New sign-in: Firefox on Linux.';
		await signIn(device(140));
		await signIn(device(141));
		const now = () => fresh.now().toISOString();
		expect(await found()).toEqual([{ text: linux, unread: true, createdAt: now() }]);
		await fresh.ask(activity.markActivityRead, admin, {});
		await signIn(device(141));
		const latest = { text: linux, unread: true, createdAt: now() };
		expect(await found()).toEqual([latest]);
		await signIn('curl/8.1');
		expect(await found()).toEqual([
			{ text: 'New sign-in: curl.', unread: true, createdAt: now() },
			latest
		]);
		const { sessions } = await fresh.ask(members.getSessions, admin, {});
		expect(sessions.filter(({ device }) => /Firefox|curl/.test(device)).length).toBe(4);
		await fresh.close();
	});

	it('shows an entry of a newer version, and signs its member in', async () => {
		const fresh = await openWorld(provider);
		const admin = await fresh.setUp();
		const text = (message: string) => JSON.stringify({ message, inputs: { name: 'Ben' } });
		const entry = { kind: 'ACTIVITY_KIND_SIGN_IN', memberUid: admin.member.uid };
		await fresh.insert(
			'Activity',
			['not_written_yet', 'constructor'].map((message, at) => ({
				...{ ...entry, uid: `act_${at}`, text: text(message) },
				createdAt: new Date(fresh.now().getTime() - at - 1)
			}))
		);
		const given = { email: 'ada@mill.test', password };
		await fresh.ask(members.startSession, visitor, given);
		const texts = (await fresh.ask(activity.getActivity, admin, {})).activity.map(
			({ text: shown }) => shown
		);
		const unknown = 'Something happened that only a newer version of Hearth can describe.';
		expect(texts).toEqual(['New sign-in: a.', unknown, unknown]);
		await fresh.close();
	});

	it('tells a member that their password was reset, and who approved it', async () => {
		const { output, issued } = await performed(world, requests.askForReset, visitor, {
			emailOrName: 'Ben'
		});
		const { requestUid } = output;
		const cookie = issued.find(({ kind }) => kind === 'binding');
		const bindingSecret = cookie && 'secret' in cookie ? cookie.secret : '';
		await world.ask(requests.decideReset, eve, { requestUid, approve: true });
		const complete = { ...requests.completeReset, prepare: async () => 'a hash' };
		const client = { ...visitor, from: { ...visitor.from, bindingSecret } };
		await world.ask(complete, client, { requestUid, newPassword: password });
		await world.reopen(ben);
		expect(await about(ben, requestUid)).toMatchObject([
			{
				kind: 'ACTIVITY_KIND_PASSWORD_RESET',
				text: 'Your password was reset, approved by Eve.',
				unread: true
			}
		]);
	});

	it('comes newest first, counts unread entries, and is marked as read all at once, for each member separately', async () => {
		pass();
		const first = await world.listOf(ada, 'First');
		await share(first.uid, 'SHARING_INSTANCE');
		pass();
		const second = await world.listOf(ada, 'Second');
		await share(second.uid, 'SHARING_INSTANCE');
		const { activity: entries, unreadCount } = await of(ben);
		expect(entries.slice(0, 2).map(({ targetUid }) => targetUid)).toEqual([second.uid, first.uid]);
		expect(unreadCount).toBe(entries.filter(({ unread }) => unread).length);
		expect(unreadCount).toBeGreaterThan(1);
		const before = await of(eve);
		const announced = () =>
			world.database.reader.change.count({ where: { toUid: ben.member.uid } });
		const earlier = await announced();
		await world.ask(activity.markActivityRead, ben, {});
		expect(await of(ben)).toEqual({
			activity: entries.map((entry) => ({ ...entry, unread: false })),
			unreadCount: 0
		});
		expect(await of(eve)).toEqual(before);
		expect(await announced()).toBe(earlier + 1);
		expect(await outcome(world.ask(activity.markActivityRead, ben, {}))).toBe('done');
		expect(await announced()).toBe(earlier + 1);
	});

	describe('of an edit that conflicts with an earlier one', () => {
		const edit = (who: Caller, itemUid: string, words: Edit, key?: string) =>
			outcome(
				perform(world.household, items.changeItem, who, () => ({ itemUid, ...words }), { key })
			);
		const itemOn = async (listUid: string, label: string) =>
			(await world.ask(items.addItem, ada, { listUid, label })).item.uid;
		const stale = { label: 'skimmed milk', expectedLabel: 'milk' };
		let listUid: string, itemUid: string;
		beforeEach(async () => {
			listUid = (await world.listOf(ada, 'Groceries')).uid;
			const shared = { listUid, sharing: 'SHARING_INSTANCE', canEdit: true } as const;
			await world.ask(lists.shareList, ada, shared);
			itemUid = await itemOn(listUid, 'milk');
			expect(await edit(ada, itemUid, { label: 'oat milk' })).toBe('done');
		});

		it('tells only the member whose edit was refused, and names who changed the item first', async () => {
			expect(await edit(ben, itemUid, stale)).toBe('changed');
			expect(await about(ben, itemUid)).toMatchObject([
				{
					kind: 'ACTIVITY_KIND_CONFLICT',
					text: 'Your change to “oat milk” was not saved: Ada changed it first.',
					unread: true
				}
			]);
			expect([await about(ada, itemUid), await about(eve, itemUid)]).toEqual([[], []]);
			expect((await world.ask(items.getItem, ben, { itemUid })).item.label).toBe('oat milk');
		});

		it('is told of a note as well, and names the access token of the edit', async () => {
			const { caller } = await world.tokenOf(ben, { name: 'recipe box' });
			await edit(ada, itemUid, { note: 'the blue one' });
			expect(await edit(caller, itemUid, { note: 'any', expectedNote: '' })).toBe('changed');
			expect(await about(ben, itemUid)).toMatchObject([
				{
					text: 'A change through “recipe box” to “oat milk” was not saved: Ada changed it first.'
				}
			]);
		});

		it('blames nobody where nobody changed the item, and names the member themselves where they did', async () => {
			const untouched = await itemOn(listUid, 'bread');
			await edit(ben, untouched, { label: 'rye', expectedLabel: 'rolls' });
			expect(await about(ben, untouched)).toMatchObject([
				{ text: 'Your change to “bread” was not saved: it had changed.' }
			]);
			await edit(ben, itemUid, { label: 'soy milk' });
			await edit(ben, itemUid, stale);
			expect(await about(ben, itemUid)).toMatchObject([
				{ text: 'Your change to “soy milk” was not saved: you changed it first.' }
			]);
		});

		it('is announced to that member’s other windows, and the refused edit itself is not', async () => {
			const before = await world.database.reader.change.count();
			await edit(ben, itemUid, stale);
			const announced = await world.database.reader.change.findMany({
				skip: before,
				orderBy: { number: 'asc' }
			});
			expect(announced).toMatchObject([{ kind: 'activity.changed', toUid: ben.member.uid }]);
		});

		it('is told once, however often the same edit is tried', async () => {
			for (const key of ['first', 'first', 'second'])
				expect(await edit(ben, itemUid, stale, key)).toBe('changed');
			expect((await about(ben, itemUid)).length).toBe(1);
		});

		it('is marked as read, also in their other windows, once the same member has saved the item after all', async () => {
			await edit(ben, itemUid, stale);
			await edit(eve, itemUid, { quantity: '2 l' });
			expect(await about(ben, itemUid)).toMatchObject([{ unread: true }]);
			expect(await edit(ben, itemUid, { ...stale, expectedLabel: 'oat milk' })).toBe('done');
			expect(await about(ben, itemUid)).toMatchObject([{ unread: false }]);
			const newest = await world.database.reader.change.findFirst({ orderBy: { number: 'desc' } });
			expect(newest).toMatchObject({ kind: 'activity.changed', toUid: ben.member.uid });
		});

		it('is told only while the member reaches the item', async () => {
			await edit(ben, itemUid, stale);
			const own = await world.listOf(ada, 'Diary');
			await world.ask(items.moveItem, ada, { itemUid, toListUid: own.uid });
			expect(await about(ben, itemUid)).toEqual([]);
			await world.ask(items.moveItem, ada, { itemUid, toListUid: listUid });
			expect((await about(ben, itemUid)).length).toBe(1);
			await world.ask(items.deleteItem, ada, { itemUid });
			expect(await about(ben, itemUid)).toEqual([]);
		});

		it('is not created for an edit that is refused for another reason, nor for a tick', async () => {
			await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE' });
			expect(await edit(ben, itemUid, stale)).toBe('forbidden');
			for (const done of [true, true]) await world.ask(items.tickItem, ada, { itemUid, done });
			expect([await about(ben, itemUid), await about(ada, itemUid)]).toEqual([[], []]);
		});
	});

	it('shows and counts the newest 200, however many there are', async () => {
		const fay = await world.member('Fay');
		const { uid: targetUid } = await world.listOf(fay);
		const out = await world.listOf(ada, 'Out of reach');
		const entries = Array.from({ length: 260 }, (_, number) => ({
			uid: `act_${String(number).padStart(3, '0')}`,
			memberUid: fay.member.uid,
			kind: 'ACTIVITY_KIND_LIST_SHARED',
			text: `entry ${number}`,
			// The newest forty are about a list that she does not reach. They are not shown and do not count among the 200.
			targetUid: number < 220 ? targetUid : out.uid,
			createdAt: new Date(world.now().getTime() + number * 1000),
			readAt: number % 2 ? world.now() : null
		}));
		await world.database.writer.activity.createMany({ data: entries });
		const { activity: shown, unreadCount } = await of(fay);
		expect(shown.map(({ text }) => text)).toEqual(
			Array.from({ length: 200 }, (_, place) => `entry ${219 - place}`)
		);
		expect(unreadCount).toBe(100);
	});

	it('tells a former admin of no request', async () => {
		expect((await of(eve)).activity.some(({ kind }) => kind.endsWith('_REQUEST'))).toBe(true);
		const demoted = { ...eve, member: { ...eve.member, isAdmin: false } };
		const { activity: left, unreadCount } = await of(demoted);
		expect(left.filter(({ kind }) => kind.endsWith('_REQUEST'))).toEqual([]);
		expect(unreadCount).toBe(left.filter(({ unread }) => unread).length);
	});
});
