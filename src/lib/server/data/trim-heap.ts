/**
 * Returns to the operating system memory that was freed but that the C library still keeps. Blocks for some 10 ms. Calls glibc's
 * `malloc_trim`; with another C library nothing happens. Node cannot call a function of a library, but SQLite calls the one that is
 * named as the entry of an extension. `malloc_trim` takes one number, how many bytes to keep at the end of the heap, and reads
 * nothing else of what SQLite gives to an entry.
 */
export async function trimHeap(): Promise<void> {
	try {
		const { default: Database } = await import('better-sqlite3');
		const database = new Database(':memory:');
		try {
			// The types leave out the parameter `entry`.
			const load: (file: string, entry: string) => unknown = database.loadExtension.bind(database);
			load('libc.so.6', 'malloc_trim');
		} finally {
			database.close();
		}
	} catch {
		// `malloc_trim` answers 1 where it has returned memory, which SQLite takes for an error of the extension. Or there
		// is no such library.
	}
}
