import type { Provider } from './dialect.ts';

/** The file of a SQLite database; undefined where Postgres is meant. */
export function fileOf(databaseUrl: string): string | undefined {
	return /^file:(.*)$/s.exec(databaseUrl)?.[1];
}

export const providerOf = (databaseUrl: string): Provider =>
	fileOf(databaseUrl) === undefined ? 'postgresql' : 'sqlite';
