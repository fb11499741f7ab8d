import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileOf, type Connection, type Database } from '../data/client.ts';
import { pulseOf } from './watchdog.ts';

/** A disk with less than this is as good as full. */
const leastRoomBytes = 1_048_576;
/** After a write that succeeded it is enough to ask, for so long; so probes write seldom. */
const writeEveryMs = 5000;
/** The row that is written and taken back. */
const probe = 'str_readiness';

/** Whether the database answers, is the one that was opened, is whole as far as anybody noticed, and can be written. */
export function readinessOf(database: Database, databaseUrl: string): () => Promise<boolean> {
	let writtenAt = -Infinity;
	return async () => {
		if (database.health.isDamaged || !database.isInPlace()) return false;
		if (!(await hasRoom(databaseUrl))) return false;
		const isRecent = performance.now() - writtenAt < writeEveryMs;
		if ((await pulseOf(database, undefined, isRecent ? undefined : write)) !== 'beats')
			return false;
		if (!isRecent) writtenAt = performance.now();
		return true;
	};
}

/** Goes to the disk as every write does, and nobody ever sees it. */
async function write(db: Connection): Promise<void> {
	const now = new Date(0);
	await db.stream.create({
		data: { uid: probe, node: probe, memberUid: '', listUid: '', startedAt: now, seenAt: now }
	});
	await db.stream.deleteMany({ where: { uid: probe } });
}

/** Of a SQLite file's disk; Postgres says itself when its own is full. */
async function hasRoom(databaseUrl: string): Promise<boolean> {
	const file = fileOf(databaseUrl);
	if (file === undefined) return true;
	const { bavail, bsize } = await statfs(dirname(file));
	return bavail * bsize >= leastRoomBytes;
}
