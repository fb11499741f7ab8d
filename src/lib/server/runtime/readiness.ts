import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from '../data/client.ts';
import { fileOf } from '../data/database-url.ts';
import { writeProbe } from '../events/stream-rows.ts';
import { pulseOf } from './pulse.ts';

/** A disk with less than this is as good as full. */
const leastRoomBytes = 1_048_576;
/** For this long after a write that succeeded, an empty transaction is enough, so that probes seldom write. */
const writeEveryMs = 5000;

/** Whether the database answers, is still the one that was opened, has shown no damage, and can be written. */
export function readinessOf(database: Database, databaseUrl: string): () => Promise<boolean> {
	let writtenAt = -Infinity;
	return async () => {
		if (database.health.isDamaged || !database.isInPlace()) return false;
		if (!(await hasRoom(databaseUrl))) return false;
		const isRecent = performance.now() - writtenAt < writeEveryMs;
		const statements = isRecent ? [] : writeProbe;
		if ((await pulseOf(database, undefined, statements)) !== 'beats') return false;
		if (!isRecent) writtenAt = performance.now();
		return true;
	};
}

/** Whether the disk of a SQLite file has room. Postgres says itself when its own is full. */
async function hasRoom(databaseUrl: string): Promise<boolean> {
	const file = fileOf(databaseUrl);
	if (file === undefined) return true;
	const { bavail, bsize } = await statfs(dirname(file));
	return bavail * bsize >= leastRoomBytes;
}
