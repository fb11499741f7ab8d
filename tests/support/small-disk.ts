// A disk small enough to fill: a file system in memory, if this account may mount one.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { chown, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
	folder: string;
	/** Leaves no byte free. */
	fill: () => Promise<void>;
	/** Deletes the file that filled it. */
	free: () => Promise<void>;
	remove: () => void;
};

/** Undefined where this account may not mount, as in most containers. `owner` is a user id. */
export async function smallDisk(megabytes: number, owner?: number): Promise<SmallDisk | undefined> {
	const folder = mkdtempSync(join(tmpdir(), 'hearth-disk-'));
	const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'hearth-test', folder];
	if (spawnSync('mount', options).status !== 0) {
		rmSync(folder, { recursive: true });
		return undefined;
	}
	if (owner !== undefined) await chown(folder, owner, owner);
	const filler = join(folder, 'filler');
	return {
		folder,
		fill: async () => {
			const full = await writeFile(filler, Buffer.alloc(megabytes * 1_048_576)).then(
				() => false,
				() => true
			);
			if (!full) throw new Error('the disk took all that was to fill it');
		},
		free: () => rm(filler),
		remove: () => {
			spawnSync('umount', ['-l', folder]);
			rmSync(folder, { recursive: true, force: true });
		}
	};
}
