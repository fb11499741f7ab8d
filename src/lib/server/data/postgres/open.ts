import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Database } from '../client.ts';
import { postgres } from './dialect.ts';
import { withEarlyBegin } from './early-begin.ts';
import { GatheringSocket } from './gathering-socket.ts';
import { PrismaClient } from '../generated/postgresql/client.ts';
import { lateClient } from '../late-client.ts';
import { withOpenTransactions } from '../open-transaction.ts';
import { cachingReads, type Ask } from '../read-cache.ts';
import { readerOn } from '../reader.ts';
import { reliedOn } from '../postgres-settings.ts';
import { waitForRoom } from './room.ts';
import { sharingConnections } from './shared-connections.ts';
import { isExpired } from '../snapshot.ts';
import { endWhenSilent } from './silence.ts';
import { connectWaitMs, idleInTransactionMs, idleMs, statementTimeoutMs } from './time-limits.ts';
import { statement } from '../statement.ts';
import { StartupError } from '../startup-error.ts';
import { statementNames } from './statement-names.ts';
import { writeWaitMs } from '../wait-limits.ts';

export async function openPostgres(url: string): Promise<Database> {
	const pool = new pg.Pool({
		connectionString: url,
		max: mostConnections,
		connectionTimeoutMillis: connectWaitMs,
		idleTimeoutMillis: idleMs,
		keepAlive: true,
		pipeline: true,
		stream: () => new GatheringSocket(),
		onConnect: prepare
	});
	const schema = await schemaOfSuitable(pool).catch(async (cause: unknown) => {
		await pool.end();
		throw cause;
	});
	waitForRoom(pool);
	const factory = new PrismaPg(pool, {
		schema,
		statementNameGenerator: statementNames(),
		disposeExternalPool: true
	});
	const driver = withOpenTransactions(withEarlyBegin(await factory.connect(), pool), {
		textOf: postgres.textOf,
		isPipelined: true
	});
	const { client, close } = lateClient(driver, (adapter) => new PrismaClient({ adapter }));
	const ask = sharingConnections(driver, pool);
	const read = readerOn(postgres, ask);
	return {
		dialect: postgres,
		read,
		readOnce: read,
		readAt: readingAt(ask, pool),
		get reader() {
			return client();
		},
		get writer() {
			return client();
		},
		driver,
		isInPlace: () => true,
		setJournalAside: () => {},
		health: { isDamaged: false },
		close
	};
}

async function schemaOfSuitable(pool: pg.Pool): Promise<string> {
	const schema = await schemaOf(pool);
	await refuseSharedSessions(pool);
	return schema;
}

/** The schema in which statements of this role look first; Prisma would assume "public". */
async function schemaOf(pool: pg.Pool): Promise<string> {
	// Through the adapter, so that its errors are those of every other query.
	const adapter = await new PrismaPg(pool).connect();
	const { rows } = await adapter.queryRaw(statement('SELECT current_schema()::text'));
	return String(rows[0]?.[0]);
}

/** Refuses a pooler in transaction mode: its connections share sessions, so settings mix and no NOTIFY arrives. */
async function refuseSharedSessions(pool: pg.Pool): Promise<void> {
	const [one, other] = await withConnection(pool, async (connection) => [
		await sessionOf(connection),
		await withConnection(pool, sessionOf)
	]);
	if (one !== other) return;
	throw new StartupError(
		'DATABASE_URL leads to a pooler in transaction mode, and Hearth needs sessions of its own; set it to session mode, or DATABASE_URL to Postgres itself'
	);
}

async function withConnection<T>(
	pool: pg.Pool,
	work: (connection: pg.PoolClient) => Promise<T>
): Promise<T> {
	const connection = await pool.connect();
	try {
		return await work(connection);
	} finally {
		connection.release();
	}
}

async function sessionOf(connection: pg.PoolClient): Promise<number | undefined> {
	const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"');
	return rows[0]?.pid;
}

/**
 * Snapshots from before the newest connection are not used. After a failover that connection may lead to a standby that was promoted, where
 * the same id can mean other transactions.
 */
function readingAt(ask: Ask, pool: pg.Pool): Database['readAt'] {
	const cached = cachingReads(ask);
	let connectedAt = performance.now();
	pool.on('connect', () => (connectedAt = performance.now()));
	return (snapshot) =>
		readerOn(postgres, (query) =>
			snapshot && !isExpired(snapshot) && snapshot.takenAt > connectedAt
				? cached(query, `${connectedAt} ${snapshot.id}`)
				: ask(query)
		);
}

/** Connections of one process. */
const mostConnections = 10;

/**
 * The cost of reading a page at random, against 1 for reading in sequence. Postgres assumes 4, as for spinning disks.
 * With that it would read a frequent word in all lists of a household before it asks which of them somebody reaches.
 */
const randomPageCost = 1.1;

/**
 * In kB, the least that Postgres takes. A GIN index collects new entries in a pending list, and every search reads that list whole. The
 * write that fills the list moves its entries into the index. Postgres would let it grow to 4 MB.
 */
const pendingListKb = 64;

/** Sent here and not in the startup message: poolers refuse one that holds settings they do not know. */
async function prepare(connection: pg.ClientBase): Promise<void> {
	outliveItsEnd(connection);
	endWhenSilent(connection, connectWaitMs);
	await connection.query(
		`SET lock_timeout = ${writeWaitMs}; SET statement_timeout = ${statementTimeoutMs}; SET idle_in_transaction_session_timeout = ${idleInTransactionMs}; SET random_page_cost = ${randomPageCost}; SET gin_pending_list_limit = ${pendingListKb}; ${reliedOn}`
	);
	endWhenSilent(connection);
}

/**
 * Postgres may end a connection just as the pool hands it to the next who waits, when nothing listens for its 'error'
 * yet. Such an event without a listener ends the process. The next query on the connection fails by itself.
 */
function outliveItsEnd(connection: NodeJS.EventEmitter): void {
	connection.on('error', () => {});
}
