import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenCaller } from '../../src/lib/server/tokens/bearer.ts';
import { hashSecret } from '../../src/lib/server/kernel/secrets.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { callerOfPair, pairOf, tally } from '../support/credentials.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const from = { address: '192.0.2.7', device: 'a script' };

describe.each(providers)('access tokens on %s', (provider) => {
	let world: World;
	let ada: Awaited<ReturnType<World['member']>>;
	let ben: Awaited<ReturnType<World['member']>>;

	beforeAll(async () => {
		world = await openWorld(provider);
		[ada, ben] = [await world.member('Ada', 'ROLE_ADMIN'), await world.member('Ben')];
	});
	afterAll(() => world.close());

	const opens = (secret: string) => tokenCaller(world.household, secret, from);
	const pass = (milliseconds: number) =>
		world.setClock(new Date(world.now().getTime() + milliseconds));
	const making = {
		name: 'script',
		abilities: { read: true },
		listUids: [],
		allLists: true,
		expiresAt: ''
	};

	it('show their secret once, and only its hash is stored', async () => {
		const made = await world.ask(tokens.makeAccessToken, ben, making);
		expect(made.secret).toMatch(/^hearth_[\w-]{43}$/);
		const row = await world.database.reader.accessToken.findUniqueOrThrow({
			where: { uid: made.token.uid }
		});
		expect(row.secretHash).toBe(hashSecret(made.secret));
		const listed = await world.ask(tokens.getAccessTokens, ben, {});
		expect(JSON.stringify(listed)).not.toContain(made.secret.slice(7));
		expect(JSON.stringify(listed)).not.toContain(row.secretHash);
		expect(listed.tokens).toContainEqual(made.token);
		expect(made.token).toMatchObject({
			abilities: { read: true, write: false, delete: false },
			memberName: 'Ben',
			lastUsedAt: '',
			expiresAt: ''
		});
	});

	it('with a wrong secret give no access', async () => {
		const { secret } = await world.tokenOf(ben);
		for (const other of [
			'',
			'hearth_',
			secret.slice(0, -1),
			`${secret}x`,
			secret.toUpperCase(),
			hashSecret(secret)
		])
			expect(await opens(other)).toBeUndefined();
		expect(await opens(secret)).toMatchObject({ by: 'token', member: { name: 'Ben' }, from });
	});

	it('can do only what their abilities allow', async () => {
		const { uid: listUid } = await world.listOf(ben);
		const itemUid = (await world.ask(items.addItem, ben, { listUid, label: 'milk' })).item.uid;
		const acts = {
			read: (who: Parameters<World['ask']>[1]) => world.ask(lists.getList, who, { listUid }),
			write: (who: Parameters<World['ask']>[1]) =>
				world.ask(items.tickItem, who, { itemUid, done: true }),
			delete: (who: Parameters<World['ask']>[1]) =>
				world.ask(items.deleteItem, who, { itemUid: 'itm_nowhere' })
		};
		for (const ability of ['read', 'write', 'delete'] as const) {
			const { caller } = await world.tokenOf(ben, { abilities: { [ability]: true } });
			expect(await tally([acts.read(caller)])).toEqual({
				[ability === 'read' ? 'answered' : 'forbidden']: 1
			});
			expect(await tally([acts.write(caller)])).toEqual({
				[ability === 'write' ? 'answered' : 'forbidden']: 1
			});
			expect(await tally([acts.delete(caller)])).toEqual({
				[ability === 'delete' ? 'missing' : 'forbidden']: 1
			});
		}
	});

	it('reach only those lists of Ben that they were given', async () => {
		const [garden, secret] = [await world.listOf(ben, 'Garden'), await world.listOf(ben, 'Secret')];
		const { caller } = await world.tokenOf(ben, { listUids: [garden.uid] });
		expect((await world.ask(lists.getLists, caller, {})).lists.map(({ name }) => name)).toEqual([
			'Garden'
		]);
		const unseen = world.ask(lists.getList, caller, { listUid: secret.uid });
		const unknown = world.ask(lists.getList, caller, { listUid: 'lst_nowhere' });
		const [one, other] = await Promise.allSettled([unseen, unknown]);
		expect(one).toMatchObject({ status: 'rejected', reason: { kind: 'missing' } });
		expect(JSON.stringify(one)).toBe(JSON.stringify(other));
	});

	it('add a list that they create to their own scope, and not to that of Ben’s other tokens', async () => {
		const garden = await world.listOf(ben, 'Garden');
		const [one, other] = [
			await world.tokenOf(ben, { listUids: [garden.uid] }),
			await world.tokenOf(ben, { listUids: [garden.uid] })
		];
		const { list } = await world.ask(lists.createList, one.caller, { name: 'Shed' });
		expect(list).toMatchObject({ isOwner: true, sharing: 'SHARING_PRIVATE' });
		expect((await world.ask(lists.getList, one.caller, { listUid: list.uid })).list.name).toBe(
			'Shed'
		);
		expect(await tally([world.ask(lists.getList, other.caller, { listUid: list.uid })])).toEqual({
			missing: 1
		});
		const named = (await world.ask(tokens.getAccessTokens, ben, {})).tokens.find(
			({ uid }) => uid === one.uid
		);
		expect(named?.listNames).toEqual(['Garden', 'Shed']);
	});

	it('name only lists that Ben can still see, to an admin too', async () => {
		const hers = await world.listOf(ada, 'Surprise');
		await world.database.writer.list.update({
			where: { uid: hers.uid },
			data: { sharing: 'SHARING_INSTANCE' }
		});
		const gone = await world.listOf(ben, 'Gone');
		const { uid, caller } = await world.tokenOf(ben, { listUids: [hers.uid, gone.uid] });
		const names = async (who = ben, all = false) =>
			(await world.ask(tokens.getAccessTokens, who, { all })).tokens.find(
				(token) => token.uid === uid
			)?.listNames;
		expect(await names()).toEqual(['Gone', 'Surprise']);
		await world.ask(lists.deleteList, ben, { listUid: gone.uid });
		expect([await names(), await names(ada, true)]).toEqual([['Surprise'], ['Surprise']]);
		await world.database.writer.list.update({
			where: { uid: hers.uid },
			data: { sharing: 'SHARING_PRIVATE' }
		});
		expect([await names(), await names(ada, true)]).toEqual([[], []]);
		expect(await tally([world.ask(lists.getList, caller, { listUid: hers.uid })])).toEqual({
			missing: 1
		});
	});

	it('cannot be made for a list that Ben does not reach, nor by a token', async () => {
		const hers = await world.listOf(ada, 'Hers');
		const { caller } = await world.tokenOf(ben);
		const scoped = { ...making, allLists: false, listUids: [hers.uid] };
		expect(
			await tally([
				world.ask(tokens.makeAccessToken, ben, scoped),
				world.ask(tokens.makeAccessToken, caller, making)
			])
		).toEqual({ missing: 1, forbidden: 1 });
	});

	it.each([
		['may do nothing', { abilities: {} }, 'abilities'],
		[
			'may do nothing, said aloud',
			{ abilities: { read: false, write: false, delete: false } },
			'abilities'
		],
		['reaches nothing', { allLists: false }, 'listUids'],
		['has expired', { expiresAt: '2026-11-20T08:59:59Z' }, 'expiresAt'],
		['expires this moment', { expiresAt: '2026-11-20T09:00:00Z' }, 'expiresAt'],
		['expires some day', { expiresAt: 'tomorrow' }, 'expiresAt'],
		['expires on a day that never comes', { expiresAt: '2027-02-30T00:00:00Z' }, 'expiresAt'],
		['has no name', { name: ' ' }, 'name']
	])('that one %s is not made', async (_what, given, field) => {
		world.setClock('2026-11-20T09:00:00.000Z');
		const before = await world.database.reader.accessToken.count();
		await expect(
			world.ask(tokens.makeAccessToken, ben, { ...making, ...given })
		).rejects.toMatchObject({ kind: 'malformed', violations: [{ field }] });
		expect(await world.database.reader.accessToken.count()).toBe(before);
	});

	it('expire to the millisecond', async () => {
		world.setClock('2026-11-20T09:00:00.000Z');
		const { secret } = await world.tokenOf(ben, { expiresAt: '2026-11-20T12:00:00+01:00' });
		world.setClock('2026-11-20T10:59:59.999Z');
		expect(await opens(secret)).toBeDefined();
		world.setClock('2026-11-20T11:00:00.000Z');
		expect(await opens(secret)).toBeUndefined();
	});

	it('that were revoked give no access from the next request on, and cannot be revoked again', async () => {
		const { secret, uid } = await world.tokenOf(ben);
		await world.ask(tokens.revokeAccessToken, ben, { tokenUid: uid });
		expect(await opens(secret)).toBeUndefined();
		expect(await tally([world.ask(tokens.revokeAccessToken, ben, { tokenUid: uid })])).toEqual({
			missing: 1
		});
	});

	it('can be seen and revoked only by their member and by admins in a browser', async () => {
		const cleo = await world.member(`Cleo${provider}`);
		const { uid: tokenUid } = await world.tokenOf(ben, { name: 'bike computer' });
		const namesFor = async (who: typeof ada, all?: boolean) =>
			(await world.ask(tokens.getAccessTokens, who, { all })).tokens.map(({ name }) => name);
		expect(await namesFor(cleo)).toEqual([]);
		expect(await namesFor(ada)).not.toContain('bike computer');
		expect(await namesFor(ada, true)).toContain('bike computer');
		const program = await callerOfPair(world, (await pairOf(world)).accessToken);
		if (!program) throw new Error('a pair that was just made opens nothing');
		const asked = [ben, program].map((who) =>
			world.ask(tokens.getAccessTokens, who, { all: true })
		);
		const ends = [cleo, program].map((who) =>
			world.ask(tokens.revokeAccessToken, who, { tokenUid })
		);
		expect(await tally([...asked, ...ends])).toEqual({ forbidden: 2, missing: 2 });
		await world.ask(tokens.revokeAccessToken, ada, { tokenUid });
		expect(await namesFor(ben)).not.toContain('bike computer');
	});

	it('keep private lists private from the admin who sees all tokens', async () => {
		const diary = await world.listOf(ben, 'Diary');
		const { uid } = await world.tokenOf(ben, { listUids: [diary.uid] });
		const seen = (await world.ask(tokens.getAccessTokens, ada, { all: true })).tokens.find(
			(token) => token.uid === uid
		);
		expect(seen).toMatchObject({ memberName: 'Ben', listNames: [] });
	});

	it('record to the minute when they were last used', async () => {
		const { secret, uid } = await world.tokenOf(ben);
		const isNews = async () => {
			const caller = await opens(secret);
			return caller?.by === 'token' && caller.token.useIsNews;
		};
		const caller = await opens(secret);
		if (!caller) throw new Error('the token opens nothing');
		expect(await isNews()).toBe(true);
		await world.ask(tokens.noteTokenUse, caller, {});
		const listed = async () =>
			(await world.ask(tokens.getAccessTokens, ben, {})).tokens.find((token) => token.uid === uid)
				?.lastUsedAt;
		expect(await listed()).toBe(world.now().toISOString());
		pass(59_000);
		expect(await isNews()).toBe(false);
		pass(1_000);
		expect(await isNews()).toBe(true);
		// Another node whose clock is behind by less than two nodes may differ.
		pass(-4 * 60_000);
		expect(await isNews()).toBe(false);
		// A clock that was ahead at the last use is set right.
		pass(-3_600_000);
		expect(await isNews()).toBe(true);
	});
});
