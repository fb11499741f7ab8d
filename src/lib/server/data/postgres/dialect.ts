import pLimit from 'p-limit';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { commitsUnderWay } from './commits-under-way.ts';
import type { Dialect, Work, Writable } from '../dialect.ts';
import { NoTurn, UnknownOutcome } from '../faults.ts';
import { isOvertaken } from '../overtaken.ts';
import { leavesOutcomeOpen } from '../lost-connection.ts';
import { openTransaction, send } from '../open-transaction.ts';
import { postgresLocks } from './locks.ts';
import { notifierName, postgresNotifier } from './notifier.ts';
import { splitColumns } from '../split-columns.ts';
import { transactionTimeoutMs, writeWaitMs } from '../wait-limits.ts';
import { sql } from '../sql.ts';

/** Slow reads at a time in one process. The other connections are for quick reads and for commands. */
const slowReadsAtOnce = 3;
/** Commands at a time in one process. Some of the pool's connections are left for those who read. */
export const writersAtOnce = 8;

export const postgres: Dialect = {
	name: 'postgresql',
	textOf: ({ text }) => text,
	byCodePoint: sql`COLLATE "C"`,
	minutesAfter: (moment, minutes) => sql`${moment} + make_interval(mins => ${minutes}::int)`,
	jsonRow: (columns) => sql`json_build_array(${columns})`,
	jsonOfAll: (value, order) => sql`COALESCE(json_agg(${value} ORDER BY ${order})::text, '[]')`,

	countEach(rows, conditions) {
		const counts = Object.entries(conditions).map(
			([name, holds]) => sql`COUNT(*) FILTER (WHERE ${holds}) AS ${sql.identifier(name)}`
		);
		const columns = Object.keys(conditions).map((name) => sql`counted.${sql.identifier(name)}`);
		return {
			columns: sql.join(columns),
			join: sql`CROSS JOIN LATERAL (SELECT ${sql.join(counts)} ${rows}) counted`
		};
	},

	rowsOfJson(table, columns, rows) {
		const { shared, differing } = splitColumns(columns, rows);
		const ofTable = sql.raw(`NULL::"${table}"`);
		const base = sql`json_populate_record(${ofTable}, ${JSON.stringify(shared)})`;
		const names = sql.join(columns.map(sql.identifier));
		return sql`SELECT ${names} FROM json_populate_recordset(${base}, ${JSON.stringify(rows, differing)})`;
	},

	/**
	 * A tsvector made of the words, which hold nothing but letters and digits. `LIKE` refuses a row that is read without the index
	 * in half the time that its tsvector would take. Without `<> ''` the indexes over quantities and notes would not be used: they
	 * leave out empty ones.
	 */
	fullText({ words, table, alias, column, notFoundIn }) {
		const text = (name: string) => sql.raw(`${alias}."${name}"`);
		const vector = (name: string) => sql`array_to_tsvector(string_to_array(${text(name)}, ' '))`;
		const wanted = sql`CAST(${words.map((word) => `'${word}'`).join(' & ') + ':*'} AS tsquery)`;
		const holdsAll = sql.join(
			words.map((word) => sql`${text(column)} LIKE ${`%${word}%`}`),
			' AND '
		);
		const found = sql`${text(column)} <> '' AND ${holdsAll} AND ${vector(column)} @@ ${wanted}`;
		return {
			from: sql.raw(`"${table}" ${alias}`),
			match: notFoundIn ? sql`${found} AND NOT ${vector(notFoundIn)} @@ ${wanted}` : found
		};
	},

	foundInAll: sql`COUNT(*) OVER ()`,
	lastNumber: (table) =>
		sql`SELECT "last_value" AS "last" FROM ${sql.raw(`"${table}_number_seq"`)}`,
	continueAfter: (table, last) => [
		sql`SELECT setval(pg_get_serial_sequence(${`"${table}"`}, 'number'), ${last})`
	],
	// Not on a standby, where the id leaves out some of the running transactions.
	snapshot: sql`CASE WHEN NOT pg_is_in_recovery() THEN CAST(pg_current_snapshot() AS TEXT) END AS "snapshot"`,
	storageBytes: sql`SELECT pg_database_size(current_database()) AS "bytes"`,
	slowRead: pLimit(slowReadsAtOnce),
	requireRow: (db, from) => send(db, sql`SELECT 1 / COUNT(*) ${from}`),
	openQueue(database) {
		const turn = pLimit(writersAtOnce);
		return {
			run(work) {
				const askedAt = performance.now();
				return turn(() => beginAgainWhileOvertaken(database, work, askedAt));
			},
			waiting: () => turn.pendingCount
		};
	},
	locks: postgresLocks,
	commitsUnderWay,
	openNotifier: postgresNotifier,
	processes: sql`(
		SELECT COUNT(*) FROM pg_stat_activity
		WHERE "datname" = current_database() AND "application_name" = ${notifierName})`
};

/** Runs the transaction again where it was rolled back for the sake of another one: nothing of it is left. */
async function beginAgainWhileOvertaken<T>(
	database: Writable,
	work: Work<T>,
	askedAt: number
): Promise<T> {
	for (;;) {
		try {
			return await begin(database, work, askedAt);
		} catch (error) {
			if (!isOvertaken(error) || performance.now() - askedAt > writeWaitMs) throw error;
			await pause(randomInt(longestPauseMs));
		}
	}
}

async function begin<T>({ writer }: Writable, work: Work<T>, askedAt: number): Promise<T> {
	const waited = Math.round(performance.now() - askedAt);
	// While Postgres stalls, those ahead in the queue fail one after the other. The last one must not wait for its
	// refusal longer than they did.
	if (waited >= writeWaitMs) throw new NoTurn('no connection was free to write on');
	let isWorkDone = false;
	const inTime: Work<T> = async (transaction) => {
		const result = await work(transaction);
		isWorkDone = true;
		return result;
	};
	try {
		const limits = { maxWait: writeWaitMs - waited, timeout: transactionTimeoutMs, askedAt };
		return await openTransaction(writer, inTime, limits);
	} catch (error) {
		throw isWorkDone && leavesOutcomeOpen(error)
			? new UnknownOutcome(undefined, { cause: error })
			: error;
	}
}

const longestPauseMs = 200;
