import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { members } from '../../src/lib/server/members/operations.ts';
import { hashSecret } from '../../src/lib/server/kernel/secrets.ts';
import {
	browserOf,
	openedBy,
	performed,
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

	it('are listed to their member, the latest use first, and any of them can be ended', async () => {
		await world.database.writer.session.deleteMany();
		const [phone, laptop] = [
			await browserOf(world, 'ada@mill.test', strangerAt('192.0.2.8')),
			await browserOf(world)
		];
		at(20 * minute);
		const opened = await openedBy(world, phone);
		if (!opened) throw new Error('the phone is not signed in');
		const listed = async () => (await world.ask(members.getSessions, opened.caller, {})).sessions;
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
		await world.ask(members.endSession, opened.caller, { sessionUid: other?.uid ?? '' });
		expect(await openedBy(world, laptop)).toBeUndefined();
		expect(await listed()).toHaveLength(1);
		const ben = await world.member('Ben');
		const [mine] = await listed();
		expect(
			await tally([world.ask(members.endSession, ben, { sessionUid: mine?.uid ?? '' })])
		).toEqual({ missing: 1 });
	});

	it('end when their member signs out, and a second sign-out is fine', async () => {
		const secret = await browserOf(world);
		const opened = await openedBy(world, secret);
		if (!opened) throw new Error('ada is not signed in');
		const { issued } = await performed(world, members.signOut, opened.caller, {});
		expect(issued.map(({ kind }) => kind)).toContain('session-ended');
		expect(await openedBy(world, secret)).toBeUndefined();
		await world.ask(members.signOut, opened.caller, {});
		await world.ask(members.signOut, strangerAt('192.0.2.1'), {});
	});

	it('are replaced, not added to, when a browser signs in again', async () => {
		const first = await browserOf(world);
		const opened = await openedBy(world, first);
		if (!opened) throw new Error('ada is not signed in');
		const again = secretIn(
			(
				await performed(world, members.startSession, opened.caller, {
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
