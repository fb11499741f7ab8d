import type { RequestEvent } from '@sveltejs/kit';
import { BlockList, isIP } from 'node:net';
import { forwardedHost, hostnameIn, isLoopbackName } from './host.ts';

/** Where a request comes from and which address it was sent to, in front of proxies or behind them. */

/** The network address under which wrong passwords are counted: the nearest one that is not a trusted proxy's. */
export function clientAddress(event: RequestEvent): string {
	return forwardedAddress(event) || event.getClientAddress() || goneAddress;
}

/** For a client that has hung up: its connection has no address any more, whatever the type says. */
const goneAddress = 'unknown';

function forwardedAddress(event: RequestEvent): string | undefined {
	const { request, locals } = event;
	const { config, log } = locals.household;
	const { trustedProxies } = config;
	const forwarded = request.headers.get('x-forwarded-for')?.split(',') ?? [];
	if (trustedProxies === 0) {
		if (forwarded.length > 0) warnOnce(log, proxyNotTrusted);
		return undefined;
	}
	const address = addressIn(forwarded.at(-trustedProxies)?.trim() ?? '');
	if (!address && isRelayed(event)) warnOnce(log, fewerProxies);
	return address;
}

/**
 * The address in an entry of X-Forwarded-For, or undefined. Some proxies add the port, which differs for each
 * connection.
 */
function addressIn(entry: string): string | undefined {
	const [, ipv6, ipv4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? [];
	const address = ipv6 ?? ipv4 ?? entry;
	return isIP(address) > 0 ? address : undefined;
}

/** Whether the request was sent on the machine that the server runs on, and under a name of that machine. */
export function isFromThisMachine(event: RequestEvent): boolean {
	return (
		[event.getClientAddress(), clientAddress(event)].every(isLoopback) &&
		!isRelayedUnseen(event) &&
		namesOf(event).every((name) => isLoopback(name) || isLoopbackName(name))
	);
}

/**
 * Whether a local proxy may have relayed the request for a client elsewhere: the proxy's own connection comes from this machine
 * too. Only a trusted proxy says which client it relays.
 */
function isRelayedUnseen(event: RequestEvent): boolean {
	const { trustedProxies } = event.locals.household.config;
	return trustedProxies > 0 ? !forwardedAddress(event) : isRelayed(event);
}

/** Recognises a proxy by its headers, or by a version of HTTP that no browser speaks. */
function isRelayed({ request, platform }: RequestEvent): boolean {
	return (
		platform?.req.httpVersion === '1.0' || relayHeaders.some((name) => request.headers.has(name))
	);
}

/**
 * The names by which the request calls this server: that of its host, and that of its Origin. A browser on this machine may
 * show a page of another site whose name now points to this machine (DNS rebinding).
 */
function namesOf(event: RequestEvent): string[] {
	const origin = event.request.headers.get('origin');
	const shown = origin === null ? [] : [hostnameIn(URL.parse(origin)?.host ?? '')];
	return [hostnameOf(event), ...shown].map((name) => name ?? '');
}

/** What proxies add to a request that they pass on; a browser sends none of them. */
const relayHeaders = [
	'forwarded',
	'via',
	'x-forwarded-for',
	'x-forwarded-host',
	'x-forwarded-proto',
	'x-real-ip'
];

function isLoopback(address: string): boolean {
	const version = isIP(address);
	return version > 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** The name that people used for this request, without its port. */
export function hostnameOf(event: RequestEvent): string | undefined {
	return hostnameIn(hostOf(event) ?? '');
}

/** The host with its port, as a trusted proxy forwards it where there is one. */
function hostOf({ request: { headers }, locals }: RequestEvent): string | null {
	const { trustedProxies } = locals.household.config;
	return forwardedHost(headers.get('x-forwarded-host'), trustedProxies) ?? headers.get('host');
}

/** Where TRUSTED_PROXIES is wrong, everybody shares one address, and ten wrong passwords lock everybody out. */
const proxyNotTrusted =
	'a request came with X-Forwarded-For, which is not believed: behind a proxy, set TRUSTED_PROXIES, or wrong passwords are counted for everybody together';
const fewerProxies =
	'a request came through fewer proxies than TRUSTED_PROXIES says, or with an X-Forwarded-For that names no client: wrong passwords of such requests are counted for everybody together';

/** Once for each start. */
function warnOnce(log: RequestEvent['locals']['household']['log'], message: string): void {
	if (warned.has(log)) return;
	warned.add(log);
	log.warn(message);
}

const warned = new WeakSet<object>();

/** Whether the browser speaks https, also when a proxy ends it. A forged header only marks the forger's own cookies. */
export function speaksHttps(event: RequestEvent): boolean {
	const { headers } = event.request;
	const origin = originOfOwnPage(event);
	if (origin) return origin.protocol === 'https:';
	const forwarded = headers.get('x-forwarded-proto')?.split(',')[0]?.trim();
	if (forwarded) return forwarded === 'https';
	if (sentOverHttps.test(headers.get('cookie') ?? '')) return true;
	return event.locals.household.config.origin?.startsWith('https:') ?? false;
}

/** Browsers send cookies with these prefixes over https alone. Some proxies forward no other sign of https. */
const sentOverHttps = /(?:^|;\s*)__(?:Host|Secure)-hearth_/;

/**
 * The Origin of a request, where a page of this app sent it; otherwise undefined. Its host is that of this app, where the default port of
 * the scheme may be left out.
 */
export function originOfOwnPage(event: RequestEvent): URL | undefined {
	const { headers } = event.request;
	const sent = headers.get('origin');
	const origin = sent && URL.parse(sent);
	if (!origin) return undefined;
	const { origin: configured } = event.locals.household.config;
	const hosts = [headers.get('host'), hostOf(event), configured && new URL(configured).host];
	const isOwn = (host: string | null | undefined) =>
		host && URL.parse(`${origin.protocol}//${host}`)?.host === origin.host;
	return hosts.some(isOwn) ? origin : undefined;
}

/** The address people use, for links that leave the page. */
export function ownOrigin(event: RequestEvent): string {
	const { origin } = event.locals.household.config;
	return origin ?? `${speaksHttps(event) ? 'https' : 'http'}://${hostOf(event) ?? 'localhost'}`;
}
