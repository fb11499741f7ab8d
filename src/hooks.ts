import type { Reroute } from '@sveltejs/kit';

/**
 * `/items/{itemUid}%3Amove` is `/items/{itemUid}:move`: some clients escape the colon. An address of the interface with
 * a slash too many is a 404, where Kit would redirect to the address without it.
 */
export const reroute: Reroute = ({ url: { pathname } }) => {
	if (/^\/api\/.*\/$/.test(pathname)) return '/api/a-slash-too-many';
	return /^\/api\/.*%3a/i.test(pathname) ? pathname.replace(/%3a/gi, ':') : undefined;
};
