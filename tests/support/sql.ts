// Reads a database directly, on a connection of its own that sees only what was committed.
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

export type Row = Record<string, unknown>;

export type Look = {
	rows: (sql: string) => Promise<Row[]>;
	/** Every row of every table, except for tables in `leaveOut`, as one text: equal texts are equal databases. */
	everything: (leaveOut?: string[]) => Promise<string>;
	close: () => Promise<void>;
};

export async function lookInto(databaseUrl: string): Promise<Look> {
	const open = databaseUrl.startsWith('file:') ? openSqlite : openPostgres;
	const { tables, row, ...connection } = await open(databaseUrl);
	async function everything(leaveOut: string[] = []): Promise<string> {
		const names = (await connection.rows(tables))
			.map(({ name }) => String(name))
			.filter((name) => !leaveOut.includes(name));
		const contents = await Promise.all(
			names.map(
				async (name) => `SELECT '${name}' AS "of", ${await row(name)} AS "row" FROM "${name}" t`
			)
		);
		const rows = await connection.rows(contents.join(' UNION ALL '));
		return rows
			.map((found) => `${String(found.of)} ${String(found.row)}`)
			.sort()
			.join('\n');
	}
	return { ...connection, everything };
}

async function openSqlite(databaseUrl: string) {
	const file = new Sqlite(databaseUrl.slice('file:'.length), { readonly: true });
	const rows = async (sql: string) => file.prepare<[], Row>(sql).all();
	return {
		// Full text indexes are left out: they follow from the rows that they index.
		tables: `SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE "%'`,
		row: async (table: string) => {
			const columns = await rows(`PRAGMA table_info("${table}")`);
			return `json_array(${columns.map(({ name }) => `t."${String(name)}"`).join()})`;
		},
		rows,
		close: async () => void file.close()
	};
}

async function openPostgres(connectionString: string) {
	const client = new pg.Client({ connectionString });
	await client.connect();
	return {
		tables: `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
		row: async () => 't::text',
		rows: async (sql: string) => (await client.query<Row>(sql)).rows,
		close: () => client.end()
	};
}

/** Waits until a connection to this Postgres database waits for a lock. */
export async function waitsForLock({ rows }: Look): Promise<void> {
	for (let tries = 0; tries < 500; tries += 1) {
		const [row] = await rows(
			`SELECT count(*)::int AS "count" FROM pg_stat_activity
				WHERE datname = current_database() AND wait_event_type = 'Lock'`
		);
		if (row?.count) return;
		await pause(10);
	}
	throw new Error('nobody waited for a lock');
}

/** The items of a list as they are stored, in the order of their insertion, without what differs for each list. */
export async function storedItems(look: Look, listUid: string) {
	const rows = await look.rows(
		`SELECT * FROM "Item" WHERE "listUid" = '${listUid}' ORDER BY "number"`
	);
	return rows.map(({ number: _number, listUid: _listUid, uid: _uid, ...item }) => item);
}
