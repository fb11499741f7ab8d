import Database from 'better-sqlite3';
import { writeWaitMs } from '../wait-limits.ts';

/**
 * Numbers the versions of a SQLite file. The number changes as soon as this process has committed anything, and at the latest two turns of
 * the event loop after another process has: asking SQLite costs more than most cached answers. Takes a connection that never writes,
 * because SQLite does not count a connection's own changes.
 */
export function versionsOf(url: string): Versions {
	const file = new Database(url.replace(/^file:/, ''), { readonly: true, timeout: writeWaitMs });
	const version = file.prepare('PRAGMA data_version').pluck();
	let cached: unknown;
	const invalidate = () => (cached = undefined);
	return {
		invalidate,
		versionOf: () => {
			if (cached === undefined) setImmediate(invalidate);
			return (cached ??= version.get());
		},
		close: () => file.close()
	};
}

type Versions = {
	versionOf(): unknown;
	/** To be called after this process has committed. */
	invalidate(): void;
	close(): void;
};
