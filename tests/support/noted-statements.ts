// What a server sends to its database for each request, as note-statements.mjs notes it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Noted = {
	sql: string;
	/** It leaves together with the one before. */
	isSentAlong: boolean;
};

/** Statements, and the ways there and back that they take. */
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
		/** Those of a request, which is its method and its address, since they were cleared. */
		async of(request: string): Promise<Noted[]> {
			const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
			return lines
				.map((line): Noted & { request: string } => JSON.parse(line))
				.filter((noted) => noted.request === request);
		},
		close: () => rm(folder, { recursive: true })
	};
}

/** Until it is committed: what streams are told is read after it, and perhaps after the answer. */
export function countsOf(noted: Noted[]): Counts {
	const last = noted.findIndex(({ sql }) => sql === 'COMMIT') + 1 || noted.length;
	const ways = noted.slice(0, last).filter(({ isSentAlong }) => !isSentAlong).length;
	return { statements: last, ways };
}
