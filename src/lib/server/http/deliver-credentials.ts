import type { RequestEvent } from '@sveltejs/kit';
import type { Credential } from '../kernel/credential.ts';
import { readCookie, removeCookie, writeCookie, type Cookie } from './cookie.ts';
import { binding, ended, refresh, session } from './credential-cookies.ts';

const endedForSeconds = 365 * 86_400;

/** Sets or deletes the cookies of credentials that an operation issued or ended. A setup code goes to the console. */
export function deliver(event: RequestEvent, issued: Credential[]): void {
	for (const credential of issued) deliverOne(event, credential);
}

function deliverOne(event: RequestEvent, credential: Credential): void {
	switch (credential.kind) {
		case 'session':
			if (readCookie(event, ended)) removeCookie(event, ended);
			return writeSecret(event, session, credential);
		case 'session-ended':
			writeCookie(event, ended, '1', endedForSeconds);
			return removeCookie(event, session);
		case 'refresh':
			return writeSecret(event, refresh, credential);
		case 'refresh-ended':
			return removeCookie(event, refresh);
		case 'binding':
			return writeSecret(event, binding, credential);
		case 'setup-code':
			return void announcer.emit('hearth:setup-code', credential.secret);
	}
}

/** bin/serve.mjs prints the setup code, because it knows the address. */
const announcer: NodeJS.EventEmitter = process;

/** It lasts for so many seconds, not until a date: Firefox would compare that with a clock of the device that may be wrong. */
function writeSecret(
	event: RequestEvent,
	cookie: Cookie,
	{ secret, expiresAt }: { secret: string; expiresAt: Date }
): void {
	const lastsMs = expiresAt.getTime() - event.locals.household.clock().getTime();
	writeCookie(event, cookie, secret, Math.max(0, Math.floor(lastsMs / 1000)));
}
