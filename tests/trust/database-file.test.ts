// A SQLite file that is deleted, replaced or damaged under a running server. No write that would be lost is acknowledged.
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/lib/server/data/migrations/migrate.ts';
import { clientOf } from '../support/client.ts';
import { damage } from '../support/damage.ts';
import { note } from '../support/figures.ts';
import { setUpHousehold } from '../support/load.ts';
import { startServer } from '../support/server.ts';

/** These tests start and end servers. */
const timeout = 60_000;

let folder: string;
let backup: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'hearth-file-'));
	backup = join(folder, 'backup.db');
	await migrate(`file:${backup}`);
});
afterAll(() => rm(folder, { recursive: true }));

describe('a server acknowledges no more writes and ends with one line in its log', () => {
	const wrongs: [string, (file: string) => Promise<void>][] = [
		['when its file is deleted', (file) => rm(file)],
		['when its file is moved', (file) => rename(file, `${file}.old`)],
		['when its journal is deleted', (file) => rm(`${file}-wal`)],
		[
			'when a backup is put in the place of its file',
			async (file) => {
				await copyFile(backup, `${file}.new`);
				await rename(`${file}.new`, file);
			}
		]
	];

	it.each(wrongs)('%s', { timeout }, async (what, wrong) => {
		const file = join(folder, `${what.replaceAll(' ', '-')}.db`);
		const server = await startServer({ databaseUrl: `file:${file}` });
		const { token, hallUid } = await setUpHousehold(server.origin);
		const client = clientOf(server.origin, { bearer: token });
		const add = () =>
			client.post(`/lists/${hallUid}/items`, { label: 'milk' }).then(
				({ status }) => status,
				() => 0
			);
		expect(await add()).toBe(200);
		const ended = once(server.process, 'exit');
		const before = server.output().length;
		await wrong(file);
		const since = performance.now();
		const answers: number[] = [];
		while (server.process.exitCode === null && performance.now() - since < 10_000) {
			answers.push(await add());
			await pause(10);
		}
		expect(answers.filter((status) => status !== 503 && status !== 0)).toEqual([]);
		expect(await ended).toEqual([1, null]);
		expect(server.output().slice(before)).toMatch(
			/^\{.*"message":"the database file was deleted or replaced while Hearth was running[^\n]*\}\n$/
		);
		note(`M9 ${what}`, { 'ended after ms': Math.round(performance.now() - since), 'said done': 0 });
		await server.stop();
	});

	it(
		'leaves a backup in the place of its file unchanged, and starts with it',
		{ timeout },
		async () => {
			const file = join(folder, 'left-alone.db');
			const server = await startServer({ databaseUrl: `file:${file}` });
			await setUpHousehold(server.origin);
			const ended = once(server.process, 'exit');
			await copyFile(backup, `${file}.new`);
			await rename(`${file}.new`, file);
			await ended;
			expect((await readFile(backup)).equals(await readFile(file))).toBe(true);
			await server.restart();
			const { body } = await clientOf(server.origin).get('/instance');
			expect(body).toMatchObject({ needsSetup: true });
			await server.stop();
		}
	);
});

it(
	'a server on a damaged file says so in its answers, in its log and to probes',
	{ timeout },
	async () => {
		const file = join(folder, 'damaged.db');
		const server = await startServer({ databaseUrl: `file:${file}` });
		const { token, hallUid } = await setUpHousehold(server.origin);
		await clientOf(server.origin, { bearer: token }).post(`/lists/${hallUid}/items`, {
			label: 'milk'
		});
		await server.stop();
		await damage(file, 'Item');
		await server.restart();
		const client = clientOf(server.origin, { bearer: token });
		const before = server.output().length;
		for (let tries = 0; tries < 2; tries += 1) {
			const answer = await client.get(`/lists/${hallUid}`);
			expect([answer.status, answer.text]).toEqual([
				503,
				expect.stringMatching(/The database is damaged.*restore a backup/)
			]);
		}
		expect((await client.send('GET', '/readyz')).status).toBe(503);
		expect(server.output().slice(before)).toMatch(
			/^\{.*"message":"the database is damaged; stop Hearth and restore a backup".*\}\n$/
		);
		await server.stop();
	}
);

describe('a server says that a table which it reads for every request is damaged', () => {
	let household: Awaited<ReturnType<typeof setUpHousehold>>;
	let sound: string;
	beforeAll(async () => {
		sound = join(folder, 'lived-in.db');
		const server = await startServer({ databaseUrl: `file:${sound}` });
		household = await setUpHousehold(server.origin);
		await server.stop();
	});

	const bearer = () => ({ authorization: `Bearer ${household.token}` });
	const session = () => ({ cookie: household.cookie });
	const reads: [string, string, () => Record<string, string>][] = [
		['Member', '/api/v1/lists', bearer],
		['AccessToken', '/api/v1/lists', bearer],
		['Session', '/api/v1/lists', session],
		['Change', '/api/v1/events', bearer]
	];

	it.each(reads)('in %s', { timeout }, async (table, path, credential) => {
		const file = join(folder, `damaged-${table}.db`);
		await copyFile(sound, file);
		await damage(file, table);
		const server = await startServer({ databaseUrl: `file:${file}` });
		const before = server.output().length;
		for (let tries = 0; tries < 2; tries += 1) {
			const answer = await fetch(`${server.origin}${path}`, { headers: credential() });
			expect([answer.status, await answer.text()]).toEqual([
				503,
				expect.stringMatching(/The database is damaged/)
			]);
		}
		expect((await fetch(`${server.origin}/readyz`)).status).toBe(503);
		expect(
			server
				.output()
				.slice(before)
				.match(/the database is damaged/g)
		).toHaveLength(1);
		await server.stop();
	});
});
