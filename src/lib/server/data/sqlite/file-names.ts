import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** The path of the file itself, behind all links: two processes must not lock it under two names. */
export function realPathOf(path: string): string {
	if (existsSync(path)) return realpathSync(path);
	const folder = dirname(resolve(path));
	return existsSync(folder) ? join(realpathSync(folder), basename(path)) : resolve(path);
}

/** Refuses a file with several names: each has its own journal, which would damage the file. Throws StartupError. */
export function refuseHardLinks(path: string): void {
	const file = statSync(path, { throwIfNoEntry: false });
	if (!file?.isFile() || file.nlink <= 1) return;
	throw new StartupError(
		`${path} has more than one name (hard links), and changes made by one name would be lost to the other; copy it to a file of its own`
	);
}
