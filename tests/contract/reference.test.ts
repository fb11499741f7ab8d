// What the reference shows to be copied does what it says: each shell line and each line of script is run.
import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chaptersFor, resources } from '../../src/lib/server/transports/reference.ts';
import { openHouse } from '../support/cast.ts';
import { committed, operationsIn } from '../support/document.ts';
import { moveIn, moveOut, secrets } from '../support/mill.ts';

const origin = 'http://lists.test:3000';
const entries = chaptersFor('', origin).flatMap((chapter) => chapter.entries);
const streams = ['streamEvents', 'streamPublicEvents'];
const runnable = entries.filter(({ id }) => !streams.includes(id));

describe('the reference', () => {
	it('shows every address of the document, and every resource', () => {
		expect(entries.map(({ id }) => id).sort()).toEqual(
			operationsIn(committed)
				.map(({ id }) => id)
				.sort()
		);
		expect(resources().map(({ name }) => name)).toEqual(
			Object.keys(committed.components?.schemas ?? {})
		);
	});

	it('is found by any of its words, in any order and case', () => {
		const found = (query: string) =>
			chaptersFor(query, origin).flatMap((chapter) => chapter.entries.map(({ id }) => id));
		expect(found('TICK item put')).toContain('tickItem');
		expect(found('/lists/{listUid}:duplicate')).toEqual(['duplicateList']);
		expect(found('nothing of the kind')).toEqual([]);
	});

	it('says who may', () => {
		const who = Object.fromEntries(entries.map((entry) => [entry.id, entry.who]));
		expect(who.tickItem).toBe('an access token with write, or whoever is signed in');
		expect(who.addMember).toBe('a browser that is signed in; no bearer');
		expect(who.getInstance).toBe('anyone');
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

/** What a browser adds by itself, where it is asked to. */
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

/** What curl would be told: the shell reads the line, and a function of that name hands over what it understood. */
function inTheShell(line: string) {
	const told = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${line}`], {
		env: { HEARTH_TOKEN: secrets.pair, HEARTH_SESSION: secrets.session },
		encoding: 'utf8'
	});
	const request = { method: 'GET', url: '', headers: new Headers(), body: '' };
	const words = told.split('\0').slice(0, -1);
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
