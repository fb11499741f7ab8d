// The SQLite settings that durability depends on, on both connections.
import Sqlite from 'better-sqlite3';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/lib/server/data/client.ts';
import { openDatabase } from '../../src/lib/server/data/open-database.ts';
import { StartupError } from '../../src/lib/server/data/startup-error.ts';

describe('a SQLite file', () => {
	let folder: string;
	let database: Database;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'hearth-settings-'));
		database = await openDatabase(`file:${join(folder, 'hearth.db')}`);
	});
	afterAll(async () => {
		await database.close();
		await rm(folder, { recursive: true });
	});

	it.each(['writer', 'reader'] as const)('keeps its settings on the %s', async (side) => {
		const settings = [
			'journal_mode',
			'synchronous',
			'busy_timeout',
			'foreign_keys',
			'trusted_schema',
			'journal_size_limit'
		];
		const found = [];
		for (const name of settings) {
			const [row] = await database[side].$queryRawUnsafe<Record<string, unknown>[]>(
				`PRAGMA ${name}`
			);
			found.push(String(Object.values(row ?? {})[0]));
		}
		expect(found).toEqual(['wal', '2', '5000', '1', '0', '16777216']);
	});

	it('has a small journal again after somebody has read it for long', async () => {
		const path = join(folder, 'hearth.db');
		const sizeOfJournal = async () => (await stat(`${path}-wal`)).size;
		const write = () =>
			database.writer.$executeRawUnsafe('UPDATE "Room" SET "bytes" = randomblob(1000000)');
		await database.writer.$executeRawUnsafe('CREATE TABLE "Room" ("bytes" BLOB)');
		await database.writer.$executeRawUnsafe('INSERT INTO "Room" VALUES (NULL)');
		const other = new Sqlite(path, { readonly: true });
		other.exec('BEGIN; SELECT * FROM "Room"');
		for (let written = 0; written < 40; written += 1) await write();
		expect(await sizeOfJournal()).toBeGreaterThan(40_000_000);
		other.close();
		for (let written = 0; written < 10; written += 1) await write();
		expect(await sizeOfJournal()).toBeLessThan(17_000_000);
	});

	it('has a reader that cannot write', async () => {
		await expect(
			database.reader.$executeRawUnsafe('CREATE TABLE "Attic" (id INTEGER)')
		).rejects.toThrow(/readonly/);
	});

	it('that does not keep a setting is refused', async () => {
		// In memory there is no write-ahead log.
		const refusal = await openDatabase('file::memory:').catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(StartupError);
		expect(String(refusal)).toMatch(/journal_mode = WAL \(it says memory\)/);
	});
});
