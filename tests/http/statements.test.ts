// How many statements a page or a command sends to the database. Over a network each costs a round trip, so the count limits the latency.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { openCast, type Cast } from '../support/household.ts';
import { countsOf, openNotes, type Noted } from '../support/noted-statements.ts';
import { providers } from '../support/world.ts';

/** The session, the sidebar, the list, its sharing, the suggestions, and a look whether an empty list ever held anything. */
const maxStatements = 6;

/**
 * A request of somebody who came a moment before, with the statements that it sends to SQLite and to Postgres up to its commit, and the
 * round trips that it takes on Postgres. When a number falls, lower it here.
 */
const requests: [
	what: string,
	method: string,
	path: string,
	times: [sqlite: number, postgresql: number, ways: number],
	json?: object
][] = [
	['a list', 'GET', '/api/v1/lists/LIST', [2, 2, 2]],
	['a tick', 'PUT', '/api/v1/items/FIRST/done', [8, 9, 2], { done: true }],
	['an item added', 'POST', '/api/v1/lists/LIST/items', [8, 9, 2], { label: 'oats' }],
	['an edit', 'PATCH', '/api/v1/items/FIRST', [9, 10, 3], { note: 'the blue one' }],
	['a move', 'POST', '/api/v1/items/FIRST:move', [9, 10, 3], { afterItemUid: 'SECOND' }],
	['an item deleted', 'DELETE', '/api/v1/items/FIRST', [8, 9, 2]]
];

const said = (asked: Noted[]): string => asked.map(({ sql }) => sql).join('\n\n');

describe.each(providers)('the page of a list on %s, with 100 lists beside it', (provider) => {
	let cast: Cast;
	let notes: Awaited<ReturnType<typeof openNotes>>;
	let listUid: string;
	let emptyUid: string;
	beforeAll(async () => {
		notes = await openNotes();
		cast = await openCast(provider, notes.env);
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
		await notes.close();
	});

	it.each(['ada', 'ben'] as const)('asks at most 6 times for %s', async (who) => {
		for (const uid of [listUid, emptyUid]) {
			const asked = await statementsOf(cast[who], `/lists/${uid}`);
			expect(asked.length, said(asked)).toBeGreaterThan(2);
			expect(asked.length, said(asked)).toBeLessThanOrEqual(maxStatements);
		}
	});

	it('reads what the page of a search shows beside its hits in one statement', async () => {
		const [api, page] = [
			await statementsOf(cast.ada, '/api/v1/search?query=milk'),
			await statementsOf(cast.ada, '/search?query=milk')
		];
		const rows = page.filter(({ sql }) => sql.includes('"sectionName"'));
		expect(rows, said(page)).toHaveLength(1);
		// The page has the sidebar beside it.
		expect(page.length, said(page)).toBe(api.length + 2);
	});

	it.each(requests)(
		'sends exactly the counted statements for %s',
		async (_what, method, path, times, json) => {
			const { items } = await cast.ada.ask(lists.getList, { listUid });
			const [first = '', second = ''] = items.map(({ uid }) => uid);
			const filled = (text: string) =>
				text.replace('LIST', listUid).replace('FIRST', first).replace('SECOND', second);
			const body = json && { json: JSON.parse(filled(JSON.stringify(json))) };
			const asked = await statementsOf(cast.ada, filled(path), { method, ...body });
			const [onSqlite, onPostgres, waysOnPostgres] = times;
			expect(countsOf(asked), said(asked)).toEqual(
				provider === 'sqlite'
					? { statements: onSqlite, ways: onSqlite }
					: { statements: onPostgres, ways: waysOnPostgres }
			);
		}
	);

	/**
	 * The statements of a request without cached reads: a write before it makes SQLite's cache stale. It asks for a language,
	 * because the default language is read at most once a second.
	 */
	async function statementsOf(
		{ send }: Pick<Cast['ada'], 'send'>,
		path: string,
		{
			method = 'GET',
			...options
		}: { method?: string; json?: unknown; headers?: Record<string, string> } = {
			headers: { accept: 'text/html', 'accept-language': 'en' }
		}
	) {
		await cast.write((rows) => rows.member('Cleo'));
		await notes.clear();
		const { status } = await send(method, path, options);
		expect(status).toBe(200);
		return notes.of(`${method} ${path}`);
	}
});
