import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { members } from '../../src/lib/server/members/operations.ts';
import { credentialOf } from '../../src/lib/server/kernel/caller.ts';
import { hashSecret, newUid } from '../../src/lib/server/kernel/secrets.ts';
import {
	browserOf,
	callerOfPair,
	comparedOf,
	openedBy,
	pairOf,
	performed,
	refreshed,
	secretIn,
	strangerAt,
	tally
} from '../support/credentials.ts';
import { openWorld, password, providers, type World } from '../support/world.ts';

const day = 86_400_000;
const minute = 60_000;
/** A day far from the real date, because only the household's own clock may count. */
const start = Date.parse('2031-03-01T09:00:00.000Z');

describe.each(providers)('browser sessions on %s', (provider) => {
	let world: World;
	beforeAll(async () => {
		world = await openWorld(provider);
		world.setClock(new Date(start));
		await world.setUp();
	});
	afterAll(() => world.close());
	beforeEach(() => world.setClock(new Date(start)));

	const at = (time: number) => world.setClock(new Date(start + time));
	const callerAt = async (secret: string) => {
		const opened = await openedBy(world, secret);
		if (!opened) throw new Error('ada is not signed in');
		return opened.caller;
	};
	const manySessions = async (count: number) => {
		const { uid: memberUid } = await comparedOf(world, 'ada@mill.test');
		const times = {
			createdAt: world.now(),
			lastUsedAt: world.now(),
			expiresAt: new Date(start + day)
		};
		await world.database.writer.session.createMany({
			data: Array.from({ length: count }, () => {
				const uid = newUid('ses');
				return { ...times, uid, idHash: uid, memberUid, device: '' };
			})
		});
	};
	const row = (secret: string) =>
		world.database.reader.session.findUnique({ where: { idHash: hashSecret(secret) } });

	it('are known by an id of which only a hash is stored', async () => {
		const secret = await browserOf(world);
		expect(await row(secret)).toMatchObject({
			device: 'the browser at 192.0.2.1',
			expiresAt: new Date(start + 30 * day)
		});
		expect(JSON.stringify(await world.database.reader.session.findMany())).not.toContain(secret);
		expect((await openedBy(world, secret))?.caller).toMatchObject({
			by: 'session',
			member: { name: 'Ada', isAdmin: true }
		});
		for (const other of ['', hashSecret(secret), `${secret}x`])
			expect(await openedBy(world, other)).toBeUndefined();
	});

	it('end 30 days after the last use', async () => {
		const secret = await browserOf(world);
		at(30 * day - 1);
		expect(await openedBy(world, secret)).toBeDefined();
		at(60 * day - 2);
		expect(await openedBy(world, secret)).toBeDefined();
		const idle = await browserOf(world);
		at(90 * day - 2);
		expect(await openedBy(world, idle)).toBeUndefined();
	});

	it('are renewed by use, with the same id, and not more often than every ten minutes', async () => {
		const secret = await browserOf(world);
		at(10 * minute - 1);
		expect((await openedBy(world, secret))?.renewed).toBeUndefined();
		at(10 * minute);
		expect((await openedBy(world, secret))?.renewed).toEqual({
			secret,
			expiresAt: new Date(start + 30 * day + 10 * minute)
		});
		expect((await openedBy(world, secret))?.renewed).toBeUndefined();
		expect(await row(secret)).toMatchObject({
			lastUsedAt: world.now(),
			expiresAt: new Date(start + 30 * day + 10 * minute)
		});
	});

	it('are renewed by use also once a clock that was ahead is set right', async () => {
		at(300 * day);
		const secret = await browserOf(world);
		at(0);
		const expiresAt = new Date(start + 30 * day);
		expect((await openedBy(world, secret))?.renewed).toEqual({ secret, expiresAt });
		expect((await row(secret))?.lastUsedAt).toEqual(world.now());
		expect((await openedBy(world, secret))?.renewed).toBeUndefined();
		at(day);
		expect((await openedBy(world, secret))?.renewed?.expiresAt).toEqual(new Date(start + 31 * day));
	});

	it('stay, also when they are used while the clock is a year behind', async () => {
		const secret = await browserOf(world);
		for (const use of [0, 20 * minute]) {
			at(use - 365 * day);
			expect((await openedBy(world, secret))?.renewed).toBeDefined();
		}
		at(29 * day);
		expect((await openedBy(world, secret))?.renewed?.expiresAt).toEqual(new Date(start + 59 * day));
	});

	it('end after 90 days, however much they are used', async () => {
		const secret = await browserOf(world);
		for (let time = day; time < 90 * day; time += day) {
			at(time);
			expect(await openedBy(world, secret), `day ${time / day}`).toBeDefined();
			at(time + minute);
			expect(await openedBy(world, secret)).toBeDefined();
			expect((await row(secret))?.expiresAt.getTime()).toBeLessThanOrEqual(start + 90 * day);
		}
		at(90 * day - 1);
		expect(await openedBy(world, secret)).toBeDefined();
		at(90 * day);
		expect(await openedBy(world, secret)).toBeUndefined();
	});

	it('are listed to their member, the latest use first after the one that asks, and any of them can be ended', async () => {
		await world.database.writer.session.deleteMany();
		const [phone, laptop] = [
			await browserOf(world, 'ada@mill.test', strangerAt('192.0.2.8')),
			await browserOf(world)
		];
		at(20 * minute);
		const caller = await callerAt(phone);
		const listed = async () => (await world.ask(members.getSessions, caller, {})).sessions;
		expect(await listed()).toMatchObject([
			{
				device: 'the browser at 192.0.2.8',
				isCurrent: true,
				lastUsedAt: world.now().toISOString()
			},
			{
				device: 'the browser at 192.0.2.1',
				isCurrent: false,
				lastUsedAt: new Date(start).toISOString()
			}
		]);
		const [, other] = await listed();
		const end = (sessionUid = '') => performed(world, members.endSession, caller, { sessionUid });
		// The browser that ends another keeps its own cookie.
		expect((await end(other?.uid)).issued).toEqual([]);
		expect(await openedBy(world, laptop)).toBeUndefined();
		expect(await listed()).toHaveLength(1);
		const ben = await world.member('Ben');
		const [mine] = await listed();
		expect(
			await tally([world.ask(members.endSession, ben, { sessionUid: mine?.uid ?? '' })])
		).toEqual({ missing: 1 });
		expect((await end(mine?.uid)).issued).toEqual([{ kind: 'session-ended' }]);
	});

	it('are all ended but the one that asks, with the pairs of programs, and each is logged', async () => {
		const ada = await callerAt(await browserOf(world));
		const cleo = await world.member('Cleo');
		const [browser, pair] = [await browserOf(world), await pairOf(world)];
		const { sessions } = await world.ask(members.getSessions, ada, {});
		world.logged.length = 0;
		await world.ask(members.endOtherSessions, ada, {});
		await world.ask(members.endOtherSessions, ada, {});
		expect(await openedBy(world, browser)).toBeUndefined();
		expect(await callerOfPair(world, pair.accessToken)).toBeUndefined();
		expect(await tally([refreshed(world, pair.refresh)])).toEqual({ unauthenticated: 1 });
		expect((await world.ask(members.getSessions, ada, {})).sessions).toMatchObject([
			{ uid: credentialOf(ada), isCurrent: true }
		]);
		expect((await world.ask(members.getSessions, cleo, {})).sessions).toHaveLength(1);
		const ended = world.logged.flatMap((line) => JSON.parse(line).sessionUid ?? []);
		const others = sessions.flatMap(({ uid, isCurrent }) => (isCurrent ? [] : uid));
		expect(ended.toSorted()).toEqual(others.toSorted());
	});

	it('end each other at once, and one of them stays', async () => {
		await world.database.writer.session.deleteMany();
		await manySessions(300);
		const secrets = [await browserOf(world), await browserOf(world)];
		const [one, other] = await Promise.all(secrets.map(callerAt));
		if (!one || !other) throw new Error('ada is not signed in');
		const ends = [one, other].map((caller) => world.ask(members.endOtherSessions, caller, {}));
		expect(await tally(ends)).toEqual({ answered: 1, unauthenticated: 1 });
		const open = await Promise.all(secrets.map((secret) => openedBy(world, secret)));
		expect(open.filter((opened) => opened)).toHaveLength(1);
		expect(await world.database.reader.session.count()).toBe(1);
	});

	it('are shown in parts, and the one that asks comes first', async () => {
		await world.database.writer.session.deleteMany();
		const ada = await callerAt(await browserOf(world));
		at(minute);
		await manySessions(200);
		const shown = (page: number) => world.ask(members.getSessionsPage, ada, { page });
		const [first, second] = [await shown(1), await shown(2)];
		expect(first).toMatchObject({ page: 1, pageCount: 2 });
		expect(first.sessions[0]).toMatchObject({ uid: credentialOf(ada), isCurrent: true });
		expect(first.sessions).toHaveLength(200);
		expect(second.sessions).toMatchObject([{ isCurrent: false }]);
		expect(await shown(9)).toEqual(second);
		const { sessions } = await world.ask(members.getSessions, ada, {});
		expect([...first.sessions, ...second.sessions]).toEqual(sessions);
	});

	it('end when their member signs out, and a second sign-out is fine and not logged', async () => {
		const secret = await browserOf(world);
		const caller = await callerAt(secret);
		world.logged.length = 0;
		const { issued } = await performed(world, members.signOut, caller, {});
		expect(issued.map(({ kind }) => kind)).toContain('session-ended');
		expect(await openedBy(world, secret)).toBeUndefined();
		await world.ask(members.signOut, caller, {});
		await world.ask(members.signOut, strangerAt('192.0.2.1'), {});
		const ended = world.logged.flatMap((line) => JSON.parse(line).sessionUid ?? []);
		expect(ended).toEqual([credentialOf(caller)]);
	});

	it('are replaced, not added to, when a browser signs in again', async () => {
		const first = await browserOf(world);
		const again = secretIn(
			(
				await performed(world, members.startSession, await callerAt(first), {
					email: 'ada@mill.test',
					password
				})
			).issued,
			'session'
		);
		expect(await openedBy(world, first)).toBeUndefined();
		expect(await openedBy(world, again)).toBeDefined();
	});

	it('record when their member last signed in', async () => {
		at(5 * minute);
		await browserOf(world);
		const ada = await world.database.reader.member.findFirstOrThrow({ where: { name: 'Ada' } });
		expect(ada.lastSignedInAt).toEqual(world.now());
	});
});
