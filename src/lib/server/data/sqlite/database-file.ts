import { closeSync, fstatSync, openSync, renameSync, statSync, type Stats } from 'node:fs';

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
