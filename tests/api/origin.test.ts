// A write that a page of another site makes a browser send is refused (CSRF). The household's own pages work wherever it is served.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attributesOf, expectError } from '../support/answers.ts';
import { openCast, password, type Cast } from '../support/household.ts';
import type { Answer, Sent } from '../support/client.ts';
import { providers } from '../support/world.ts';

type Headers = Record<string, string | undefined>;

describe.each(providers)('the origin of a write on %s', (provider) => {
	let cast: Cast;
	let list: string;
	beforeAll(async () => {
		cast = await openCast(provider);
		// As if the first run had been under that name.
		await cast.database.writer.instance.updateMany({ data: { host: 'lists.example.org' } });
	});
	beforeEach(async () => void (list = await cast.write((rows) => rows.list(cast.ada.uid))));
	afterAll(async () => void (await cast.close()));

	const rename = (headers: Headers): Promise<Answer> =>
		cast.ada.patch(`/lists/${list}`, { name: 'Theirs' }, headers);
	const nameNow = async () =>
		(await cast.database.reader.list.findUniqueOrThrow({ where: { uid: list } })).name;
	const host = () => new URL(cast.origin).host;
	const secureCookies = () => ({
		cookie: [...cast.ada.jar].map(([name, { value }]) => `__Host-${name}=${value}`).join('; ')
	});

	const foreign: [string, (own: string) => Headers][] = [
		['another site', () => ({ origin: 'https://evil.test' })],
		['a page without an address', () => ({ origin: 'null' })],
		['nobody who says so, with a cookie', () => ({ origin: undefined })],
		['an empty origin', () => ({ origin: '' })],
		['another port of this host', () => ({ origin: 'http://127.0.0.1:1' })],
		['this host on the default port', () => ({ origin: 'http://127.0.0.1' })],
		['a host that begins like this one', (own) => ({ origin: `http://${own}.evil.test` })],
		['a host that ends like this one', (own) => ({ origin: `http://evil.test@${own}.evil.test` })],
		['a file', () => ({ origin: 'file://' })],
		['an extension', () => ({ origin: 'chrome-extension://abcdef' })],
		['another site, in the words of the browser', () => ({ 'sec-fetch-site': 'cross-site' })],
		['a sister site, in the words of the browser', () => ({ 'sec-fetch-site': 'same-site' })],
		['a site that the browser has a new word for', () => ({ 'sec-fetch-site': 'elsewhere' })],
		[
			'another site that was sent to another host',
			() => ({ origin: 'http://evil.test', host: 'lists.lan' })
		],
		[
			'another site that claims a proxy',
			() => ({ origin: 'https://evil.test', 'x-forwarded-host': 'evil.test' })
		]
	];

	it.each(foreign)('refuses a write from %s, and changes nothing', async (_, headers) => {
		expectError(await rename(headers(host())), 403, 7);
		expect(await nameNow()).toBe('Groceries');
	});

	it.each([
		'application/json',
		'text/plain',
		'application/x-www-form-urlencoded',
		'multipart/form-data; boundary=a',
		undefined
	])('refuses a cross-site post of the type %s before it looks at it', async (type) => {
		const headers = { 'content-type': type, origin: 'https://evil.test' };
		for (const [method, path] of [
			['POST', `/lists/${list}/items`],
			['DELETE', `/lists/${list}`],
			['PUT', `/lists/${list}/pinned`],
			['POST', '/auth/sign-out']
		] as const)
			expectError(
				await cast.ada.send(method, `/api/v1${path}`, {
					raw: '{"label": "theirs", "pinned": true}',
					headers
				}),
				403,
				7
			);
		expect(await cast.database.reader.item.count({ where: { listUid: list } })).toBe(0);
		expect((await cast.ada.get('/auth/me')).status).toBe(200);
	});

	it.each([
		['by its IP address', (own: string) => ({ origin: `http://${own}` })],
		['by its name in the house', () => ({ origin: 'http://pi.local:3000', host: 'pi.local:3000' })],
		['by its name in capitals', () => ({ origin: 'http://pi.local:3000', host: 'PI.local:3000' })],
		['by its IPv6 address', () => ({ origin: 'http://[fd00::1]:3000', host: '[fd00::1]:3000' })],
		['by name on the default port', () => ({ origin: 'http://pi.local', host: 'pi.local' })],
		[
			'behind a TLS proxy',
			() => ({
				origin: 'https://lists.example.org',
				host: 'lists.example.org',
				'x-forwarded-proto': 'https',
				...secureCookies()
			})
		],
		[
			'behind a TLS proxy that names the port',
			() => ({
				origin: 'https://lists.example.org',
				host: 'lists.example.org:443',
				...secureCookies()
			})
		],
		['in the words of the browser', () => ({ origin: undefined, 'sec-fetch-site': 'same-origin' })],
		['typed in by a person', () => ({ origin: undefined, 'sec-fetch-site': 'none' })]
	])('lets its own pages write where it is served %s', async (_, headers) => {
		expect((await rename(headers(host()))).status).toBe(200);
		expect(await nameNow()).toBe('Theirs');
	});

	it('does not matter to a bearer token, which no browser sends by itself', async () => {
		const { secret } = await cast.write((rows) => rows.token(cast.ada.uid));
		for (const [, headers] of foreign) {
			const answer = await cast
				.bearer(secret)
				.patch(`/lists/${list}`, { name: 'Mine' }, headers(host()));
			expect(answer.status).toBe(200);
		}
	});

	it('is checked for the refresh cookie too, and for writes of visitors', async () => {
		const headers = { cookie: 'hearth_refresh=hearthrefresh_a', origin: 'https://evil.test' };
		expectError(await cast.visitor.post('/auth/refresh', undefined, headers), 403, 7);
		expectError(
			await cast.visitor.post('/auth/refresh', undefined, { ...headers, origin: undefined }),
			403,
			7
		);
		const credentials = { email: 'ada@mill.test', password };
		expectError(
			await cast.visitor.post('/auth/sign-in', credentials, { origin: 'https://evil.test' }),
			403,
			7
		);
		expect((await cast.visitor.post('/auth/sign-in', credentials)).status).toBe(200);
	});

	it('does not matter to reads', async () => {
		for (const headers of [{ origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }])
			expect((await cast.ada.get(`/lists/${list}`, undefined, headers)).status).toBe(200);
		const read = await cast.ada.get(`/lists/${list}`, undefined, { origin: 'https://evil.test' });
		expect(Object.keys(read.headers).filter((name) => name.startsWith('access-control'))).toEqual(
			[]
		);
		const asked = await cast.visitor.send('OPTIONS', '/api/v1/lists', {
			headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' }
		});
		expect(Object.keys(asked.headers).filter((name) => name.startsWith('access-control'))).toEqual(
			[]
		);
	});

	describe('of a form on a page', () => {
		const form = (fields: Record<string, string>, headers: Headers = {}): Sent => ({
			raw: new URLSearchParams(fields).toString(),
			headers: {
				'content-type': 'application/x-www-form-urlencoded',
				accept: 'text/html',
				...headers
			}
		});
		it('is refused like any other write', async () => {
			for (const [, headers] of foreign)
				expect((await cast.ada.send('POST', '/sign-out', form({}, headers(host())))).status).toBe(
					403
				);
			expect((await cast.ada.get('/auth/me')).status).toBe(200);
			const credentials = { email: 'ada@mill.test', password };
			const planted = await cast.visitor.send(
				'POST',
				'/sign-in',
				form(credentials, { origin: 'https://evil.test' })
			);
			expect([planted.status, planted.cookies]).toEqual([403, []]);
		});

		it.each([
			['by its IP address', (own: string) => ({ origin: `http://${own}` }), 'hearth_session'],
			[
				'by its name',
				() => ({ origin: 'http://pi.local:3000', host: 'pi.local:3000' }),
				'hearth_session'
			],
			[
				'behind a TLS proxy',
				() => ({ origin: 'https://lists.example.org', host: 'lists.example.org' }),
				'__Host-hearth_session'
			],
			[
				'behind a TLS proxy that says so',
				() => ({
					host: 'lists.example.org',
					'x-forwarded-proto': 'https',
					'sec-fetch-site': 'same-origin'
				}),
				'__Host-hearth_session'
			]
		])(
			'signs a member in where it is served %s, with the cookie that fits',
			async (_, headers, name) => {
				const { email } = await cast.database.reader.member.findUniqueOrThrow({
					where: { uid: cast.ben.uid }
				});
				const answer = await cast.visitor.send(
					'POST',
					'/sign-in',
					form({ email, password }, headers(host()))
				);
				expect([answer.status, answer.headers.location]).toEqual([303, '/']);
				const cookie = answer.cookies.find((line) => line.startsWith(`${name}=`)) ?? '';
				const secure = name.startsWith('__Host-');
				expect(attributesOf(cookie)).toEqual([
					'httponly',
					'path=/',
					'samesite=lax',
					...(secure ? ['secure'] : [])
				]);
				const opened = await cast.visitor.get('/auth/me', undefined, {
					cookie: cookie.split(';')[0]
				});
				expect(opened.status).toBe(200);
				cast.visitor.jar.clear();
			}
		);
	});
});
