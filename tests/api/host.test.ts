// The host names under which the household is served. A name that was rebound to this address is refused (DNS rebinding).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, expectRpcError } from '../support/answers.ts';
import { openCast, openHouse, password, type Cast } from '../support/household.ts';
import { clientOf, type Answer } from '../support/client.ts';
import { asAnswer, talk } from '../support/raw.ts';
import { providers } from '../support/world.ts';

type Headers = Record<string, string>;

/** For tests that restart servers. */
const slowly = { timeout: 60_000 };

/** Requests `path` with only these header lines; a name may occur twice. */
async function asked(
	origin: string,
	path: string,
	lines: [name: string, value: string][] | Headers,
	version = 'HTTP/1.1'
): Promise<Answer> {
	const all = Array.isArray(lines) ? lines : Object.entries(lines);
	const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
	const text = `GET ${path} ${version}\r\n${head}Connection: close\r\n\r\n`;
	return asAnswer(await talk(origin, text, 3000));
}

const malformedHosts = [
	'',
	'a b',
	'x/mcp?',
	'x/mcp',
	'x#y',
	'x?y',
	'ada@pi.local',
	'http://pi.local',
	'pi.local:',
	'pi.local:3000:1',
	'pi.local:99999',
	'pi.local:http',
	'[',
	'[::1',
	'[zz]',
	'[127.0.0.1]',
	'::1',
	'pi..local',
	'.local',
	'pi.local,evil.test',
	'p\u00ef.local',
	'99999999999',
	'1.2.3.4.5',
	'192.168.1.256:3000',
	`${'a'.repeat(300)}.local`
];

const householdNames = [
	'127.0.0.1',
	'127.0.0.1:3000',
	'192.168.1.5:3000',
	'[::1]:3000',
	'[fd00::1]',
	'localhost',
	'LOCALHOST:3000',
	'localhost.',
	'app.localhost',
	'nas',
	'pi.local',
	'PI.local:3000',
	'hearth.lan:3000',
	'lists.home.arpa',
	'hearth.internal'
];

const foreignNames = [
	'evil.test',
	'evil.test:3000',
	'evil.example.com',
	'local.evil.test',
	'localhost.evil.test',
	'127.0.0.1.evil.test',
	'192.168.1.5.nip.io',
	'evil.local.test',
	'xlan.test',
	'evil.milan',
	'evil.testlocalhost',
	'evil.test.'
];

describe.each(providers)('the Host of a request on %s', (provider) => {
	let cast: Cast;
	beforeAll(async () => void (cast = await openCast(provider)));
	afterAll(async () => void (await cast.close()));

	it.each(malformedHosts)('is refused as malformed where it is %j', async (host) => {
		expectError(await asked(cast.origin, '/api/v1/instance', { Host: host }), 400, 3);
		expectRpcError(await asked(cast.origin, '/mcp', { Host: host }), 400);
		const page = await asked(cast.origin, '/', { Host: host });
		expect([page.status, page.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
		expect(page.text).toMatch(/^[A-Z].*\.\n$/);
	});

	it('is refused as malformed where there is none, or more than one', async () => {
		expectError(await asked(cast.origin, '/api/v1/instance', {}), 400, 3);
		expectError(await asked(cast.origin, '/api/v1/instance', {}, 'HTTP/1.0'), 400, 3);
		const twice: [string, string][] = [
			['Host', '127.0.0.1'],
			['Host', 'evil.test']
		];
		expectError(await asked(cast.origin, '/api/v1/instance', twice), 400, 3);
	});

	it('cannot change the path, and neither can an absolute address', async () => {
		for (const host of ['x/healthz?', '127.0.0.1/healthz?', '127.0.0.1/healthz#'])
			expect((await asked(cast.origin, '/api/v1/lists', { Host: host })).status, host).toBe(400);
		const absolute = await asked(cast.origin, 'http://x/healthz', { Host: 'pi.local' });
		expect([absolute.status, absolute.text]).not.toEqual([200, 'ok\n']);
		expect(absolute.status).toBe(400);
	});

	it.each(householdNames)('is served where it is %s, without being configured', async (host) => {
		expect((await asked(cast.origin, '/api/v1/instance', { Host: host })).status).toBe(200);
		expect((await asked(cast.origin, '/sign-in', { Host: host })).status).toBe(200);
	});

	it.each(foreignNames)('is not served where it is %s', async (host) => {
		for (const path of ['/api/v1/instance', '/mcp', '/api/nothing']) {
			const answer = await asked(cast.origin, path, { Host: host });
			if (path === '/mcp') expectRpcError(answer, 421);
			else expectError(answer, 421, 3);
			expect(answer.headers).toMatchObject({
				'cache-control': 'no-store',
				'x-content-type-options': 'nosniff'
			});
		}
		for (const path of ['/', '/setup', '/favicon.svg', '/metrics']) {
			const page = await asked(cast.origin, path, { Host: host });
			expect([path, page.status, page.headers['content-type']]).toEqual([
				path,
				421,
				'text/plain; charset=utf-8'
			]);
			expect(page.text).toContain('ORIGIN');
		}
	});

	it('that was rebound cannot write with the cookie of a member', async () => {
		const headers = {
			Host: 'evil.test',
			Origin: 'http://evil.test',
			Cookie: [...cast.ada.jar].map(([name, { value }]) => `${name}=${value}`).join('; ')
		};
		expectError(await asked(cast.origin, '/api/v1/lists', headers), 421, 3);
	});

	it('is not read from X-Forwarded-Host of a proxy that is not trusted', async () => {
		const headers = { Host: 'evil.test', 'X-Forwarded-Host': '127.0.0.1' };
		expectError(await asked(cast.origin, '/api/v1/instance', headers), 421, 3);
		const claimed = { Host: '127.0.0.1', 'X-Forwarded-Host': 'a b' };
		expect((await asked(cast.origin, '/api/v1/instance', claimed)).status).toBe(200);
	});

	it('may be any well-formed one for probes', async () => {
		for (const path of ['/healthz', '/readyz']) {
			for (const host of ['10.0.0.7:3000', 'node-1.compose.test:3000'])
				expect((await asked(cast.origin, path, { Host: host })).status).toBe(200);
			expect((await asked(cast.origin, path, { Host: 'x/y' })).status).toBe(400);
		}
	});
});

describe('a Host where ORIGIN is set', () => {
	let cast: Cast;
	const env = { ORIGIN: 'https://lists.example.org', TRUSTED_PROXIES: '1' };
	beforeAll(async () => void (cast = await openCast('sqlite', env)));
	afterAll(async () => void (await cast.close()));

	const statusOf = async (headers: Headers) =>
		(await asked(cast.origin, '/api/v1/instance', headers)).status;

	it.each([
		'lists.example.org',
		'LISTS.example.org:443',
		'localhost:3000',
		'127.0.0.1',
		'192.168.1.5',
		'[::1]'
	])('is served where it is %s', async (host) => {
		expect(await statusOf({ Host: host })).toBe(200);
	});

	it.each(['evil.test', 'nas', 'pi.local', 'hearth.lan', 'other.example.org', 'example.org'])(
		'is not served where it is %s',
		async (host) => {
			expect(await statusOf({ Host: host })).toBe(421);
		}
	);

	it('may be an internal name where a trusted proxy forwards the one that people used', async () => {
		const named = { Host: 'node-1:3000', 'X-Forwarded-Host': 'lists.example.org' };
		expect(await statusOf(named)).toBe(200);
		expect(await statusOf({ ...named, 'X-Forwarded-Host': 'evil.test' })).toBe(421);
		expect(await statusOf({ ...named, 'X-Forwarded-Host': 'x/y' })).toBe(400);
		expect(await statusOf({ ...named, 'X-Forwarded-Host': 'lists.example.org, evil.test' })).toBe(
			421
		);
	});

	it('is refused for a rebound name although the request has an X-Forwarded-Host', async () => {
		const vouched = { Host: 'evil.test', 'X-Forwarded-Host': 'lists.example.org' };
		expect(await statusOf(vouched)).toBe(421);
	});
});

describe.each(providers)('the Host of the first run on %s', (provider) => {
	it(
		'may be any before it, and only the stored one afterwards, on every node',
		slowly,
		async () => {
			const house = await openHouse(provider, { SETUP_CODE: 'a-code-of-our-own' });
			const statusOf = async (host: string) =>
				(await asked(house.origin, '/api/v1/instance', { Host: host })).status;
			try {
				expect(await statusOf('lists.example.org')).toBe(200);
				expect(await statusOf('evil.test')).toBe(200);
				const { post } = clientOf(house.origin);
				const first = { instanceName: 'Mill Lane', name: 'Ada', email: 'ada@mill.test', password };
				const { status } = await post(
					'/instance:setup',
					{ ...first, setupCode: 'a-code-of-our-own' },
					{ host: 'Lists.example.org:8443' }
				);
				expect(status).toBe(200);
				const hosts = ['lists.example.org', 'evil.test', 'pi.local'];
				expect(await Promise.all(hosts.map(statusOf))).toEqual([200, 421, 200]);
				await house.server.restart();
				expect(await Promise.all(hosts.map(statusOf))).toEqual([200, 421, 200]);
			} finally {
				await house.close();
			}
		}
	);
});
