import type { RequestEvent } from '@sveltejs/kit';
import { speaksHttps } from './address.ts';

const onFiles = {
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'same-origin',
	'content-security-policy':
		"default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
};

/**
 * On every answer, also on what Kit says by itself: bin/serve.mjs sets them, which `vite dev` does without. The policy is the one that files have, a worker's
 * script among them.
 */
const onEverything = {
	...onFiles,
	'cross-origin-opener-policy': 'same-origin',
	'permissions-policy': 'camera=(), geolocation=(), microphone=()'
};

/** A page loads ten files of the program, and of none does a browser ask what only a document is asked. */
export const headersAt = (path = ''): Record<string, string> =>
	path.startsWith('/_app/immutable/') && !leadsElsewhere.test(path) ? onFiles : onEverything;

/** An address reads `..` as a way up, however it is written. */
const leadsElsewhere = /\/(?:\.|%2e)/i;

/** What an answer has beside `headersAt`, errors included. Pages bring a Content-Security-Policy of their own, with its nonces. */
export function withHeaders(event: RequestEvent, response: Response): Response {
	const { headers } = response;
	headers.set('x-request-id', event.locals.requestId);
	if (!headers.has('content-security-policy')) headers.set('content-security-policy', bare);
	if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
	if (speaksHttps(event)) headers.set('strict-transport-security', 'max-age=31536000');
	return response;
}

/** For answers that are no page, and for src/error.html, whose one style this is the hash of. */
const bare =
	"default-src 'none'; style-src 'sha256-VUpgtab8QxRKNNHQpFdOiCIsZ33xTFmm6b3gu2IL4AY='; frame-ancestors 'none'";
