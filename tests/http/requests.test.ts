import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Refusal, malformed } from '../../src/lib/server/kernel/errors.ts';
import {
	clientAddress,
	isFromThisMachine,
	ownOrigin,
	speaksHttps
} from '../../src/lib/server/http/address.ts';
import { rememberAppearance, themeOf } from '../../src/lib/server/http/appearance.ts';
import { timeZoneOf, todayOf } from '../../src/lib/server/http/time-zone.ts';
import { barMediaOf, htmlAttributes } from '../../src/lib/server/http/html-attributes.ts';
import { bearerOf } from '../../src/lib/server/http/caller.ts';
import {
	bindingCookie,
	refreshCookie,
	sessionCookie
} from '../../src/lib/server/http/credential-cookies.ts';
import { deliver } from '../../src/lib/server/http/deliver-credentials.ts';
import { refuseForeignWrite } from '../../src/lib/server/http/csrf.ts';
import { faults, unfinished } from '../../src/lib/server/http/fault.ts';
import { languageOf } from '../../src/lib/server/http/language.ts';
import { chooseLanguage } from '../../src/lib/server/http/chosen-language.ts';
import { inLanguage } from '../../src/lib/server/http/request-context.ts';
import * as m from '../../src/lib/paraglide/messages.js';
import { refuseUnknownAction } from '../../src/lib/server/http/actions.ts';
import { forwardedHost } from '../../src/lib/server/http/host.ts';
import { nextAddress } from '../../src/lib/server/http/next-address.ts';
import {
	refusalFrom,
	errorBody,
	errorHeaders,
	statuses,
	tooLarge
} from '../../src/lib/server/http/status.ts';
import { loggedRefusal } from '../../src/lib/server/http/logged-refusal.ts';
import { securitySchemes } from '../../src/lib/server/http/openapi/security-schemes.ts';
import { eventOf } from '../support/events.ts';
import { openWorld, visitor } from '../support/world.ts';

describe('the address a request comes from', () => {
	const forwarded = { 'x-forwarded-for': '203.0.113.5, 198.51.100.2, 198.51.100.3' };
	it.each([
		[0, forwarded, '10.0.0.9'],
		[1, forwarded, '198.51.100.3'],
		[2, forwarded, '198.51.100.2'],
		[3, forwarded, '203.0.113.5'],
		[4, forwarded, '10.0.0.9'],
		[1, {}, '10.0.0.9'],
		[1, { 'x-forwarded-for': ' ' }, '10.0.0.9'],
		[1, { 'x-forwarded-for': '203.0.113.6:50000' }, '203.0.113.6'],
		[1, { 'x-forwarded-for': '203.0.113.5, [2001:db8::1]:443' }, '2001:db8::1'],
		[1, { 'x-forwarded-for': '[2001:db8::1]' }, '2001:db8::1'],
		[1, { 'x-forwarded-for': '2001:db8::1' }, '2001:db8::1'],
		[1, { 'x-forwarded-for': 'unknown' }, '10.0.0.9'],
		[1, { 'x-forwarded-for': '203.0.113.6:http' }, '10.0.0.9']
	])('believes %i proxies about %j', (trusted, headers, address) => {
		const { event } = eventOf({ headers, env: { TRUSTED_PROXIES: String(trusted) } });
		expect(clientAddress(event)).toBe(address);
	});

	it.each([
		[0, {}, ''],
		[0, forwarded, 'warn a request came with X-Forwarded-For, which is not believed'],
		[3, forwarded, ''],
		[4, forwarded, 'warn a request came through fewer proxies than TRUSTED_PROXIES says'],
		[
			1,
			{ 'x-forwarded-proto': 'https' },
			'warn a request came through fewer proxies than TRUSTED_PROXIES says'
		],
		[1, {}, '']
	])('behind %i trusted proxies is logged about once for %j: "%s"', (trusted, headers, line) => {
		const { event, logged } = eventOf({ headers, env: { TRUSTED_PROXIES: String(trusted) } });
		for (let times = 0; times < 2; times += 1) clientAddress(event);
		expect(logged.map((text) => text.slice(0, line.length))).toEqual(line ? [line] : []);
	});
});

it('the address of a client that has hung up is unknown', () => {
	expect(clientAddress({ ...eventOf().event, getClientAddress: () => '' })).toBe('unknown');
});

it.each([
	['a.test', 0, undefined],
	['a.test', 1, 'a.test'],
	['a.test, b.test', 1, 'b.test'],
	['a.test, b.test', 2, 'a.test'],
	['a.test', 2, 'a.test'],
	[null, 1, undefined]
])('of the forwarded hosts %j of %i trusted proxies, %j counts', (header, trusted, host) => {
	expect(forwardedHost(header, trusted)).toBe(host);
});

describe('a browser that speaks https', () => {
	it.each([
		['a form on plain http', { headers: { origin: 'http://hearth.lan:3000' } }, false],
		[
			'a form behind a proxy that ends TLS',
			{ url: 'http://hearth.lan/', headers: { origin: 'https://hearth.lan' } },
			true
		],
		['a page behind such a proxy', { headers: { 'x-forwarded-proto': 'https' } }, true],
		[
			'a cookie that is sent over https alone',
			{ headers: { cookie: 'a=b; __Host-hearth_session=c' } },
			true
		],
		[
			'a cookie whose value looks like one',
			{ headers: { cookie: 'a=__Host-hearth_session' } },
			false
		],
		['another site’s origin', { headers: { origin: 'https://evil.test' } }, false],
		['no word about it', {}, false],
		[
			'no word about it, and an address that says https',
			{ env: { ORIGIN: 'https://lists.example.org' } },
			true
		]
	])('is told from %s', (_what, given, https) => {
		expect(speaksHttps(eventOf(given).event)).toBe(https);
	});

	it('gets links with the address that people use', () => {
		expect(ownOrigin(eventOf().event)).toBe('http://hearth.lan:3000');
		const behindTls = eventOf({ headers: { 'x-forwarded-proto': 'https' } });
		expect(ownOrigin(behindTls.event)).toBe('https://hearth.lan:3000');
		expect(ownOrigin(eventOf({ env: { ORIGIN: 'https://lists.example.org/' } }).event)).toBe(
			'https://lists.example.org'
		);
	});
});

describe('a request is from this machine', () => {
	type Sent = Parameters<typeof eventOf>[0] & { address?: string; httpVersion?: string };
	const isLocal = ({ address = '127.0.0.1', httpVersion = '1.1', ...given }: Sent): boolean => {
		const { event } = eventOf({ url: 'http://localhost:3000/', ...given });
		const req = Object.assign(new IncomingMessage(new Socket()), { httpVersion });
		return isFromThisMachine({ ...event, getClientAddress: () => address, platform: { req } });
	};
	const behind = (forwarded: string): Sent => ({
		env: { TRUSTED_PROXIES: '1' },
		headers: { 'x-forwarded-for': forwarded }
	});

	it.each<[string, Sent]>([
		['under its own name', {}],
		['under its address', { url: 'http://127.0.0.1:3000/' }],
		['over IPv6', { address: '::1' }],
		['over IPv4 in IPv6', { address: '::ffff:127.0.0.1' }],
		['from a page of ours', { headers: { origin: 'http://localhost:3000' } }],
		['through a trusted proxy that says so', behind('127.0.0.1')]
	])('%s', (_, sent) => {
		expect(isLocal(sent)).toBe(true);
	});

	it.each<[string, Sent]>([
		['from another machine', { address: '10.0.0.9' }],
		['under a name that leads here', { url: 'http://hearth.lan:3000/' }],
		['from a page of another site', { headers: { origin: 'http://elsewhere.test' } }],
		['from a page without an origin', { headers: { origin: 'null' } }],
		['in the HTTP of a proxy that sends no header', { httpVersion: '1.0' }],
		['through a trusted proxy, for another machine', behind('203.0.113.5')],
		['through a trusted proxy elsewhere', { ...behind('127.0.0.1'), address: '10.0.0.9' }],
		['past a proxy that is trusted', { env: { TRUSTED_PROXIES: '1' } }],
		...[
			'forwarded',
			'via',
			'x-forwarded-for',
			'x-forwarded-host',
			'x-forwarded-proto',
			'x-real-ip'
		].map((name): [string, Sent] => [`with ${name}`, { headers: { [name]: '127.0.0.1' } }])
	])('and not %s', (_, sent) => {
		expect(isLocal(sent)).toBe(false);
	});
});

describe('a write with a cookie', () => {
	const cookies = { hearth_session: 'secret' };
	const isRefused = (given: Parameters<typeof eventOf>[0]) => {
		try {
			refuseForeignWrite(eventOf({ method: 'POST', cookies, ...given }).event);
			return false;
		} catch (refusal) {
			expect(refusal).toMatchObject({ kind: 'forbidden' });
			return true;
		}
	};

	it.each([
		['the same origin, as the browser says', { headers: { 'sec-fetch-site': 'same-origin' } }],
		['the address bar', { headers: { 'sec-fetch-site': 'none' } }],
		['its own origin on plain http, by name', { headers: { origin: 'http://hearth.lan:3000' } }],
		[
			'its own origin by number',
			{ url: 'http://192.168.1.5:3000/', headers: { origin: 'http://192.168.1.5:3000' } }
		],
		[
			'its own origin with the port that goes without saying',
			{
				url: 'http://hearth.lan/',
				headers: { origin: 'https://hearth.lan', host: 'hearth.lan:443' }
			}
		],
		[
			'the host that a trusted proxy names',
			{
				headers: { origin: 'https://lists.example.org', 'x-forwarded-host': 'lists.example.org' },
				env: { TRUSTED_PROXIES: '1' }
			}
		],
		[
			'the configured origin',
			{
				headers: { origin: 'https://lists.example.org' },
				env: { ORIGIN: 'https://lists.example.org' }
			}
		],
		[
			'a bearer, wherever it is from',
			{
				headers: {
					origin: 'https://evil.test',
					'sec-fetch-site': 'cross-site',
					authorization: 'Bearer x'
				}
			}
		],
		[
			'another site, but only to read',
			{ method: 'GET', headers: { 'sec-fetch-site': 'cross-site' } }
		],
		['a script without cookies', { cookies: {} }]
	])('is taken from %s', (_what, given) => {
		expect(isRefused(given)).toBe(false);
	});

	it.each([
		['another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
		['a neighbour below the same name', { headers: { 'sec-fetch-site': 'same-site' } }],
		[
			'another site that claims our origin too',
			{ headers: { 'sec-fetch-site': 'cross-site', origin: 'http://hearth.lan:3000' } }
		],
		['another origin', { headers: { origin: 'http://evil.test' } }],
		['another port of ours', { headers: { origin: 'http://hearth.lan:3001' } }],
		['no origin that can be named', { headers: { origin: 'null' } }],
		['nowhere', {}],
		['nowhere, with the refresh cookie', { cookies: { hearth_refresh: 'secret' } }],
		[
			'a host that an untrusted proxy names',
			{ headers: { origin: 'https://evil.test', 'x-forwarded-host': 'evil.test' } }
		],
		[
			'an origin that begins like ours',
			{ headers: { origin: 'http://hearth.lan:3000.evil.test' } }
		],
		['another site with DELETE', { method: 'DELETE', headers: { 'sec-fetch-site': 'cross-site' } }]
	])('is refused from %s', (_what, given) => {
		expect(isRefused(given)).toBe(true);
	});

	it.each(['hearth_session', 'hearth_refresh'])(
		'without an origin is told which header it needs, and so says the document of %s',
		(name) => {
			const { event } = eventOf({ method: 'POST', cookies: { [name]: 'secret' } });
			expect(() => refuseForeignWrite(event)).toThrow(/needs the header Origin/);
			expect(
				Object.values(securitySchemes).find((scheme) => scheme.name === name)?.description
			).toContain('need the header `Origin`');
		}
	);
});

describe('a bearer header', () => {
	it.each([
		['Bearer secret', 'secret'],
		['bearer  secret', 'secret'],
		['BEARER a b', 'a b'],
		['Bearer', ''],
		['Basic YWRh', undefined],
		['Bearerx secret', undefined],
		['Other bearer secret', undefined]
	])('%s', (authorization, secret) => {
		expect(bearerOf(new Request('http://hearth.lan/', { headers: { authorization } }))).toBe(
			secret
		);
	});

	it('that is missing counts as none', () => {
		expect(bearerOf(new Request('http://hearth.lan/'))).toBeUndefined();
	});
});

describe('the cookies', () => {
	const expiresAt = new Date('2026-12-20T09:00:00Z');
	const handedOut = (
		given: Parameters<typeof eventOf>[0],
		kind: 'session' | 'refresh' | 'binding'
	) => {
		const { event, written } = eventOf({ now: '2026-12-20T08:00:00Z', ...given });
		deliver(event, [{ kind, secret: 's', expiresAt }]);
		return written;
	};

	it('of a session are bound to this host exactly where the browser uses https', () => {
		const common = { value: 's', path: '/', httpOnly: true, sameSite: 'lax', maxAge: 3600 };
		expect(handedOut({}, 'session')).toEqual([
			{ name: 'hearth_session', secure: false, ...common }
		]);
		expect(handedOut({ headers: { 'x-forwarded-proto': 'https' } }, 'session')).toEqual([
			{ name: '__Host-hearth_session', secure: true, ...common }
		]);
	});

	it('of a pair are sent only to the addresses for signing in', () => {
		const common = {
			value: 's',
			path: '/api/v1/auth',
			httpOnly: true,
			sameSite: 'strict',
			maxAge: 3600
		};
		expect(handedOut({}, 'refresh')).toEqual([
			{ name: 'hearth_refresh', secure: false, ...common }
		]);
		expect(handedOut(https, 'refresh')).toEqual([
			{ name: '__Secure-hearth_refresh', secure: true, ...common }
		]);
	});

	it('that bind a request are hidden from scripts and from other hosts', () => {
		const common = { path: '/', httpOnly: true, sameSite: 'lax' };
		expect(handedOut({}, 'binding')).toMatchObject([
			{ name: 'hearth_request', secure: false, ...common }
		]);
		expect(handedOut(https, 'binding')).toMatchObject([
			{ name: '__Host-hearth_request', secure: true, ...common }
		]);
	});

	const https = { headers: { 'x-forwarded-proto': 'https' } };

	it('that have ended are cleared under both names, each as browsers allow, and the sign of it stays for a year', () => {
		const { event, written } = eventOf();
		deliver(event, [{ kind: 'session-ended' }, { kind: 'refresh-ended' }]);
		expect(written).toEqual([
			expect.objectContaining({ name: 'hearth_ended', value: '1', path: '/', maxAge: 31_536_000 }),
			{ name: 'hearth_session', value: '', path: '/', secure: false },
			{ name: '__Host-hearth_session', value: '', path: '/', secure: true },
			{ name: 'hearth_refresh', value: '', path: '/api/v1/auth', secure: false },
			{ name: '__Secure-hearth_refresh', value: '', path: '/api/v1/auth', secure: true }
		]);
	});

	it('and the sign that a session has ended is as safe as a session over https', () => {
		const { event, written } = eventOf(https);
		deliver(event, [{ kind: 'session-ended' }]);
		const [sign] = written;
		expect(sign).toMatchObject({
			...{ name: '__Host-hearth_ended', path: '/' },
			...{ secure: true, httpOnly: true, sameSite: 'lax' }
		});
	});

	it('and the sign that a session has ended goes with the next one', () => {
		const session = { kind: 'session', secret: 's', expiresAt: new Date(0) } as const;
		const names = (cookies: Record<string, string>) => {
			const { event, written } = eventOf({ cookies });
			deliver(event, [session]);
			return written.map(({ name }) => name);
		};
		expect(names({})).toEqual(['hearth_session']);
		expect(names({ hearth_ended: '1' })).toEqual([
			'hearth_ended',
			'__Host-hearth_ended',
			'hearth_session'
		]);
	});

	const plain = { hearth_session: 'p1', hearth_refresh: 'p2', hearth_request: 'p3' };
	const prefixed = {
		'__Host-hearth_session': 's1',
		'__Secure-hearth_refresh': 's2',
		'__Host-hearth_request': 's3'
	};
	const readFrom = (given: Parameters<typeof eventOf>[0]) => {
		const { event } = eventOf(given);
		return [sessionCookie(event), refreshCookie(event), bindingCookie(event)];
	};

	it('of https take precedence over those of plain http', () => {
		expect(readFrom({ cookies: { ...plain, ...prefixed } })).toEqual(['s1', 's2', 's3']);
		expect(readFrom({ cookies: plain })).toEqual(['p1', 'p2', 'p3']);
	});

	it.each([
		['a proxy says so', { headers: { 'x-forwarded-proto': 'https' } }],
		['the origin says so', { headers: { origin: 'https://hearth.lan:3000' } }],
		['it is configured', { env: { ORIGIN: 'https://hearth.lan' } }]
	])(
		'of plain http are not read where https is spoken, as %s: another host may have planted them',
		(_what, given) => {
			expect(readFrom({ ...given, cookies: plain })).toEqual([undefined, undefined, undefined]);
			expect(readFrom({ ...given, cookies: { ...plain, ...prefixed } })).toEqual([
				's1',
				's2',
				's3'
			]);
		}
	);
});

it.each(['default', '__proto__', 'constructor', 'toString'])(
	'no page has a form action %s',
	(name) => {
		const url = `http://hearth.lan:3000/sign-in?next=/today&/${name}`;
		const refused = () => refuseUnknownAction(eventOf({ method: 'POST', url }).event);
		expect(refused).toThrow(expect.objectContaining({ status: 404 }));
		expect(() => refuseUnknownAction(eventOf({ url }).event)).not.toThrow();
	}
);

describe('the address to go to after signing in', () => {
	it.each(['/', '/lists/lst_a', '/lists/lst_a?order=x#top', '/search?query=a%20b'])(
		'is %s',
		(next) => {
			expect(nextAddress(next)).toBe(next);
		}
	);

	it.each([
		'',
		null,
		undefined,
		'//evil.test',
		'/\\evil.test',
		'https:evil.test',
		'https://evil.test/',
		'javascript:alert(1)',
		'/\tevil',
		'\t//evil.test',
		'/ /evil',
		'/\n/evil.test',
		'lists',
		`/${'x'.repeat(8192)}`,
		'/ä'
	])('is home instead of %j', (next) => {
		expect(nextAddress(next)).toBe('/');
	});

	it('never leaves this app through a dot', () => {
		for (const next of ['/..//evil.test', '/.//evil.test', '/x/..//evil.test', '/./\\evil.test']) {
			const address = nextAddress(next);
			expect(new URL(address, 'http://hearth.lan').host, address).toBe('hearth.lan');
		}
	});
});

describe('what went wrong', () => {
	it('is told in one shape', () => {
		const refusal = malformed('name', 'A name is required.');
		expect(errorBody(refusal)).toEqual({
			code: 3,
			message: 'A name is required.',
			details: [
				{
					'@type': 'type.googleapis.com/google.rpc.BadRequest',
					fieldViolations: [{ field: 'name', description: 'A name is required.' }]
				}
			]
		});
		expect(errorBody(new Refusal('missing', 'None.'))).toEqual({
			code: 5,
			message: 'None.',
			details: []
		});
	});

	it('has the status and the code that were promised', () => {
		const told = Object.entries(statuses).map(
			([kind, { status, code }]) => `${kind} ${status} ${code}`
		);
		expect(told).toEqual([
			'malformed 400 3',
			'not-yet 400 9',
			'unauthenticated 401 16',
			'forbidden 403 7',
			'missing 404 5',
			'wrong-method 405 12',
			'exists 409 6',
			'changed 409 10',
			'stale 412 10',
			'too-large 413 8',
			'not-json 415 3',
			'key-reused 422 3',
			'too-many 429 8',
			'fault 500 13',
			'away 503 14'
		]);
	});

	it('has the headers Retry-After, ETag and WWW-Authenticate', () => {
		expect(errorHeaders(new Refusal('away', 'x', { retryAfter: 2 }))).toStrictEqual({
			'retry-after': '2'
		});
		expect(errorHeaders(new Refusal('unauthenticated', 'x'))).toStrictEqual({
			'www-authenticate': 'Bearer realm="Hearth"'
		});
		expect(errorHeaders(new Refusal('stale', 'x', { etag: '"a"' }))).toStrictEqual({ etag: '"a"' });
		expect(errorHeaders(new Refusal('missing', 'x'))).toStrictEqual({});
	});

	it('reveals nothing of an unexpected error but its id in the log', () => {
		const refusal = refusalFrom(
			new Error('UNIQUE failed: Member.passwordHash $argon2id$abc'),
			unfinished('tickItem'),
			'request-7'
		);
		expect(refusal.kind).toBe('fault');
		expect(refusal.message).toBe(
			'Something went wrong on our side: tickItem could not be finished. Nothing was changed. Details are in the server log under request-7.'
		);
		expect(refusalFrom({ status: 413 }, faults.page, 'y').kind).toBe('too-large');
	});

	it.each<[string, unknown]>([
		['malformed', Object.assign(new Error('aborted'), { code: 'ECONNRESET' })],
		['fault', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
		['fault', new Error('aborted')],
		['malformed', new RangeError('Maximum call stack size exceeded')],
		['fault', new RangeError('Invalid array length')],
		['fault', new Error('Maximum call stack size exceeded')],
		['fault', { status: 418 }],
		['fault', null]
	])('is a %s where it is %o', (kind, error) => {
		expect(refusalFrom(error, faults.page, 'y').kind).toBe(kind);
	});

	it('logs where an unexpected error was thrown', async () => {
		const world = await openWorld('sqlite');
		const asked = { household: world.household, caller: visitor, requestId: 'request-7' };
		expect(loggedRefusal(asked, new Error('unforeseen'), faults.page).kind).toBe('fault');
		expect(loggedRefusal(asked, new Refusal('missing', 'x'), faults.page).kind).toBe('missing');
		const [line, ...others] = world.logged.map((logged) => JSON.parse(logged));
		expect(line).toMatchObject({ message: faults.page.log, requestId: 'request-7' });
		expect(line.reason).toContain('requests.test.ts');
		expect(others).toEqual([]);
		await world.close();
	});

	it('names no size limit, since BODY_SIZE_LIMIT may differ', () => {
		expect(tooLarge().message).toMatch(/^That is too large to send at once\.[^\d]*$/);
	});
});

describe('how pages look', () => {
	it('follows the cookies, and ignores values that are no theme or time zone', () => {
		expect(themeOf(eventOf({ cookies: { hearth_theme: 'dark' } }).event)).toBe('dark');
		expect(themeOf(eventOf({ cookies: { hearth_theme: '"><script>' } }).event)).toBe('system');
		expect(timeZoneOf(eventOf({ cookies: { hearth_zone: 'Europe/Lisbon' } }).event)).toBe(
			'Europe/Lisbon'
		);
		expect(timeZoneOf(eventOf({ cookies: { hearth_zone: 'Mars/Base' } }).event)).toBe('UTC');
	});

	it.each([
		['Pacific/Auckland', '2026-11-21'],
		['America/Los_Angeles', '2026-11-20'],
		['UTC', '2026-11-20']
	])('takes for today in %s the day it is there', (zone, today) => {
		expect(
			todayOf(eventOf({ cookies: { hearth_zone: zone }, now: '2026-11-20T13:00:00Z' }).event)
		).toBe(today);
	});

	it('stores only known values, for a year, also on plain http, and where script reads them', () => {
		const { event, written } = eventOf();
		rememberAppearance(event, { theme: 'puce', zone: 'Mars/Base' });
		rememberAppearance(event, { theme: 'dark', zone: 'Europe/Lisbon', keys: 'off' });
		const stored = { path: '/', secure: false, httpOnly: false, maxAge: 31_536_000 };
		expect(written).toMatchObject([
			{ name: 'hearth_theme', value: 'dark', ...stored },
			{ name: 'hearth_zone', value: 'Europe/Lisbon', ...stored },
			{ name: 'hearth_keys', value: 'off', ...stored }
		]);
	});

	it('is part of the first byte of a page', () => {
		const { event } = eventOf({ cookies: { hearth_theme: 'dark' } });
		const attributes = 'lang="ar" dir="rtl" data-theme="dark"';
		expect(inLanguage('ar', htmlAttributes, event)).toBe(attributes);
	});

	it.each([
		['', '(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'],
		['light', 'all', 'not all'],
		['dark', 'not all', 'all']
	])('with the theme "%s" colours the bar of the browser, too', (theme, light, dark) => {
		const { event } = eventOf({ cookies: { hearth_theme: theme } });
		expect(inLanguage('en', () => barMediaOf('light'), event)).toBe(light);
		expect(inLanguage('en', () => barMediaOf('dark'), event)).toBe(dark);
	});
});

describe('the language of an answer', () => {
	const asked = { 'accept-language': 'de-AT, fr;q=0.5' };
	it.each([
		['/', {}, 'de'],
		['/', { hearth_language: 'ar' }, 'ar'],
		['/', { hearth_language: 'tlh' }, 'de'],
		['/api/v1/lists', { hearth_language: 'es' }, 'es'],
		// MCP answers are always in English.
		['/mcp', { hearth_language: 'ar' }, 'en']
	])('at %s with the cookies %j is %s', async (path, cookies, language) => {
		const { event } = eventOf({ url: `http://hearth.lan:3000${path}`, headers: asked, cookies });
		expect(await languageOf(event)).toBe(language);
	});

	it('is English while the database is silent, which is not asked by every request', async () => {
		let asked = 0;
		const read = {
			query: async () => {
				asked += 1;
				throw new Error('the database is silent');
			}
		};
		const { event } = eventOf({ headers: { 'accept-language': 'pt' } });
		Object.defineProperty(event.locals.household, 'database', { value: { read } });
		for (const language of ['en', 'en', 'en']) expect(await languageOf(event)).toBe(language);
		expect(asked).toBe(1);
	});

	it('holds for everything awaited in a request, and for no other request', async () => {
		const said = async () => [m.lists(), await Promise.resolve().then(() => m.lists())];
		const both = await Promise.all([inLanguage('de', said), inLanguage('fr', said), said()]);
		expect(both).toEqual(
			(['de', 'fr', 'en'] as const).map((locale) => Array(2).fill(m.lists({}, { locale })))
		);
	});

	it('is stored for a year, also on plain http, and can be left to the browser again', () => {
		const { event, written } = eventOf();
		chooseLanguage(event, 'es');
		chooseLanguage(event, '');
		const stored = { name: 'hearth_language', path: '/', secure: false };
		expect(written).toMatchObject([
			{ ...stored, value: 'es', maxAge: 31_536_000 },
			{ ...stored, value: '' }
		]);
		expect(written[1]).not.toHaveProperty('maxAge');
	});
});
