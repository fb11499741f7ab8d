import pg from 'pg';
import type { Log } from '../runtime/log.ts';
import { channel, localNotifier, type ChangeNotifier } from './change-notifier.ts';
import { connectWaitMs } from './silence.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * Between the processes of a household: each has one connection that LISTENs. When it drops or falls silent it comes back by itself, and everybody looks once, as
 * something may have been said meanwhile. Behind a pooler it needs one in session mode.
 */
export function postgresNotifier(databaseUrl: string, log: Log): ChangeNotifier {
	const here = localNotifier();
	/** The present connection, be it only an attempt; `listening` once it hears. */
	let client: pg.Client | undefined;
	let listening: pg.Client | undefined;
	let closed = false;
	let pause = firstPauseMs;
	let again: NodeJS.Timeout | undefined;

	async function connect(): Promise<void> {
		const next = new pg.Client({
			connectionString: databaseUrl,
			connectionTimeoutMillis: connectWaitMs,
			keepAlive: true,
			application_name: 'hearth wake-up'
		});
		client = next;
		next.on('notification', here.call);
		next.on('error', () => {});
		next.once('end', () => (client === next ? retry() : undefined));
		try {
			await next.connect();
			await answered(next, `LISTEN ${channel}`);
			listening = next;
			pause = firstPauseMs;
			here.call();
		} catch {
			hangUp(next);
		}
	}

	function retry(): void {
		client = listening = undefined;
		if (closed) return;
		log.warn('the connection that listens for changes dropped; trying again', {
			inMilliseconds: pause
		});
		again = setTimeout(() => void connect(), pause).unref();
		pause = Math.min(pause * 2, longestPauseMs);
	}

	/** A connection that only listens cannot tell silence from a dead line, so it is asked. */
	const asking = setInterval(() => {
		const asked = listening;
		if (asked) answered(asked, 'SELECT 1').catch(() => hangUp(asked));
	}, askEveryMs).unref();

	void connect();
	return {
		call: () => {},
		listen: here.listen,
		close: async () => {
			closed = true;
			clearTimeout(again);
			clearInterval(asking);
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

const firstPauseMs = 250;
const longestPauseMs = 5000;
const askEveryMs = 5000;
const goodbyeMs = 500;
