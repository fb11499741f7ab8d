import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { withPreparedStatements } from './prepared-statements.ts';
import { StartupError } from '../startup-error.ts';
import { statement } from '../statement.ts';
import { writeWaitMs } from '../wait-limits.ts';

export async function connect(options: {
	url: string;
	readonly?: true;
}): Promise<SqlDriverAdapter> {
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
