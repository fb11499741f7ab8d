import pLimit from 'p-limit';
import { localNotifier } from '../change-notifier.ts';
import type { Dialect } from '../dialect.ts';
import { FileGone } from '../faults.ts';
import { openTransaction } from '../open-transaction.ts';
import { sharingCommits } from './shared-commits.ts';
import { splitColumns } from '../split-columns.ts';
import { yieldToOthers } from '../yield-to-others.ts';
import { transactionTimeoutMs, writeWaitMs } from '../wait-limits.ts';
import { sql, type Value } from '../sql.ts';

/** A query of FTS5 for all of the words. */
const allOf = (words: string[]) => words.map((word) => `"${word}"`).join(' AND ');

/** A date as the client writes it: dates are compared as text. */
const asStored = (value: Value | undefined) =>
	value instanceof Date ? value.toISOString().replace('Z', '+00:00') : value;

/** Slow reads go one at a time. */
const turn = pLimit(1);

export const sqlite: Dialect = {
	name: 'sqlite',
	textOf: ({ sql }) => sql,
	byCodePoint: sql`COLLATE BINARY`,
	minutesAfter: (moment, minutes) =>
		sql`strftime('%Y-%m-%dT%H:%M:%f+00:00', ${moment}, ${`${minutes} minutes`})`,
	jsonRow: (columns) => sql`json_array(${columns})`,
	jsonOfAll: (value, order) => sql`json_group_array(${value} ORDER BY ${order})`,

	countEach: (rows, conditions) => ({
		columns: sql.join(
			Object.entries(conditions).map(
				([name, holds]) => sql`(SELECT COUNT(*) ${rows} AND (${holds})) AS ${sql.identifier(name)}`
			)
		),
		join: sql.empty
	}),

	// SQLite parses the JSON of a row again for each value that it takes from it, so a value that all rows share is bound.
	rowsOfJson(_table, columns, rows) {
		const { shared, differing } = splitColumns(columns, rows);
		const values = columns.map((name) =>
			name in shared ? shared[name] : sql.raw(`value->>${differing.indexOf(name)}`)
		);
		const json = JSON.stringify(rows.map((row) => differing.map((name) => asStored(row[name]))));
		return sql`SELECT ${sql.join(values)} FROM json_each(${json})`;
	},

	/** FTS5 beside the table. The words hold nothing but letters and digits. */
	fullText({ words, table, alias, column, notFoundIn }) {
		const index = sql.raw(`"${table}Search"`);
		const within = (name: string) => `({${name}} : (${allOf(words)} *))`;
		const wanted = within(column) + (notFoundIn ? ` NOT ${within(notFoundIn)}` : '');
		return {
			from: sql`${index} f JOIN ${sql.raw(`"${table}" ${alias}`)} ON ${sql.raw(alias)}."number" = f."rowid"`,
			match: sql`f.${index} MATCH ${wanted}`
		};
	},

	scan: {
		countHits(words, most) {
			// Whole words first. Counting the words that begin with the last one takes fifty times as long.
			const count = (wanted: string) =>
				sql`(SELECT COUNT(*) FROM (SELECT 1 FROM "ItemSearch" f WHERE f."ItemSearch" MATCH ${wanted} LIMIT ${most}))`;
			const [whole, begun] = [count(allOf(words)), count(`${allOf(words)} *`)];
			return sql`SELECT CASE WHEN ${whole} = ${most} THEN ${most} ELSE ${begun} END AS "hits"`;
		},
		match(words, column) {
			const parts = words.map((word, at) => (at < words.length - 1 ? ` ${word} ` : ` ${word}`));
			const padded = sql.raw(`(' ' || i."${column}" || ' ')`);
			const found = parts.map((part) => sql`instr(${padded}, ${part}) > 0`);
			// Most items have no note, and many no quantity.
			return sql`(${sql.raw(`i."${column}"`)} <> '' AND ${sql.join(found, ' AND ')})`;
		}
	},

	foundInAll: sql`NULL`,
	lastNumber: (table) => sql`SELECT "seq" AS "last" FROM sqlite_sequence WHERE "name" = ${table}`,
	continueAfter: (table, last) => [
		sql`DELETE FROM sqlite_sequence WHERE "name" = ${table}`,
		sql`INSERT INTO sqlite_sequence ("name", "seq") VALUES (${table}, ${last})`
	],
	snapshot: sql`NULL AS "snapshot"`,
	storageBytes: sql`SELECT page_count * page_size AS "bytes" FROM pragma_page_count(), pragma_page_size()`,

	/** SQLite runs on the event loop, so other requests get a turn between two slow reads. */
	slowRead: (read) =>
		turn(async () => {
			await yieldToOthers();
			return read();
		}),

	/**
	 * One command runs at a time, because the adapter has a single connection. What another request wrote on it meanwhile would be
	 * committed or rolled back with this transaction.
	 */
	openQueue: (database) =>
		sharingCommits(async (work, askedAt) => {
			// Longer than `writeWaitMs`, so that the refusal is the write lock's and not the client's.
			const limits = { maxWait: 2 * writeWaitMs, timeout: transactionTimeoutMs, askedAt };
			await openTransaction(database.writer, work, limits);
			// The commit went into a file that nobody will open again. The process is about to end (`watchFile`), and must not answer "done"
			// before.
			if (!database.isInPlace()) throw new FileGone('the database file was deleted or replaced');
		}),

	openNotifier: localNotifier
};
