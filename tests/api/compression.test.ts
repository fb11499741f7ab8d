// Answers are compressed where the client accepts that, except for those that show a secret.
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCast, type Cast } from '../support/household.ts';
import type { Answer } from '../support/client.ts';
import { providers } from '../support/world.ts';

describe.each(providers)('answers on %s', (provider) => {
	let cast: Cast;
	let listUid: string;
	let longListUid: string;
	beforeAll(async () => {
		cast = await openCast(provider);
		await cast.write((rows) => {
			listUid = rows.list(cast.ada.uid);
			for (let count = 0; count < 50; count += 1)
				rows.item(listUid, { label: `item ${count}`, note: 'the blue one' });
			longListUid = rows.list(cast.ada.uid);
			for (let count = 0; count < 3000; count += 1)
				rows.item(longListUid, { label: `item ${count}`, note: 'the blue one' });
		});
	});
	afterAll(async () => void (await cast.close()));

	const get = (path: string, encoding?: string, more: Record<string, string> = {}) =>
		cast.ada.send('GET', path, {
			headers: { ...(encoding === undefined ? {} : { 'accept-encoding': encoding }), ...more }
		});
	const rest = () => `/api/v1/lists/${listUid}`;

	const large = () => ({
		'a page': `/lists/${listUid}`,
		'the data of a page': `/lists/${listUid}/__data.json`,
		'a page of settings': '/settings/account',
		'the code of a list on paper': `/lists/${listUid}/qr-code.svg`,
		'the reference': '/api?query=',
		'the document': '/api/v1/openapi.json',
		'a REST answer': rest(),
		'a long REST answer': `/api/v1/lists/${longListUid}`
	});

	/** The build compresses files, in the two ways that all browsers know. */
	async function built() {
		const client = join(import.meta.dirname, '../../build/client/_app/immutable');
		const files = await readdir(client, { recursive: true });
		const bytesOf = (name: string) => statSync(join(client, name)).size;
		const longest = (ending: string) =>
			files
				.filter((name) => name.endsWith(ending))
				.reduce((one, other) => (bytesOf(other) > bytesOf(one) ? other : one));
		const file = (ending: string) => `/_app/immutable/${longest(ending).replaceAll('\\', '/')}`;
		return { 'a script': file('.js'), 'a style': file('.css') };
	}

	it.each(['zstd', 'br', 'gzip'])(
		'are compressed with %s where only that is accepted',
		async (encoding) => {
			const asked = { ...large(), ...(encoding === 'zstd' ? {} : await built()) };
			for (const [what, path] of Object.entries(asked)) {
				const plain = await get(path);
				const sent = await get(path, encoding);
				expect({ what, ...sent.headers }).toMatchObject({
					what,
					'content-encoding': encoding,
					'content-length': String(sent.received)
				});
				expect(`${what}: ${sent.headers.vary}`).toMatch(/accept-encoding/i);
				expect(`${what}: ${plain.headers.vary}`).toMatch(/accept-encoding/i);
				expect(sent.received, what).toBeLessThan(plain.received * 0.6);
				expect(withoutKeys(sent), what).toBe(withoutKeys(plain));
			}
		}
	);

	it.each([
		['gzip, deflate, br, zstd', 'zstd'],
		['gzip, deflate, br', 'br'],
		['GZIP;q=0.5, br;q=0', 'gzip'],
		['*', 'zstd'],
		['br;q=0, *;q=0.1', 'zstd'],
		['zstd;q=0, *;q=0.1', 'br'],
		['zstd;q=0, br;q=0, *;q=0.1', 'gzip'],
		['identity', undefined],
		['gzip;q=0, br;q=0.0', undefined],
		['deflate, compress', undefined],
		['deflate, zstd', 'zstd'],
		['', undefined],
		[';;=,,q', undefined]
	])('for a client that accepts "%s" are sent as %s', async (accepted, encoding) => {
		const { status, headers } = await get(rest(), accepted);
		expect([status, headers['content-encoding']]).toEqual([200, encoding]);
	});

	it('that are small are sent plain', async () => {
		const { body, headers } = await get('/api/v1/auth/me', 'br');
		expect(body).toHaveProperty('member');
		expect(headers['content-encoding']).toBeUndefined();
	});

	it('have an ETag in each encoding, and If-None-Match accepts every one of them', async () => {
		const answers = [
			await get(rest()),
			await get(rest(), 'gzip'),
			await get(rest(), 'br'),
			await get(rest(), 'zstd')
		];
		const etags = answers.map(({ headers: { etag = '' } }) => etag);
		expect(new Set(etags).size).toBe(4);
		for (const etag of etags) {
			expect(etag).toMatch(/^"[^"]+"$/);
			const same = await get(rest(), 'br', { 'if-none-match': `"other", W/${etag}` });
			expect([same.status, same.headers.etag, same.text]).toEqual([304, etag, '']);
			expect(same.headers.vary).toMatch(/accept-encoding/i);
		}
	});

	it.each([undefined, 'gzip', 'br', 'zstd'])(
		'in encoding %s have an ETag that If-Match accepts',
		async (encoding) => {
			const { headers } = await get(rest(), encoding);
			const rename = (name: string) =>
				cast.ada.patch(`/lists/${listUid}`, { name }, { 'if-match': headers.etag });
			expect([(await rename(`In ${encoding}`)).status, (await rename('Late')).status]).toEqual([
				200, 412
			]);
		}
	);

	it('have an ETag that If-Match accepts from a client whose proxy compressed the answer and made it weak', async () => {
		const { headers } = await get(rest());
		const rename = (name: string) =>
			cast.ada.patch(`/lists/${listUid}`, { name }, { 'if-match': `W/${headers.etag}` });
		expect([(await rename('Behind a proxy')).status, (await rename('Late')).status]).toEqual([
			200, 412
		]);
	});

	it('to HEAD have the headers of GET and no body', async () => {
		for (const path of [rest(), '/api/v1/openapi.json']) {
			const headers = { 'accept-encoding': 'gzip' };
			const [head, whole] = [
				await cast.ada.send('HEAD', path, { headers }),
				await get(path, 'gzip')
			];
			expect(head.received).toBe(0);
			for (const name of ['content-encoding', 'content-length', 'etag', 'vary'])
				expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
		}
	});

	it('that are streams are sent without delay', async () => {
		const answer = await fetch(`${cast.origin}/api/v1/events`, {
			headers: { cookie: cookiesOf(cast), 'accept-encoding': 'gzip, br' }
		});
		expect(answer.headers.get('content-type')).toBe('text/event-stream');
		// A proxy that compresses holds events back until it has enough of them.
		expect(answer.headers.get('cache-control')).toBe('no-store, no-transform');
		expect(answer.headers.get('content-encoding')).toBeNull();
		const { value } = (await answer.body?.getReader().read()) ?? {};
		expect(new TextDecoder().decode(value)).toMatch(/^retry:/);
	});
});

/** The page without the nonce and the keys of its forms, which are new each time. */
const withoutKeys = ({ text }: Answer): string =>
	text
		.replace(/nonce="[^"]+"/g, '')
		.replace(/heard:-?\d+/g, '')
		.replace(/[\w-]{16}(?=\.s|")/g, '');

const cookiesOf = ({ ada }: Cast): string =>
	[...ada.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
