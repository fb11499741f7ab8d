// bin/set-password.ts: the way back in for an only admin who has forgotten the password, on the machine with the database.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, it } from 'vitest';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { fileOf } from '../../src/lib/server/data/database-url.ts';
import { takeFile } from '../../src/lib/server/data/sqlite/take-file.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { outcome } from '../support/outcome.ts';
import { freshDatabase } from '../support/postgres.ts';
import { openWorld, password, providers, visitor } from '../support/world.ts';

const program = join(import.meta.dirname, '../../bin/set-password.ts');
const run = (databaseUrl: string, email: string) =>
	promisify(execFile)(process.execPath, [program, email], {
		env: { ...process.env, DATABASE_URL: databaseUrl }
	});

it.each(providers)(
	'gives a member on %s a password, ends their sessions and open resets, and logs it',
	async (provider) => {
		const world = await openWorld(provider);
		const ada = await world.setUp();
		const signIn = (as: string) =>
			outcome(world.ask(members.signIn, visitor, { email: 'ada@mill.test', password: as }));
		const { uid: tokenUid } = await world.tokenOf(ada);
		const { requestUid } = await world.ask(requests.askForReset, visitor, { emailOrName: 'Ada' });
		await world.ask(requests.decideReset, ada, { requestUid, approve: true });
		const { stdout, stderr } = await run(world.databaseUrl, ' Ada@mill.test');
		const words = /is now: (.+)$/m.exec(stdout)?.[1] ?? '';
		expect(await outcome(world.ask(lists.createList, ada, { name: 'Food' }))).toBe(
			'unauthenticated'
		);
		expect(await signIn(password)).toBe('unauthenticated');
		expect(await signIn(words)).toBe('done');
		const { resetRequest, accessToken } = world.database.reader;
		expect(await resetRequest.findMany({ select: { state: true } })).toEqual([
			{ state: 'IGNORED' }
		]);
		expect(await accessToken.findMany({ select: { uid: true } })).toEqual([{ uid: tokenUid }]);
		expect(JSON.parse(stderr)).toMatchObject({
			...{ message: 'security', event: 'password-set', memberUid: ada.member.uid },
			...{ by: 'visitor', address: '127.0.0.1' }
		});
		await world.close();
	}
);

it('says so where no member has that email', async () => {
	const world = await openWorld('sqlite');
	await world.setUp();
	await expect(run(world.databaseUrl, 'eve@mill.test')).rejects.toMatchObject({
		code: 1,
		stderr: expect.stringContaining('Nobody here signs in as "eve@mill.test"')
	});
	await world.close();
});

it('says in one line that Hearth is running', async () => {
	const world = await openWorld('sqlite');
	const free = await takeFile(fileOf(world.databaseUrl) ?? '');
	await expect(run(world.databaseUrl, 'ada@mill.test')).rejects.toMatchObject({
		code: 1,
		stderr: expect.stringMatching(/^No password was set: another Hearth is running.*\n$/)
	});
	free();
	await world.close();
});

it('says so where there is no household, and creates no file', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'hearth-none-'));
	await expect(run(`file:${folder}/hearth.db`, 'ada@mill.test')).rejects.toMatchObject({
		code: 1,
		stderr: `No password was set: there is no household in ${folder}/hearth.db; check DATABASE_URL\n`
	});
	expect(await readdir(folder)).toEqual([]);
	await rm(folder, { recursive: true });
});

it('says so where a Postgres is empty or not set up, and changes nothing there', async () => {
	const empty = await freshDatabase();
	const world = await openWorld('postgresql');
	for (const databaseUrl of [empty, world.databaseUrl])
		await expect(run(databaseUrl, 'ada@mill.test')).rejects.toMatchObject({
			code: 1,
			stderr: 'No password was set: the database in DATABASE_URL holds no household\n'
		});
	expect(await world.database.reader.setupCode.count()).toBe(0);
	await world.close();
	expect(await tablesIn(empty)).toEqual([]);
});

async function tablesIn(connectionString: string): Promise<unknown[]> {
	const client = new pg.Client({ connectionString });
	await client.connect();
	const { rows } = await client.query(
		`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`
	);
	await client.end();
	return rows;
}
