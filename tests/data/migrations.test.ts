import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providerOf } from '../../src/lib/server/data/client.ts';
import type { Provider } from '../../src/lib/server/data/dialect.ts';
import { connect } from '../../src/lib/server/data/migration-connection.ts';
import { statement } from '../../src/lib/server/data/statement.ts';
import { migrate } from '../../src/lib/server/data/migrations.ts';
import { StartupError } from '../../src/lib/server/data/startup-error.ts';
import { diffSchemas } from '../../src/lib/server/data/schema-engine.ts';
import { schemaDifference } from '../support/schema-difference.ts';

const root = join(import.meta.dirname, '../..');
const schema = await readFile(join(root, 'prisma/schema.prisma'), 'utf8');

const nothing = 'datasource db {\n\tprovider = "sqlite"\n}\n';
const shelves = `${nothing}
model Shelf {
	id    Int    @id
	name  String
	books Book[]
}
model Book {
	id      Int   @id
	shelfId Int
	shelf   Shelf @relation(fields: [shelfId], references: [id], onDelete: Cascade)
}
`;
/** On SQLite this rebuilds Shelf, which books point at. */
const rooms = `${shelves.replace(
	'books Book[]',
	'books Book[]\n\troomId Int?\n\troom Room? @relation(fields: [roomId], references: [id])'
)}
model Room {
	id      Int     @id
	shelves Shelf[]
}
`;

let scratch: string;
/** Folders of migrations: a program's, the next version's, and one whose second migration cannot be applied. */
let first: string;
let second: string;
let broken: string;

beforeAll(async () => {
	scratch = await mkdtemp(join(tmpdir(), 'hearth-migrations-'));
	first = join(scratch, 'first');
	second = join(scratch, 'second');
	broken = join(scratch, 'broken');
	for (const provider of ['sqlite', 'postgresql'] as const) {
		const shelf = await diffSchemas(provider, nothing, shelves);
		const room = await diffSchemas(provider, shelves, rooms);
		for (const folder of [first, second, broken])
			await writeMigration(folder, provider, '0001_shelves', shelf);
		await writeMigration(second, provider, '0002_rooms', room);
		await writeMigration(broken, provider, '0002_rooms', `${room}\nDROP TABLE "Attic";\n`);
	}
});

afterAll(() => rm(scratch, { recursive: true }));

describe.each(['sqlite', 'postgresql'] as const)('migrations on %s', (provider) => {
	it('build exactly the schema, and a second start applies nothing', async () => {
		const url = await freshDatabase(provider);
		expect(await migrate(url)).toContain('0001_household');
		expect(await schemaDifference(url, schema)).toBe('');
		expect(await migrate(url)).toEqual([]);
	});

	it('are applied only where they are missing', async () => {
		const url = await freshDatabase(provider);
		expect(await migrate(url, first)).toEqual(['0001_shelves']);
		expect(await migrate(url, second)).toEqual(['0002_rooms']);
		expect(await oldOrNew(url)).toBe('new');
	});

	it('do not wake the engine when there is nothing to do', async () => {
		const url = await freshDatabase(provider);
		const [busy, idle] = [await start(url, first), await start(url, first)];
		expect([busy.applied, idle.applied]).toEqual([['0001_shelves'], []]);
		expect([busy.engines, idle.engines]).toEqual([1, 0]);
	});

	it('are applied once by two programs that start together', async () => {
		const url = await freshDatabase(provider);
		const both = await Promise.all([start(url, second), start(url, second)]);
		expect(both.map(({ applied }) => applied?.length).sort()).toEqual([0, 2]);
		expect(await oldOrNew(url)).toBe('new');
	});

	it('leave the old schema or the new when killed at any statement, and the next start goes on', async () => {
		const url = await databaseWithABook(provider);
		let state = 'old';
		let kills = 0;
		while ((await start(url, second, kills + 1)).signal === 'SIGKILL') {
			kills += 1;
			const found = await oldOrNew(url);
			expect([state, 'new']).toContain(found);
			expect(await ask(url, 'SELECT count(*) FROM "Book"')).toEqual([[1]]);
			state = found;
		}
		expect(kills).toBeGreaterThan(12);
		expect(await oldOrNew(url)).toBe('new');
		expect(await ask(url, 'SELECT count(*) FROM "Book"')).toEqual([[1]]);
	}, 120_000);

	it('that fail change nothing and say why in one line', async () => {
		const url = await databaseWithABook(provider);
		const refusal = await refusalOf(migrate(url, broken));
		expect(refusal).toMatch(/^.*left as it was \(0002_rooms\): .*Attic.*$/);
		expect(await oldOrNew(url)).toBe('old');
		expect(await migrate(url, second)).toEqual(['0002_rooms']);
	});

	it('refuse a database that a newer program has used', async () => {
		const url = await freshDatabase(provider);
		await migrate(url, second);
		expect(await refusalOf(migrate(url, first))).toMatch(/newer than this program.* 0002_rooms/);
	});

	it('refuse a database with a migration that was begun and never finished', async () => {
		const url = await databaseWithABook(provider);
		await ask(url, 'UPDATE _prisma_migrations SET finished_at = NULL');
		expect(await refusalOf(migrate(url, second))).toMatch(/0001_shelves was begun and never/);
	});

	it('refuse a database that was made with another script of the same name', async () => {
		const url = await databaseWithABook(provider);
		await ask(url, `UPDATE _prisma_migrations SET checksum = 'another'`);
		expect(await refusalOf(migrate(url, first))).toMatch(/0001_shelves is not the one/);
	});
});

describe('migrations', () => {
	it('are the same where a checkout turned the line ends', async () => {
		const turned = join(scratch, 'turned');
		await cp(first, turned, { recursive: true });
		const file = join(turned, 'sqlite/0001_shelves/migration.sql');
		await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'));
		const url = await databaseWithABook('sqlite');
		expect(await migrate(url, turned)).toEqual([]);
	});

	it('say in one line, without the password, that Postgres is out of reach', async () => {
		const refusal = await refusalOf(migrate('postgres://ada:secret@127.0.0.1:1/hearth'));
		expect(refusal).toMatch(/^.*127\.0\.0\.1.*$/);
		expect(refusal).not.toContain('secret');
	});

	it('do not take over a database that is somebody else’s', async () => {
		const url = await freshDatabase('sqlite');
		await ask(url, 'CREATE TABLE "Attic" (id INTEGER)');
		expect(await refusalOf(migrate(url, first))).toMatch(/not empty/);
	});

	it('do not leave a row that points at nothing', async () => {
		const url = await databaseWithABook('sqlite');
		const careless = join(scratch, 'careless');
		await cp(first, careless, { recursive: true });
		await writeMigration(careless, 'sqlite', '0002_tidy', 'DELETE FROM "Shelf";');
		expect(await refusalOf(migrate(url, careless))).toMatch(/Book would point at nothing/);
		expect(await ask(url, 'SELECT count(*) FROM "Shelf"')).toEqual([[1]]);
	});
});

async function writeMigration(folder: string, provider: Provider, name: string, script: string) {
	await mkdir(join(folder, provider, name), { recursive: true });
	await writeFile(join(folder, provider, name, 'migration.sql'), script);
}

let made = 0;

async function freshDatabase(provider: Provider): Promise<string> {
	made += 1;
	if (provider === 'sqlite') return `file:${join(scratch, `${made}.db`)}`;
	const base = process.env.TEST_POSTGRES_URL;
	if (!base) throw new Error('TEST_POSTGRES_URL is missing: these tests need a running Postgres');
	const url = new URL(base);
	url.pathname = `migrations_${process.pid}_${made}`;
	await ask(base, `CREATE DATABASE ${url.pathname.slice(1)}`);
	return url.href;
}

async function databaseWithABook(provider: Provider): Promise<string> {
	const url = await freshDatabase(provider);
	await migrate(url, first);
	await ask(url, `INSERT INTO "Shelf" VALUES (1, 'hall')`);
	await ask(url, `INSERT INTO "Book" VALUES (1, 1)`);
	return url;
}

/** The answer in numbers, as either database gives them. */
async function ask(url: string, sql: string): Promise<number[][]> {
	const connection = await connect(providerOf(url), url);
	try {
		const { rows } = await connection.adapter.queryRaw(statement(sql));
		return rows.map((row) => row.map(Number));
	} finally {
		await connection.close();
	}
}

async function oldOrNew(url: string): Promise<string> {
	if ((await schemaDifference(url, shelves)) === '') return 'old';
	return (await schemaDifference(url, rooms)) === '' ? 'new' : 'between';
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
	const cause = await work.catch((thrown: unknown) => thrown);
	expect(cause).toBeInstanceOf(StartupError);
	return cause instanceof StartupError ? cause.message : '';
}

const program = `
	const { migrate } = await import('./src/lib/server/data/migrations.ts');
	let engines = 0;
	const { Module } = WebAssembly;
	WebAssembly.Module = function (bytes) { engines += 1; return new Module(bytes); };
	const applied = await migrate(process.argv[1], process.argv[2]);
	console.log(JSON.stringify({ applied, engines }));
`;

type Outcome = { signal: string | null; applied?: string[]; engines?: number };

/** In a process of its own, which is killed before its statement number `diesAt` reaches the database. */
async function start(url: string, folder: string, diesAt = 0): Promise<Outcome> {
	const preload = ['--import', './tests/support/dies-at.mjs', '--input-type=module'];
	const child = spawn(process.execPath, [...preload, '--eval', program, url, folder], {
		cwd: root,
		env: { ...process.env, DIES_AT: String(diesAt) },
		stdio: ['ignore', 'pipe', 'inherit']
	});
	const said = text(child.stdout);
	const [code, signal] = await once(child, 'close');
	if (signal) return { signal };
	expect(code).toBe(0);
	return { signal: null, ...JSON.parse(await said) };
}
