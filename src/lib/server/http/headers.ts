import type { RequestEvent } from '@sveltejs/kit';
import { speaksHttps } from './address.ts';

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
