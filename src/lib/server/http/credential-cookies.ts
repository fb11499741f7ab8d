import type { RequestEvent } from '@sveltejs/kit';
import { readCookie, type Cookie } from './cookie.ts';

/** The session, the refresh token and the secret that binds requests travel in these cookies, which no script reads. */

export const session: Cookie = { name: 'hearth_session', path: '/', sameSite: 'lax' };
export const refresh: Cookie = { name: 'hearth_refresh', path: '/api/v1/auth', sameSite: 'strict' };
export const binding: Cookie = { name: 'hearth_request', path: '/', sameSite: 'lax' };

/** Set as a session is ended in this browser, until the next one begins. It says no more than that. */
export const ended: Cookie = { name: 'hearth_ended', path: '/', sameSite: 'lax' };

/** Whether the last session of this browser was ended in it. */
export const wasEndedHere = (event: RequestEvent): boolean =>
	readCookie(event, ended) !== undefined;

export const sessionCookie = (event: RequestEvent): string | undefined =>
	readCookie(event, session);

export const refreshCookie = (event: RequestEvent): string | undefined =>
	readCookie(event, refresh);

/** What binds a visitor's requests to this client. */
export const bindingCookie = (event: RequestEvent): string | undefined =>
	readCookie(event, binding);
