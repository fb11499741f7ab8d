import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { Prisma } from '../../src/lib/server/data/client.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { eachText } from '../../src/lib/server/items/fields.ts';
import { PublicItem } from '../../src/lib/server/items/public-item.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { browserOf, openedBy, performed } from '../support/credentials.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { activity } from '../../src/lib/server/activity/operations.ts';
import { outcome } from '../support/outcome.ts';
import { lookInto } from '../support/sql.ts';
import { moveIn } from '../support/fixture-household.ts';
import { tableOf } from '../support/table-name.ts';
import { openWorld, password, providers, visitor, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;
type Settings = z.input<typeof instance.replaceSettings.input>['settings'];

describe.each(providers)('the instance on %s', (provider) => {
	let world: World;
	let ada: Person, ben: Person;
	let listUid: string;
	beforeAll(async () => {
		world = await openWorld(provider);
		await world.database.writer.instance.create({
			data: { name: 'Mill Lane', createdAt: world.now() }
		});
		[ada, ben] = [await world.member('Ada', 'ROLE_ADMIN'), await world.member('Ben')];
		listUid = (await world.listOf(ada)).uid;
		await world.ask(items.addItem, ada, {
			listUid,
			label: 'eggs',
			quantity: '12',
			dueOn: '2026-11-28',
			note: 'brown'
		});
		const { item } = await world.ask(items.addItem, ada, { listUid, label: 'milk' });
		await world.ask(items.tickItem, ada, { itemUid: item.uid, done: true });
	});
	afterAll(() => world.close());

	const set = (settings: Settings, by: Caller = ada) =>
		world.ask(instance.replaceSettings, by, { settings });
	const publish = (publicList: NonNullable<Settings['publicList']>) =>
		set({ name: 'Mill Lane', publicList });
	const published = () => world.ask(instance.getPublicList, visitor, {});
	const nothing = {
		published: false,
		instanceName: '',
		listName: '',
		items: [],
		allowJoin: false,
		openCount: 0,
		updatedAt: ''
	};

	it('has settings that are replaced as a whole: what is left out takes its default', async () => {
		const all = {
			name: 'Hill Lane',
			publicSignup: true,
			publicList: { listUid, showNames: true, showMeta: true, allowJoin: true },
			defaultLocale: 'de'
		} as const;
		const { settings } = await set(all);
		expect(settings).toEqual({ ...all, publicList: { ...all.publicList, listName: 'Groceries' } });
		expect(await world.ask(instance.getSettings, ada, {})).toEqual({ settings });
		expect(await world.ask(instance.getInstance, visitor, {})).toMatchObject({
			name: 'Hill Lane',
			publicSignup: true,
			defaultLocale: 'de',
			needsSetup: false
		});
		expect((await set({ name: 'Mill Lane' })).settings).toEqual({
			name: 'Mill Lane',
			publicSignup: false,
			publicList: {
				listUid: '',
				showNames: false,
				showMeta: false,
				allowJoin: false,
				listName: ''
			},
			defaultLocale: 'en'
		});
	});

	it('ignores a list’s name in the settings, and refuses an empty name or an unknown language', async () => {
		const named = { listUid, listName: 'Chosen by the request' };
		expect((await publish({ ...named })).settings.publicList.listName).toBe('Groceries');
		expect(await outcome(set({ name: ' ' }))).toBe('malformed');
		const unspoken: unknown = { name: 'Mill Lane', defaultLocale: 'tlh' };
		const asked = perform(world.household, instance.replaceSettings, ada, () => ({
			settings: unspoken
		}));
		expect(await outcome(asked)).toBe('malformed');
		await set({ name: 'Mill Lane' });
	});

	it('shows its settings to admins in a browser and to nobody else', async () => {
		expect(await outcome(world.ask(instance.getSettings, ben, {}))).toBe('forbidden');
		expect(await outcome(set({ name: 'Ben’s' }, ben))).toBe('forbidden');
		const { caller } = await world.tokenOf(ada);
		expect(await outcome(set({ name: 'Bot’s' }, caller))).toBe('forbidden');
	});

	it('publishes a list of the admin’s own, or one that everyone shares already', async () => {
		const diary = await world.listOf(ben, 'Diary');
		expect(await outcome(publish({ listUid: diary.uid }))).toBe('missing');
		expect(await outcome(publish({ listUid: 'lst_never' }))).toBe('missing');
		await world.ask(lists.shareList, ben, {
			listUid: diary.uid,
			sharing: 'SHARING_SPECIFIC',
			memberUids: [ada.member.uid],
			canEdit: true
		});
		expect(await outcome(publish({ listUid: diary.uid }))).toBe('forbidden');
		expect(await published()).toEqual(nothing);
		await world.ask(lists.shareList, ben, { listUid: diary.uid, sharing: 'SHARING_INSTANCE' });
		expect(await outcome(publish({ listUid: diary.uid }))).toBe('done');
		expect(await published()).toMatchObject({ published: true, listName: 'Diary' });
		expect(await outcome(publish({ listUid }))).toBe('done');
	});

	it('shows visitors of the public list what the settings show, and "" for the rest', async () => {
		const rows = async (shown: NonNullable<Settings['publicList']>) => {
			await publish({ listUid, ...shown });
			return (await published()).items.map(({ uid, ...rest }) => rest);
		};
		const eggs = PublicItem.omit({ uid: true }).parse({
			...{ ...eachText(() => ''), label: 'eggs', done: false, addedByName: '' }
		});
		const milk = { ...eggs, label: 'milk', done: true };
		expect(await rows({})).toEqual([eggs, milk]);
		expect(await rows({ showNames: true })).toEqual([
			{ ...eggs, addedByName: 'Ada' },
			{ ...milk, addedByName: 'Ada' }
		]);
		expect(await rows({ showMeta: true })).toEqual([
			{ ...eggs, quantity: '12', dueOn: '2026-11-28' },
			milk
		]);
		await publish({ listUid, allowJoin: true });
		expect(await published()).toMatchObject({
			published: true,
			instanceName: 'Mill Lane',
			listName: 'Groceries',
			openCount: 1,
			allowJoin: true
		});
		expect(JSON.stringify(await published())).not.toContain('brown');
	});

	it('tells the owner once when somebody else publishes their list, and shows everyone who sees the list that it is public', async () => {
		const { uid } = await world.listOf(ben, 'Jobs');
		await world.ask(lists.shareList, ben, { listUid: uid, sharing: 'SHARING_INSTANCE' });
		const told = async (who: typeof ben, of = uid) =>
			(await world.ask(activity.getActivity, who, {})).activity
				.filter(({ targetUid, text }) => targetUid === of && text.includes('published'))
				.map(({ kind, text }) => ({ kind, text }));
		const isPublic = async (who: typeof ben) =>
			(await world.ask(lists.getSharing, who, { listUid: uid })).isPublic;
		expect([await isPublic(ben), await told(ben)]).toEqual([false, []]);
		await publish({ listUid: uid });
		await publish({ listUid: uid, showNames: true });
		expect(await told(ben)).toEqual([
			{
				kind: 'ACTIVITY_KIND_LIST_SHARED',
				text: 'Ada published “Jobs”: anyone who opens the public page can read it.'
			}
		]);
		expect([await isPublic(ben), await isPublic(ada)]).toEqual([true, true]);
		await publish({ listUid });
		expect([await isPublic(ben), await told(ada), await told(ada, listUid)]).toEqual([
			false,
			[],
			[]
		]);
	});

	it('shows visitors nothing that was written after the list was withdrawn, however slowly it is read', async () => {
		const { uid } = await world.listOf(ada, 'Birthday');
		await publish({ listUid: uid });
		const withdraw = async () => {
			await publish({});
			await world.ask(items.addItem, ada, { listUid: uid, label: 'a surprise' });
		};
		let withdrawal: Promise<void> | undefined;
		const { database, household } = world;
		const readAt: typeof database.readAt = (snapshot) => ({
			async query(statement) {
				if (statement.sql.includes('"Item"')) await (withdrawal ??= withdraw());
				return database.readAt(snapshot).query(statement);
			}
		});
		const slow = { ...household, database: { ...database, readAt } };
		const { output } = await perform(slow, instance.getPublicList, visitor, () => ({}));
		expect(withdrawal).toBeDefined();
		expect(output).toEqual(nothing);
	});

	it('gives every visitor the same items while they are the same, so that their page is drawn once', async () => {
		const { uid } = await world.listOf(ada, 'For passers-by');
		const { item } = await world.ask(items.addItem, ada, { listUid: uid, label: 'Plums' });
		await publish({ listUid: uid, allowJoin: true });
		const first = await published();
		expect(first.items).toHaveLength(1);
		await world.listOf(ada, 'Another list');
		expect((await published()).items).toBe(first.items);
		await world.ask(items.tickItem, ada, { itemUid: item.uid, done: true });
		expect(await published()).toMatchObject({ openCount: 0, items: [{ done: true }] });
		await publish({ listUid: uid, allowJoin: false });
		expect(await published()).toMatchObject({ allowJoin: false });
		await set({ name: 'Mill Lane' });
		expect(await published()).toEqual(nothing);
	});

	it('publishes no archived list', async () => {
		const { uid } = await world.listOf(ada, 'Last summer');
		await world.ask(lists.archiveList, ada, { listUid: uid, archived: true });
		expect(await outcome(publish({ listUid: uid }))).toBe('not-yet');
	});

	it('shows nothing of a public list that was archived, deleted or taken back from everyone, not even once it is as before', async () => {
		const [{ uid }, other] = [await world.listOf(ada, 'Short-lived'), await world.listOf(ada)];
		const share = (
			listUid: string,
			sharing: 'SHARING_INSTANCE' | 'SHARING_PRIVATE',
			canEdit = false
		) => world.ask(lists.shareList, ada, { listUid, sharing, canEdit });
		const archive = (listUid: string, archived: boolean) =>
			world.ask(lists.archiveList, ada, { listUid, archived });
		type Step = (listUid: string) => Promise<unknown>;
		const goAndComeBack: Record<string, Step[]> = {
			archived: [(list) => archive(list, true), (list) => archive(list, false)],
			deleted: [
				(list) => world.ask(lists.deleteList, ada, { listUid: list }),
				(list) => world.ask(trash.restore, ada, { uid: list })
			],
			'taken back': [
				(list) => share(list, 'SHARING_PRIVATE'),
				(list) => share(list, 'SHARING_INSTANCE')
			]
		};
		for (const [how, steps] of Object.entries(goAndComeBack)) {
			await publish({ listUid: uid, allowJoin: true });
			for (const canEdit of [false, true])
				for (const list of [uid, other.uid]) await share(list, 'SHARING_INSTANCE', canEdit);
			for (const step of steps) await step(other.uid);
			expect(await published(), how).toMatchObject({ listName: 'Short-lived' });
			for (const step of steps) {
				await step(uid);
				expect(await published(), how).toEqual(nothing);
				const { settings } = await world.ask(instance.getSettings, ada, {});
				expect(settings.publicList, how).toMatchObject({ listUid: '', listName: '' });
			}
		}
	});

	it('no longer shows visitors a private list once its owner is removed, not even after it is restored', async () => {
		const eve = await world.member('Eve', 'ROLE_ADMIN');
		const { uid } = await world.listOf(eve, 'Rota');
		const settings = { name: 'Mill Lane', publicList: { listUid: uid } };
		await world.ask(instance.replaceSettings, eve, { settings });
		expect(await published()).toMatchObject({ listName: 'Rota' });
		await world.ask(members.removeMember, ada, { memberUid: eve.member.uid });
		await world.ask(trash.restore, ada, { uid });
		expect(await published()).toEqual(nothing);
	});

	it('no longer shows visitors a list whose unarchiving by a token was undone, and still one whose renaming was', async () => {
		const { uid } = await world.listOf(ada, 'Camping');
		const undone = async (act: (token: Caller) => Promise<unknown>) => {
			const token = await world.tokenOf(ada);
			await act(token.caller);
			await publish({ listUid: uid });
			const since = '2026-01-01T00:00:00Z';
			await world.ask(tokens.undoToken, ada, { tokenUid: token.uid, since });
			return published();
		};
		const archive = (archived: boolean, by: Caller = ada) =>
			world.ask(lists.archiveList, by, { listUid: uid, archived });
		await archive(true);
		expect(await undone((token) => archive(false, token))).toEqual(nothing);
		await archive(false);
		expect(await published()).toEqual(nothing);
		const renamed = { listUid: uid, name: 'HACKED' };
		expect(await undone((token) => world.ask(lists.renameList, token, renamed))).toMatchObject({
			listName: 'Camping'
		});
	});

	it('tells how much it holds, without counting anything deleted', async () => {
		const about = () => world.ask(instance.getAbout, ben, {});
		const before = await about();
		expect(before).toMatchObject({
			instanceName: 'Mill Lane',
			memberCount: 2,
			storageDriver: provider
		});
		expect(before.storageBytes).toBeGreaterThan(10_000);
		const { uid } = await world.listOf(ada, 'More');
		await world.ask(items.addItem, ada, { listUid: uid, label: 'tea' });
		expect(await about()).toMatchObject({
			listCount: before.listCount + 1,
			itemCount: before.itemCount + 1
		});
		await world.ask(lists.deleteList, ada, { listUid: uid });
		expect(await about()).toMatchObject({
			listCount: before.listCount,
			itemCount: before.itemCount
		});
		const { caller } = await world.tokenOf(ben);
		expect(await outcome(world.ask(instance.getAbout, caller, {}))).toBe('forbidden');
	});
});

describe.each(providers)('deleting the household on %s', (provider) => {
	it('needs its name and the admin’s password, leaves no row behind, and allows a first run again', async () => {
		const world = await openWorld(provider);
		const ada = await world.setUp();
		const ben = await world.member('Ben');
		const secret = await browserOf(world);
		const { uid: listUid } = await world.listOf(ben, 'Diary');
		const adding = () => ({ listUid, label: 'a secret' });
		await perform(world.household, items.addItem, ben, adding, { key: 'once' });
		const { caller } = await world.tokenOf(ada);
		await world.ask(requests.askToJoin, visitor, { name: 'Dan', email: 'dan@mill.test' });
		await world.ask(requests.askForReset, visitor, { emailOrName: 'Ben' });
		const remove = (given: { password?: string; instanceName?: string } = {}, by: Caller = ada) =>
			outcome(
				world.ask(instance.deleteInstance, by, { password, instanceName: 'Mill Lane', ...given })
			);
		expect(await remove({ password: 'not this one at all' })).toBe('malformed');
		expect(await remove({ instanceName: 'mill lane' })).toBe('malformed');
		expect([await remove({}, ben), await remove({}, caller)]).toEqual(['forbidden', 'forbidden']);
		const { uid } = ada.member;
		const { passwordHash } = await world.database.reader.member.findUniqueOrThrow({
			where: { uid }
		});
		// The password was replaced, or the household renamed, after both were compared.
		for (const [hash, instanceName] of [
			['of the password before', 'Mill Lane'],
			[passwordHash, 'The name before']
		] as const) {
			const prepare = async () => ({ uid, passwordHash: hash });
			const late = { ...instance.deleteInstance, prepare };
			expect(await outcome(world.ask(late, ada, { password, instanceName }))).toBe('malformed');
		}
		expect(await world.ask(lists.getList, ben, { listUid })).toMatchObject({
			items: [{ label: 'a secret' }]
		});
		expect(await remove()).toBe('done');

		const look = await lookInto(world.databaseUrl);
		// The code for the next first run is the only row.
		expect(await look.everything(['_prisma_migrations', 'SetupCode'])).toBe('');
		await look.close();
		expect(await openedBy(world, secret)).toBeFalsy();
		expect(await world.ask(instance.getInstance, visitor, {})).toMatchObject({
			needsSetup: true,
			name: ''
		});
		expect(await world.ask(instance.getPublicList, visitor, {})).toMatchObject({
			published: false
		});
		const again = await world.setUp();
		expect(await outcome(world.ask(lists.createList, again, { name: 'Groceries' }))).toBe('done');
		await world.close();
	});

	it('works with an idempotency key', async () => {
		const world = await openWorld(provider);
		const ada = await world.setUp();
		const input = () => ({ password, instanceName: 'Mill Lane' });
		const { output } = await perform(world.household, instance.deleteInstance, ada, input, {
			key: 'once'
		});
		expect(output).toEqual({});
		await world.close();
	});
});

describe.each(providers)('a household that is deleted on %s', (provider) => {
	it('leaves no row in any table but the new setup code', async () => {
		const world = await openWorld(provider);
		const { read, writer } = world.database;
		const at = world.now();
		await moveIn(world.database);
		const zoe = await world.member('Zoe', 'ROLE_ADMIN');
		await writer.attempt.create({ data: { uid: 'one', bucket: 'a network', at } });
		await writer.setupCode.create({ data: { hash: 'one', createdAt: at } });
		const stream = { uid: 'one', node: 'one', listUid: '', startedAt: at, seenAt: at };
		await writer.stream.create({ data: { ...stream, memberUid: zoe.member.uid } });
		const answer = { request: 'r', output: '{}', listUids: '[]', createdAt: at };
		await writer.idempotencyKey.create({ data: { caller: 'one', key: 'k', ...answer } });
		await world.ask(requests.askForReset, visitor, { emailOrName: 'nobody here' });
		const filled = async () => {
			const all = Object.values(Prisma.ModelName).map(async (model) => {
				const table = sql.identifier(tableOf(model));
				const rows = await read.query(sql`SELECT 1 FROM ${table}`);
				return rows.length > 0 ? [model] : [];
			});
			return (await Promise.all(all)).flat();
		};
		expect(await filled()).toEqual(Object.values(Prisma.ModelName));
		const { uid, passwordHash } = await writer.member.findUniqueOrThrow({
			where: { uid: zoe.member.uid }
		});
		const deletion = { ...instance.deleteInstance, prepare: async () => ({ uid, passwordHash }) };
		const confirmed = { password, instanceName: 'Mill Lane' };
		const { issued } = await performed(world, deletion, zoe, confirmed);
		expect(issued.map(({ kind }) => kind)).toEqual([
			'setup-code',
			'session-ended',
			'refresh-ended'
		]);
		expect(await filled()).toEqual(['SetupCode']);
		expect(await writer.setupCode.count()).toBe(1);
		await world.close();
	});
});
