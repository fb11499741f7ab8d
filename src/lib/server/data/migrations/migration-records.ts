import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type { Provider } from '../dialect.ts';
import { statement } from '../statement.ts';

export type Recorded = { name: string; checksum: string; finished: boolean };

const holdsRecords: Record<Provider, string> = {
	sqlite: `SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'`,
	postgresql: `SELECT 1 WHERE to_regclass('_prisma_migrations') IS NOT NULL`
};

export async function recordsOn(adapter: SqlDriverAdapter): Promise<Recorded[]> {
	const known = holdsRecords[adapter.provider === 'sqlite' ? 'sqlite' : 'postgresql'];
	if ((await adapter.queryRaw(statement(known))).rows.length === 0) return [];
	const { rows } = await adapter.queryRaw(
		statement(`SELECT migration_name, checksum, finished_at IS NOT NULL
			FROM _prisma_migrations WHERE rolled_back_at IS NULL`)
	);
	return rows.map(([name, checksum, finished]) => ({
		name: String(name),
		checksum: String(checksum),
		finished: Boolean(finished)
	}));
}
