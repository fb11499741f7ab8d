// A household as an older version left it.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../src/lib/server/data/open-database.ts';
import type { Provider } from '../../src/lib/server/data/dialect.ts';
import { migrate } from '../../src/lib/server/data/migrations/migrate.ts';
import { migrationsFolder } from '../../src/lib/server/data/migrations/migration-files.ts';
import { inTransaction } from '../../src/lib/server/data/transaction.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { fold } from '../../src/lib/server/kernel/text.ts';
import { freshDatabase } from './postgres.ts';
import { scratch } from './world.ts';

export const old = { memberUid: 'mem_ada', listUid: 'lst_larder' };

export type OldItem = { label: string; quantity: string; note?: string };

/**
 * The URL of a database with the migrations before `until`. Ada has one list; its items are `itm_0`, `itm_1`, … in their
 * order. Labels and notes may have only letters and spaces.
 */
export async function oldHousehold(
	provider: Provider,
	items: OldItem[],
	until = '0008'
): Promise<string> {
	const folder = await mkdtemp(join(await scratch(), 'old-'));
	process.once('beforeExit', () => void rm(folder, { recursive: true, force: true }));
	const url =
		provider === 'sqlite' ? `file:${join(folder, 'household.db')}` : await freshDatabase();
	await migrate(url, await oldMigrations(folder, until));
	const database = await openDatabase(url);
	const now = new Date();
	await inTransaction(database, async (db) => {
		await db.$executeRaw`INSERT INTO "Member" ("uid", "name", "email", "emailFolded", "role", "passwordHash", "createdAt")
			VALUES (${old.memberUid}, 'Ada', 'ada@mill.test', 'ada@mill.test', 'ROLE_ADMIN', '', ${now})`;
		await db.$executeRaw`INSERT INTO "List" ("uid", "ownerUid", "name", "nameWords", "createdAt", "updatedAt")
			VALUES (${old.listUid}, ${old.memberUid}, 'Larder', 'larder', ${now}, ${now})`;
		for (let from = 0; from < items.length; from += rowsAtOnce) {
			const rows = items.slice(from, from + rowsAtOnce).map(
				({ label, quantity, note = '' }, index) =>
					sql`(${`itm_${from + index}`}, ${old.listUid}, ${label}, ${fold(label)}, ${quantity},
						${note}, ${fold(note)}, ${(from + index) * 1024}, ${now}, ${now})`
			);
			await db.$executeRaw`INSERT INTO "Item"
				("uid", "listUid", "label", "labelWords", "quantity", "note", "noteWords", "rank", "createdAt", "updatedAt")
				VALUES ${sql.join(rows)}`;
		}
	});
	await database.close();
	return url;
}

const rowsAtOnce = 2000;

async function oldMigrations(folder: string, until: string): Promise<string> {
	const copy = join(folder, 'migrations');
	await cp(migrationsFolder(), copy, { recursive: true });
	for (const provider of ['sqlite', 'postgresql'])
		for (const name of await readdir(join(copy, provider)))
			if (name >= until) await rm(join(copy, provider, name), { recursive: true });
	return copy;
}
