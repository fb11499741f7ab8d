// How often a page asks the database. Beside a network each statement is a way there and back, so the count is what a page waits for.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCast, type Cast } from '../support/cast.ts';
import { providers } from '../support/world.ts';

/** The session, what surrounds the page, the list, how it is shared, what to suggest; and the look for a list that never held anything. */
const maxStatements = 6;

describe.each(providers)('the page of a list on %s, with 100 lists beside it', (provider) => {
	let cast: Cast;
	let folder: string;
	let file: string;
	let listUid: string;
	let emptyUid: string;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'hearth-statements-'));
		file = join(folder, 'statements');
		await writeFile(file, '');
		cast = await openCast(provider, {
			HEARTH_TEST_STATEMENTS: file,
			NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/note-statements.mjs')}`
		});
		const { ada, ben } = cast;
		[listUid, emptyUid] = await cast.write((rows) => {
			for (let beside = 0; beside < 100; beside += 1) rows.item(rows.list(ada.uid));
			rows.joinRequest();
			rows.resetRequest(ben.uid);
			const group = rows.group('Kids', [ben.uid]);
			const shared = {
				sharing: 'SHARING_SPECIFIC',
				sharedEdit: true,
				members: [ben.uid],
				groups: [group]
			};
			const list = rows.list(ada.uid, shared);
			for (const label of ['milk', 'bread']) rows.item(list, { label });
			rows.item(list, { label: 'rice', doneAt: new Date() });
			return [list, rows.list(ada.uid, shared)];
		});
	});
	afterAll(async () => {
		await cast.close();
		await rm(folder, { recursive: true });
	});

	it.each(['ada', 'ben'] as const)('asks at most 6 times for %s', async (who) => {
		for (const uid of [listUid, emptyUid]) {
			const asked = await statementsOf(cast[who], `/lists/${uid}`);
			expect(asked.length, asked.join('\n\n')).toBeGreaterThan(2);
			expect(asked.length, asked.join('\n\n')).toBeLessThanOrEqual(maxStatements);
		}
	});

	/** What a first visit sends to the database: SQLite's cached reads are of another version of the file. */
	async function statementsOf({ send }: Pick<Cast['ada'], 'send'>, path: string) {
		await cast.write((rows) => rows.member('Cleo'));
		await writeFile(file, '');
		const { status } = await send('GET', path, { headers: { accept: 'text/html' } });
		expect(status).toBe(200);
		const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
		return lines
			.map((line): { request: string; sql: string } => JSON.parse(line))
			.filter(({ request }) => request === `GET ${path}`)
			.map(({ sql }) => sql);
	}
});
