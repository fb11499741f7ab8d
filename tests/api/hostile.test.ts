// Hostile input is refused quickly and in the one shape, and the server lives on.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, part, record } from '../support/answers.ts';
import { openCast, type Cast } from '../support/household.ts';
import { clientOf, type Client } from '../support/client.ts';
import { asAnswer, talk } from '../support/raw.ts';
import { providers } from '../support/world.ts';

describe.each(providers)('hostile input on %s', (provider) => {
	let cast: Cast;
	let list: string;
	let item: string;
	beforeAll(async () => {
		cast = await openCast(provider);
		[list, item] = await cast.write((rows) => {
			const uid = rows.list(cast.ada.uid);
			return [uid, rows.item(uid)] as const;
		});
	});
	afterAll(async () => {
		await expectAlive();
		expect(
			[...cast.ada.statuses, ...cast.visitor.statuses].filter((status) => status >= 500)
		).toEqual([]);
		await cast.close();
	});

	async function expectAlive(): Promise<void> {
		expect((await cast.visitor.send('GET', '/readyz')).status).toBe(200);
		expect(cast.server.process.exitCode).toBe(null);
		expect(cast.server.output()).not.toMatch(/unhandled|uncaught|FATAL/i);
	}

	const raw = (method: string, path: string, body: string | Buffer) =>
		cast.ada.send(method, `/api/v1${path}`, {
			raw: body,
			headers: { 'content-type': 'application/json' }
		});

	it.each<[unknown]>([
		[{ email: { not: '' }, password: { not: '' } }],
		[{ email: { contains: '@' }, password: { startsWith: '' } }],
		[{ email: ['ada@mill.test'], password: true }],
		[{ email: { toString: 'ada@mill.test' }, password: 'correct horse battery staple' }]
	])('opens no door to a question in place of a text: %j', async (credentials) => {
		expectError(await cast.visitor.post('/auth/sign-in', credentials), 400, 3);
	});

	it('accepts no query object in place of a uid', async () => {
		expectError(await cast.ada.post(`/items/${item}:move`, { to_list_uid: { not: '' } }), 400, 3);
		const token = { name: 'a', abilities: { read: true }, expiresAt: '' };
		expectError(
			await cast.ada.post('/access-tokens', { ...token, listUids: [{ not: '' }] }),
			400,
			3
		);
		expectError(await cast.ada.post('/access-tokens', { ...token, listUids: { in: [] } }), 400, 3);
	});

	it.each([
		'{"__proto__": {"name": "Groceries"}}',
		'{"constructor": {"prototype": {"name": "Groceries"}}}',
		'{"__proto__": {"toJSON": 1}, "toString": 1, "valueOf": 1, "hasOwnProperty": 1}'
	])('reads no name from a prototype: %s', async (body) => {
		expectError(await raw('POST', '/lists', body), 400, 3);
	});

	it('stores nothing from a prototype, and pollutes none', async () => {
		const { body } = await raw(
			'POST',
			'/lists',
			'{"name": "__proto__", "__proto__": {"sharing": "SHARING_INSTANCE", "isAdmin": true}}'
		);
		expect(part(body, 'list')).toMatchObject({ name: '__proto__', sharing: 'SHARING_PRIVATE' });
		expect(part((await cast.ben.get('/auth/me')).body, 'member')).toMatchObject({
			role: 'ROLE_MEMBER'
		});
		expectError(await cast.ada.get('/lists?__proto__=1&constructor=1&status=__proto__'), 400, 3);
		expect((await cast.ada.get('/lists?__proto__[x]=1&constructor=1&toString=1')).status).toBe(200);
	});

	it.each([
		[
			'100,000 uids',
			() =>
				JSON.stringify({
					name: [],
					abilities: { read: true },
					expiresAt: '',
					listUids: Array(100_000).fill('a')
				})
		],
		['511 KB of [', () => '['.repeat(511 * 1024)],
		['nested objects', () => `${'{"a":'.repeat(80_000)}1${'}'.repeat(80_000)}`],
		[
			'nested objects in a field',
			() => `{"name": ${'{"a":'.repeat(70_000)}1${'}'.repeat(70_000)}}`
		],
		[
			'40,000 fields',
			() =>
				JSON.stringify(
					Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`f_${index}`, 1]))
				)
		],
		['a name of 500 KB', () => JSON.stringify({ name: 'a'.repeat(500_000) })],
		['a name of 200 KB of accents', () => JSON.stringify({ name: `a${'\u0301'.repeat(100_000)}` })],
		['a number that is none', () => '{"name": 1e999}'],
		['underscores', () => JSON.stringify({ [`a${'_b'.repeat(200_000)}`]: 1 })]
	])('refuses %s', async (_, body) => {
		expectError(await raw('POST', '/access-tokens', body()), 400, 3);
		expectError(await raw('POST', '/lists', body()), 400, 3);
	});

	it.each([
		['a NUL', 'milk\u0000'],
		['half a character', 'milk\ud800'],
		['a line break', 'milk\neggs'],
		['an escape', 'milk\u001b[31m'],
		['a control character', 'milk\u0085']
	])('keeps no name with %s', async (_, text) => {
		const body = (field: string) => JSON.stringify({ label: 'a', [field]: text });
		for (const field of ['label', 'quantity'])
			expectError(await raw('POST', `/lists/${list}/items`, body(field)), 400, 3);
		expectError(await raw('PATCH', `/lists/${list}`, body('name')), 400, 3);
	});

	it('keeps no note with a NUL or half a character, but one of many lines', async () => {
		for (const note of ['a\u0000', 'a\udfff'])
			expectError(await raw('PATCH', `/items/${item}`, JSON.stringify({ note })), 400, 3);
		expect((await cast.ada.patch(`/items/${item}`, { note: 'one\n\ttwo' })).status).toBe(200);
		expectError(
			await raw('PATCH', `/items/${item}`, JSON.stringify({ label: 'a', expectedLabel: '\u0000' })),
			409,
			10
		);
	});

	it('refuses credentials with a NUL or half a character', async () => {
		for (const broken of [{ email: 'a\u0000' }, { email: 'a\ud800' }, { password: 'a\ud800' }])
			expectError(
				await raw(
					'POST',
					'/auth/sign-in',
					JSON.stringify({ email: 'a@b.test', password: 'x', ...broken })
				),
				400,
				3
			);
		expectError(
			await raw('POST', `/items/${item}:move`, JSON.stringify({ after_item_uid: 'itm_\u0000' })),
			400,
			3
		);
	});

	it.each(['%zz', '%', '%f', '%ff', '%c0%ae', '%ed%a0%80', 'lst_%00', '%00'])(
		'refuses an address with %s',
		async (part) => {
			for (const path of [
				`/lists/${part}`,
				`/lists/${part}/items`,
				`/items/${part}:move`,
				`/${part}`
			]) {
				const answer = await cast.ada.get(path);
				expectError(
					answer,
					answer.status,
					[400, 404, 405].includes(answer.status) ? Number(codeOf(answer.body)) : -1
				);
			}
		}
	);

	it.each([
		'to=%zz',
		'to=%',
		'to=%ff',
		'to=%00',
		'to=2026-12-31&from=%ed%a0%80',
		'to=2026-12-31&to=%00',
		'to[]=2026-12-31',
		'to[not]=a'
	])('refuses a query with %s', async (query) => {
		expectError(await cast.ada.get(`/dated-items?${query}`), 400, 3);
	});

	it.each([
		'hearth_session=%zz',
		'hearth_session=%00',
		'hearth_session=%ff',
		'__Host-hearth_session=%',
		'=;=;;;',
		'hearth_session',
		`hearth_session=${'a'.repeat(8000)}`,
		'hearth_session="\\"'
	])('answers 401 to the cookie %s', async (cookie) => {
		expectError(await cast.visitor.get('/lists', undefined, { cookie }), 401, 16);
		expectError(
			await cast.visitor.post('/auth/refresh', undefined, {
				cookie: cookie.replaceAll('session', 'refresh'),
				origin: cast.origin
			}),
			401,
			16
		);
	});

	it('ignores broken cookies for time zone, theme and language', async () => {
		const cookie = 'hearth_zone=%00; hearth_theme=%zz; hearth_locale=%ff';
		expect((await cast.visitor.get('/instance', undefined, { cookie })).status).toBe(200);
	});

	it.each(['__data.json', 'lists/__data.json', 'lists/x/__data.json?x-sveltekit-invalidated=1'])(
		'gives no access at %s',
		async (path) => {
			const answer = await cast.visitor.get(`/${path}`);
			expect([401, 404]).toContain(answer.status);
			expectError(answer, answer.status, answer.status === 401 ? 16 : 5);
		}
	);

	it.each([
		'GET /api/v1/lists HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
		'GET //evil.test/api/v1/lists HTTP/1.1\r\nHost: x\r\n\r\n',
		'GET http://[/ HTTP/1.1\r\nHost: x\r\n\r\n',
		'GET /api/v1/instance HTTP/1.1\r\nHost: \r\n\r\n',
		'GET /api/v1/instance HTTP/1.1\r\nHost: a b\r\n\r\n',
		'GET /api/v1/instance HTTP/1.1\r\nHost: [\r\n\r\n',
		'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
		'GET \\\\evil HTTP/1.1\r\nHost: x\r\n\r\n',
		'\u0000\u0001\u0002\r\n\r\n'
	])('lives on after %j', async (text) => {
		const answer = await talk(cast.origin, text);
		expect(answer.startsWith('HTTP/1.1 5')).toBe(false);
		await expectAlive();
	});

	const head = 'HTTP/1.1\r\nHost: x\r\n';
	it.each([
		['a header without a colon', `GET /api/v1/lists ${head}milk\r\n\r\n`, 400, 3],
		['a method that is none', `MILK /api/v1/lists ${head}\r\n`, 400, 3],
		['a body in broken chunks', `POST /api/v1/auth/sign-in ${head}${chunked}zz\r\n`, 400, 3],
		['an address of 20 KB', `GET /api/v1/lists?a=${'a'.repeat(20_000)} ${head}\r\n`, 431, 8],
		['a header of 20 KB', `GET /api/v1/lists ${head}A: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 8]
	])('refuses %s in the one shape, and closes the connection', async (_, text, status, code) => {
		const answer = asAnswer(await talk(cast.origin, text, 2000));
		expectError(answer, status, code);
		expect(answer.headers).toMatchObject({
			connection: 'close',
			'cache-control': 'no-store',
			'x-content-type-options': 'nosniff'
		});
	});

	it('answers an expectation that it does not know like any request', async () => {
		const asked = `GET /api/v1/lists ${head}Expect: milk\r\nConnection: close\r\n\r\n`;
		const answer = asAnswer(await talk(cast.origin, asked, 2000));
		expectError(answer, 401, 16);
		expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
	});

	it('answers several requests at once, and closes a connection that sends many without reading the answers', async () => {
		const probes = (count: number) =>
			talk(cast.origin, `GET /healthz ${head}\r\n`.repeat(count), 2000);
		const answersIn = (heard: string) => heard.match(/HTTP\/1\.1 200/g)?.length ?? 0;
		expect(answersIn(await probes(20))).toBe(20);
		expect(answersIn(await probes(500))).toBeLessThan(50);
		await expectAlive();
	});

	it('writes no refusal into an open stream', async () => {
		const { secret } = await cast.write((rows) => rows.token(cast.ada.uid));
		const asked = `GET /api/v1/events ${head}Authorization: Bearer ${secret}\r\n\r\n`;
		const heard = await talk(cast.origin, asked, 2000, '\u0000 milk\r\n\r\n');
		expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
	});

	it('lives on after clients that disconnect in the middle of a request', async () => {
		const { hostname, port } = new URL(cast.origin);
		const sockets = Array.from({ length: 20 }, () => connect(Number(port), hostname));
		for (const socket of sockets)
			socket.on('connect', () => socket.write('GET /api', () => socket.resetAndDestroy()));
		await Promise.all(sockets.map((socket) => once(socket, 'close')));
		await expectAlive();
	});

	it('lives on after incomplete bodies', async () => {
		const head =
			'POST /api/v1/auth/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"em';
		await Promise.all(Array.from({ length: 20 }, () => talk(cast.origin, head, 50)));
		await expectAlive();
	});

	it('names no database, path or package in any refusal', async () => {
		const answers = [
			await cast.ada.get('/lists/%00'),
			await raw('POST', '/lists', '{'),
			await raw('POST', '/lists', '{"name": {}}')
		];
		for (const { text } of answers)
			expect(text).not.toMatch(/prisma|sqlite|postgres|zod|node_modules|\.ts|\/src/i);
	});

	it('leads back to the list although a form names an item twice', async () => {
		const { status } = await cast.ada.send('POST', `/lists/${list}?/putBack`, {
			raw: `itemUid=${encodeURIComponent('\r\nmilk')}&itemUid=${item}`,
			headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
		});
		expect(status).toBe(303);
	});

	it('reads no pasted lines of a visitor, nor more than can be compared', async () => {
		const paste = (client: Client, text: string) =>
			client.send('POST', `/lists/${list}?/paste`, {
				raw: `text=${encodeURIComponent(text)}`,
				headers: {
					accept: 'text/html',
					'accept-language': 'de',
					'content-type': 'application/x-www-form-urlencoded'
				}
			});
		const many = 'x a a a a a a\n'.repeat(15_000);
		const [refused, seen] = [await paste(cast.ada, many), await paste(cast.visitor, many)];
		expect([refused.status, seen.status]).toEqual([400, 401]);
		expect(refused.took + seen.took).toBeLessThan(3000);
	});

	it('answers others while it reads thousands of pasted lines', async () => {
		const text = encodeURIComponent('x a a a a a a\n'.repeat(9_000));
		const preview = cast.ada.send('POST', `/lists/${list}?/paste`, {
			raw: `text=${text}`,
			headers: {
				accept: 'application/json',
				'accept-language': 'de',
				'content-type': 'application/x-www-form-urlencoded'
			}
		});
		const waited: number[] = [];
		let isRead = false;
		void preview.finally(() => (isRead = true));
		while (!isRead) waited.push((await cast.visitor.send('GET', '/healthz')).took);
		expect((await preview).status).toBe(200);
		expect(Math.max(...waited)).toBeLessThan(1000);
	});

	it('does not make other requests wait', async () => {
		const heavy = Array.from({ length: 8 }, () => raw('POST', '/lists', '['.repeat(511 * 1024)));
		const light = clientOf(cast.origin);
		expect((await light.get('/instance')).status).toBe(200);
		expect((await Promise.all(heavy)).map(({ status }) => status)).toEqual(Array(8).fill(400));
	});
});

/** The code in an error, for `expectError` where several codes are right. */
const codeOf = (body: unknown): unknown => record(body).code;

const chunked = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
