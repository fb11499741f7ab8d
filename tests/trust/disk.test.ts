// R5 on a running server: the disk is full, or the database is read-only. A write is refused in plain words and leaves nothing
// half done. Reads work as before. When the cause is gone, writes work again without a restart.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { clientOf, type Client } from '../support/client.ts';
import { isLong, note } from '../support/figures.ts';
import { setUpHousehold } from '../support/load.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { smallDisk, type SmallDisk } from '../support/small-disk.ts';
import { lookInto } from '../support/sql.ts';

const rounds = isLong ? 10 : 2;
/** /readyz may take some seconds to notice, in each round. */
const timeout = 30_000 + rounds * 15_000;
/** A text that is larger than the free space in the existing pages, and that cannot be compressed. */
const long = randomBytes(30_000).toString('hex');

/** Makes every write fail, and ends that again. `isPartial`: some writes are still small enough to succeed. */
type Trouble = { begin: () => Promise<void>; end: () => Promise<void>; isPartial?: true };

type Kitchen = Awaited<ReturnType<typeof openKitchen>>;

/** A household with one list, over a database of its own. */
async function openKitchen(databaseUrl?: string) {
	const server = await startServer(databaseUrl ? { databaseUrl } : {});
	const { token, hallUid } = await setUpHousehold(server.origin);
	return { server, client: clientOf(server.origin, { bearer: token }), listUid: hallUid };
}

describe('a SQLite file', () => {
	let disk: SmallDisk | undefined;
	const kitchens: Kitchen[] = [];
	beforeAll(async () => void (disk = await smallDisk(4)));
	afterAll(async () => {
		for (const { server } of kitchens) await server.stop();
		disk?.remove();
	});

	it(
		'that may not grow can still be read, and is written again when it may grow',
		{ timeout },
		async () => {
			const kitchen = await openKitchen();
			kitchens.push(kitchen);
			await weather('may not grow, sqlite', kitchen, mayNotGrow(kitchen.server));
			await isSound(kitchen.server);
		}
	);

	it(
		'on a full disk is read all the same, and written again when there is room',
		{ timeout },
		async () => {
			// Where this account may not mount a disk, a limit on the size of files takes its place.
			const kitchen = await openKitchen(disk && `file:${join(disk.folder, 'hearth.db')}`);
			kitchens.push(kitchen);
			const trouble = disk ? { begin: disk.fill, end: disk.free } : mayNotGrow(kitchen.server);
			await weather('full disk, sqlite', kitchen, trouble);
			await isSound(kitchen.server);
		}
	);
});

describe('a Postgres', () => {
	let postgres: Postgres;
	let disk: SmallDisk | undefined;
	let console: pg.Client;
	const kitchens: Kitchen[] = [];

	beforeAll(async () => {
		postgres = await startPostgres();
		console = new pg.Client({ connectionString: postgres.url });
		await console.connect();
		const { rows } = await console.query<{ data_directory: string }>('SHOW data_directory');
		const { uid } = await stat(rows[0]?.data_directory ?? '');
		disk = await smallDisk(24, uid);
		if (disk) await console.query(`CREATE TABLESPACE small LOCATION '${disk.folder}'`);
		for (const [name, more] of [
			['full_disk', disk ? 'TABLESPACE small' : ''],
			['standby', '']
		] as const)
			await console.query(`CREATE DATABASE ${name} TEMPLATE template0 ${more}`);
	});
	afterAll(async () => {
		for (const { server } of kitchens) await server.stop();
		await console?.end();
		await postgres?.stop();
		disk?.remove();
	});

	const urlOf = (name: string) =>
		Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;

	it(
		'on a full disk is read all the same, and written again when there is room',
		{ timeout },
		async () => {
			const kitchen = await openKitchen(urlOf('full_disk'));
			kitchens.push(kitchen);
			const trouble = disk
				? { begin: disk.fill, end: disk.free, isPartial: true as const }
				: saysDiskFull(urlOf('full_disk'));
			await weather('full disk, Postgres', kitchen, trouble);
		}
	);

	it(
		'that is read-only, as after a failover, is written again when it is the primary',
		{ timeout },
		async () => {
			const kitchen = await openKitchen(urlOf('standby'));
			kitchens.push(kitchen);
			const only = (state: string) => async () => {
				await console.query(`ALTER SYSTEM SET default_transaction_read_only = ${state}`);
				await console.query('SELECT pg_reload_conf()');
				await expect.poll(async () => await clientSees(urlOf('standby'))).toBe(state);
			};
			await weather('read-only, Postgres', kitchen, { begin: only('on'), end: only('off') });
		}
	);
});

/** The value of the changed setting as a new connection reads it. */
async function clientSees(connectionString: string): Promise<string | undefined> {
	const client = new pg.Client({ connectionString });
	await client.connect();
	const { rows } = await client.query<Record<string, string>>('SHOW default_transaction_read_only');
	await client.end();
	return Object.values(rows[0] ?? {})[0];
}

/** Limits the size of the files that this process may write, so that the system refuses its writes. */
function mayNotGrow({ pid }: RunningServer): Trouble {
	const limit = (bytes: string) => async () => {
		const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`]);
		if (status !== 0) throw new Error(String(stderr));
	};
	return { begin: limit('4096'), end: limit('unlimited') };
}

/** Raises Postgres's own error for a full disk, for accounts that may not mount a small disk. */
function saysDiskFull(connectionString: string): Trouble {
	const run = (sql: string) => async () => {
		const client = new pg.Client({ connectionString });
		await client.connect();
		await client.query(sql);
		await client.end();
	};
	return {
		begin: run(`
			CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
			CREATE TRIGGER disk_full BEFORE INSERT ON "Item" EXECUTE FUNCTION disk_full()`),
		end: run('DROP TRIGGER disk_full ON "Item"; DROP FUNCTION disk_full()'),
		isPartial: true
	};
}

async function weather(what: string, kitchen: Kitchen, trouble: Trouble): Promise<void> {
	const { server, client, listUid } = kitchen;
	const { pid } = server;
	let kept = 0;
	let refused = 0;
	const add = () => client.post(`/lists/${listUid}/items`, { label: 'lost', note: long });
	const tick = async () =>
		client.put(`/items/${await anItemOn(client, listUid)}/done`, { done: true });
	for (let round = 0; round < rounds; round += 1) {
		await adds(client, listUid);
		kept += 1;
		await trouble.begin();
		const before = await itemsOn(client, listUid);
		for (let tries = 0; tries < 5; tries += 1) {
			const answer = await (trouble.isPartial || tries % 2 === 0 ? add() : tick());
			expect([answer.status, answer.text]).toEqual([503, expect.stringMatching(plain)]);
			expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
			refused += 1;
			expect(await itemsOn(client, listUid)).toEqual(before);
		}
		if (!trouble.isPartial) await expect.poll(() => isReady(client), { timeout: 10_000 }).toBe(503);
		await trouble.end();
		expect(await isReady(client)).toBe(200);
		await adds(client, listUid);
		kept += 1;
	}
	expect((await itemsOn(client, listUid)).filter((label) => label === 'kept').length).toBe(kept);
	expect(server.pid).toBe(pid);
	note(`R5 ${what}`, {
		rounds,
		refused,
		'carried out': kept,
		lost: 0,
		'by halves': 0,
		restarts: 0
	});
}

const isReady = async (client: Client): Promise<number> =>
	(await client.send('GET', '/readyz')).status;

const plain = /is unavailable right now\. Nothing was changed\. Try again in a moment\./;

async function adds(client: Client, listUid: string): Promise<void> {
	const answer = await client.post(`/lists/${listUid}/items`, { label: 'kept' });
	expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
}

async function anItemOn(client: Client, listUid: string): Promise<string> {
	const { items } = await client.ask(lists.getList, { listUid });
	return items[0]?.uid ?? '';
}

async function itemsOn(client: Client, listUid: string): Promise<string[]> {
	return (await client.ask(lists.getList, { listUid })).items.map(({ label }) => label);
}

async function isSound({ databaseUrl }: RunningServer): Promise<void> {
	const look = await lookInto(databaseUrl);
	expect(await look.rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
	await look.close();
}
