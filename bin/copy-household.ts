// `npm run copy-household -- postgres://user:password@host/database`: copies the household in the database that DATABASE_URL names into
// another, empty one, from SQLite to Postgres or back. Nobody may use the household meanwhile.
import process from 'node:process';
import type { Database } from '../src/lib/server/data/client.ts';
import { fileOf } from '../src/lib/server/data/database-url.ts';
import { copyHousehold } from '../src/lib/server/data/copy.ts';
import { refuseMissingHousehold } from '../src/lib/server/data/migrations/missing-household.ts';
import { sql } from '../src/lib/server/data/sql.ts';
import { realPathOf } from '../src/lib/server/data/sqlite/file-names.ts';
import { StartupError } from '../src/lib/server/data/startup-error.ts';
import type { Reader } from '../src/lib/server/data/reader.ts';
import { unusable } from '../src/lib/server/data/unusable-database.ts';
import { householdRow } from '../src/lib/server/kernel/household-row.ts';
import { readConfig } from '../src/lib/server/runtime/config.ts';
import { logTo } from '../src/lib/server/runtime/log.ts';
import { openMigrated } from '../src/lib/server/runtime/open-migrated.ts';

process.umask(0o077);
try {
	console.log(await copy(process.argv[2]));
} catch (error) {
	if (!(error instanceof StartupError)) throw error;
	console.error(`Nothing was copied: ${error.message}`);
	process.exitCode = 1;
}

/** Returns what was copied, in a sentence. Throws StartupError. */
async function copy(address: string | undefined): Promise<string> {
	if (!address)
		throw new StartupError(
			'it takes the address of an empty database, as in: npm run copy-household -- postgres://hearth:secret@localhost/hearth'
		);
	const { databaseUrl } = readConfig(process.env);
	await refuseMissingHousehold(databaseUrl);
	if (placeOf(address) === placeOf(databaseUrl))
		throw new StartupError(
			'the address is that of the database in DATABASE_URL itself; name another, empty one'
		);
	const source = await open(process.env);
	try {
		const household = await householdRow(source.database.read);
		if (!household) throw new StartupError('the database in DATABASE_URL holds no household');
		if (await isRunning(source.database))
			throw new StartupError(
				'a Hearth is running on the database in DATABASE_URL; stop it first, or what people do from now on stays behind'
			);
		const target = await open({ ...process.env, DATABASE_URL: address }).catch((cause: unknown) => {
			if (!(cause instanceof StartupError)) throw cause;
			throw new StartupError(cause.message.replaceAll('DATABASE_URL', 'the other address'), {
				cause
			});
		});
		try {
			if (await householdRow(target.database.read))
				throw new StartupError('the other database holds a household already');
			await copyHousehold(source.database, target.database).catch((cause: unknown) => {
				throw unusable(address, cause);
			});
			return `Copied "${household.name}": ${await sizeOf(target.database.read)}.
Start Hearth with the other database as DATABASE_URL. The first one is as it was; keep it as a backup.`;
		} finally {
			await target.close();
		}
	} finally {
		await source.close();
	}
}

async function open(env: NodeJS.ProcessEnv) {
	const { databaseUrl, logLevel } = readConfig(env);
	const log = logTo((line) => process.stderr.write(line), logLevel);
	const { database, release } = await openMigrated(databaseUrl, log);
	const close = async () => {
		await database.close();
		release();
	};
	return { database, close };
}

/** The real path of a file, which can be spelt in many ways; an address of Postgres as it is. */
function placeOf(url: string): string {
	const file = fileOf(url);
	return file === undefined ? url : realPathOf(file);
}

/** Asks Postgres. A SQLite file that another process uses is locked, so opening it has failed already. */
async function isRunning({ read, dialect: { processes } }: Database): Promise<boolean> {
	if (!processes) return false;
	const [row] = await read.query<{ count: number | bigint }>(sql`SELECT ${processes} AS "count"`);
	return Number(row?.count) > 0;
}

async function sizeOf(reader: Reader): Promise<string> {
	const count = (table: string) => sql`(SELECT COUNT(*) FROM ${sql.raw(`"${table}"`)})`;
	const [counts] = await reader.query<Record<string, number | bigint>>(
		sql`SELECT ${count('Member')} AS "members", ${count('List')} AS "lists", ${count('Item')} AS "items"`
	);
	return Object.entries(counts ?? {})
		.map(([what, number]) => `${number} ${Number(number) === 1 ? what.slice(0, -1) : what}`)
		.join(', ');
}
