import type { Provider } from '../dialect.ts';
import { connectSqlite } from './sqlite-connection.ts';
import { connectPostgres } from './postgres-connection.ts';
import type { MigrationConnection } from './migration-connection.ts';

export function connect(provider: Provider, databaseUrl: string): Promise<MigrationConnection> {
	return provider === 'sqlite' ? connectSqlite(databaseUrl) : connectPostgres(databaseUrl);
}
