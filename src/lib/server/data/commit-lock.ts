import type { Connection } from './client.ts';
import type { Dialect } from './dialect.ts';
import { waitForSent } from './open-transaction.ts';

type Open = { db: Connection; dialect: Dialect };

/**
 * From here on no other command commits until this transaction ends. Without this a session could end between a command's last look
 * at it and its commit. Taken after every other lock, so that a transaction that holds it never waits for a lock. What this
 * transaction sends behind the lock runs once the lock is granted. `waits` is for a caller that then reads on another connection.
 */
export async function lockCommits(
	{ db, dialect }: Open,
	{ waits }: { waits: boolean } = { waits: true }
): Promise<void> {
	await dialect.locks?.commits(db);
	if (waits) await waitForSent(db);
}

/**
 * Instead of `lockCommits`, for a command that changes nothing but items of lists that it has locked. Such commands write to the outbox and
 * commit beside each other, so that none waits for the other's sync. None commits beside one that has called `lockCommits`.
 */
export async function holdCommits({ db, dialect }: Open): Promise<void> {
	await dialect.locks?.commitsBesideOthers(db);
}
