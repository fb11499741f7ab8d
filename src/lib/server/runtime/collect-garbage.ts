import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A last-resort collection is the only kind that returns emptied pages to the operating system at once. */
export function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	const gc: unknown = runInNewContext('globalThis.gc');
	setFlagsFromString('--no-expose-gc');
	if (typeof gc === 'function') gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
