import { setTimeout as pause } from 'node:timers/promises';
import type { CommitsUnderWay } from '../dialect.ts';
import { commitLock } from './locks.ts';
import { sql } from '../sql.ts';

/** On Postgres: the transactions that hold the lock of the commits, as `pg_locks` shows them. */
export const commitsUnderWay: CommitsUnderWay = {
	ids: sql`(
		SELECT COALESCE(string_agg("virtualtransaction", ' '), '') FROM pg_locks
		WHERE "locktype" = 'advisory' AND "granted" AND "objsubid" = 1
			AND "database" = (SELECT "oid" FROM pg_database WHERE "datname" = current_database())
			AND ("classid"::bigint << 32) + "objid"::bigint = ${commitLock}::bigint)`,

	async end(read, known) {
		const ask = async () => {
			const [row] = await read.query<{ ids: string }>(sql`SELECT ${commitsUnderWay.ids} AS "ids"`);
			return idsIn(row?.ids);
		};
		let waitedFor = known === undefined ? await ask() : idsIn(known);
		while (waitedFor.length > 0) {
			await pause(pollMs);
			const underWay = new Set(await ask());
			waitedFor = waitedFor.filter((id) => underWay.has(id));
		}
	}
};

const idsIn = (text = ''): string[] => (text === '' ? [] : text.split(' '));

/** Each look is a query, and a stream waits up to this long after the commit has ended. */
const pollMs = 10;
