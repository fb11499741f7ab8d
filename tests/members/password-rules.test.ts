// Which passwords are accepted, and how they are stored.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { members } from '../../src/lib/server/members/operations.ts';
import { hashPassword } from '../../src/lib/server/kernel/passwords.ts';
import { strangerAt } from '../support/credentials.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, type World } from '../support/world.ts';

describe.each(providers)('a password on %s', (provider) => {
	let world: World;
	let tries = 0;
	beforeAll(async () => void (world = await openWorld(provider)));
	afterAll(() => world.close());

	/** Adds a member with this password. Returns whether it and each of the others signs them in. */
	async function memberWith(password: string, ...others: string[]) {
		const name = `Ada${(tries += 1)}`;
		const { member } = await world.member(name);
		const data = { passwordHash: await hashPassword(password) };
		await world.database.writer.member.update({ where: { uid: member.uid }, data });
		const email = `${name.toLowerCase()}@mill.test`;
		const signIn = (sent: string) =>
			outcome(
				world.ask(members.signIn, strangerAt(`198.51.100.${tries}`), { email, password: sent })
			);
		const outcomes: string[] = [];
		for (const sent of [password, ...others]) outcomes.push(await signIn(sent));
		return outcomes;
	}

	it('is compared exactly and as a whole, up to 256 characters', async () => {
		const longest = `${'x'.repeat(255)}a`;
		const others = [`${'x'.repeat(255)}b`, 'x'.repeat(255), longest.toUpperCase()];
		expect(await memberWith(longest, ...others)).toEqual([
			'done',
			...Array(3).fill('unauthenticated')
		]);
		const spaced = ' correct horse battery ';
		expect(await memberWith(spaced, spaced.trim())).toEqual(['done', 'unauthenticated']);
	});

	it.each([
		['spaces', ' '.repeat(15)],
		['one letter', 'a'.repeat(15)],
		['digits', '1'.repeat(15)],
		['another script', 'пароль на каждый день'],
		['emoji', '🧀'.repeat(15)]
	])('of %s is as good as any other', async (_what, newPassword) => {
		const [current, name] = ['correct horse battery staple', `Ben${(tries += 1)}`];
		const ben = await world.signedIn(name);
		const data = { passwordHash: await hashPassword(current) };
		await world.database.writer.member.update({ where: { uid: ben.member.uid }, data });
		const changed = world.ask(members.changePassword, ben, {
			currentPassword: current,
			newPassword
		});
		expect(await outcome(changed)).toBe('done');
	});
});
