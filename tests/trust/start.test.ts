// R5 and R9 at start and stop: a start that cannot work ends in one clear line; a stop leaves each write whole or absent.
import Sqlite from 'better-sqlite3';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
	chmod,
	copyFile,
	cp,
	link,
	mkdir,
	mkdtemp,
	readFile,
	readdir,
	rm,
	stat,
	symlink,
	truncate,
	utimes,
	writeFile
} from 'node:fs/promises';
import { Agent, createServer, get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/lib/server/data/migrations/migrate.ts';
import { defaults } from '../../src/lib/server/runtime/config.ts';
import { damage } from '../support/damage.ts';
import { note } from '../support/figures.ts';
import { compare } from '../support/journal.ts';
import { lookUp, setUpHousehold, openJournals, work } from '../support/load.ts';
import { freePort, freshDatabase, postgresUrl } from '../support/postgres.ts';
import { startServer } from '../support/server.ts';
import { smallDisk } from '../support/small-disk.ts';

/** For tests that start and end servers. */
const timeout = 60_000;

const root = join(import.meta.dirname, '../..');

let folder: string;
let sound: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'hearth-start-'));
	sound = join(folder, 'sound.db');
	await migrate(`file:${sound}`);
});
afterAll(() => rm(folder, { recursive: true }));

describe('a start is refused in one line', () => {
	const wrong: [string, Record<string, string>, RegExp][] = [
		[
			'a DATABASE_URL that is none',
			{ DATABASE_URL: 'nonsense' },
			/DATABASE_URL is "file:" and a path/
		],
		[
			'a database of another make',
			{ DATABASE_URL: 'mysql://ada:hunter2@localhost/hearth' },
			/DATABASE_URL is "file:" and a path/
		],
		[
			'a password that was not encoded',
			{ DATABASE_URL: 'postgres://ada:hunter2#1@localhost/hearth' },
			/DATABASE_URL .* written %23/
		],
		[
			'a Postgres that is not there',
			{ DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/hearth' },
			/Postgres at 127\.0\.0\.1:1 does not answer/
		],
		[
			'a host that is not there',
			{ DATABASE_URL: 'postgres://ada:hunter2@nowhere.invalid/hearth' },
			/Postgres at nowhere\.invalid does not answer/
		],
		[
			'a database in memory',
			{ DATABASE_URL: 'file::memory:' },
			/DATABASE_URL is "file:" and a path/
		],
		...['?mode=ro', '?', '#1'].map((more): [string, Record<string, string>, RegExp] => [
			`a file with ${more} behind its path`,
			{ DATABASE_URL: `file:${import.meta.filename}/hearth.db${more}` },
			/DATABASE_URL is "file:" and a path without \? or #/
		]),
		['a PORT that is no number', { PORT: 'http' }, /PORT is a whole number from 0 to 65535/],
		['a PORT out of range', { PORT: '65536' }, /PORT is a whole number/],
		['a HOST that is no address', { HOST: 'not an address' }, /HOST is an address of this machine/],
		['a HOST that names nothing', { HOST: 'nowhere.invalid' }, /HOST .* nowhere\.invalid/],
		['a HOST of another machine', { HOST: '192.0.2.55' }, /HOST .* no address 192\.0\.2\.55/],
		...['fe80::1', 'fe80::1%nowhere'].map((HOST): [string, Record<string, string>, RegExp] => [
			`a HOST of ${HOST}, which no interface has`,
			{ HOST },
			/HOST cannot be fe80::1.* such as fe80::1%eth0/
		]),
		['an ORIGIN without a scheme', { ORIGIN: 'lists.example.org' }, /ORIGIN/],
		[
			'an ORIGIN with a path',
			{ ORIGIN: 'https://lists.example.org/hearth' },
			/ORIGIN .* without a path/
		],
		[
			'a DATABASE_URL with a ~',
			{ DATABASE_URL: 'file:~/hearth.db' },
			/DATABASE_URL has a ~ or a \$/
		],
		[
			'a schema in DATABASE_URL',
			{ DATABASE_URL: 'postgres://ada:hunter2@localhost/hearth?schema=lists' },
			/DATABASE_URL names no schema/
		],
		[
			'a BODY_SIZE_LIMIT of another unit',
			{ BODY_SIZE_LIMIT: '512KB' },
			/BODY_SIZE_LIMIT is a size such as 512K/
		],
		[
			'a MIN_PASSWORD_LENGTH too short',
			{ MIN_PASSWORD_LENGTH: '7' },
			/MIN_PASSWORD_LENGTH is a whole number from 8 to 256/
		],
		['a LOG_LEVEL that is none', { LOG_LEVEL: 'loud' }, /LOG_LEVEL is one of/],
		['a BODY_SIZE_LIMIT that is none', { BODY_SIZE_LIMIT: 'lots' }, /BODY_SIZE_LIMIT/],
		['a BODY_SIZE_LIMIT of nothing', { BODY_SIZE_LIMIT: '0' }, /BODY_SIZE_LIMIT .* from 64K/],
		[
			'a BODY_SIZE_LIMIT that no first run fits in',
			{ BODY_SIZE_LIMIT: '10' },
			/BODY_SIZE_LIMIT .* from 64K/
		],
		[
			'TRUSTED_PROXIES that is no number',
			{ TRUSTED_PROXIES: 'all' },
			/TRUSTED_PROXIES is a whole number/
		]
	];

	it.each(wrong)('for %s', async (_, env, expected) =>
		expectRefusal(await start({ DATABASE_URL: `file:${sound}`, ...env }), expected)
	);

	it.each(['hunter2', ''])('for the Postgres password "%s"', async (wrongPassword) => {
		const url = new URL(postgresUrl());
		url.password = wrongPassword;
		expectRefusal(
			await start({ DATABASE_URL: url.href }),
			/Postgres at 127\.0\.0\.1:\d+ does not let hearth in/
		);
	});

	it('for a Postgres without TLS where TLS was asked for', async () => {
		const refused = await start({ DATABASE_URL: `${postgresUrl()}?sslmode=verify-full` });
		expectRefusal(refused, /cannot be reached over TLS \(.*see to sslmode/);
	});

	it('for a Postgres database that does not exist', async () => {
		const url = new URL(postgresUrl());
		url.pathname = '/attic';
		expectRefusal(
			await start({ DATABASE_URL: url.href }),
			/Postgres at .* attic|attic.* does not exist/
		);
	});

	it('for a file in place of the folder', async () => {
		const file = join(folder, 'file');
		await writeFile(file, '');
		expectRefusal(
			await start({ DATABASE_URL: `file:${file}/hearth.db` }),
			/file\/hearth\.db cannot be written/
		);
	});

	it('for a folder where the system makes none', async () => {
		expectRefusal(
			await start({ DATABASE_URL: 'file:/proc/nowhere/hearth.db' }),
			/nowhere\/hearth\.db cannot be written \(ENOENT\)/
		);
	});

	it('for a folder in place of the file', async () => {
		expectRefusal(
			await start({ DATABASE_URL: `file:${folder}` }),
			/ is a folder; set DATABASE_URL to a file/
		);
		expect(existsSync(`${folder}.claim`)).toBe(false);
	});

	it('for a pipe in place of the file', async () => {
		const pipe = join(folder, 'pipe');
		spawnSync('mkfifo', [pipe]);
		expectRefusal(
			await start({ DATABASE_URL: `file:${pipe}` }),
			/\/pipe is no file; set DATABASE_URL to a file/
		);
	});

	it('for a link that leads nowhere in place of the file', async () => {
		const dangling = join(folder, 'dangling.db');
		await symlink(join(folder, 'unmounted', 'hearth.db'), dangling);
		expectRefusal(
			await start({ DATABASE_URL: `file:${dangling}` }),
			/dangling\.db cannot be used \(.*\); .*DATABASE_URL/
		);
	});

	it('for a folder that this account cannot write to', async () => {
		const closed = join(folder, 'closed');
		await mkdir(closed, { mode: 0o555 });
		expectRefusal(
			await start({ DATABASE_URL: `file:${closed}/hearth.db` }),
			/closed\/hearth\.db cannot be written \(EACCES\)/
		);
	});

	it('for a file that this account cannot write', async () => {
		const file = await copyOfSound('readonly.db');
		await chmod(file, 0o444);
		const before = await readFile(file);
		expectRefusal(
			await start({ DATABASE_URL: `file:${file}` }),
			/readonly\.db cannot be written \(EACCES\)/
		);
		expect(before.equals(await readFile(file))).toBe(true);
	});

	it.each(['-wal', '-shm', '.claim'])(
		'for a %s that cannot be written, beside the file',
		async (ending) => {
			const file = await copyOfSound(`left${ending}.db`);
			await writeFile(file + ending, '', { mode: 0o444 });
			expectRefusal(
				await start({ DATABASE_URL: `file:${file}` }),
				new RegExp(`left${ending}\\.db${ending} cannot be written \\(EACCES\\)`)
			);
		}
	);

	it('for a file that belongs to another account', async () => {
		const file = await copyOfSound('foreign.db');
		await chmod(file, 0o000);
		expectRefusal(
			await start({ DATABASE_URL: `file:${file}` }),
			/foreign\.db cannot be written \(EACCES\)/
		);
	});

	it('for a Postgres database that belongs to another account', async () => {
		const url = new URL(await freshDatabase());
		await migrate(url.href);
		const client = new pg.Client({ connectionString: url.href });
		await client.connect();
		await client.query(`CREATE ROLE guest LOGIN PASSWORD 'hunter2'`);
		await client.end();
		[url.username, url.password] = ['guest', 'hunter2'];
		expectRefusal(
			await start({ DATABASE_URL: url.href }),
			/Postgres at 127\.0\.0\.1:\d+ cannot be used \(permission denied.*\); .*DATABASE_URL/
		);
	});

	it('for an empty Postgres database that another role owns', async () => {
		const url = new URL(await freshDatabase());
		await onPostgres(
			url.href,
			`CREATE ROLE tenant LOGIN PASSWORD 'hunter2'; REVOKE CREATE ON SCHEMA public FROM PUBLIC`
		);
		[url.username, url.password] = ['tenant', 'hunter2'];
		expectRefusal(
			await start({ DATABASE_URL: url.href }),
			/permission denied.*; make the role in DATABASE_URL the owner of the database/
		);
	});

	it('for a Postgres database that may only be read', async () => {
		const url = await freshDatabase();
		await migrate(url);
		await onPostgres(
			url,
			`ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET default_transaction_read_only = on`
		);
		expectRefusal(
			await start({ DATABASE_URL: url }),
			/Postgres at 127\.0\.0\.1:\d+ cannot be used \(.*read-only transaction/
		);
	});

	it('for a table of a Postgres database that belongs to another account', async () => {
		const url = new URL(await freshDatabase());
		await migrate(url.href);
		await onPostgres(
			url.href,
			`CREATE ROLE lodger LOGIN PASSWORD 'hunter2'; GRANT ALL ON ALL TABLES IN SCHEMA public TO lodger; REVOKE ALL ON "Instance" FROM lodger`
		);
		[url.username, url.password] = ['lodger', 'hunter2'];
		expectRefusal(
			await start({ DATABASE_URL: url.href }),
			/Postgres at 127\.0\.0\.1:\d+ cannot be used \(permission denied for table Instance/
		);
	});

	it('for a Postgres database of another encoding', async () => {
		await onPostgres(
			postgresUrl(),
			`CREATE DATABASE "latin" ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`
		);
		const url = new URL(postgresUrl());
		url.pathname = '/latin';
		expectRefusal(
			await start({ DATABASE_URL: url.href }),
			/has the encoding LATIN1.* create one with ENCODING 'UTF8'/
		);
	});

	const damages: [string, (file: string) => Promise<void>, RegExp][] = [
		[
			'garbage',
			(file) => writeFile(file, Buffer.alloc(20_000, 'garbage')),
			/damaged, and was left as it was/
		],
		[
			'a file that was cut off',
			(file) => truncate(file, 20_000),
			/damaged, and was left as it was/
		],
		['a database of something else', attic, /not empty and not of Hearth; it was left as it was/]
	];

	it.each(damages)(
		'for %s, and the file stays unchanged, with no journal beside it',
		async (what, damage, expected) => {
			const file = await copyOfSound(`${what.replaceAll(' ', '-')}.db`);
			await damage(file);
			const before = await readFile(file);
			expectRefusal(await start({ DATABASE_URL: `file:${file}` }), expected);
			expect(before.equals(await readFile(file))).toBe(true);
			const beside = (await readdir(folder)).filter((name) => name.startsWith(basename(file)));
			expect(beside.sort()).toEqual([basename(file), `${basename(file)}.claim`]);
		}
	);

	it('for a damaged table that is read at the start', async () => {
		const file = await copyOfSound('no-instance.db');
		await damage(file, 'Instance');
		expectRefusal(
			await start({ DATABASE_URL: `file:${file}` }),
			/no-instance\.db .*damaged, and was left as it was \(.*malformed/
		);
	});

	it.each([28, 100])('for %i open files', async (mayOpen) => {
		const limit = ['prlimit', `--nofile=${mayOpen}:${mayOpen}`];
		expectRefusal(
			await start({ DATABASE_URL: `file:${sound}` }, limit),
			new RegExp(`may open ${mayOpen} files .*ulimit -n.* 128 at least`)
		);
	});

	it('for a full disk', async ({ skip }) => {
		const disk = await smallDisk(1);
		if (!disk) return skip('this account cannot mount a disk');
		const file = join(disk.folder, 'full.db');
		await copyFile(sound, file);
		await disk.fill();
		const refused = await start({ DATABASE_URL: `file:${file}` });
		disk.remove();
		expectRefusal(refused, /the database .*\/full\.db cannot be used \(.*\); .*DATABASE_URL/);
	});

	it('for a file with two names', async () => {
		const file = await copyOfSound('one-name.db');
		await link(file, join(folder, 'other-name.db'));
		expectRefusal(
			await start({ DATABASE_URL: `file:${join(folder, 'other-name.db')}` }),
			/other-name\.db has more than one name/
		);
	});

	it('for a file that another process has open by another path', { timeout }, async () => {
		const file = await copyOfSound('linked.db');
		const server = await startServer({ databaseUrl: `file:${file}` });
		const [byFile, byFolder] = [join(folder, 'link.db'), join(folder, 'elsewhere')];
		await symlink(file, byFile);
		await symlink(folder, byFolder);
		for (const path of [byFile, join(byFolder, 'linked.db')])
			expectRefusal(
				await start({ DATABASE_URL: `file:${path}` }),
				/another Hearth is running on .*\/linked\.db/
			);
		await server.stop();
	});

	describe('for a backup that was put beside the journal of the file that it replaced', () => {
		let file: string;
		let journal: Buffer;
		beforeAll(async () => {
			file = join(folder, 'restored.db');
			const server = await startServer({ databaseUrl: `file:${file}` });
			await setUpHousehold(server.origin);
			await server.kill();
			journal = await readFile(`${file}-wal`);
			await server.stop();
		});

		async function putBack(backup: string): Promise<Buffer> {
			await copyFile(backup, file);
			await writeFile(`${file}-wal`, journal);
			await rm(`${file}-shm`, { force: true });
			return readFile(file);
		}

		/** A backup that is larger than the file that the journal belongs to. */
		async function livedIn(): Promise<string> {
			const backup = await copyOfSound('lived-in.db');
			const database = new Sqlite(backup);
			database.exec(`
				WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
				INSERT INTO "Change" ("kind", "at") SELECT 'members.changed', 0 FROM n`);
			database.close();
			return backup;
		}

		async function expectUntouched(before: Buffer): Promise<void> {
			expect(before.equals(await readFile(file))).toBe(true);
			expect(journal.equals(await readFile(`${file}-wal`))).toBe(true);
		}

		it('where the two do not fit', { timeout }, async () => {
			const before = await putBack(await livedIn());
			expectRefusal(
				await start({ DATABASE_URL: `file:${file}` }),
				/restored\.db-wal beside it belongs to another file.*remove .*restored\.db-wal/
			);
			await expectUntouched(before);
		});

		it('where it is newer than the journal', { timeout }, async () => {
			const before = await putBack(sound);
			await utimes(`${file}-wal`, new Date(), new Date(Date.now() - 120_000));
			expectRefusal(
				await start({ DATABASE_URL: `file:${file}` }),
				/restored\.db is newer than .*restored\.db-wal/
			);
			await expectUntouched(before);
		});

		it('until the journal is removed', { timeout }, async () => {
			await putBack(sound);
			await rm(`${file}-wal`);
			const server = await startServer({ databaseUrl: `file:${file}` });
			expect(await server.stop()).toBe(0);
		});
	});

	it('for a port that is in use', async () => {
		const other = createServer().listen(0, '127.0.0.1');
		await once(other, 'listening');
		const address = other.address();
		const port = String(typeof address === 'object' ? address?.port : address);
		expectRefusal(
			await start({ DATABASE_URL: `file:${sound}`, PORT: port }),
			new RegExp(`port ${port} is already in use; .* set PORT`)
		);
		// Before anything is installed or built: that would replace the scripts of the Hearth that runs there.
		const bare = await mkdtemp(join(folder, 'bare-'));
		await cp(join(root, 'bin'), join(bare, 'bin'), { recursive: true });
		const { status, stdout, stderr } = spawnSync(
			process.execPath,
			['bin/run.mjs', 'bin/serve.mjs'],
			{ cwd: bare, env: { PORT: port, HOST: '127.0.0.1' }, encoding: 'utf8' }
		);
		const cannot = `Hearth cannot start: port ${port} is already in use; stop what uses it, or set PORT to another one.\n`;
		expect([status, stdout, stderr]).toEqual([1, '', cannot]);
		other.close();
	});
});

describe('a server', () => {
	it('is up again at once on a migrated file', async () => {
		const server = await startServer();
		await server.stop();
		const starts: number[] = [];
		const empties: number[] = [];
		for (let tries = 0; tries < 3; tries += 1) {
			empties.push(await timed(emptyProgram));
			await server.kill();
			starts.push(await timed(server.restart));
		}
		// Two seconds on a machine that starts an empty program in 40 ms; a slower machine gets more in proportion.
		const [start, empty] = [Math.min(...starts), Math.min(...empties)];
		expect(start / empty).toBeLessThan(50);
		note('second start', {
			'ms, best of 3': Math.round(start),
			'ms, empty program': Math.round(empty)
		});
		await server.stop();
	});

	it(
		'goes on answering when there are more connections than it may have open files',
		{ timeout },
		async () => {
			const server = await startServer({ within: ['prlimit', '--nofile=200:200'] });
			const port = Number(new URL(server.origin).port);
			const idle = Array.from({ length: 300 }, () =>
				connect(port, '127.0.0.1').on('error', () => {})
			);
			await pause(1000);
			const first = idle[0];
			first?.write('GET /setup HTTP/1.1\r\nHost: localhost\r\n\r\n');
			expect(String(await once(first ?? server.process, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
			for (const socket of idle) socket.destroy();
			await pause(500);
			for (const path of ['/readyz', '/setup'])
				expect((await fetch(`${server.origin}${path}`)).status, path).toBe(200);
			await server.stop();
		}
	);

	it('prints an IPv6 address in the form that a browser accepts', { timeout }, async () => {
		const server = await startServer({ env: { HOST: '::ffff:127.0.0.1' } });
		const printed = server.output().match(/http:\/\/\S+?:\d+(?=[\s/])/g);
		expect(printed).toHaveLength(2);
		for (const address of printed ?? []) expect(URL.canParse(address), address).toBe(true);
		await server.stop();
	});

	it('takes every empty variable for one that is unset', { timeout }, async () => {
		const names = Object.keys(defaults).filter((name) => !/^(DATABASE_URL|HOST|PORT)$/.test(name));
		const server = await startServer({ env: Object.fromEntries(names.map((name) => [name, ''])) });
		expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
		await server.stop();
	});

	it('reads no variable of its framework that makes it believe a header', { timeout }, async () => {
		const env = { ADDRESS_HEADER: 'True-Client-IP', HOST_HEADER: 'Via', PROTOCOL_HEADER: 'Via' };
		const server = await startServer({ env });
		for (const path of ['/api/v1/lists', '/setup', '/readyz']) {
			const { status } = await fetch(`${server.origin}${path}`, { headers: { via: 'evil' } });
			expect([path, status]).toEqual([path, path.startsWith('/api') ? 401 : 200]);
		}
		expect(await server.stop()).toBe(0);
	});

	it(
		'goes on answering when a file of its build was deleted or replaced',
		{ timeout },
		async () => {
			const copied = await mkdtemp(join(folder, 'copied-'));
			for (const part of ['bin', 'build', 'prisma'])
				await cp(join(root, part), join(copied, part), { recursive: true });
			for (const part of ['node_modules', 'package.json'])
				await symlink(join(root, part), join(copied, part));
			const server = await startServer({ folder: copied });
			await rm(join(copied, 'build/client/_app/version.json'));
			const uncompressed = { headers: { 'accept-encoding': 'identity' } };
			await expect(fetch(`${server.origin}/_app/version.json`, uncompressed)).rejects.toThrow(
				'fetch failed'
			);
			expect((await fetch(`${server.origin}/setup`)).status).toBe(200);
			await rm(join(copied, 'build/server/chunks'), { recursive: true });
			const fault = await fetch(`${server.origin}/api/v1/lists`);
			expect(fault.status).toBe(500);
			const body: { code: number; message: string; details: unknown[] } = await fault.json();
			expect(body).toMatchObject({ code: 13, details: [] });
			const [, named] = /server log under (\w+)/.exec(body.message) ?? [];
			expect(server.output()).toContain(`"requestId":"${named}"`);
			expect(await server.stop()).toBe(0);
		}
	);

	it('lets no other account read its database', async () => {
		const house = await mkdtemp(join(folder, 'house-'));
		const databaseUrl = `file:${join(house, 'data', 'hearth.db')}`;
		const server = await startServer({ databaseUrl });
		const written = await readdir(house, { recursive: true });
		expect(written).toEqual(expect.arrayContaining(['data', 'data/hearth.db']));
		for (const name of written) {
			const { mode } = await stat(join(house, name));
			expect([name, mode & 0o077]).toEqual([name, 0]);
		}
		await server.stop();
	});

	it('goes on answering when its log cannot be written', { timeout }, async () => {
		const server = await startServer();
		server.process.stdout?.destroy();
		server.process.stderr?.destroy();
		const headers = { authorization: 'Bearer wrong' };
		for (let tries = 0; tries < 3; tries += 1) {
			const { status } = await fetch(`${server.origin}/api/v1/lists`, { headers });
			expect(status).toBe(401);
			await pause(50);
		}
		expect(await server.stop()).toBe(0);
	});

	it('ends with 0 within three seconds of SIGTERM, whatever connections stay open', async () => {
		const server = await startServer();
		const agent = new Agent({ keepAlive: true, maxSockets: 20 });
		const answered = () =>
			new Promise((resolve) =>
				get(`${server.origin}/healthz`, { agent }, (response) =>
					response.resume().on('end', resolve)
				)
			);
		await Promise.all(Array.from({ length: 20 }, answered));
		const begun = performance.now();
		expect(await server.stop()).toBe(0);
		expect(performance.now() - begun).toBeLessThan(3000);
		agent.destroy();
	});

	it('answers what is in flight also when npm passes on a Ctrl-C that the server has received already', async () => {
		const server = await startServer();
		const { hostname, port } = new URL(server.origin);
		const client = connect(Number(port), hostname);
		client.write(
			'POST /api/v1/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{'
		);
		await pause(100);
		const ended = once(server.process, 'exit');
		for (const _signal of [1, 2]) {
			server.process.kill('SIGINT');
			await pause(100);
		}
		client.write('}');
		expect(await text(client)).toMatch(/^HTTP\/1\.1 400 /);
		expect((await ended)[0]).toBe(0);
		await server.stop();
	});

	it('ends with 0 within three seconds of SIGTERM, with each write in flight whole or absent', async () => {
		const databaseUrl = `file:${join(folder, 'stopped.db')}`;
		const server = await startServer({ databaseUrl });
		const household = await setUpHousehold(server.origin);
		const journals = openJournals(household, 50);
		const load = Promise.all(journals.map((journal) => work(household, journal, () => false)));
		await pause(500);
		const begun = performance.now();
		expect(await server.stop()).toBe(0);
		expect(performance.now() - begun).toBeLessThan(3000);
		await load;
		await server.restart();
		const shownTo = await lookUp(household);
		const differences = journals.map((journal) => compare(journal, shownTo(journal.client)));
		expect(differences.filter(Boolean).join('\n')).toBe('');
		await server.stop();
	});
});

async function timed(work: () => Promise<unknown>): Promise<number> {
	const begun = performance.now();
	await work();
	return performance.now() - begun;
}

const emptyProgram = () => once(spawn(process.execPath, ['--eval', '0']), 'exit');

type Refused = { code: number | null; out: string; err: string };

/** Drops root's capability to write anywhere. */
const powerless =
	process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];

async function start(env: Record<string, string>, within: string[] = []): Promise<Refused> {
	const [program = '', ...args] = [...within, ...powerless, process.execPath, 'bin/serve.mjs'];
	const { PATH, HOME, TMPDIR } = process.env;
	const child = spawn(program, args, {
		cwd: root,
		env: {
			PATH,
			HOME,
			TMPDIR,
			NODE_ENV: 'production',
			HOST: '127.0.0.1',
			PORT: String(await freePort()),
			...env
		},
		stdio: ['ignore', 'pipe', 'pipe']
	});
	const [out, err, [code]] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		once(child, 'close')
	]);
	return { code, out, err };
}

function expectRefusal({ code, out, err }: Refused, expected: RegExp): void {
	expect(err).toMatch(/^Hearth cannot start: [^\n]+\n$/);
	expect(err).toMatch(expected);
	expect(err).not.toMatch(/hunter2|\bat .*:\d+:\d+/);
	expect([code, out]).toEqual([1, '']);
}

async function copyOfSound(name: string): Promise<string> {
	const file = join(folder, name);
	await copyFile(sound, file);
	return file;
}

async function onPostgres(url: string, script: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	await client.query(script);
	await client.end();
}

async function attic(file: string): Promise<void> {
	await rm(file);
	const other = new Sqlite(file);
	other.exec('CREATE TABLE "Attic" (id INTEGER); INSERT INTO "Attic" VALUES (1)');
	other.close();
}
