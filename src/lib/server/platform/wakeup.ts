import pg from 'pg';
import type { Log } from './log.ts';

/**
 * "There is something new", said to every process of the household. It carries nothing: whoever hears it reads the
 * database, which alone is the truth. A call that is lost costs time and never a change.
 */
export type Wakeup = {
	/** Says it after a commit. On Postgres the commit itself has said it. */
	call(): void;
	/** Returns what ends the listening. */
	listen(hear: () => void): () => void;
	close(): Promise<void>;
};

/** The channel of Postgres's NOTIFY; payloads stay empty, so that many in one transaction become one. */
export const channel = 'hearth_changes';

/** For one process: whoever listens is right here. */
export function wakeupHere(): Wakeup {
	const listeners = new Set<() => void>();
	return {
		call: () => listeners.forEach((hear) => hear()),
		listen: (hear) => (listeners.add(hear), () => void listeners.delete(hear)),
		close: async () => listeners.clear()
	};
}

/**
 * For several: one connection that LISTENs. When it drops it comes back by itself, and everybody looks once, as
 * something may have been said meanwhile. Behind a pooler it needs one in session mode.
 */
export function wakeupAcross(databaseUrl: string, log: Log): Wakeup {
	const here = wakeupHere();
	let client: pg.Client | undefined;
	let closed = false;
	let pause = firstPause;

	async function connect(): Promise<void> {
		const next = new pg.Client({
			connectionString: databaseUrl,
			keepAlive: true,
			application_name: 'hearth wake-up'
		});
		next.on('notification', here.call);
		next.on('error', () => {});
		next.on('end', () => void (closed || retry()));
		try {
			await next.connect();
			await next.query(`LISTEN ${channel}`);
			client = next;
			pause = firstPause;
			here.call();
		} catch {
			await next.end().catch(() => {});
		}
	}

	function retry(): void {
		client = undefined;
		log.warn('the connection that listens for changes dropped; trying again', {
			inMilliseconds: pause
		});
		setTimeout(() => void (closed || connect()), pause).unref();
		pause = Math.min(pause * 2, longestPause);
	}

	void connect();
	return {
		call: () => {},
		listen: here.listen,
		close: async () => {
			closed = true;
			await client?.end().catch(() => {});
			await here.close();
		}
	};
}

const firstPause = 250;
const longestPause = 5000;
