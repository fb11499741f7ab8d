// Two versions of a small schema with their migrations, on databases of their own, for tests of how migrations are applied.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { providerOf } from '../../src/lib/server/data/database-url.ts';
import type { Provider } from '../../src/lib/server/data/dialect.ts';
import { connect } from '../../src/lib/server/data/migrations/connect.ts';
import { migrate } from '../../src/lib/server/data/migrations/migrate.ts';
import { diffSchemas } from '../../bin/diff-schemas.ts';
import { statement } from '../../src/lib/server/data/statement.ts';
import { schemaDifference } from './schema-difference.ts';

const root = join(import.meta.dirname, '../..');

export const nothing = 'datasource db {\n\tprovider = "sqlite"\n}\n';
export const shelves = `${nothing}
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
/** On SQLite this change rebuilds the table Shelf, which books refer to. */
const rooms = `${shelves.replace(
	'books Book[]',
	'books Book[]\n\troomId Int?\n\troom Room? @relation(fields: [roomId], references: [id])'
)}
model Room {
	id      Int     @id
	shelves Shelf[]
}
`;

export type Shelves = Awaited<ReturnType<typeof openShelves>>;

/** Folders of migrations: a program's, the next version's, and one whose second migration cannot be applied. */
export async function openShelves() {
	const scratch = await mkdtemp(join(tmpdir(), 'hearth-migrations-'));
	const first = join(scratch, 'first');
	const second = join(scratch, 'second');
	const broken = join(scratch, 'broken');
	for (const provider of ['sqlite', 'postgresql'] as const) {
		const shelf = await diffSchemas(provider, nothing, shelves);
		const room = await diffSchemas(provider, shelves, rooms);
		for (const folder of [first, second, broken])
			await writeMigration(folder, provider, '0001_shelves', shelf);
		await writeMigration(second, provider, '0002_rooms', room);
		await writeMigration(broken, provider, '0002_rooms', `${room}\nDROP TABLE "Attic";\n`);
	}
	let made = 0;

	async function freshDatabase(provider: Provider): Promise<string> {
		made += 1;
		if (provider === 'sqlite') return `file:${join(scratch, `${made}.db`)}`;
		const base = process.env.TEST_POSTGRES_URL;
		if (!base) throw new Error('TEST_POSTGRES_URL is missing: these tests need a running Postgres');
		const url = new URL(base);
		url.pathname = `${scratch.split('-').at(-1)?.toLowerCase()}_${made}`;
		await ask(base, `CREATE DATABASE "${url.pathname.slice(1)}"`);
		return url.href;
	}

	async function databaseWithABook(provider: Provider): Promise<string> {
		const url = await freshDatabase(provider);
		await migrate(url, first);
		await ask(url, `INSERT INTO "Shelf" VALUES (1, 'hall')`);
		await ask(url, `INSERT INTO "Book" VALUES (1, 1)`);
		return url;
	}

	return {
		...{ scratch, first, second, broken, freshDatabase, databaseWithABook },
		close: () => rm(scratch, { recursive: true })
	};
}

export async function writeMigration(
	folder: string,
	provider: Provider,
	name: string,
	script: string
): Promise<void> {
	await mkdir(join(folder, provider, name), { recursive: true });
	await writeFile(join(folder, provider, name, 'migration.sql'), script);
}

/** The rows of a query with every value as a number, since the two databases differ in their types. */
export async function ask(url: string, sql: string): Promise<number[][]> {
	const connection = await connect(providerOf(url), url);
	try {
		const { rows } = await connection.adapter.queryRaw(statement(sql));
		return rows.map((row) => row.map(Number));
	} finally {
		await connection.close();
	}
}

/** Which of the two schemas a database has; `between` where it has neither. */
export async function oldOrNew(url: string): Promise<string> {
	if ((await schemaDifference(url, shelves)) === '') return 'old';
	return (await schemaDifference(url, rooms)) === '' ? 'new' : 'between';
}

const program = `
	const { migrate } = await import('./src/lib/server/data/migrations/migrate.ts');
	let engines = 0;
	const { Module } = WebAssembly;
	WebAssembly.Module = function (bytes) { engines += 1; return new Module(bytes); };
	const applied = await migrate(process.argv[1], process.argv[2]);
	console.log(JSON.stringify({ applied, engines }));
`;

type Outcome = { signal: string | null; applied?: string[]; engines?: number };

/** Applies a folder of migrations in a child process, which is killed before statement number `killAtStatement` reaches the database. */
export async function startMigrating(
	url: string,
	folder: string,
	killAtStatement = 0
): Promise<Outcome> {
	const preload = ['--import', './tests/support/kill-at-statement.mjs', '--input-type=module'];
	const child = spawn(process.execPath, [...preload, '--eval', program, url, folder], {
		cwd: root,
		env: { ...process.env, KILL_AT_STATEMENT: String(killAtStatement) },
		stdio: ['ignore', 'pipe', 'inherit']
	});
	const said = text(child.stdout);
	const [code, signal] = await once(child, 'close');
	if (signal) return { signal };
	expect(code).toBe(0);
	return { signal: null, ...JSON.parse(await said) };
}
