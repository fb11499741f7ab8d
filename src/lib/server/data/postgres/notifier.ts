import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Log } from '../../runtime/log.ts';
import { channel, localNotifier, type ChangeNotifier } from '../change-notifier.ts';
import { connectWaitMs } from './silence.ts';
import { withTimeout } from '../with-timeout.ts';

/**
 * Between the processes of a household: each has one connection that LISTENs, and on which it NOTIFYs the others once a transaction is committed. Within
 * the transaction Postgres would let no two such commits sync at the same time. When the connection drops or falls silent it comes back by
 * itself, and everybody looks once, as something may have been said meanwhile. Behind a pooler it needs one in session mode.
 */
export function postgresNotifier(databaseUrl: string, log: Log): ChangeNotifier {
	const here = localNotifier();
	/** Postgres sends a NOTIFY to the connection that it came from as well. */
	const ownName = randomUUID();
	/** The present connection, be it only an attempt; `listening` once it hears. */
	let client: pg.Client | undefined;
	let listening: pg.Client | undefined;
	let closed = false;
	let pause = firstPauseMs;
	let again: NodeJS.Timeout | undefined;
	/** The other processes have not been told of a call. Calls that come before its NOTIFY share it. */
	let isUntold = false;
	let told = Promise.resolve();
	let connecting: Promise<void> = connect();

	async function connect(): Promise<void> {
		const next = new pg.Client({
			connectionString: databaseUrl,
			connectionTimeoutMillis: connectWaitMs,
			keepAlive: true,
			application_name: notifierName
		});
		client = next;
		next.on('notification', ({ payload }) => {
			if (payload !== ownName) here.call();
		});
		next.on('error', () => {});
		next.once('end', () => (client === next ? retry() : undefined));
		try {
			await next.connect();
			// A NOTIFY need not reach the disk.
			await answered(next, `SET synchronous_commit = off; LISTEN ${channel}`);
			listening = next;
			pause = firstPauseMs;
			here.call();
			told = told.then(tell);
		} catch {
			hangUp(next);
		}
	}

	/** Does nothing without a connection. The next one calls it again. */
	async function tell(): Promise<void> {
		const through = listening;
		if (!isUntold || !through) return;
		isUntold = false;
		await answered(through, `NOTIFY ${channel}, '${ownName}'`).catch(() => {
			isUntold = true;
			hangUp(through);
		});
	}

	function retry(): void {
		client = listening = undefined;
		if (closed) return;
		log.warn('the connection that listens for changes dropped; trying again', {
			inMilliseconds: pause
		});
		again = setTimeout(() => (connecting = connect()), pause).unref();
		pause = Math.min(pause * 2, longestPauseMs);
	}

	/**
	 * A connection that only listens cannot tell silence from a dead line, so it is asked. And a process that was killed may have committed
	 * without its NOTIFY, so the outbox is looked at.
	 */
	const asking = setInterval(() => {
		const asked = listening;
		if (asked) answered(asked, 'SELECT 1').then(here.call, () => hangUp(asked));
	}, askEveryMs).unref();

	return {
		call: () => {
			here.call();
			if (isUntold) return;
			isUntold = true;
			told = told.then(tell);
		},
		listen: here.listen,
		close: async () => {
			closed = true;
			clearTimeout(again);
			clearInterval(asking);
			if (isUntold) await withTimeout(goodbyeMs, connecting);
			await withTimeout(goodbyeMs, told);
			if (client)
				await withTimeout(
					goodbyeMs,
					client.end().catch(() => {})
				);
			if (client) hangUp(client);
			await here.close();
		}
	};
}

/** Throws where there is no answer in time. */
async function answered(client: pg.Client, sql: string): Promise<void> {
	if (!(await withTimeout(connectWaitMs, client.query(sql))))
		throw new Error('Connection terminated: Postgres has said nothing for too long');
}

/** Without a word, which would not arrive; 'end' follows. */
const hangUp = ({ connection }: pg.Client): void => void connection.stream.destroy();

/** What Postgres calls the connection among those that are open. */
export const notifierName = 'hearth wake-up';

const firstPauseMs = 250;
const longestPauseMs = 5000;
const askEveryMs = 5000;
const goodbyeMs = 500;
