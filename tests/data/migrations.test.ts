import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/lib/server/data/migrations/migrate.ts';
import { checksumOf } from '../../src/lib/server/data/migrations/pending.ts';
import {
	migrationsFolder,
	migrationsIn
} from '../../src/lib/server/data/migrations/migration-files.ts';
import { StartupError } from '../../src/lib/server/data/startup-error.ts';
import { schemaDifference } from '../support/schema-difference.ts';
import {
	ask,
	oldOrNew,
	openShelves,
	startMigrating,
	writeMigration,
	type Shelves
} from '../support/migration-fixtures.ts';

const schema = await readFile(join(import.meta.dirname, '../../prisma/schema.prisma'), 'utf8');

let house: Shelves;
let scratch: string;
let first: string;
let second: string;
let broken: string;

beforeAll(async () => {
	house = await openShelves();
	({ scratch, first, second, broken } = house);
});

afterAll(() => house.close());

describe.each(['sqlite', 'postgresql'] as const)('migrations on %s', (provider) => {
	it('are never edited once databases were made with them, not even their comments', async () => {
		const all = await migrationsIn(join(migrationsFolder(), provider));
		const lines = all.map((migration) => `${checksumOf(migration)}  ${migration.name}\n`);
		await expect(lines.join('')).toMatchFileSnapshot(`migrations.${provider}.sha256`);
	});

	it('build exactly the schema, and a second start applies nothing', async () => {
		const url = await house.freshDatabase(provider);
		expect(await migrate(url)).toContain('0001_household');
		expect(await schemaDifference(url, schema)).toBe('');
		expect(await migrate(url)).toEqual([]);
	});

	it('are applied only where they are missing', async () => {
		const url = await house.freshDatabase(provider);
		expect(await migrate(url, first)).toEqual(['0001_shelves']);
		expect(await migrate(url, second)).toEqual(['0002_rooms']);
		expect(await oldOrNew(url)).toBe('new');
	});

	it('do not start the engine when there is nothing to do', async () => {
		const url = await house.freshDatabase(provider);
		const [busy, idle] = [await startMigrating(url, first), await startMigrating(url, first)];
		expect([busy.applied, idle.applied]).toEqual([['0001_shelves'], []]);
		expect([busy.engines, idle.engines]).toEqual([1, 0]);
	});

	it('are applied once by two programs that start together', async () => {
		const url = await house.freshDatabase(provider);
		const both = await Promise.all([startMigrating(url, second), startMigrating(url, second)]);
		expect(both.map(({ applied }) => applied?.length).sort()).toEqual([0, 2]);
		expect(await oldOrNew(url)).toBe('new');
	});

	it('that fail change nothing and say why in one line', async () => {
		const url = await house.databaseWithABook(provider);
		const refusal = await refusalOf(migrate(url, broken));
		expect(refusal).toMatch(/^.*left as it was \(0002_rooms\): .*Attic.*$/);
		expect(await oldOrNew(url)).toBe('old');
		expect(await migrate(url, second)).toEqual(['0002_rooms']);
	});

	it('refuse a database that a newer program has used', async () => {
		const url = await house.freshDatabase(provider);
		await migrate(url, second);
		expect(await refusalOf(migrate(url, first))).toMatch(/newer than this program.* 0002_rooms/);
	});

	it('refuse a database that another program has migrated with Prisma, and do not call it newer', async () => {
		const url = await house.databaseWithABook(provider);
		await ask(url, `UPDATE _prisma_migrations SET migration_name = '20240101120000_init'`);
		expect(await refusalOf(migrate(url, first))).toMatch(/not of Hearth; .*DATABASE_URL/);
	});

	it('refuse a database with a migration that was begun and never finished', async () => {
		const url = await house.databaseWithABook(provider);
		await ask(url, 'UPDATE _prisma_migrations SET finished_at = NULL');
		expect(await refusalOf(migrate(url, second))).toMatch(/0001_shelves was begun and never/);
	});

	it('refuse a database that was made with another script of the same name', async () => {
		const url = await house.databaseWithABook(provider);
		await ask(url, `UPDATE _prisma_migrations SET checksum = 'another'`);
		expect(await refusalOf(migrate(url, first))).toMatch(/0001_shelves is not the one/);
	});
});

describe('migrations', () => {
	it('have the same checksum when a checkout changed the line ends', async () => {
		const turned = join(scratch, 'turned');
		await cp(first, turned, { recursive: true });
		const file = join(turned, 'sqlite/0001_shelves/migration.sql');
		await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'));
		const url = await house.databaseWithABook('sqlite');
		expect(await migrate(url, turned)).toEqual([]);
	});

	it('go on from a migration whose comment was different', async () => {
		const url = await house.freshDatabase('postgresql');
		await migrate(url);
		await ask(
			url,
			`UPDATE _prisma_migrations SET checksum = 'a77ab8a1a3681912238f667ec2efa913f52a2288b8c7ee0a62edacf994184890'
			WHERE migration_name = '0014_search_without_empty_texts'`
		);
		expect(await migrate(url)).toEqual([]);
	});

	it('are tried again when they and a transaction of an older program wait for each other', async () => {
		const url = await house.databaseWithABook('postgresql');
		const locking = join(scratch, 'locking');
		await cp(first, locking, { recursive: true });
		await writeMigration(
			locking,
			'postgresql',
			'0002_locks',
			'ALTER TABLE "Shelf" ADD "a" INT; ALTER TABLE "Book" ADD "a" INT;'
		);
		const older = new pg.Client({ connectionString: url });
		await older.connect();
		// Postgres ends the one that first finds out, and this one waits too briefly to look.
		await older.query(`BEGIN; SET LOCAL deadlock_timeout = '20s'; SELECT 1 FROM "Book"`);
		const migrating = migrate(url, locking);
		await expect
			.poll(
				() =>
					ask(
						url,
						`SELECT count(*) FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
				WHERE c.relname = 'Book' AND NOT l.granted`
					),
				{ timeout: 5000 }
			)
			.toEqual([[1]]);
		await older.query('SELECT 1 FROM "Shelf"; COMMIT');
		await older.end();
		expect(await migrating).toEqual(['0002_locks']);
	});

	it('say in one line, without the password, that Postgres is out of reach', async () => {
		const refusal = await refusalOf(migrate('postgres://ada:secret@127.0.0.1:1/hearth'));
		expect(refusal).toMatch(/^.*127\.0\.0\.1.*$/);
		expect(refusal).not.toContain('secret');
	});

	it('do not take over a database of another program', async () => {
		const url = await house.freshDatabase('sqlite');
		await ask(url, 'CREATE TABLE "Attic" (id INTEGER)');
		expect(await refusalOf(migrate(url, first))).toMatch(/not empty/);
	});

	it('do not leave a row that refers to a missing one', async () => {
		const url = await house.databaseWithABook('sqlite');
		const careless = join(scratch, 'careless');
		await cp(first, careless, { recursive: true });
		await writeMigration(careless, 'sqlite', '0002_tidy', 'DELETE FROM "Shelf";');
		expect(await refusalOf(migrate(url, careless))).toMatch(/Book would point at nothing/);
		expect(await ask(url, 'SELECT count(*) FROM "Shelf"')).toEqual([[1]]);
	});
});

async function refusalOf(work: Promise<unknown>): Promise<string> {
	const cause = await work.catch((thrown: unknown) => thrown);
	expect(cause).toBeInstanceOf(StartupError);
	return cause instanceof StartupError ? cause.message : '';
}
