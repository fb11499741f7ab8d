import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { members } from '../../src/lib/server/members/operations.ts';
import { credentialOf } from '../../src/lib/server/kernel/caller.ts';
import { callerOfPair, pairOf, refreshed, strangerAt, tally } from '../support/credentials.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const start = Date.parse('2031-03-01T09:00:00.000Z');

describe.each(providers)('sign-in pairs on %s', (provider) => {
	let world: World;
	beforeAll(async () => {
		world = await openWorld(provider);
		world.setClock(new Date(start));
		await world.setUp();
	});
	afterAll(() => world.close());
	beforeEach(() => world.setClock(new Date(start)));

	const at = (time: number) => world.setClock(new Date(start + time));
	const opens = async ({ accessToken }: { accessToken: string }) =>
		!!(await callerOfPair(world, accessToken));

	it('open for 15 minutes, for the member who signed in', async () => {
		const pair = await pairOf(world);
		expect(pair.expiresAt).toBe(new Date(start + 15 * minute).toISOString());
		expect(await callerOfPair(world, pair.accessToken)).toMatchObject({
			by: 'pair',
			member: { name: 'Ada' }
		});
		at(15 * minute - 1);
		expect(await opens(pair)).toBe(true);
		at(15 * minute);
		expect(await opens(pair)).toBe(false);
	});

	it('end, and are logged once, when a program signs out with both secrets of its pair', async () => {
		const pair = await pairOf(world);
		const caller = await callerOfPair(world, pair.accessToken);
		if (!caller) throw new Error('the pair does not open');
		world.logged.length = 0;
		const { from } = strangerAt('192.0.2.1', pair.refresh);
		await world.ask(members.signOut, { ...caller, from }, {});
		expect(await opens(pair)).toBe(false);
		const ended = world.logged.flatMap((line) => JSON.parse(line).sessionUid ?? []);
		expect(ended).toEqual([credentialOf(caller)]);
	});

	it('are listed among the sessions of their member, who can end them', async () => {
		await world.database.writer.pair.deleteMany();
		const [pair, other] = [await pairOf(world), await pairOf(world)];
		at(5 * minute);
		const { accessToken } = await refreshed(world, pair.refresh);
		const caller = await callerOfPair(world, accessToken);
		if (!caller) throw new Error('the pair does not open');
		const listed = async () => {
			const { sessions } = await world.ask(members.getSessions, caller, {});
			return sessions.filter(({ device }) => device === '');
		};
		const signedInAt = { createdAt: new Date(start).toISOString() };
		expect(await listed()).toMatchObject([
			{ ...signedInAt, lastUsedAt: world.now().toISOString(), isCurrent: true },
			{ ...signedInAt, lastUsedAt: signedInAt.createdAt, isCurrent: false }
		]);
		const [own, others] = await listed();
		const [ben, end] = [await world.member('Ben'), { sessionUid: others?.uid ?? '' }];
		expect(await tally([world.ask(members.endSession, ben, end)])).toEqual({ missing: 1 });
		await world.ask(members.endSession, caller, end);
		expect(await opens(other)).toBe(false);
		expect(await tally([refreshed(world, other.refresh)])).toEqual({ unauthenticated: 1 });
		expect(await listed()).toMatchObject([{ uid: own?.uid, isCurrent: true }]);
		at(35 * day);
		expect(await listed()).toEqual([]);
	});

	it('are listed, however many a member has', async () => {
		const { uid: memberUid } = await world.database.reader.member.findFirstOrThrow();
		const pairs = Array.from({ length: 1100 }, (_, index) => ({
			uid: `fam_many${index}`,
			memberUid
		}));
		const [createdAt, expiresAt] = [world.now(), new Date(start + 30 * day)];
		await world.database.writer.pair.createMany({
			data: pairs.map((pair) => ({ ...pair, createdAt }))
		});
		await world.database.writer.refreshToken.createMany({
			data: pairs.map(({ uid }) => ({ hash: uid, pairUid: uid, salt: '', createdAt, expiresAt }))
		});
		const caller = await callerOfPair(world, (await pairOf(world)).accessToken);
		if (!caller) throw new Error('the pair does not open');
		const { sessions } = await world.ask(members.getSessions, caller, {});
		expect(sessions.filter(({ uid }) => uid.startsWith('fam_many'))).toHaveLength(1100);
		await world.database.writer.pair.deleteMany({ where: { uid: { startsWith: 'fam_many' } } });
	});

	it('store only hashes in the database', async () => {
		const pair = await pairOf(world);
		const stored = JSON.stringify([
			await world.database.reader.refreshToken.findMany(),
			await world.database.reader.pairAccessToken.findMany()
		]);
		expect(stored).not.toContain(pair.refresh);
		expect(stored).not.toContain(pair.accessToken);
	});

	it('are refreshed for 30 days, and each refresh rotates the cookie', async () => {
		const first = await pairOf(world);
		at(30 * day - 1);
		const next = await refreshed(world, first.refresh);
		expect(next.refresh).not.toBe(first.refresh);
		expect(await opens(next)).toBe(true);
		at(60 * day - 1);
		expect(await tally([refreshed(world, next.refresh)])).toEqual({ unauthenticated: 1 });
	});

	it('give two tabs that refresh within 10 seconds the same successor', async () => {
		const first = await pairOf(world);
		at(20 * minute);
		const one = await refreshed(world, first.refresh);
		at(20 * minute + 10 * second);
		const other = await refreshed(world, first.refresh);
		expect(other.refresh).toBe(one.refresh);
		expect(other.accessToken).not.toBe(one.accessToken);
		expect([await opens(one), await opens(other)]).toEqual([true, true]);
	});

	it('end as a family when an old cookie is sent after more than 10 seconds', async () => {
		const first = await pairOf(world);
		const bystander = await pairOf(world);
		const next = await refreshed(world, first.refresh);
		at(10 * second + 1);
		expect(await tally([refreshed(world, first.refresh)])).toEqual({ unauthenticated: 1 });
		expect([await opens(first), await opens(next), await opens(bystander)]).toEqual([
			false,
			false,
			true
		]);
		expect(await tally([refreshed(world, next.refresh)])).toEqual({ unauthenticated: 1 });
	});

	it('end as a family also when an old cookie was replaced by a clock that was ahead', async () => {
		const first = await pairOf(world);
		at(day);
		const next = await refreshed(world, first.refresh);
		at(day - minute);
		expect(await opens(await refreshed(world, first.refresh)), 'another node').toBe(true);
		at(0);
		expect(await tally([refreshed(world, first.refresh)])).toEqual({ unauthenticated: 1 });
		expect(await opens(next)).toBe(false);
	});

	it('exchange a cookie that is two rotations old, within its ten seconds, for the valid one', async () => {
		const first = await pairOf(world);
		const next = await refreshed(world, first.refresh);
		const third = await refreshed(world, next.refresh);
		const again = await refreshed(world, first.refresh);
		expect(again.refresh).toBe(third.refresh);
		at(20 * second);
		expect(await opens(await refreshed(world, again.refresh))).toBe(true);
	});

	it('refreshed by twenty at once have a single successor', async () => {
		const first = await pairOf(world);
		const all = await Promise.all(
			Array.from({ length: 20 }, () => refreshed(world, first.refresh))
		);
		expect(new Set(all.map(({ refresh }) => refresh)).size).toBe(1);
		expect(new Set(all.map(({ accessToken }) => accessToken)).size).toBe(20);
		expect(await opens(all[19] ?? first)).toBe(true);
		at(minute);
		expect((await refreshed(world, all[0]?.refresh ?? '')).refresh).not.toBe(first.refresh);
	});

	it('end when they sign out, by the access token or by the cookie', async () => {
		const [one, other] = [await pairOf(world), await pairOf(world)];
		const caller = await callerOfPair(world, one.accessToken);
		if (!caller) throw new Error('ada is not signed in');
		await world.ask(members.signOut, caller, {});
		await world.ask(members.signOut, strangerAt('192.0.2.1', other.refresh), {});
		expect([await opens(one), await opens(other)]).toEqual([false, false]);
		expect(await tally([refreshed(world, one.refresh), refreshed(world, other.refresh)])).toEqual({
			unauthenticated: 2
		});
	});

	it.each(['', 'hearthrefresh_', 'x'.repeat(5000)])(
		'refuse a cookie that is none',
		async (refresh) => {
			const { accessToken } = await pairOf(world);
			expect(await tally([refreshed(world, refresh), refreshed(world, accessToken)])).toEqual({
				unauthenticated: 2
			});
		}
	);
});
