import type { RequestEvent } from '@sveltejs/kit';

/** Where a request comes from and which address it was sent to, in front of proxies or behind them. */

/** The network address to count wrong passwords for: the nearest one that no trusted proxy speaks for. */
export function addressOf(event: RequestEvent): string {
	const { config, log } = event.locals.household;
	const { trustedProxies } = config;
	const forwarded = event.request.headers.get('x-forwarded-for')?.split(',') ?? [];
	if (forwarded.length > 0 && trustedProxies === 0) warnOfProxy(log);
	const told = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined;
	return told || event.getClientAddress();
}

/** Whether the client has hung up, so that nobody waits for the answer. Unknown in development. */
export const isGone = ({ platform }: Pick<RequestEvent, 'platform'>): boolean =>
	platform?.req.socket.destroyed ?? false;

/** Once for each start: behind an undeclared proxy everybody shares one address, and ten wrong passwords lock all of them. */
function warnOfProxy(log: RequestEvent['locals']['household']['log']): void {
	if (warned.has(log)) return;
	warned.add(log);
	log.warn(
		'a request came with X-Forwarded-For, which is not believed: behind a proxy, set TRUSTED_PROXIES, or wrong passwords are counted for everybody together'
	);
}

const warned = new WeakSet<object>();

/** The hosts, with their ports, that are this app's own for this request. */
export function ownHosts({ request, locals }: RequestEvent): string[] {
	const { origin, trustedProxies } = locals.household.config;
	const hosts = [request.headers.get('host')];
	if (trustedProxies > 0) hosts.push(request.headers.get('x-forwarded-host'));
	if (origin) hosts.push(new URL(origin).host);
	return hosts.filter((host) => host !== null).map((host) => host.toLowerCase());
}

/**
 * Whether the browser speaks https, also when a proxy in front ends it. A forged header only marks the forger's own
 * cookies, so none of this needs configuring.
 */
export function speaksHttps(event: RequestEvent): boolean {
	const { request, locals } = event;
	const origin = URL.parse(request.headers.get('origin') ?? '');
	if (origin && isOwn(event, origin)) return origin.protocol === 'https:';
	const forwarded = request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim();
	if (forwarded) return forwarded === 'https';
	return locals.household.config.origin?.startsWith('https:') ?? false;
}

/** Compares host and port; a port that goes without saying for the scheme may be left out on either side. */
export function isOwn(event: RequestEvent, origin: URL): boolean {
	return ownHosts(event).some(
		(host) => URL.parse(`${origin.protocol}//${host}`)?.host === origin.host
	);
}

/** The address people use, for links that leave the page. */
export function ownOrigin(event: RequestEvent): string {
	const { origin } = event.locals.household.config;
	return (
		origin ??
		`${speaksHttps(event) ? 'https' : 'http'}://${event.request.headers.get('host') ?? 'localhost'}`
	);
}
