import type { RequestEvent } from '@sveltejs/kit';
import type { Credential } from '../kernel/credential.ts';
import { speaksHttps } from './address.ts';

/** The session, the refresh token and the secret that binds requests travel in these cookies, which no script reads. */

type Cookie = { name: string; path: string; sameSite: 'lax' | 'strict' };

const session: Cookie = { name: 'hearth_session', path: '/', sameSite: 'lax' };
const refresh: Cookie = { name: 'hearth_refresh', path: '/api/v1/auth', sameSite: 'strict' };
const binding: Cookie = { name: 'hearth_request', path: '/', sameSite: 'lax' };

/** Set as a session is ended in this browser, until the next one begins. It says no more than that. */
const ended: Cookie = { name: 'hearth_ended', path: '/', sameSite: 'lax' };

/** The name over https. Browsers accept the prefixes over https only, and `__Host-` from this host, with path `/`. */
const secureNameOf = ({ name, path }: Cookie): string =>
	`${path === '/' ? '__Host-' : '__Secure-'}${name}`;

const endedForSeconds = 365 * 86_400;

/** Whether the last session of this browser was ended in it. */
export const wasEndedHere = (event: RequestEvent): boolean => read(event, ended) !== undefined;

export const sessionCookie = (event: RequestEvent): string | undefined => read(event, session);

export const refreshCookie = (event: RequestEvent): string | undefined => read(event, refresh);

/** What binds a visitor's requests to this client. */
export const bindingCookie = (event: RequestEvent): string | undefined => read(event, binding);

/** Sets or deletes the cookies of credentials that an operation issued or ended. A setup code goes to the console. */
export function deliver(event: RequestEvent, issued: Credential[]): void {
	for (const credential of issued) deliverOne(event, credential);
}

function deliverOne(event: RequestEvent, credential: Credential): void {
	switch (credential.kind) {
		case 'session':
			if (read(event, ended)) remove(event, ended);
			return writeSecret(event, session, credential);
		case 'session-ended':
			write(event, ended, '1', endedForSeconds);
			return remove(event, session);
		case 'refresh':
			return writeSecret(event, refresh, credential);
		case 'refresh-ended':
			return remove(event, refresh);
		case 'binding':
			return writeSecret(event, binding, credential);
		case 'setup-code':
			return void announcer.emit('hearth:setup-code', credential.secret);
	}
}

/** bin/serve.mjs prints the setup code, because it knows the address. */
const announcer: NodeJS.EventEmitter = process;

/** Over https a cookie without the prefix does not count: another host below the same domain could plant one. */
function read(event: RequestEvent, cookie: Cookie): string | undefined {
	const prefixed = event.cookies.get(secureNameOf(cookie));
	return prefixed ?? (speaksHttps(event) ? undefined : event.cookies.get(cookie.name));
}

/** It lasts for so many seconds, not until a date: Firefox would compare that with a clock of the device that may be wrong. */
function writeSecret(
	event: RequestEvent,
	cookie: Cookie,
	{ secret, expiresAt }: { secret: string; expiresAt: Date }
): void {
	const lastsMs = expiresAt.getTime() - event.locals.household.clock().getTime();
	write(event, cookie, secret, Math.max(0, Math.floor(lastsMs / 1000)));
}

function write(event: RequestEvent, cookie: Cookie, value: string, maxAge: number): void {
	const secure = speaksHttps(event);
	const { name, path, sameSite } = cookie;
	const options = { path, httpOnly: true, sameSite, secure, maxAge };
	event.cookies.set(secure ? secureNameOf(cookie) : name, value, options);
}

function remove({ cookies }: RequestEvent, cookie: Cookie): void {
	const { path } = cookie;
	cookies.delete(cookie.name, { path, secure: false });
	cookies.delete(secureNameOf(cookie), { path, secure: true });
}
