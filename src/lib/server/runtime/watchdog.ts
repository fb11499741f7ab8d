import type { Pulse } from './pulse.ts';

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
