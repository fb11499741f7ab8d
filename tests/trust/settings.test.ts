// The SQLite settings that durability depends on, on both connections.
import { mkdtemp, rm } from 'node:fs/promises';
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
			'trusted_schema'
		];
		const found = [];
		for (const name of settings) {
			const [row] = await database[side].$queryRawUnsafe<Record<string, unknown>[]>(
				`PRAGMA ${name}`
			);
			found.push(String(Object.values(row ?? {})[0]));
		}
		expect(found).toEqual(['wal', '2', '5000', '1', '0']);
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
