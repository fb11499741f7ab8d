// The statements that a server sends to its database for each request, as note-statements.mjs records them.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Noted = {
	sql: string;
	/** Sent in the same round trip as the statement before it. */
	isSentAlong: boolean;
};

/** `ways` is the number of round trips that the statements take. */
export type Counts = { statements: number; ways: number };

export async function openNotes() {
	const folder = await mkdtemp(join(tmpdir(), 'hearth-statements-'));
	const file = join(folder, 'statements');
	const clear = () => writeFile(file, '');
	await clear();
	return {
		/** For the environment of the server. */
		env: {
			HEARTH_TEST_STATEMENTS: file,
			NODE_OPTIONS: `--import=${join(import.meta.dirname, 'note-statements.mjs')}`
		},
		clear,
		/** The statements of one request (its method and address) since the last `clear`. */
		async of(request: string): Promise<Noted[]> {
			const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
			return lines
				.map((line): Noted & { request: string } => JSON.parse(line))
				.filter((noted) => noted.request === request);
		},
		close: () => rm(folder, { recursive: true })
	};
}

/** Counts up to the COMMIT. Reads for event streams come after it, and perhaps after the answer. */
export function countsOf(noted: Noted[]): Counts {
	const last = noted.findIndex(({ sql }) => sql === 'COMMIT') + 1 || noted.length;
	const ways = noted.slice(0, last).filter(({ isSentAlong }) => !isSentAlong).length;
	return { statements: last, ways };
}
