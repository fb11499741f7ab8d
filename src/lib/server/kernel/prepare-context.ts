import type { Connection } from '../data/client.ts';
import type { Unit } from './unit.ts';

/** A unit before its command runs, when nothing can be locked or recorded yet. */
export type Around = Omit<Unit, 'fingerprint' | 'held' | 'record' | 'issue' | 'audit'>;

/**
 * What `prepare` gets, before the transaction opens: for slow pure work, and for what must outlive a refusal (a wrong
 * password counts).
 */
export type PrepareContext = Around & {
	/** Runs `work` in a transaction of its own, which is committed at once. */
	commit<T>(work: (db: Connection) => Promise<T>): Promise<T>;
};
