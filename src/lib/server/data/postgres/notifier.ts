import { randomUUID } from 'node:crypto';
import { setTimeout as pauseFor } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../runtime/log.ts';
import { localNotifier, type ChangeNotifier } from '../change-notifier.ts';
import { reliedOn } from '../postgres-settings.ts';
import { connectWaitMs } from './time-limits.ts';
import { inOneLine } from '../error-in-one-line.ts';
import { withTimeout } from '../with-timeout.ts';

/**
 * Notifies the processes of a household of each other's changes. Each has one connection that LISTENs, and on which it sends NOTIFY after a
 * commit. Within the transaction Postgres would let no two such commits sync at the same time. A connection that drops or falls silent is
 * opened again, and all listeners look once, as a call may have been missed. Behind a pooler this needs session mode.
 */
export function postgresNotifier(databaseUrl: string, log: Log): ChangeNotifier {
	const here = localNotifier();
	/** Postgres sends a NOTIFY to the connection that it came from as well. */
	const ownName = randomUUID();
	/** The present connection, even while it is being opened. `listening` is set once it LISTENs. */
	let client: pg.Client | undefined;
	let listening: pg.Client | undefined;
	let closed = false;
	let pause = firstPauseMs;
	let again: NodeJS.Timeout | undefined;
	/** Why there is no connection, for the log. The first error is the cause of later ones. */
	let reason = '';
	/** Whether the other processes have not been told of a call. Calls before the NOTIFY are coalesced into it. */
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
		next.on('error', (error) => (reason ||= inOneLine(error)));
		next.once('end', () => (client === next ? retry() : undefined));
		try {
			await next.connect();
			// A NOTIFY need not reach the disk.
			await answered(next, `${reliedOn}; SET synchronous_commit = off; LISTEN ${channel}`);
			listening = next;
			pause = firstPauseMs;
			reason = '';
			here.call();
			told = told.then(tell);
		} catch (error) {
			giveUp(next, error);
		}
	}

	function giveUp(failed: pg.Client, error: unknown): void {
		// A query of a connection that was given up meanwhile fails too.
		if (failed === client) reason ||= inOneLine(error);
		hangUp(failed);
	}

	/** Sends NOTIFY for calls that the others have not been told of. Without a connection, the next one does it. */
	async function tell(): Promise<void> {
		const through = listening;
		if (!isUntold || !through) return;
		isUntold = false;
		await answered(through, `NOTIFY ${channel}, '${ownName}'`).catch((error: unknown) => {
			isUntold = true;
			giveUp(through, error);
		});
		await pauseFor(coalesceMs);
	}

	function retry(): void {
		client = listening = undefined;
		if (closed) return;
		// Once: it is tried again until it is back, however long that takes.
		if (pause === firstPauseMs)
			log.warn('the connection that listens for changes dropped; trying again', { reason });
		again = setTimeout(() => (connecting = connect()), pause).unref();
		pause = Math.min(pause * 2, longestPauseMs);
	}

	/**
	 * A connection that only listens cannot tell silence from a dead line, so it is asked for an answer. The listeners then look at the
	 * outbox, because a process that was killed may have committed without its NOTIFY. They also look while there is no connection.
	 */
	const asking = setInterval(() => {
		const asked = listening;
		if (asked)
			answered(asked, 'SELECT 1').then(here.call, (error: unknown) => giveUp(asked, error));
		else here.call();
	}, askEveryMs).unref();

	return {
		call: () => {
			here.call();
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

/** Runs the statement. Throws where there is no answer in time. */
async function answered(client: pg.Client, sql: string): Promise<void> {
	if (!(await withTimeout(connectWaitMs, client.query(sql))))
		throw new Error('Connection terminated: Postgres has said nothing for too long');
}

/** Destroys the socket without a goodbye, which would not arrive. The event 'end' follows. */
const hangUp = ({ connection }: pg.Client): void => void connection.stream.destroy();

export const channel = 'hearth_changes';

/** The name of this connection in `pg_stat_activity`. */
export const notifierName = 'hearth wake-up';

/** The first of many commits is told at once, and those of the following milliseconds together. */
const coalesceMs = 10;
const firstPauseMs = 250;
const longestPauseMs = 5000;
const askEveryMs = 5000;
const goodbyeMs = 500;
