// The headers of every answer, and where a sign-in may redirect to.
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headersAt } from '../../src/lib/server/http/headers-by-path.ts';
import { nextAddress } from '../../src/lib/server/http/next-address.ts';
import { openCast, password, type Cast } from '../support/household.ts';
import { providers } from '../support/world.ts';

const hostileNexts = [
	'//evil.test',
	'///evil.test',
	'/\\evil.test',
	'\\\\evil.test',
	'\\/evil.test',
	'https:evil.test',
	'https://evil.test',
	'HTTPS://evil.test',
	'javascript:alert(1)',
	'data:text/html,a',
	'\t//evil.test',
	'/\t/evil.test',
	'/\n/evil.test',
	'/\r\nSet-Cookie: a=b',
	' //evil.test',
	'/.//evil.test',
	'/..//evil.test',
	'/%2e//evil.test',
	'/a/..//evil.test',
	'/./\\evil.test',
	'//evil.test%2f..',
	'/\u0000/evil.test',
	'.evil.test',
	'@evil.test',
	'evil.test',
	':80',
	`/${'a'.repeat(8192)}`
];

describe('the address after signing in', () => {
	it.each(hostileNexts)('leads home instead of to %j', (next) => {
		expect(nextAddress(next)).toBe('/');
	});

	it.each([
		['/today', '/today'],
		['/lists/lst_a?x=1#b', '/lists/lst_a?x=1#b'],
		['/search?query=https://evil.test', '/search?query=https://evil.test'],
		[null, '/'],
		[undefined, '/'],
		['', '/'],
		['/', '/']
	])('of %j is %j', (next, address) => {
		expect(nextAddress(next)).toBe(address);
	});
});

/** Headers that matter only on documents. */
const ofDocuments = {
	'cross-origin-opener-policy': 'same-origin',
	'permissions-policy': 'camera=(), geolocation=(), microphone=()'
};

it.each(['/_app/immutable/../../sign-in', '/_app/immutable/%2E%2e/%2e./sign-in', '/sign-in', '/'])(
	'the headers of a document are on %s',
	(path) => {
		expect(headersAt(path)).toMatchObject({
			...ofDocuments,
			'content-security-policy': expect.stringMatching(/; object-src 'none'; base-uri 'none'; /)
		});
		expect(headersAt('/_app/immutable/chunks/a.js')).not.toMatchObject(ofDocuments);
	}
);

it('a script of a page may load and frame nothing by itself', () => {
	expect(headersAt('/_app/immutable/chunks/a.js')).toMatchObject({
		'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
		'x-content-type-options': 'nosniff'
	});
});

it('a proxy asks whether the script of the service worker is still the same', () => {
	expect(headersAt('/service-worker.js')).toMatchObject({ 'cache-control': 'no-cache' });
});

describe.each(providers)('headers on %s', (provider) => {
	let cast: Cast;
	beforeAll(async () => void (cast = await openCast(provider)));
	afterAll(async () => void (await cast.close()));

	/** One answer of every kind. */
	async function everyKind(headers: Record<string, string> = {}) {
		const { ada, visitor } = cast;
		const client = join(import.meta.dirname, '../../build/client/_app/immutable');
		const [asset = ''] = (await readdir(client, { recursive: true })).filter((name) =>
			name.endsWith('.js')
		);
		const type = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
		const form = { raw: 'email=a', headers: { ...type, ...headers } };
		return {
			page: await ada.send('GET', '/', { headers }),
			'a page for visitors': await visitor.send('GET', '/sign-in', { headers }),
			'a redirect': await visitor.send('GET', '/', { headers }),
			'a slash too many': await ada.send('GET', '/settings/', { headers }),
			'a page that is not there': await ada.send('GET', '/nothing', { headers }),
			'a page whose address cannot be read': await ada.send('GET', '/%zz', { headers }),
			'a refused form': await visitor.send('POST', '/sign-in', form),
			'a foreign form': await visitor.send('POST', '/sign-in', {
				...form,
				headers: { ...form.headers, origin: 'https://evil.test' }
			}),
			'data of a page': await ada.send('GET', '/__data.json', { headers }),
			success: await ada.get('/lists', undefined, headers),
			head: await ada.head('/lists', undefined, headers),
			'no credential': await visitor.get('/lists', undefined, headers),
			'a foreign write': await ada.post(
				'/lists',
				{ name: 'a' },
				{ ...headers, origin: 'https://evil.test' }
			),
			'no such address': await ada.get('/nothing', undefined, headers),
			'wrong method': await ada.send('DELETE', '/api/v1/lists', { headers }),
			malformed: await ada.post('/lists', {}, headers),
			'too large': await ada.send('POST', '/api/v1/lists', {
				raw: Buffer.alloc(600 * 1024),
				headers: { 'content-type': 'application/json', ...headers }
			}),
			'a probe': await visitor.send('GET', '/healthz', { headers }),
			'another probe': await visitor.send('GET', '/readyz', { headers }),
			'a file': await visitor.send('GET', `/_app/immutable/${asset}`, { headers }),
			'a file that is not there': await visitor.send('GET', '/_app/immutable/nothing.js', {
				headers
			})
		};
	}

	it('protect every answer', async () => {
		for (const [kind, { headers }] of Object.entries(await everyKind())) {
			expect({ kind, ...headers }).toMatchObject({
				kind,
				'x-content-type-options': 'nosniff',
				'referrer-policy': 'same-origin',
				'content-security-policy': expect.stringContaining("frame-ancestors 'none'")
			});
			if (!kind.startsWith('a file')) expect({ kind, ...headers }).toMatchObject(ofDocuments);
			if (kind.includes('form')) expect(headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
			const policy = headers['content-security-policy'] ?? '';
			expect(`${kind}: ${policy}`).toMatch(/default-src '(none|self)'/);
			expect(`${kind}: ${policy}`).not.toMatch(
				/(script-src|default-src)[^;]*('unsafe-inline'|'unsafe-eval'|\*|https?:|data:)/
			);
			expect(`${kind}: ${headers['x-powered-by'] ?? ''}${headers.server ?? ''}`).toBe(`${kind}: `);
			expect(JSON.stringify(headers).length).toBeLessThan(4096);
			// Some proxies refuse an answer whose Link names every file of the page.
			expect(headers.link, kind).toBeUndefined();
		}
	});

	it('keep what is private out of every cache', async () => {
		const {
			'a file': file,
			'a slash too many': _,
			'a file that is not there': __,
			...kinds
		} = await everyKind();
		for (const [kind, { headers }] of Object.entries(kinds))
			expect(`${kind}: ${headers['cache-control']}`).toMatch(/no-store/);
		expect(file.status).toBe(200);
		expect(file.headers['cache-control']).toMatch(/immutable/);
	});

	it('keep an idle connection for longer than a proxy does', async () => {
		const { headers } = await cast.visitor.send('GET', '/healthz');
		expect(headers['keep-alive']).toBe('timeout=75');
	});

	it('of a body that nobody reads end the connection, once it has arrived or a second has passed', async () => {
		for (const isHalted of [false, true]) {
			const half = 'x'.repeat(2_000_000);
			const port = Number(new URL(cast.origin).port);
			const socket = connect({ port, allowHalfOpen: true }).setEncoding('latin1');
			let heard = '';
			socket.on('data', (text) => (heard += text));
			const isEnded = once(socket, 'end');
			socket.write(
				`POST /api/v1/lists HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${2 * half.length}\r\n\r\n${half}`
			);
			if (isHalted) await isEnded;
			else await pause(200);
			expect(heard === '').toBe(!isHalted);
			socket.write(half);
			await isEnded;
			expect(heard).toMatch(/^HTTP\/1\.1 401 [^]*^connection: close\r$/im);
		}
	});

	it('of a refused body that has arrived do not disturb the next request on the same connection', async () => {
		const socket = connect(Number(new URL(cast.origin).port), '127.0.0.1');
		socket.setEncoding('latin1');
		const nextStatus = async () => {
			const [head] = await once(socket, 'data');
			return /^HTTP\/1\.1 (\d+)/.exec(String(head))?.[1];
		};
		socket.write(
			'POST /api/v1/lists HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 4\r\n\r\nGET '
		);
		expect(await nextStatus()).toBe('401');
		socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
		expect(await nextStatus()).toBe('200');
		socket.destroy();
	});

	/** Sends the head of a request, and a moment later its body of two bytes with what stands behind it. */
	async function sendLate(head: string, behind = '') {
		const socket = connect(Number(new URL(cast.origin).port), '127.0.0.1').setEncoding('latin1');
		let heard = '';
		socket.on('data', (text) => (heard += text));
		socket.write(`${head}content-length: 2\r\n\r\n`);
		await pause(200);
		socket.write(`{}${behind}`);
		return { socket, heard: () => heard };
	}

	const headOf = (request: string, secret: string) =>
		`${request} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${secret}\r\n`;

	it('of a read whose body arrives late are sent as any other', async () => {
		const secret = await cast.write((rows) => rows.pair(cast.ada.uid));
		const { socket, heard } = await sendLate(headOf('GET /api/v1/events', secret));
		await expect.poll(heard).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n[^]+/);
		socket.destroy();
	});

	it('of a body that nobody reads are the last of their connection: what stands behind it is not done', async () => {
		const secret = await cast.write((rows) => rows.pair(cast.ada.uid));
		const name = `Behind ${provider}`;
		const body = JSON.stringify({ name });
		const behind = `${headOf('POST /api/v1/lists', secret)}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
		const { socket, heard } = await sendLate(headOf('POST /nowhere', secret), behind);
		await once(socket, 'close');
		expect(heard().match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 404']);
		expect((await cast.ada.get('/lists')).text).not.toContain(name);
	});

	it('have Strict-Transport-Security exactly where https is used', async () => {
		for (const [kind, { headers }] of Object.entries(await everyKind()))
			expect([kind, headers['strict-transport-security']]).toEqual([kind, undefined]);
		for (const [kind, { headers }] of Object.entries(
			await everyKind({ 'x-forwarded-proto': 'https' })
		))
			expect([kind, headers['strict-transport-security']]).toEqual([
				kind,
				expect.stringMatching(/max-age=\d{7,}/)
			]);
	});

	it('give each request an id', async () => {
		const [one, other] = [await cast.ada.get('/lists'), await cast.ada.get('/nothing')];
		expect(one.headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
		expect(other.headers['x-request-id']).not.toBe(one.headers['x-request-id']);
	});

	it('redirect nobody to another site after signing in', { timeout: 60_000 }, async () => {
		const { email } = await cast.database.reader.member.findUniqueOrThrow({
			where: { uid: cast.ben.uid }
		});
		for (const next of [...hostileNexts.filter((_, number) => number % 4 === 0), '/today']) {
			const raw = new URLSearchParams({ email, password, next }).toString();
			const type = {
				'content-type': 'application/x-www-form-urlencoded',
				accept: 'text/html',
				'sec-fetch-site': 'same-origin'
			};
			const where = next.length > 4000 ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
			const { status, headers } = await cast.visitor.send('POST', where, { raw, headers: type });
			expect([next, status, headers.location]).toEqual([
				next,
				303,
				next === '/today' ? '/today' : '/'
			]);
			cast.visitor.jar.clear();
		}
	});
});
