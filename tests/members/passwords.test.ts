import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { hashPassword } from '../../src/lib/server/kernel/passwords.ts';
import {
	browserOf,
	callerOfPair,
	openedBy,
	pairOf,
	strangerAt,
	tally
} from '../support/credentials.ts';
import { openWorld, password, providers, visitor, type World } from '../support/world.ts';

/** Hashing is slow on purpose, and slower on a machine that is busy. */
vi.setConfig({ testTimeout: 60_000 });

const minute = 60_000;
const start = Date.parse('2031-03-01T09:00:00.000Z');

describe.each(providers)('passwords on %s', (provider) => {
	let world: World;
	beforeAll(async () => {
		world = await openWorld(provider);
		world.setClock(new Date(start));
	});
	afterAll(() => world.close());

	const at = (time: number) => world.setClock(new Date(start + time));
	const signIn = (email: string, given: string, address: string) =>
		world.ask(members.signIn, strangerAt(address), { email, password: given });

	it('make one admin of twenty who run the first set-up at once', async () => {
		const names = Array.from({ length: 20 }, (_, index) => `Ada${index}`);
		const passwordHash = await hashPassword(password);
		const setUps = names.map((name) =>
			world.ask({ ...instance.setUpInstance, prepare: async () => passwordHash }, visitor, {
				instanceName: `${name}’s`,
				name,
				email: 'ada@mill.test',
				password
			})
		);
		expect(await tally(setUps)).toEqual({ answered: 1, exists: 19 });
		const everybody = await world.database.reader.member.findMany();
		expect(everybody).toMatchObject([{ role: 'ROLE_ADMIN' }]);
		expect((await world.ask(instance.getInstance, visitor, {})).name).toBe(
			`${everybody[0]?.name}’s`
		);
		expect(await world.database.reader.session.count()).toBe(1);
		expect(
			await tally([
				world.ask(instance.setUpInstance, visitor, {
					instanceName: 'Mine',
					name: 'Eve',
					email: 'eve@mill.test',
					password
				})
			])
		).toEqual({ exists: 1 });
	});

	it('are accepted whatever the case of the email and the spaces around it', async () => {
		expect((await signIn('  ADA@Mill.test ', password, '192.0.2.1')).member.email).toBe(
			'ada@mill.test'
		);
		expect(
			await tally([
				signIn('ada@mill.test', password.toUpperCase(), '192.0.2.2'),
				signIn('ada@mill.test', ` ${password}`, '192.0.2.2')
			])
		).toEqual({ unauthenticated: 2 });
	});

	it('that are wrong are answered like those of an unknown person', async () => {
		const [wrong, nobody] = await Promise.allSettled([
			signIn('ada@mill.test', 'wrong', '192.0.2.3'),
			signIn('eve@mill.test', 'wrong', '192.0.2.3')
		]);
		expect(wrong).toMatchObject({ status: 'rejected', reason: { kind: 'unauthenticated' } });
		expect(String(wrong.status === 'rejected' && wrong.reason)).toBe(
			String(nobody.status === 'rejected' && nobody.reason)
		);
	});

	it('that are wrong are limited for their network and account, for ten minutes', async () => {
		const address = '192.0.2.10';
		at(0);
		for (let count = 0; count < 10; count += 1)
			expect(await tally([signIn('ada@mill.test', 'wrong', address)])).toEqual({
				unauthenticated: 1
			});
		at(minute);
		const eleventh: unknown = await signIn('ada@mill.test', password, address).catch(
			(reason: unknown) => reason
		);
		expect(eleventh).toMatchObject({
			kind: 'too-many',
			retryAfter: 540,
			message: expect.stringContaining('9 minutes')
		});
		expect(await tally([signIn('ada@mill.test', password, '192.0.2.11')])).toEqual({ answered: 1 });
		expect(await tally([signIn('eve@mill.test', 'wrong', address)])).toEqual({
			unauthenticated: 1
		});
		at(10 * minute - 1);
		expect(await tally([signIn('ADA@mill.test', password, address)])).toEqual({ 'too-many': 1 });
		at(10 * minute);
		expect(await tally([signIn('ada@mill.test', password, address)])).toEqual({ answered: 1 });
	});

	it('that are right do not count', async () => {
		at(60 * minute);
		for (let count = 0; count < 11; count += 1)
			await signIn('ada@mill.test', password, '192.0.2.12');
	});

	it('tried twenty at once are counted one by one: only ten are checked', async () => {
		at(120 * minute);
		const tries = Array.from({ length: 20 }, () => signIn('ada@mill.test', 'wrong', '192.0.2.13'));
		expect(await tally(tries)).toEqual({ unauthenticated: 10, 'too-many': 10 });
	});

	it('changed by Ada end all her other sessions and pairs, and not the one that she uses', async () => {
		at(180 * minute);
		const [here, elsewhere, pair] = [
			await browserOf(world),
			await browserOf(world),
			await pairOf(world)
		];
		const opened = await openedBy(world, here);
		if (!opened) throw new Error('ada is not signed in');
		const newPassword = 'seven quiet geese at dawn';
		const change = (currentPassword: string, chosen = newPassword) =>
			world.ask(members.changePassword, opened.caller, { currentPassword, newPassword: chosen });
		await expect(change('wrong')).rejects.toMatchObject({
			kind: 'malformed',
			violations: [{ field: 'currentPassword' }]
		});
		await expect(change(password, 'too short')).rejects.toMatchObject({
			kind: 'malformed',
			violations: [{ field: 'newPassword' }]
		});
		expect(await openedBy(world, elsewhere)).toBeDefined();
		expect((await change(password)).member.mustChangePassword).toBe(false);
		expect(await openedBy(world, here)).toBeDefined();
		expect(await openedBy(world, elsewhere)).toBeUndefined();
		expect(await callerOfPair(world, pair.accessToken)).toBeUndefined();
		expect(
			await tally([
				signIn('ada@mill.test', password, '192.0.2.14'),
				signIn('ada@mill.test', newPassword, '192.0.2.14')
			])
		).toEqual({ unauthenticated: 1, answered: 1 });
	});

	it('that are temporary allow nothing before she chooses her own', async () => {
		const { member, ...others } = await world.member('Ben');
		const ben = { ...others, member: { ...member, mustChangePassword: true } };
		expect(
			await tally([world.ask(members.getMe, ben, {}), world.ask(members.signOut, ben, {})])
		).toEqual({ answered: 2 });
		expect(await tally([world.ask(members.getSessions, ben, {})])).toEqual({ forbidden: 1 });
	});

	it('that are temporary work for 14 days', async () => {
		at(240 * minute);
		const { uid } = await world.database.reader.member.findFirstOrThrow({
			where: { emailFolded: 'ben@mill.test' }
		});
		await world.database.writer.member.update({
			where: { uid },
			data: {
				mustChangePassword: true,
				passwordHash: await hashPassword(password),
				createdAt: world.now()
			}
		});
		at(240 * minute + 14 * 24 * 60 * minute - 1);
		expect(await tally([signIn('ben@mill.test', password, '192.0.2.20')])).toEqual({ answered: 1 });
		at(240 * minute + 14 * 24 * 60 * minute);
		await expect(signIn('ben@mill.test', password, '192.0.2.20')).rejects.toMatchObject({
			kind: 'unauthenticated',
			message: 'This temporary password has expired. Reset your password.'
		});
	});

	it('that are too short are refused at first run, counting characters as people see them', async () => {
		const empty = await openWorld(provider);
		const setUp = (given: string, name = 'Ada') =>
			empty.ask(instance.setUpInstance, visitor, {
				instanceName: 'Mill',
				name,
				email: 'ada@mill.test',
				password: given
			});
		await expect(setUp('👨‍👩‍👧‍👦'.repeat(14))).rejects.toMatchObject({
			kind: 'malformed',
			violations: [{ field: 'password' }]
		});
		// With all other mistakes of the form at once.
		await expect(setUp('too short', '')).rejects.toMatchObject({
			violations: [{ field: 'name' }, { field: 'password' }]
		});
		await setUp('👨‍👩‍👧‍👦'.repeat(15));
		await empty.close();
	});
});
