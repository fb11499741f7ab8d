// A database that fails at one chosen call. The product knows nothing of it.
import type { Database } from '../../src/lib/server/data/client.ts';
import { beginning } from '../../src/lib/server/data/open-transaction.ts';

export type Moment = 'before' | 'after';

export const theFault = new Error('the database failed here on purpose');

/** Counts each call of a client, an open transaction or its driver, and the end of the work just before the COMMIT. */
export function faulty(real: Database) {
	let calls = 0;
	let failing: { call: number; moment: Moment } | undefined;

	async function counted<T>(carryOut: () => T): Promise<Awaited<T>> {
		calls += 1;
		const moment = calls === failing?.call ? failing.moment : undefined;
		if (moment === 'before') throw theFault;
		const result = await carryOut();
		if (moment === 'after') throw theFault;
		return result;
	}

	const writer = new Proxy(watched(real.writer, counted), {
		get(client, key) {
			if (key !== '$transaction') return Reflect.get(client, key);
			return (work: (transaction: object) => Promise<unknown>, options: object) =>
				real.writer.$transaction(async (transaction) => {
					const result = await work(watchedTransaction(transaction, counted));
					return counted(() => result);
				}, options);
		}
	});
	return {
		database: {
			...real,
			writer,
			read: watched(real.read, counted),
			reader: watched(real.reader, counted)
		} satisfies Database,
		failAt: (call: number, moment: Moment) => {
			calls = 0;
			failing = { call, moment };
		},
		mend: () => void (failing = undefined),
		/** Whether the chosen call was reached. */
		failed: () => failing !== undefined && calls >= failing.call
	};
}

export type Counted = <T>(carryOut: () => T) => Promise<Awaited<T>>;

/** Counts the calls of an open transaction and of the driver beneath it. */
export function watchedTransaction<T extends object>(transaction: T, counted: Counted): T {
	const begun = beginning.getStore();
	// `waitForSent` only waits for statements that were sent already, so it is not counted.
	if (begun?.driver)
		begun.driver = { ...watched(begun.driver, counted), waitForSent: begun.driver.waitForSent };
	return watched(transaction, counted);
}

/** A proxy of `target` that runs every method call through `counted`. */
function watched<T extends object>(target: T, counted: Counted): T {
	return new Proxy(target, {
		get(from, key) {
			const value: unknown = Reflect.get(from, key);
			if (typeof value === 'function')
				return (...args: unknown[]) => counted(() => Reflect.apply(value, from, args));
			return typeof value === 'object' && value !== null ? watched(value, counted) : value;
		}
	});
}
