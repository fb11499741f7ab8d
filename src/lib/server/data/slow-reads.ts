import pLimit from 'p-limit';
import type { Provider } from './client.ts';
import { yieldToOthers } from './timeout.ts';

/**
 * A read that may take long in a large household. SQLite reads on the thread that answers everybody, so there such reads go one
 * at a time, and whatever else waits has its turn between two of them.
 */
export function slowRead<T>(provider: Provider, read: () => Promise<T>): Promise<T> {
	if (provider === 'postgresql') return read();
	return turn(async () => {
		await yieldToOthers();
		return read();
	});
}

const turn = pLimit(1);
