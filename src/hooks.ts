import type { Reroute, Transport } from '@sveltejs/kit';
import { rowsOf, tableOf } from '$lib/client/format/reused';

/**
 * `/items/{itemUid}%3Amove` is `/items/{itemUid}:move`: some clients escape the colon. An address of the REST API that ends in a
 * slash is a 404; Kit would redirect to the address without it.
 */
export const reroute: Reroute = ({ url: { pathname } }) => {
	if (/^\/api\/.*\/$/.test(pathname)) return '/api/a-slash-too-many';
	return /^\/api\/.*%3a/i.test(pathname) ? pathname.replace(/%3a/gi, ':') : undefined;
};

/** Reused rows go into a page as the text that was made once for all pages. Browsers do without the code that makes it. */
export const transport = {
	reused: {
		encode: (value: unknown) => import.meta.env.SSR && tableOf(value),
		decode: rowsOf
	}
} satisfies Transport;
