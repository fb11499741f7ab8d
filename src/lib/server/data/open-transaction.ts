import type { SqlDriverAdapter, SqlResultSet, Transaction } from '@prisma/driver-adapter-utils';
import { AsyncLocalStorage } from 'node:async_hooks';
import { TransactionEnded } from './faults.ts';
import type { Prisma, PrismaClient } from './generated/sqlite/client.ts';
import { asStatement, type TextOf } from './statement.ts';
import type { Sql } from './sql.ts';

/** A transaction as the client hands it out. */
type Handed = Prisma.TransactionClient;

/**
 * The driver's end of a transaction of the client's. Throws TransactionEnded once the transaction is over, so that nothing is
 * written outside of it.
 */
type Driver = {
	query(sql: Sql): Promise<SqlResultSet>;
	/** Returns how many rows it changed. */
	execute(sql: Sql): Promise<number>;
	/** Does not wait for the result where statements are pipelined. A statement that fails, fails the transaction. */
	send(sql: Sql): Promise<void>;
	/** Waits for all statements that were sent, and throws the error of the first that failed. */
	waitForSent(): Promise<unknown>;
};

type Way = {
	textOf: TextOf;
	/** Statements are sent without waiting for each other, and run in that order. */
	isPipelined: boolean;
};

/**
 * Begins a transaction of the client's, and keeps the driver's end of it for `driverOf`: the way through the client
 * costs more than most statements of a command.
 */
export function openTransaction<T>(
	client: PrismaClient,
	work: (transaction: Handed) => Promise<T>,
	{ askedAt, ...limits }: { maxWait: number; timeout: number; askedAt?: number }
): Promise<T> {
	const begun: Begun = { askedAt };
	const withDriver = async (transaction: Handed): Promise<T> => {
		if (begun.driver) drivers.set(transaction, begun.driver);
		return work(transaction);
	};
	// A sent statement that failed is the cause of every later error, and has turned COMMIT into ROLLBACK. So its error
	// is thrown.
	return beginning
		.run(begun, () => client.$transaction(withDriver, limits))
		.finally(() => begun.driver?.waitForSent());
}

/** Undefined for a client that has no transaction open. */
export const driverOf = (transaction: Handed): Driver | undefined => drivers.get(transaction);

/** Writes in SQL, straight to the driver. Returns how many rows were changed. */
export function execute(transaction: Handed, sql: Sql): Promise<number> {
	return driverOf(transaction)?.execute(sql) ?? transaction.$executeRaw(sql);
}

/** Writes in SQL where the result is not needed: on Postgres the next statement does not wait for this one. */
export async function send(transaction: Handed, sql: Sql): Promise<void> {
	await (driverOf(transaction)?.send(sql) ?? transaction.$executeRaw(sql));
}

/** Waits for the statements that were sent in this transaction, and throws the error of the first that failed. */
export async function waitForSent(transaction: Handed): Promise<void> {
	await driverOf(transaction)?.waitForSent();
}

/** An adapter whose transactions `openTransaction` finds. */
export function withOpenTransactions(adapter: SqlDriverAdapter, way: Way): SqlDriverAdapter {
	const begin = adapter.startTransaction.bind(adapter);
	return Object.assign(adapter, {
		startTransaction: async (...level: Parameters<typeof begin>): Promise<Transaction> => {
			const transaction = await begin(...level);
			const begun = beginning.getStore();
			if (begun) begun.driver = untilItsEnd(transaction, way);
			return transaction;
		}
	});
}

type Begun = {
	/** Since when the transaction waits for its turn, as performance.now(). */
	askedAt: number | undefined;
	driver?: Driver;
};

/** The transaction that is being begun. The client calls the adapter within this context. */
export const beginning = new AsyncLocalStorage<Begun>();
const drivers = new WeakMap<Handed, Driver>();

/** Refuses statements once the client has ended the transaction: its connection may serve another one then. */
function untilItsEnd(transaction: Transaction, { textOf, isPipelined }: Way): Driver {
	const queryRaw = transaction.queryRaw.bind(transaction);
	const executeRaw = transaction.executeRaw.bind(transaction);
	const sent: Promise<unknown>[] = [];
	let isOver = false;
	transaction.executeRaw = (query) => {
		isOver ||= query.sql === 'COMMIT' || query.sql === 'ROLLBACK';
		return executeRaw(query);
	};
	const statement = (sql: Sql) => {
		if (isOver) throw new TransactionEnded('the transaction is over');
		return asStatement(textOf, sql);
	};
	/** Keeps the error of a statement for `waitForSent`, but not its rows. The error of a statement behind it may arrive first. */
	function kept<T>(sending: Promise<T>): Promise<T> {
		if (!isPipelined) return sending;
		const ended = sending.then(() => {});
		ended.catch(() => {});
		sent.push(ended);
		return sending;
	}
	return {
		query: async (sql) => kept(queryRaw(statement(sql))),
		execute: async (sql) => kept(executeRaw(statement(sql))),
		async send(sql) {
			const sending = kept(executeRaw(statement(sql)));
			if (!isPipelined) await sending;
		},
		waitForSent: () => Promise.all(sent)
	};
}
