// A database on which transactions begin together and pause before each call, so that they interleave in every way.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/lib/server/data/client.ts';
import { watchedTransaction, type Counted } from './fault-injection.ts';

/** How long a transaction waits for the others to begin, and its longest pause before each call, in milliseconds. */
const waitForOthersMs = 300;
const longestPause = 6;

/** The first `together` transactions begin at the same time. */
export function slowed(real: Database, together: number): Database {
	const gate = Promise.withResolvers<void>();
	let begun = 0;
	async function begin(): Promise<void> {
		begun += 1;
		if (begun >= together) gate.resolve();
		await Promise.race([gate.promise, pause(waitForOthersMs)]);
	}
	const writer = new Proxy(real.writer, {
		get(client, key) {
			if (key !== '$transaction') return Reflect.get(client, key);
			return (work: (transaction: object) => Promise<unknown>, options: object) =>
				real.writer.$transaction(async (transaction) => {
					await begin();
					return work(watchedTransaction(transaction, slowInOrder()));
				}, options);
		}
	});
	return { ...real, writer };
}

/** Calls are sent in the order in which they were made, as the driver does it: a read relies on the lock ahead of it. */
function slowInOrder(): Counted {
	let sent = Promise.resolve();
	return async <T>(carryOut: () => T): Promise<Awaited<T>> => {
		sent = sent.then(() => pause(Math.random() * longestPause));
		await sent;
		return await carryOut();
	};
}
