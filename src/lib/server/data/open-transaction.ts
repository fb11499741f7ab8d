import type {
	SqlDriverAdapter,
	SqlDriverAdapterFactory,
	SqlResultSet,
	Transaction
} from '@prisma/driver-adapter-utils';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Ended } from './faults.ts';
import type { Prisma, PrismaClient } from './generated/sqlite/client.ts';
import { asStatement, type TextOf } from './statement.ts';

/** A transaction as the client hands it out. */
type Handed = Prisma.TransactionClient;

/** The driver's end of the same transaction. Throws Ended once that is over, so that nothing is written beside it. */
type Driver = {
	query(sql: Prisma.Sql): Promise<SqlResultSet>;
	/** Returns how many rows it changed. */
	execute(sql: Prisma.Sql): Promise<number>;
};

/**
 * Begins a transaction of the client's, and keeps the driver's end of it for `driverOf`: the client's own way to the
 * driver costs more than what most statements of a command do.
 */
export function openTransaction<T>(
	client: PrismaClient,
	work: (transaction: Handed) => Promise<T>,
	limits: { maxWait: number; timeout: number }
): Promise<T> {
	const begun: Begun = {};
	const withDriver = (transaction: Handed): Promise<T> => {
		if (begun.driver) drivers.set(transaction, begun.driver);
		return work(transaction);
	};
	return beginning.run(begun, () => client.$transaction(withDriver, limits));
}

/** Undefined for a client that has no transaction open. */
export const driverOf = (transaction: Handed): Driver | undefined => drivers.get(transaction);

/** Writes in SQL, straight to the driver. Returns how many rows were changed. */
export function execute(transaction: Handed, sql: Prisma.Sql): Promise<number> {
	return driverOf(transaction)?.execute(sql) ?? transaction.$executeRaw(sql);
}

/** An adapter whose transactions `openTransaction` finds. */
export function withOpenTransactions(
	factory: SqlDriverAdapterFactory,
	textOf: TextOf
): SqlDriverAdapterFactory {
	const { provider, adapterName } = factory;
	return {
		provider,
		adapterName,
		connect: async () => tellingOfTransactions(await factory.connect(), textOf)
	};
}

type Begun = { driver?: Driver };

/** The transaction that is being begun: the client calls the adapter on its way. */
export const beginning = new AsyncLocalStorage<Begun>();
const drivers = new WeakMap<Handed, Driver>();

function tellingOfTransactions(adapter: SqlDriverAdapter, textOf: TextOf): SqlDriverAdapter {
	const begin = adapter.startTransaction.bind(adapter);
	return Object.assign(adapter, {
		startTransaction: async (...level: Parameters<typeof begin>): Promise<Transaction> => {
			const transaction = await begin(...level);
			const begun = beginning.getStore();
			if (begun) begun.driver = untilItsEnd(transaction, textOf);
			return transaction;
		}
	});
}

/** The client ends a transaction that was open for too long, and its connection is somebody else's then. */
function untilItsEnd(transaction: Transaction, textOf: TextOf): Driver {
	const queryRaw = transaction.queryRaw.bind(transaction);
	const executeRaw = transaction.executeRaw.bind(transaction);
	let isOver = false;
	transaction.executeRaw = (query) => {
		isOver ||= query.sql === 'COMMIT' || query.sql === 'ROLLBACK';
		return executeRaw(query);
	};
	const statement = (sql: Prisma.Sql) => {
		if (isOver) throw new Ended('the transaction is over');
		return asStatement(textOf, sql);
	};
	return {
		query: async (sql) => queryRaw(statement(sql)),
		execute: async (sql) => executeRaw(statement(sql))
	};
}
