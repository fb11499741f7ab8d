// A role, a database or a server of Postgres may have settings for other programs. Hearth works the same under all of them.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection, Database } from '../../src/lib/server/data/client.ts';
import { lockLists } from '../../src/lib/server/data/locks.ts';
import { migrationLock } from '../../src/lib/server/data/migrations/postgres-connection.ts';
import { migrate } from '../../src/lib/server/data/migrations/migrate.ts';
import { openDatabase } from '../../src/lib/server/data/open-database.ts';
import { notifierName, postgresNotifier } from '../../src/lib/server/data/postgres/notifier.ts';
import { inTransaction } from '../../src/lib/server/data/transaction.ts';
import { logTo } from '../../src/lib/server/runtime/log.ts';
import { old, oldHousehold } from '../support/old-household.ts';
import { freshDatabase, postgresUrl } from '../support/postgres.ts';
import { startTransactionPooler } from '../support/transaction-pooler.ts';
import { lookInto } from '../support/sql.ts';

async function set(url: string, settings: string[]): Promise<void> {
	const look = await lookInto(url);
	for (const setting of settings) await look.rows(`ALTER DATABASE "${nameOf(url)}" SET ${setting}`);
	await look.close();
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

it('a migration is not ended by timeouts that were set for others', async () => {
	const url = await freshDatabase();
	await set(url, [
		`statement_timeout = '100ms'`,
		`lock_timeout = '100ms'`,
		`idle_in_transaction_session_timeout = '1ms'`
	]);
	const another = await lookInto(url);
	await another.rows('SET statement_timeout = 0');
	await another.rows(`SELECT pg_advisory_lock(${migrationLock})`);
	const migrating = migrate(url);
	const waits = () =>
		another.rows(
			`SELECT 1 FROM pg_stat_activity WHERE "datname" = '${nameOf(url)}' AND "wait_event" = 'advisory'`
		);
	await expect.poll(waits).toHaveLength(1);
	await pause(200);
	await another.close();
	expect(await migrating).not.toEqual([]);
});

it('a pooler that shares sessions between connections is refused', async () => {
	const pooler = await startTransactionPooler(await freshDatabase());
	await expect(openDatabase(pooler.url)).rejects.toThrow(/pooler in transaction mode/);
	await pooler.close();
});

it('the tables are those of the first schema in the search path', async () => {
	const url = await freshDatabase();
	const look = await lookInto(url);
	await look.rows(`CREATE SCHEMA "${new URL(url).username}"`);
	await look.close();
	await migrate(url);
	const database = await openDatabase(url);
	expect(await database.reader.member.count()).toBe(0);
	await database.close();
});

it('a search path that leads to no schema is refused', async () => {
	const url = await freshDatabase();
	await set(url, ['search_path = attic']);
	await expect(migrate(url)).rejects.toThrow(/search_path .* no schema/);
});

describe('a household', () => {
	let url: string;
	let database: Database;
	beforeAll(async () => {
		url = await oldHousehold('postgresql', [], '9999');
		await set(url, [
			`default_transaction_isolation = 'repeatable read'`,
			`DateStyle = 'German, DMY'`,
			`idle_session_timeout = '100ms'`,
			`transaction_timeout = '100ms'`
		]);
		database = await openDatabase(url);
	});
	afterAll(() => database.close());

	it('is read anew after a command has waited for its list, at every isolation level', async () => {
		const [hasLocked, hasRead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const first = inTransaction(database, async (db) => {
			await lock(db);
			hasLocked.resolve();
			await hasRead.promise;
			await db.$executeRaw`INSERT INTO "Section" ("uid", "listUid", "name", "rank", "createdAt")
				VALUES ('sec_1', ${old.listUid}, 'Dairy', 0, ${new Date()})`;
		});
		await hasLocked.promise;
		const second = inTransaction(database, async (db) => {
			await db.section.count();
			hasRead.resolve();
			await lock(db);
			return db.section.count();
		});
		await first;
		expect(await second).toBe(1);
	});

	it('has the times that were written, whatever the DateStyle', async () => {
		const { createdAt } = await database.reader.member.findUniqueOrThrow({
			where: { uid: old.memberUid }
		});
		expect(Date.now() - createdAt.getTime()).toBeLessThan(60_000);
	});

	it('is written in a transaction that takes longer than others may', async () => {
		const sections = inTransaction(database, async (db) => {
			await db.$executeRaw`SELECT pg_sleep(0.3)`;
			return db.section.count();
		});
		expect(await sections).toBe(1);
	});

	it('keeps its connections while nobody uses them', async () => {
		const notifier = postgresNotifier(
			url,
			logTo(() => {}, 'silent')
		);
		const look = await lookInto(postgresUrl());
		const open = () =>
			look.rows(
				`SELECT "pid", "application_name" FROM pg_stat_activity WHERE "datname" = '${nameOf(url)}'`
			);
		await database.reader.section.count();
		const listening = expect.objectContaining({ application_name: notifierName });
		await expect.poll(open).toContainEqual(listening);
		const before = await open();
		expect(before.length).toBeGreaterThan(1);
		await pause(300);
		expect(await open()).toEqual(expect.arrayContaining(before));
		await look.close();
		await notifier.close();
	});

	const lock = (db: Connection) =>
		lockLists({ db, dialect: database.dialect, held: new Set() }, { listUids: [old.listUid] });
});
