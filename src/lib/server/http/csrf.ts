import type { RequestEvent } from '@sveltejs/kit';
import * as m from '../../paraglide/messages.js';
import { forbidden } from '../kernel/errors.ts';
import { originOfOwnPage } from './address.ts';
import { bearerOf } from './caller.ts';
import { refreshCookie, sessionCookie } from './credential-cookies.ts';

/**
 * Refuses a write that another site's page makes a browser send. No browser sends a bearer by itself, so requests
 * with one are not checked. Works on plain http in a LAN, where browsers do not send Sec-Fetch-Site, and behind a TLS
 * proxy.
 */
export function refuseForeignWrite(event: RequestEvent): void {
	if (reading.has(event.request.method) || bearerOf(event.request) !== undefined) return;
	const { headers } = event.request;
	if (!headers.has('sec-fetch-site') && !headers.has('origin')) refuseCookieAlone(event);
	else if (!isFromHere(event)) throw forbidden(m.sent_from_another_site());
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Browsers say where a write is from, so one with a cookie that does not is a script's. It is told what to send. */
function refuseCookieAlone(event: RequestEvent): void {
	if (sessionCookie(event) || refreshCookie(event)) throw forbidden(m.origin_missing());
}

function isFromHere(event: RequestEvent): boolean {
	const site = event.request.headers.get('sec-fetch-site');
	if (site !== null) return site === 'same-origin' || site === 'none';
	return originOfOwnPage(event) !== undefined;
}
