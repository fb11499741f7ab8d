import { runTogether, type Driven, type Statements } from '../data/driver-transaction.ts';
import { withTimeout } from '../data/with-timeout.ts';

/** What became of a trivial transaction: it was carried out, it failed with an error, or it never had its turn. */
export type Pulse = 'beats' | 'fails' | 'stuck';

/** The pulse of the database's writer, within `limitMs`; by default the transaction is empty. */
export async function pulseOf(
	database: Driven,
	limitMs = 4000,
	statements: Statements = []
): Promise<Pulse> {
	const beat = runTogether(database, statements).then(
		(): Pulse => 'beats',
		(): Pulse => 'fails'
	);
	return (await withTimeout(limitMs, beat)) ?? 'stuck';
}

type Watch = {
	pulse: () => Promise<Pulse>;
	/** Called once, after `maxMisses` times in a row without a turn. */
	giveUp: () => void;
	/** The time between two pulses. */
	everyMs?: number;
	maxMisses?: number;
};

/**
 * Watches whether transactions still have their turn. Where a BEGIN throws, the SQLite adapter never releases its own lock, and no
 * transaction has its turn until the process is started anew. A database that is away, busy or full is another matter: transactions
 * fail, and later succeed again. So give the pulse more time than `writeWaitMs`. Returns a function that ends the watch.
 */
export function keepWatch({ pulse, giveUp, everyMs = 10_000, maxMisses = 6 }: Watch): () => void {
	let misses = 0;
	const look = async () => {
		misses = (await pulse()) === 'stuck' ? misses + 1 : 0;
		if (misses >= maxMisses) return giveUp();
		if (!ended) next();
	};
	let ended = false;
	let timer: NodeJS.Timeout | undefined;
	const next = () => void (timer = setTimeout(() => void look(), everyMs).unref());
	next();
	return () => {
		ended = true;
		clearTimeout(timer);
	};
}

type FileWatch = {
	isInPlace: () => boolean;
	/** Called once, when the file is no longer the one that was opened. */
	gone: () => void;
	/** Called with the first error of `isInPlace`; the watch goes on. */
	failed: (error: unknown) => void;
	everyMs?: number;
};

/** Checks again and again whether the file is still the one that was opened. Returns a function that ends the watch. */
export function watchFile({ isInPlace, gone, failed, everyMs = 1000 }: FileWatch): () => void {
	let hasFailed = false;
	const look = () => {
		try {
			if (isInPlace()) return;
		} catch (error) {
			if (!hasFailed) failed(error);
			hasFailed = true;
			return;
		}
		clearInterval(looking);
		gone();
	};
	const looking = setInterval(look, everyMs).unref();
	return () => clearInterval(looking);
}
