import type { Cookies, RequestEvent } from '@sveltejs/kit';
import type { Credential } from '../domain/unit.ts';
import { speaksHttps } from './address.ts';

/** The browser session and the refresh token travel here and nowhere else; script cannot read either. */

export function sessionCookie(cookies: Cookies): string | undefined {
	return cookies.get(`__Host-${session}`) ?? cookies.get(session);
}

export function refreshCookie(cookies: Cookies): string | undefined {
	return cookies.get(refresh);
}

/** What binds a visitor's requests to this client. */
export function bindingCookie(cookies: Cookies): string | undefined {
	return cookies.get(binding);
}

/** Writes what an operation handed out, or took back. */
export function deliver(event: RequestEvent, issued: Credential[]): void {
	const secure = speaksHttps(event);
	for (const credential of issued) write[credential.kind](event.cookies, credential, secure);
}

const session = 'hearth_session';
const refresh = 'hearth_refresh';
const binding = 'hearth_request';
const refreshPath = '/api/v1/auth';

type Write = (cookies: Cookies, credential: Credential, secure: boolean) => void;

const write: Record<Credential['kind'], Write> = {
	session: (cookies, credential, secure) => {
		if (credential.kind !== 'session') return;
		const name = secure ? `__Host-${session}` : session;
		cookies.set(name, credential.secret, {
			path: '/',
			httpOnly: true,
			sameSite: 'lax',
			secure,
			expires: credential.expiresAt
		});
	},
	'session-ended': (cookies) => {
		cookies.delete(session, { path: '/', secure: false });
		cookies.delete(`__Host-${session}`, { path: '/', secure: true });
	},
	refresh: (cookies, credential, secure) => {
		if (credential.kind !== 'refresh') return;
		const { secret, expiresAt } = credential;
		cookies.set(refresh, secret, {
			path: refreshPath,
			httpOnly: true,
			sameSite: 'strict',
			secure,
			expires: expiresAt
		});
	},
	binding: (cookies, credential, secure) => {
		if (credential.kind !== 'binding') return;
		cookies.set(binding, credential.secret, {
			path: '/',
			httpOnly: true,
			sameSite: 'lax',
			secure,
			expires: credential.expiresAt
		});
	},
	'refresh-ended': (cookies) => cookies.delete(refresh, { path: refreshPath, secure: false })
};
