import type { Database, Prisma } from './client.ts';
import { runTogether } from './driver-transaction.ts';
import { insertion, rowsPerInsertion } from './insert-many.ts';
import { readerOn, type Reader } from './reader.ts';
import { sql, type Sql, type Value } from './sql.ts';
import { statement } from './statement.ts';

type Row = Record<string, Value>;

/**
 * The primary key of each table, in an order in which a row comes after those that it refers to. `false` where rows belong to a
 * running process and stay behind.
 */
const keys: Record<Prisma.ModelName, [string, ...string[]] | false> = {
	SetupCode: false,
	Stream: false,
	Member: ['uid'],
	Session: ['idHash'],
	Pair: ['uid'],
	RefreshToken: ['hash'],
	PairAccessToken: ['hash'],
	AccessToken: ['uid'],
	Group: ['uid'],
	GroupMember: ['groupUid', 'memberUid'],
	List: ['number'],
	ListMember: ['listUid', 'memberUid'],
	ListGroup: ['listUid', 'groupUid'],
	Pin: ['listUid', 'memberUid'],
	TokenList: ['tokenUid', 'listUid'],
	Section: ['uid'],
	SectionLabel: ['listUid', 'label'],
	Item: ['number'],
	Instance: ['id'],
	JoinRequest: ['uid'],
	ResetRequest: ['uid'],
	Attempt: ['uid'],
	Activity: ['uid'],
	Change: ['number'],
	IdempotencyKey: ['caller', 'key']
};

/** The table of a model, where the two names differ. */
const tables: Partial<Record<string, string>> = {
	Attempt: 'WrongPassword',
	IdempotencyKey: 'FirstAnswer'
};

/**
 * Copies every row of a household from one snapshot into an empty, migrated database, in one transaction. Each database may be SQLite or
 * Postgres. Throws the driver's own error.
 */
export async function copyHousehold(from: Database, to: Database): Promise<void> {
	// SQLite has no other level. On Postgres it hides what is committed after the first read.
	const snapshot = await from.driver.startTransaction('SERIALIZABLE');
	try {
		const reader = readerOn(from.dialect, (query) => snapshot.queryRaw(query));
		await runTogether(to, insertionsOf(reader, from, to));
	} finally {
		await snapshot.executeRaw(statement('ROLLBACK'));
		await snapshot.rollback();
	}
}

async function* insertionsOf(reader: Reader, from: Database, to: Database): AsyncGenerator<Sql> {
	for (const [model, key] of Object.entries(keys)) {
		if (!key) continue;
		const table = tables[model] ?? model;
		for await (const rows of rowsOf(reader, table, key)) yield insertion(to.dialect, table, rows);
		if (key[0] !== 'number') continue;
		const [counter] = await reader.query<{ last: number | bigint }>(from.dialect.lastNumber(table));
		if (counter) yield* to.dialect.continueAfter(table, Number(counter.last));
	}
}

/** The rows of a table in the order of its primary key, in portions. */
async function* rowsOf(reader: Reader, table: string, key: string[]): AsyncGenerator<Row[]> {
	const from = sql`SELECT * FROM ${sql.identifier(table)}`;
	const columns = sql.join(key.map(sql.identifier));
	const order = sql`ORDER BY ${columns} LIMIT ${rowsPerInsertion}`;
	let rows = await reader.query<Row>(sql`${from} ${order}`);
	while (rows.length > 0) {
		yield [...rows];
		const last = sql.join(key.map((name) => rows.at(-1)?.[name]));
		rows = await reader.query<Row>(sql`${from} WHERE (${columns}) > (${last}) ${order}`);
	}
}
