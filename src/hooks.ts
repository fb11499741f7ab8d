import type { Reroute } from '@sveltejs/kit';

/**
 * `/items/{itemUid}%3Amove` is `/items/{itemUid}:move`: some clients escape the colon. An address of the interface with
 * a slash too many is none, where Kit would send whoever asks to another.
 */
export const reroute: Reroute = ({ url: { pathname } }) => {
	if (/^\/api\/.*\/$/.test(pathname)) return '/api/a-slash-too-many';
	return /^\/api\/.*%3a/i.test(pathname) ? pathname.replace(/%3a/gi, ':') : undefined;
};
