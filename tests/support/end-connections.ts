import { lookInto } from './sql.ts';

/** Ends the connections to this Postgres database for which the condition over `pg_stat_activity` is true. Returns how many there were. */
export async function endConnections(databaseUrl: string, condition = 'TRUE'): Promise<number> {
	const look = await lookInto(databaseUrl);
	try {
		const ended = await look.rows(
			`SELECT pg_terminate_backend(pid) AS "ended" FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`
		);
		return ended.length;
	} finally {
		await look.close();
	}
}
