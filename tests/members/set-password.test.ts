// The way back in for an only admin who has forgotten the password, on the machine that keeps the database.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, password, providers, visitor } from '../support/world.ts';

const program = join(import.meta.dirname, '../../bin/set-password.ts');
const run = (databaseUrl: string, email: string) =>
	promisify(execFile)(process.execPath, [program, email], {
		env: { ...process.env, DATABASE_URL: databaseUrl }
	});

it.each(providers)('gives a member on %s a password, and ends their sessions', async (provider) => {
	const world = await openWorld(provider);
	const ada = await world.setUp();
	const signIn = (as: string) =>
		outcome(world.ask(members.signIn, visitor, { email: 'ada@mill.test', password: as }));
	const { stdout } = await run(world.databaseUrl, ' Ada@mill.test');
	const words = /is now: (.+)$/m.exec(stdout)?.[1] ?? '';
	expect(await outcome(world.ask(lists.createList, ada, { name: 'Food' }))).toBe('unauthenticated');
	expect(await signIn(password)).toBe('unauthenticated');
	expect(await signIn(words)).toBe('done');
	await world.close();
});

it('says so where nobody signs in under that address', async () => {
	const world = await openWorld('sqlite');
	await world.setUp();
	await expect(run(world.databaseUrl, 'eve@mill.test')).rejects.toMatchObject({
		code: 1,
		stderr: expect.stringContaining('Nobody here signs in as "eve@mill.test"')
	});
	await world.close();
});
