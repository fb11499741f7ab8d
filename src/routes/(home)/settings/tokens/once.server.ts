import { randomBytes } from 'node:crypto';
import type { RequestEvent } from '@sveltejs/kit';
import { speaksHttps } from '$lib/server/transports/address';

/** Marks one showing of a form. */
export const newKey = (): string => randomBytes(16).toString('base64url');

/**
 * Makes a thing once for one showing of its form, and is undefined for every time the same form comes again: a double
 * click, a reload of the answer, a resubmission after Back. What was refused may be sent again.
 */
export async function once<Made>(
	event: RequestEvent,
	key: string,
	make: () => Promise<Made>
): Promise<Made | undefined> {
	const used = event.cookies.get(cookie)?.split('.') ?? [];
	if (inHand.has(key) || used.includes(key)) return undefined;
	inHand.add(key);
	try {
		const made = await make();
		remember(event, [key, ...used]);
		// By then the browser has the cookie.
		setTimeout(() => inHand.delete(key), 600_000).unref();
		return made;
	} catch (error) {
		inHand.delete(key);
		throw error;
	}
}

/** The second of two clicks is sent before the first is answered, so without the cookie that the answer sets. */
const inHand = new Set<string>();

const cookie = 'hearth_made';
const most = 20;

function remember(event: RequestEvent, keys: string[]): void {
	event.cookies.set(cookie, keys.slice(0, most).join('.'), {
		path: '/settings/tokens',
		httpOnly: true,
		sameSite: 'strict',
		secure: speaksHttps(event),
		maxAge: 604_800
	});
}
