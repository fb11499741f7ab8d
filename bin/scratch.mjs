// A folder for what a run of tests makes and throws away.
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** Makes the folder, and lets every program that is started from here put its temporary files there. */
export function makeScratch() {
	const scratch = mkdtempSync(join(roomyMemory() ?? tmpdir(), 'hearth-test-'));
	// Postgres runs as another account where the tests run as root.
	chmodSync(scratch, 0o755);
	process.env.TMPDIR = scratch;
	return scratch;
}

/**
 * A folder in memory, if 4 GiB are free there. Tests make and delete hundreds of small databases, and none of them then waits for a
 * disk.
 */
function roomyMemory() {
	const folder = '/dev/shm';
	if (process.env.TMPDIR || !existsSync(folder)) return undefined;
	const { bavail, bsize } = statfsSync(folder);
	return bavail * bsize > 4 * 2 ** 30 ? folder : undefined;
}
