import type { Log } from '../runtime/log.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import type { Prisma, PrismaClient } from './generated/sqlite/client.ts';
import type { Reader } from './reader.ts';
import type { Sql, Value } from './sql.ts';

export type Provider = 'sqlite' | 'postgresql';

type Transaction = Prisma.TransactionClient;

/**
 * Everything that SQLite and Postgres do differently once they are open, one object each. Chosen when the database is
 * opened; nothing after that asks which of the two it is.
 */
export type Dialect = {
	name: Provider;
	/** SQL as the driver takes it. */
	textOf(sql: Sql): string;
	/** Sorts text the same way on both databases, whatever the machine's language. */
	byCodePoint: Sql;
	/** A stored moment and so many minutes, to compare with another stored moment. */
	minutesAfter(moment: Sql, minutes: number): Sql;
	/** The values of one row as a JSON array. Without the names of the columns, which would be half of the text. */
	jsonRow(columns: Sql): Sql;
	/** `value` of every row in this order, as one JSON text. So the rows of a row are read in that row's own query. */
	jsonOfAll(value: Sql, order: Sql): Sql;
	/**
	 * How many rows hold each condition: `columns` to select, and the `join` that they come from. `rows` stands after SELECT and may name the
	 * tables before the join. On Postgres each row is read once for all conditions, on SQLite once for each, from an index.
	 */
	countEach(rows: Sql, conditions: Record<string, Sql>): { columns: Sql; join: Sql };
	/** A SELECT of these columns of the rows, in their order. All rows are sent as one value. */
	rowsOfJson(table: string, columns: string[], rows: Record<string, Value>[]): Sql;
	/**
	 * The rows of a table whose column of folded words holds all of the words, the last of them as the beginning of a
	 * word. With `notFoundIn` only rows where that other column does not hold them all.
	 */
	fullText(searched: Searched): { from: Sql; match: Sql };
	/** Full text search without the index, for words with more hits in the index than items in reach. Absent on Postgres, whose planner decides. */
	scan?: {
		/** A query for `hits`: the number of items that the index has for these words in any column, at most `most`. */
		countHits(words: string[], most: number): Sql;
		/** Whether this column of `"Item" i` holds the words, computed from the row itself. */
		match(words: string[], column: string): Sql;
	};
	/** The number of rows that a query finds before its LIMIT, as a column; null on SQLite, where a second query blocks the event loop for less time. */
	foundInAll: Sql;
	/** A query for `last`, the highest number that the table has given to a row, deleted ones included. Where it has given none: no row on SQLite, 1 on Postgres. */
	lastNumber(table: string): Sql;
	/** Sets the counter of a table whose rows were inserted with numbers, so that the next row gets `last` + 1. */
	continueAfter(table: string, last: number): Sql[];
	/** The column `snapshot`: the id of the statement's snapshot, for `snapshotOf`; null on SQLite and on a standby. */
	snapshot: Sql;
	/** A query for `bytes`, the size of the database. */
	storageBytes: Sql;
	/** A read that may take long in a large household. */
	slowRead<T>(read: () => Promise<T>): Promise<T>;
	/**
	 * Sends a statement that fails where `FROM … WHERE …` finds no row. The transaction then fails as if it were overtaken, and so
	 * does a COMMIT that was sent behind the statement. Absent on SQLite, where one command runs at a time.
	 */
	requireRow?(transaction: Transaction, from: Sql): Promise<void>;
	/** Where transactions wait for their turn. For `inTransaction` alone. */
	openQueue(database: Writable): WriteQueue;
	/** Absent on SQLite, where a transaction begins after the commit of the one before. So nobody else can write meanwhile. */
	locks?: Locks;
	/** Absent on SQLite, where no two transactions are under way at a time. */
	commitsUnderWay?: CommitsUnderWay;
	openNotifier(databaseUrl: string, log: Log): ChangeNotifier;
	/** How many processes have opened the notifier on this database. Absent on SQLite, where the file is one process's alone. */
	processes?: Sql;
};

/**
 * The transactions that hold the lock of the commits. Each of them may commit a lower number of the outbox than the highest that is
 * visible. A transaction that begins later gets numbers above all that are visible now.
 */
export type CommitsUnderWay = {
	/** A column: the ids of these transactions, with spaces between them. They are read after the snapshot of the statement was taken. */
	ids: Sql;
	/** Waits until the transactions with these ids have ended; without `ids`, all that are under way now. */
	end(read: Reader, ids?: string): Promise<void>;
};

type Searched = {
	words: string[];
	table: string;
	alias: string;
	column: string;
	notFoundIn?: string | undefined;
};

export type WriteQueue = {
	/** Runs `work` in a transaction and commits it. */
	run<T>(work: Work<T>): Promise<T>;
	/** How many wait for their turn. */
	waiting(): number;
};

export type Work<T> = (transaction: Transaction) => Promise<T>;

export type Writable = { writer: PrismaClient; isInPlace(): boolean };

/** For locks.ts and commit-lock.ts alone, which say what each is for and in which order they are taken. */
export type Locks = {
	household(transaction: Transaction): Promise<unknown>;
	existence(transaction: Transaction): Promise<unknown>;
	/**
	 * Locks these lists and adds their uids to `held`. Waits for other transactions only where `waits` says so; otherwise throws
	 * Overtaken where it would have to wait.
	 */
	lists(transaction: Transaction, where: Sql, held: Set<string>, waits: boolean): Promise<void>;
	member(transaction: Transaction, uid: string): Promise<unknown>;
	pair(transaction: Transaction, uid: string): Promise<unknown>;
	tokens(transaction: Transaction, where: Sql): Promise<unknown>;
	name(transaction: Transaction, name: string): Promise<unknown>;
	commits(transaction: Transaction): Promise<unknown>;
	commitsBesideOthers(transaction: Transaction): Promise<unknown>;
};
