import {
	closeSync,
	existsSync,
	fstatSync,
	openSync,
	realpathSync,
	renameSync,
	statSync,
	type Stats
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** The file that SQLite has open, and whether it is still the one that the path names. */
type DatabaseFile = {
	/** False once the file or its journal was deleted or replaced: what is written from then on would be lost. */
	isInPlace(): boolean;
	/** Renames our journal where another file was put in the place of ours: SQLite would replay it over that file. */
	setJournalAside(): void;
	/** For when SQLite has closed the file: closing any descriptor of it gives up all locks of this process on it. */
	close(): void;
};

/** Holds the file open, so that no other file can get its inode number. Its journal appears with the first write. */
export function holdFile(path: string): DatabaseFile {
	const descriptor = openSync(path, 'r');
	let journal: Stats | undefined;
	return {
		isInPlace: () => {
			if (!isSame(fstatSync(descriptor), statOf(path))) return false;
			const present = statOf(`${path}-wal`);
			journal ??= present;
			return !journal || isSame(journal, present);
		},
		setJournalAside: () => {
			const isOurs = journal && isSame(journal, statOf(`${path}-wal`));
			if (isOurs && !isSame(fstatSync(descriptor), statOf(path)))
				renameSync(`${path}-wal`, `${path}-wal.replaced`);
		},
		close: () => closeSync(descriptor)
	};
}

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

const isSame = (one: Stats, other: Stats | undefined): boolean =>
	one.dev === other?.dev && one.ino === other.ino;

/** The path of the file itself, behind all links: two processes must not lock it under two names. */
export function realPathOf(path: string): string {
	if (existsSync(path)) return realpathSync(path);
	const folder = dirname(resolve(path));
	return existsSync(folder) ? join(realpathSync(folder), basename(path)) : resolve(path);
}

/** Refuses a file with several names: each has its own journal, which would damage the file. Throws StartupError. */
export function refuseHardLinks(path: string): void {
	const file = statOf(path);
	if (!file?.isFile() || file.nlink <= 1) return;
	throw new StartupError(
		`${path} has more than one name (hard links), and changes made by one name would be lost to the other; copy it to a file of its own`
	);
}
