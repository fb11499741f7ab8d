import type { Reroute } from '@sveltejs/kit';

/** `/items/{itemUid}%3Amove` is `/items/{itemUid}:move`: some clients escape the colon. */
export const reroute: Reroute = ({ url }) =>
	/^\/api\/.*%3a/i.test(url.pathname) ? url.pathname.replace(/%3a/gi, ':') : undefined;
