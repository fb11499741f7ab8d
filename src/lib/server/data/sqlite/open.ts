import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { Database } from '../client.ts';
import { holdFile } from './database-file.ts';
import { sqlite } from './dialect.ts';
import { PrismaClient } from '../generated/sqlite/client.ts';
import { lateClient } from '../late-client.ts';
import { withOpenTransactions } from '../open-transaction.ts';
import { versionsOf } from './file-versions.ts';
import { noteCommits } from './note-commits.ts';
import { cachingReads, type Ask } from '../read-cache.ts';
import { readerOn } from '../reader.ts';
import { withWriteLock } from './write-lock.ts';
import { connect } from './connect.ts';

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
