// Every status that the published document names can be provoked, and no test ever gets one that it does not name (see
// tests/support/documented.ts). So the document neither lacks a status nor names one that is never given.
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxVisitorStreamsPerNetwork } from '../../src/lib/server/events/visitor-places.ts';
import { exampleUids } from '../../src/lib/server/kernel/example-household.ts';
import { openHouse } from '../support/household.ts';
import { clientOf, type Answer, type Client, type Sent } from '../support/client.ts';
import { committed, operationsIn, responsesOf, type Documented } from '../support/document.ts';
import { expectDocumented } from '../support/documented.ts';
import { exampleOf, sendExample, whoMay } from '../support/example.ts';
import { moveIn, moveOut, secrets } from '../support/fixture-household.ts';
import { freshDatabase } from '../support/postgres.ts';
import { openPostgresProxy } from '../support/postgres-proxy.ts';
import { startServer } from '../support/server.ts';

const documented = operationsIn(committed);

const statusesOf = (operation: Documented): number[] =>
	responsesOf(committed, operation).map(({ status }) => status);

/** Statuses that need many open streams have a test of their own. */
const whenCrowded = new Set(['streamPublicEvents 429']);

const ofFaults = [500, 503];

type House = Awaited<ReturnType<typeof openHouse>>;
type Scene = { house: House; client: Client; operation: Documented };
type Provoke = (scene: Scene) => Promise<Answer>;

describe('every documented status can be had', () => {
	let house: House;
	beforeAll(async () => void (house = await openHouse('sqlite')));
	afterAll(async () => void (await house.close()));

	it.each(documented)('from $address', async (operation) => {
		const expected = statusesOf(operation)
			.filter((status) => !ofFaults.includes(status))
			.filter((status) => !whenCrowded.has(`${operation.id} ${status}`))
			.reverse();
		await moveIn(house.database);
		const seen: number[] = [];
		for (const status of expected) {
			const special = specially[`${operation.id} ${status}`];
			const provoke = special ?? generally[status];
			if (!provoke) throw new Error(`nothing here makes ${operation.id} answer ${status}`);
			const client = whoMay(house.origin, operation);
			seen.push(heard(await provoke({ house, client, operation })).status);
			if (special) await moveIn(house.database);
		}
		expect(seen).toEqual(expected);
	});

	it('also 429 from the stream for visitors, when one address has many open', async () => {
		await moveIn(house.database);
		const crowd = await openStreams(house.origin, maxVisitorStreamsPerNetwork);
		const seen: string[] = [];
		for (const operation of documented.filter(({ id }) => whenCrowded.has(`${id} 429`))) {
			const { status } = heard(await sendExample(whoMay(house.origin, operation), operation));
			seen.push(`${operation.id} ${status}`);
		}
		for (const socket of crowd) socket.destroy();
		expect(seen).toEqual([...whenCrowded]);
	});

	it('also where it depends on the abilities of a token, or on an archived list', async () => {
		await moveIn(house.database);
		const tablet = house.bearer(secrets.token);
		const ada = clientOf(house.origin, { cookies: { hearth_session: secrets.session } });
		expect(heard(await tablet.delete(`/items/${exampleUids.milk}`)).status).toBe(403);
		await ada.post(`/lists/${exampleUids.groceries}/archived`, { archived: true });
		expect(heard(await ada.put(`/items/${exampleUids.milk}/done`, { done: true })).status).toBe(
			400
		);
	});
});

/** Opens visitors' streams, 25 at a time. A stream is open when its first line has arrived. */
async function openStreams(origin: string, count: number): Promise<Socket[]> {
	const { hostname, port } = new URL(origin);
	const asked = `GET /api/v1/public-list/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`;
	const open: Socket[] = [];
	while (open.length < count) {
		const more = Array.from({ length: 25 }, () => connect(Number(port), hostname));
		open.push(...more);
		await Promise.all(
			more.map(
				(socket) =>
					new Promise<void>((resolve, reject) => {
						socket.once('error', reject);
						socket.once('data', (data) =>
							data.includes('200 OK') ? resolve() : reject(new Error(String(data)))
						);
						socket.write(asked);
					})
			)
		);
	}
	return open;
}

/** How to provoke each status from any address. */
const generally: Record<number, Provoke> = {
	200: ({ client, operation }) => sendExample(client, operation),
	304: async ({ client, operation }) => {
		const { headers } = await sendExample(client, operation);
		return sendExample(client, operation, { headers: { 'if-none-match': headers.etag } });
	},
	400: ({ client, operation }) =>
		operation.method === 'GET' ? withNonsense(client, operation) : raw('[')({ client, operation }),
	401: ({ house, operation }) =>
		sendExample(clientOf(house.origin, { bearer: 'hearth_unknown' }), operation),
	403: async ({ house, client, operation }) => {
		if (operation.method !== 'GET')
			return sendExample(client, operation, { headers: { origin: 'http://elsewhere.test' } });
		await house.database.writer.member.update({
			where: { uid: exampleUids.ada },
			data: { mustChangePassword: true }
		});
		const answer = await sendExample(client, operation);
		await moveIn(house.database);
		return answer;
	},
	404: ({ client, operation }) => {
		const { method, path, json } = exampleOf(operation);
		const nowhere = path.replace(/\/[a-z]{3}_[\w-]+/, '/nothing-like-that');
		return client.send(method, nowhere, json ? { json } : {});
	},
	412: ({ client, operation }) =>
		sendExample(client, operation, { headers: { 'if-match': '"what I saw"' } }),
	413: (scene) => raw(' '.repeat(600 * 1024))(scene),
	415: (scene) => raw('label=Milk', 'text/plain')(scene),
	422: async ({ client, operation }) => {
		const headers = { 'idempotency-key': `for-${operation.id}` };
		expect((await client.patch('/members/me', {}, headers)).status).toBe(200);
		return sendExample(client, operation, { headers });
	}
};

/** How to provoke a status where an operation needs something special for it. */
const specially: Record<string, Provoke> = {
	'setUpInstance 200': async ({ house, client, operation }) => {
		await moveOut(house.database);
		return sendExample(client, operation);
	},
	'setUpInstance 429': async ({ house, client, operation }) => {
		await moveOut(house.database);
		const headers = { 'x-forwarded-for': '203.0.113.9' };
		for (let tries = 0; tries < 10; tries += 1) await sendExample(client, operation, { headers });
		return sendExample(client, operation, { headers });
	},
	'setUpInstance 409': ({ client, operation }) => sendExample(client, operation),
	'streamEvents 200': ({ client }) => client.head('/events'),
	'streamEvents 400': ({ client }) => client.get('/events?after=1&after=2'),
	'streamEvents 404': ({ client }) => client.get('/events?listUid=lst_no'),
	'streamPublicEvents 200': ({ client }) => client.head('/public-list/events'),
	'streamPublicEvents 400': ({ client }) => client.get('/public-list/events?after=1&after=2'),
	'streamPublicEvents 404': async ({ house, client }) => {
		await house.database.writer.instance.update({
			where: { id: 1 },
			data: { publicListUid: null }
		});
		return client.get('/public-list/events');
	},
	'getChanges 400': ({ client }) =>
		client.get(`/lists/${exampleUids.groceries}/changes?after=${'x'.repeat(101)}`),
	'replaceSettings 404': given({ settings: { name: 'Mill', publicList: { listUid: 'lst_no' } } }),
	'createGroup 404': given({ name: 'Bakers', memberUids: ['mem_no'] }),
	'createGroup 409': given({ name: 'cooks' }),
	'makeAccessToken 404': given({
		...{ name: 'a', abilities: { read: true }, listUids: ['lst_no'] },
		expiresAt: ''
	}),
	'renameGroup 409': async ({ client, operation }) => {
		await client.post('/groups', { name: 'Bakers' });
		return sendExample(client, operation);
	},
	'signUp 409': given({ name: 'Ada', email: 'ada@mill.test', password: 'p'.repeat(20) }),
	'addMember 409': given({ name: 'Ada', email: 'ADA@mill.test' }),
	'changeMe 409': given({ email: 'ben@mill.test' }),
	'completeJoin 409': async ({ house, client, operation }) => {
		const taken = { email: 'dora@mill.test', emailFolded: 'dora@mill.test' };
		await house.database.writer.member.update({ where: { uid: exampleUids.ben }, data: taken });
		return sendExample(client, operation);
	},
	'changeItem 409': given({ label: 'Oat milk', expectedLabel: 'Bread' }),
	'decideJoin 409': twice,
	'decideReset 409': twice,
	...Object.fromEntries(
		['setUpInstance', 'signUp', 'addMember', 'completeJoin', 'completeReset'].map((id) => [
			`${id} 429`,
			crowding
		])
	),
	'askToJoin 429': often(undefined),
	'askForReset 429': often(undefined),
	'signIn 429': often({ email: 'ada@mill.test', password: 'wrong' }),
	'changePassword 429': often({ currentPassword: 'wrong', newPassword: 'p'.repeat(20) }),
	'deleteInstance 429': often({ password: 'wrong', instanceName: 'Mill Lane' })
};

describe('a fault, or a database that cannot be reached, is answered as documented', () => {
	it('at every address, in one shape', async () => {
		const databaseUrl = await freshDatabase();
		const proxy = await openPostgresProxy(databaseUrl);
		const server = await startServer({ databaseUrl: proxy.url });
		try {
			const askAll = async (): Promise<[string, number][]> => {
				const asked: [string, number][] = [];
				for (const operation of documented) {
					const answer = await sendExample(withCredential(server.origin, operation), operation);
					asked.push([operation.id, heard(answer).status]);
				}
				return asked;
			};
			const answering = (status: number) =>
				documented.map(({ id }): [string, number] => [id, status]);
			await forgetEverything(databaseUrl);
			expect(await askAll()).toEqual(answering(500));
			proxy.cut();
			expect(await askAll()).toEqual(answering(503));
			for (const cookie of ['', 'hearth_session=of-a-member']) {
				const page = await fetch(server.origin, { headers: { accept: 'text/html', cookie } });
				expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
			}
		} finally {
			proxy.cut();
			await server.stop();
		}
	});
});

it('every error in the document was answered word for word', () => {
	const shown = Object.values(committed.components?.responses ?? {}).flatMap((response) => {
		const media = 'content' in response ? response.content?.['application/json'] : undefined;
		const examples = media && 'examples' in media ? Object.values(media.examples ?? {}) : [];
		return examples.map((example) => ('value' in example ? inWords(example.value) : ''));
	});
	expect(shown.length).toBeGreaterThan(12);
	expect(shown.filter((words) => !said.has(words))).toEqual([]);
});

describe('an answer that is not as documented', () => {
	const sound = {
		status: 200,
		headers: { 'content-type': 'application/json', etag: '"1"' },
		text: '{}',
		body: { list: undefined }
	};
	const instance = {
		...{ name: '', version: '', needsSetup: true, publicSignup: false, defaultLocale: 'en' }
	};

	it.each([
		[
			'of another status',
			{ ...sound, status: 418, body: instance },
			/this status is not documented/
		],
		['without a field', { ...sound, body: { ...instance, name: undefined } }, /name|string/],
		['with a field too many', { ...sound, body: { ...instance, hash: '' } }, /additional propert/],
		['of another type', { ...sound, body: { ...instance, needsSetup: 'yes' } }, /boolean/],
		['without its ETag', { ...sound, headers: { 'content-type': 'application/json' } }, /ETag/],
		['as text', { ...sound, headers: { ...sound.headers, 'content-type': 'text/html' } }, /json/]
	])('%s is rejected', (_how, answer, complaint) => {
		expect(() => expectDocumented('GET', '/api/v1/instance', answer)).toThrow(complaint);
		const good = { ...sound, body: instance };
		expect(() => expectDocumented('GET', '/api/v1/instance', good)).not.toThrow();
	});

	it('is rejected for a malformed header', () => {
		const error = { code: 8, message: 'Too many.', details: [] };
		const answered = (retry: string) => () =>
			expectDocumented('POST', '/api/v1/auth/sign-in', {
				...{ status: 429, text: JSON.stringify(error), body: error },
				headers: { ...sound.headers, 'x-request-id': '1', 'retry-after': retry }
			});
		expect(answered('60')).not.toThrow();
		for (const nonsense of ['0', '-1', '1.5', '', 'soon', 'Sat, 21 Nov 2026 09:00:00 GMT'])
			expect(answered(nonsense), nonsense).toThrow(/the header Retry-After is/);
	});

	it('is rejected at an address, or for a method, that is not documented', () => {
		for (const [method, address] of [
			['GET', '/api/v1/nothing'],
			['DELETE', '/api/v1/lists']
		] as const)
			expect(() => expectDocumented(method, address, sound)).toThrow(/not documented/);
	});
});

/** The bodies of all answers so far, without the id of the request. */
const said = new Set<string>();

const inWords = (body: unknown): string =>
	JSON.stringify(body)?.replace(/[0-9a-f]{16}/, 'a request') ?? '';

function heard(answer: Answer): Answer {
	said.add(inWords(answer.body));
	return answer;
}

/** A client with a credential, so that even operations without data of their own read the database to check it. */
const withCredential = (origin: string, { id }: Documented): Client =>
	id === 'signOut' || id === 'refreshPair'
		? clientOf(origin, { cookies: { hearth_session: 'any', hearth_refresh: 'any' } })
		: clientOf(origin, { bearer: 'hearth_any' });

async function forgetEverything(databaseUrl: string): Promise<void> {
	const client = new pg.Client({ connectionString: databaseUrl });
	await client.connect();
	await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
	await client.end();
}

/** Sends the example with every query parameter replaced by an invalid value. */
function withNonsense(client: Client, operation: Documented): Promise<Answer> {
	const { path } = exampleOf(operation);
	return client.send('GET', path.replace(/=[^&]*/g, `=${'x'.repeat(600)}`));
}

function raw(text: string, type = 'application/json') {
	return ({ client, operation }: Pick<Scene, 'client' | 'operation'>) =>
		sendExample(client, operation, { raw: text, headers: { 'content-type': type } });
}

function given(json: object): Provoke {
	return ({ client, operation }) => sendExample(client, operation, { json });
}

async function twice({ client, operation }: Scene): Promise<Answer> {
	await sendExample(client, operation);
	return sendExample(client, operation);
}

/** Sends so many requests at once that the queue for password hashes is full. Returns the first 429. */
async function crowding({ house, client, operation }: Scene): Promise<Answer> {
	if (operation.id === 'setUpInstance') await moveOut(house.database);
	const crowd = Array.from({ length: 16 }, () => sendExample(client, operation));
	const answers = await Promise.all(crowd);
	const refused = answers.find(({ status }) => status === 429);
	if (!refused) throw new Error('each of them found a place');
	return refused;
}

function often(json: Sent['json']): Provoke {
	const sent = json ? { json } : {};
	return async ({ client, operation }) => {
		for (let tries = 0; tries < 10; tries += 1) await sendExample(client, operation, sent);
		return sendExample(client, operation, sent);
	};
}
