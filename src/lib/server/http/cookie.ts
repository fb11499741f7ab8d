import type { RequestEvent } from '@sveltejs/kit';
import { speaksHttps } from './address.ts';

/** A cookie of this server alone, which no script reads. */
export type Cookie = { name: string; path: string; sameSite: 'lax' | 'strict' };

/** The name over https. Browsers accept the prefixes over https only, and `__Host-` from this host, with path `/`. */
const secureNameOf = ({ name, path }: Cookie): string =>
	`${path === '/' ? '__Host-' : '__Secure-'}${name}`;

/** Over https a cookie without the prefix does not count: another host below the same domain could plant one. */
export function readCookie(event: RequestEvent, cookie: Cookie): string | undefined {
	const prefixed = event.cookies.get(secureNameOf(cookie));
	return prefixed ?? (speaksHttps(event) ? undefined : event.cookies.get(cookie.name));
}

export function writeCookie(
	event: RequestEvent,
	cookie: Cookie,
	value: string,
	maxAge: number
): void {
	const secure = speaksHttps(event);
	const { name, path, sameSite } = cookie;
	const options = { path, httpOnly: true, sameSite, secure, maxAge };
	event.cookies.set(secure ? secureNameOf(cookie) : name, value, options);
}

export function removeCookie({ cookies }: RequestEvent, cookie: Cookie): void {
	const { path } = cookie;
	cookies.delete(cookie.name, { path, secure: false });
	cookies.delete(secureNameOf(cookie), { path, secure: true });
}
