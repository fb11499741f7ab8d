import {
	ColumnTypeEnum,
	type ArgType,
	type ColumnType,
	type SqlDriverAdapter,
	type SqlDriverAdapterFactory,
	type SqlQuery,
	type SqlResultSet
} from '@prisma/driver-adapter-utils';
import type { Ask } from './read-cache.ts';
import { Prisma } from './generated/sqlite/client.ts';

/**
 * A client, and a view of it whose queries in SQL go to the driver as they are: the client's own way there costs more than
 * finding the few rows that most of them ask for. What comes back is what the client would give; what is thrown is the
 * driver's own error. The view is for reading: it knows nothing of the client's transactions.
 */
export async function withDirectReads<Client extends object>(
	factory: SqlDriverAdapterFactory,
	open: (factory: SqlDriverAdapterFactory) => Client,
	asking: (adapter: SqlDriverAdapter) => Ask = (adapter) => adapter.queryRaw.bind(adapter)
): Promise<{ client: Client; view: Client }> {
	const { provider, adapterName } = factory;
	const adapter = await factory.connect();
	const client = open({ provider, adapterName, connect: async () => adapter });
	const driver = asking(adapter);
	const ask = (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
		rowsOf(driver(asDriversQuery(provider, inOne(query, values))));
	const view = new Proxy(client, {
		get: (all, name): unknown => (name === '$queryRaw' ? ask : Reflect.get(all, name))
	});
	return { client, view };
}

const inOne = (query: TemplateStringsArray | Prisma.Sql, values: unknown[]): Prisma.Sql =>
	query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values);

function asDriversQuery(provider: string, { sql, text, values }: Prisma.Sql): SqlQuery {
	return {
		sql: provider === 'sqlite' ? sql : text,
		args: values,
		argTypes: values.map(() => asGiven)
	};
}

const asGiven: ArgType = { scalarType: 'unknown', arity: 'scalar' };

type Row = Record<string, unknown>;

/** The rows of one result are read once and frozen: where it is remembered, the next who asks gets the same ones. */
const rowsRead = new WeakMap<SqlResultSet, readonly Row[]>();

async function rowsOf(answer: Promise<SqlResultSet>): Promise<readonly Row[]> {
	const result = await answer;
	const known = rowsRead.get(result) ?? Object.freeze(asRows(result));
	rowsRead.set(result, known);
	return known;
}

function asRows({ columnNames, columnTypes, rows }: SqlResultSet): Row[] {
	return rows.map((row) =>
		Object.freeze(
			Object.fromEntries(columnNames.map((name, at) => [name, asGivenBy(columnTypes[at], row[at])]))
		)
	);
}

/** As the client would give it: drivers hand over dates and large numbers as text, and SQLite's yes and no as numbers. */
function asGivenBy(type: ColumnType | undefined, value: unknown): unknown {
	if (typeof value !== 'string' && typeof value !== 'number') return value;
	if (type === ColumnTypeEnum.DateTime) return new Date(value);
	if (type === ColumnTypeEnum.Boolean) return Boolean(value);
	return type === ColumnTypeEnum.Int64 ? BigInt(value) : value;
}
