import type { RequestEvent } from '@sveltejs/kit';
import { speaksHttps } from './address.ts';

const onFiles = {
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'same-origin',
	'content-security-policy':
		"default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
};

/** A script of a page loads by the policy of the page. Its own is as short as it is strict, because a list loads four of them. */
const onScripts = {
	...onFiles,
	'content-security-policy': "default-src 'none'; frame-ancestors 'none'"
};

/**
 * Set on every answer, also on those that Kit gives by itself. bin/serve.mjs sets them, so `vite dev` does without. The policy is that of
 * files, a worker's script among them.
 */
const onEverything = {
	...onFiles,
	'cross-origin-opener-policy': 'same-origin',
	'permissions-policy': 'camera=(), geolocation=(), microphone=()'
};

/** Some networks keep every `.js` for hours: after an upgrade a new device would get a worker that does not fit the pages. */
const onWorker = { ...onEverything, 'cache-control': 'no-cache' };

/** The headers for a path. Files of the program get fewer: browsers heed the others on documents only. */
export function headersAt(path = ''): Record<string, string> {
	if (path === '/service-worker.js') return onWorker;
	if (!path.startsWith('/_app/immutable/') || leadsElsewhere.test(path)) return onEverything;
	return path.endsWith('.js') ? onScripts : onFiles;
}

/** A `.` or `..` in the path, also percent-encoded, may lead out of the folder. */
const leadsElsewhere = /\/(?:\.|%2e)/i;

/** What an answer has beside `headersAt`, errors included. Pages bring a Content-Security-Policy of their own, with its nonces. */
export function withHeaders(event: RequestEvent, response: Response): Response {
	const { headers } = response;
	headers.set('x-request-id', event.locals.requestId);
	if (!headers.has('content-security-policy')) headers.set('content-security-policy', bare);
	if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
	const { retryAfter } = event.locals;
	if (retryAfter && response.status >= 400) headers.set('retry-after', `${retryAfter}`);
	if (speaksHttps(event)) headers.set('strict-transport-security', 'max-age=31536000');
	return response;
}

/** For answers that are no page, and for src/error.html, whose only style has this hash. */
const bare =
	"default-src 'none'; style-src 'sha256-K/OPDFOJwW1Iox23EopOdO4VnolY/Mq73vsZVAtdJ3g='; frame-ancestors 'none'";
