// The examples that the reference offers to copy work: each shell line and each script is run.
import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeKinds } from '../../src/lib/server/kernel/change-event.ts';
import { chaptersFor, resourcesFor } from '../../src/lib/server/http/reference/entries.ts';
import { factsAt } from '../../src/lib/server/http/reference/guide.ts';
import { statuses } from '../../src/lib/server/http/status.ts';
import { openHouse } from '../support/household.ts';
import { committed, operationsIn, responsesOf } from '../support/document.ts';
import { moveIn, moveOut, secrets } from '../support/fixture-household.ts';

const origin = 'http://lists.test:3000';
const entries = chaptersFor('', origin).flatMap((chapter) => chapter.entries);
const nothing = { parameters: [], body: [], answer: [] };
const streams = ['streamEvents', 'streamPublicEvents'];
const found = (query: string) =>
	chaptersFor(query, origin).flatMap((chapter) => chapter.entries.map(({ id }) => id));
const runnable = entries.filter(({ id }) => !streams.includes(id));

describe('the reference', () => {
	it('shows every address of the document', () => {
		expect(entries.map(({ id }) => id).sort()).toEqual(
			operationsIn(committed)
				.map(({ id }) => id)
				.sort()
		);
	});

	it('shows the type of each field, once', () => {
		const resources = resourcesFor('');
		const names = resources.map(({ name }) => name);
		const shown = [...entries, ...resources.map(({ fields }) => ({ ...nothing, answer: fields }))];
		const types = shown.flatMap(({ parameters, body, answer }) =>
			[...parameters, ...body, ...answer].map(({ type }) => type.replace('array of ', ''))
		);
		const named = types.filter((type) => /^[A-Z][a-z]/.test(type));
		expect([...new Set(named)].filter((type) => !names.includes(type))).toEqual([]);
		expect(names).toEqual([...new Set(names)].sort());
		expect(names).toEqual(
			expect.arrayContaining(['HouseholdList', 'Item', 'ListSharing', 'SearchHit'])
		);
	});

	it('is found by any of its words, in any order and case', () => {
		expect(found('TICK item put')).toContain('tickItem');
		expect(found('/lists/{listUid}:duplicate')).toEqual(['duplicateList']);
		expect(found('nothing of the kind')).toEqual([]);
	});

	it.each([
		['a parameter', 'listUid after stream', ['streamEvents']],
		['a header', 'Idempotency-Key tick', ['tickItem']],
		['a field of a body', 'after_item_uid', ['moveItem']],
		['the same, spelled otherwise', 'afterItemUid', ['moveItem']],
		['a field of an answer', 'temporaryPassword', ['addMember']],
		['a value that a field may have', 'SHARING_SPECIFIC', ['shareList']],
		['a status', '412 note', ['changeItem']],
		['who may', 'holder refresh cookie', ['refreshPair']]
	])('is found by %s', (_what, query, ids) => {
		expect(found(query)).toEqual(expect.arrayContaining(ids));
		expect(found(query).length).toBeLessThan(entries.length / 4);
	});

	it('finds the fields and types of answers, too', () => {
		const named = (query: string) => resourcesFor(query).map(({ name }) => name);
		expect(named('dueOn doneAt')).toEqual(['Item', 'PlacedItem']);
		expect(named('can_edit')).toContain('HouseholdList');
		expect(named('nothing of the kind')).toEqual([]);
	});

	it('searches everything within 10 ms', () => {
		const began = performance.now();
		for (let times = 0; times < 100; times += 1) chaptersFor('412 etag', origin);
		expect(performance.now() - began).toBeLessThan(1000);
	});

	it('says who may call an operation', () => {
		const who = Object.fromEntries(entries.map((entry) => [entry.id, entry.who]));
		expect(who.tickItem).toBe('an access token with write, or a member who is signed in');
		expect(who.addMember).toBe('a browser that is signed in; no bearer');
		expect(who.getInstance).toBe('anyone');
	});
});

describe('the guide', () => {
	const { commands, errors, events, changes, clients } = factsAt(origin);

	it('says when each status and code is given', () => {
		const rows = Object.values(statuses);
		expect(errors.map(({ status, code }) => [status, code])).toEqual(
			rows.map(({ status, code }) => [status, code])
		);
		expect(errors.filter(({ when }) => !/^[A-Z].*\.$/.test(when))).toEqual([]);
		const documented = operationsIn(committed)
			.flatMap((operation) => responsesOf(committed, operation))
			.filter(({ status }) => status >= 400);
		for (const { status, response } of documented) {
			const said = errors.filter((error) => error.status === status).map(({ when }) => when);
			expect(said.filter((when) => !response.description?.includes(when))).toEqual([]);
		}
	});

	it('describes every kind of change and the data of each event', () => {
		expect(changes.map(({ kind }) => kind)).toEqual(Object.keys(changeKinds));
		expect(changes.filter(({ description }) => !/^[A-Z].*\.$/.test(description))).toEqual([]);
		const held = events.map(({ event, fields }) => [event, fields.map(({ name }) => name)]);
		expect(Object.fromEntries(held)).toEqual({
			change: ['kind', 'listUid', 'itemUid', 'byUid', 'viaToken', 'at'],
			presence: ['listUid', 'members'],
			reset: []
		});
		const unsaid = events.flatMap(({ fields }) => fields.filter(({ description }) => !description));
		expect(unsaid).toEqual([]);
	});

	it('turns off the buffering of curl for streams', () => {
		expect(commands.events).toContain('curl -N ');
		expect(entries.filter(({ curl }) => curl.includes('-N ')).map(({ id }) => id)).toEqual(streams);
	});

	it('is valid with any origin that a browser accepts', () => {
		const odd = "http://it's.$HOME.test:3000";
		const at = factsAt(odd);
		expect(inTheShell(at.commands.lists).url).toBe(`${odd}/api/v1/lists`);
		const claude = at.clients.find(({ name }) => name === 'Claude Code')?.text ?? '';
		expect(wordsOf(claude, 'claude')).toContain(`${odd}/mcp`);
		const [first] = chaptersFor('getInstance', odd).flatMap((chapter) => chapter.entries);
		const asked: string[] = [];
		const fetch = (url: string) => void asked.push(url);
		runInNewContext(`(async () => { ${first?.fetch} })()`, { fetch });
		expect(asked).toEqual([`${odd}/api/v1/instance`]);
		expect(clients.map(({ name }) => name)).toEqual(['Claude Code', 'Cursor', 'VS Code']);
	});
});

describe('what is shown to be copied', () => {
	let house: Awaited<ReturnType<typeof openHouse>>;
	beforeAll(async () => void (house = await openHouse('sqlite')));
	afterAll(async () => void (await house.close()));

	const shownFor = async (id: string) => {
		await moveIn(house.database);
		if (id === 'setUpInstance') await moveOut(house.database);
		const all = chaptersFor('', house.origin).flatMap((chapter) => chapter.entries);
		return all.find((entry) => entry.id === id) ?? { curl: '', fetch: '' };
	};

	it.each(runnable)('works in a shell: $method $path', async ({ id }) => {
		const { curl } = await shownFor(id);
		const { method, url, headers, body } = inTheShell(curl);
		const answer = await fetch(url, { method, headers, ...(body ? { body } : {}) });
		expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
	});

	it.each(runnable)('works in a script: $method $path', async ({ id }) => {
		const { fetch: script } = await shownFor(id);
		const context = { fetch: fromAPage(house.origin), token: secrets.pair };
		const answering: Promise<Response> = runInNewContext(
			`(async () => { ${script} return answer; })()`,
			context
		);
		const answer = await answering;
		expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
	});
});

const cookies = `hearth_refresh=${secrets.refresh}; hearth_request=${secrets.request}`;

/** `fetch` with the headers that a browser adds by itself. */
const fromAPage = (origin: string) => (url: string, options: RequestInit) =>
	fetch(url, {
		...options,
		headers: {
			...Object.fromEntries(new Headers(options?.headers)),
			...(options?.credentials === 'include'
				? { origin, cookie: `hearth_session=${secrets.session}; ${cookies}` }
				: {})
		}
	});

/** The arguments that a command would get: the shell runs the line with a function of that name, which prints them. */
function wordsOf(line: string, command: string): string[] {
	const told = execFileSync('sh', ['-c', `${command}() { printf '%s\\0' "$@"; }\n${line}`], {
		env: { HEARTH_TOKEN: secrets.pair, HEARTH_SESSION: secrets.session },
		encoding: 'utf8'
	});
	return told.split('\0').slice(0, -1);
}

function inTheShell(line: string) {
	const request = { method: 'GET', url: '', headers: new Headers(), body: '' };
	const words = wordsOf(line, 'curl');
	for (let word = words.shift(); word !== undefined; word = words.shift()) {
		if (!word.startsWith('-')) request.url = word;
		else read(request, word, words.shift() ?? '');
	}
	return request;
}

type Understood = ReturnType<typeof inTheShell>;

function read(request: Understood, option: string, value: string): void {
	if (option === '-X') request.method = value;
	else if (option === '-d') request.body = value;
	else if (option === '-b') request.headers.set('cookie', cookies);
	else if (option === '-H') {
		const [name = '', text = ''] = value.split(/: (.*)/);
		request.headers.set(name, text);
	} else expect(option).toBe('-c');
}
