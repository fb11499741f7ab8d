import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { Database } from '../client.ts';
import { holdFile } from './database-file.ts';
import { sqlite } from './dialect.ts';
import { PrismaClient } from '../generated/sqlite/client.ts';
import { lateClient } from '../late-client.ts';
import { withOpenTransactions } from '../open-transaction.ts';
import { withPreparedStatements } from './prepared-statements.ts';
import { noteCommits, versionsOf } from './file-versions.ts';
import { cachingReads, type Ask } from '../read-cache.ts';
import { readerOn } from '../reader.ts';
import { StartupError } from '../startup-error.ts';
import { statement } from '../statement.ts';
import { writeWaitMs } from '../wait-limits.ts';
import { withWriteLock } from './write-lock.ts';

/** Opens two connections, one to write and one to read: a read on the writer's would see an unfinished transaction. */
export async function openSqlite(url: string, path: string): Promise<Database> {
	const toWrite = await connect({ url });
	const toRead = await connect({ url, readonly: true });
	const driver = withOpenTransactions(withWriteLock(toWrite), {
		textOf: sqlite.textOf,
		isPipelined: false
	});
	const open = (adapter: SqlDriverAdapterFactory) => new PrismaClient({ adapter });
	const [writer, reader] = [lateClient(driver, open), lateClient(toRead, open)];
	const versions = versionsOf(url);
	noteCommits(driver, versions.invalidate);
	const ask: Ask = (query) => toRead.queryRaw(query);
	const cached = cachingReads(ask);
	const read = readerOn(sqlite, (query) => cached(query, versions.versionOf()));
	const file = holdFile(path);
	return {
		dialect: sqlite,
		read,
		readOnce: readerOn(sqlite, ask),
		readAt: () => read,
		get reader() {
			return reader.client();
		},
		get writer() {
			return writer.client();
		},
		driver,
		isInPlace: file.isInPlace,
		setJournalAside: file.setJournalAside,
		health: { isDamaged: false },
		close: async () => {
			versions.close();
			await reader.close();
			await writer.close();
			file.close();
		}
	};
}

async function connect(options: { url: string; readonly?: true }): Promise<SqlDriverAdapter> {
	const adapter = withPreparedStatements(await new PrismaBetterSqlite3(options).connect());
	await applySettings(adapter);
	return adapter;
}

const settings = {
	journal_mode: ['WAL', 'wal'],
	synchronous: ['FULL', '2'],
	busy_timeout: [String(writeWaitMs), String(writeWaitMs)],
	foreign_keys: ['ON', '1'],
	trusted_schema: ['OFF', '0'],
	// Bytes. Without it the journal keeps the size that it had once, as beside a program that read for long.
	journal_size_limit: ['16777216', '16777216']
} as const;

/** Sets what durability rests on and reads it back: SQLite ignores in silence what it does not like. */
async function applySettings(adapter: SqlDriverAdapter): Promise<void> {
	for (const [name, [wanted, readBack]] of Object.entries(settings)) {
		await adapter.queryRaw(statement(`PRAGMA ${name} = ${wanted}`));
		const { rows } = await adapter.queryRaw(statement(`PRAGMA ${name}`));
		const found = String(rows[0]?.[0]);
		if (found !== readBack)
			throw new StartupError(
				`the database does not keep the setting ${name} = ${wanted} (it says ${found})`
			);
	}
}
