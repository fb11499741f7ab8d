import * as m from '../../paraglide/messages.js';
import type { Fault } from './fault.ts';
import { cutOff, malformed, Refusal, type RefusalKind } from '../kernel/errors.ts';

/** The status and the code of each refusal, and when it is given, for the document. The type requires every kind. */
export const statuses: Record<RefusalKind, { status: number; code: number; when: string }> = {
	malformed: {
		status: 400,
		code: 3,
		when: 'A field is missing or malformed, or the JSON cannot be read.'
	},
	'not-yet': { status: 400, code: 9, when: 'The current state does not allow the request yet.' },
	unauthenticated: {
		status: 401,
		code: 16,
		when: 'The credential is missing, unknown, expired or revoked.'
	},
	forbidden: { status: 403, code: 7, when: 'The credential is valid but may not do this.' },
	missing: {
		status: 404,
		code: 5,
		when: 'The resource does not exist, or you cannot see it: the two answers are the same.'
	},
	'wrong-method': {
		status: 405,
		code: 12,
		when: 'The address does not have this method; Allow lists the methods that it has.'
	},
	exists: { status: 409, code: 6, when: 'The resource already exists.' },
	changed: {
		status: 409,
		code: 10,
		when: 'The resource changed in the meantime, or was already decided.'
	},
	stale: {
		status: 412,
		code: 10,
		when: 'If-Match names a version that is no longer the current one; the ETag names the current one.'
	},
	'too-large': {
		status: 413,
		code: 8,
		when: 'The request is larger than BODY_SIZE_LIMIT, by default 512 KB.'
	},
	'not-json': { status: 415, code: 3, when: 'The Content-Type of the body is not JSON.' },
	'key-reused': {
		status: 422,
		code: 3,
		when: 'The idempotency key was used for another request.'
	},
	'too-many': {
		status: 429,
		code: 8,
		when: 'Too many wrong passwords, requests of visitors, simultaneous sign-ins, or open streams; Retry-After says how many seconds to wait.'
	},
	fault: {
		status: 500,
		code: 13,
		when: 'An internal error. The message says what was being done, and under which id the log says more.'
	},
	away: {
		status: 503,
		code: 14,
		when: 'The server is starting or stopping, or the database is unavailable; Retry-After says how many seconds to wait.'
	}
};

/** The body of every error below /api/v1. */
export function errorBody({ kind, message, violations }: Refusal) {
	const badRequest = {
		'@type': 'type.googleapis.com/google.rpc.BadRequest',
		fieldViolations: violations
	};
	const details = violations.length > 0 ? [badRequest] : [];
	return { code: statuses[kind].code, message, details };
}

/** The body of an error for programs at this address: clients of assistants show the sentence in JSON-RPC alone. */
export const errorBodyAt = (path: string, refusal: Refusal) =>
	path === '/mcp' ? rpcErrorBody(refusal) : errorBody(refusal);

/** Its `id` is null, because the id of the request is not read. */
function rpcErrorBody({ kind, message }: Refusal) {
	const code = statuses[kind].status < 500 ? invalidRequest : internalError;
	return { jsonrpc: '2.0', id: null, error: { code, message } };
}

/** Codes of JSON-RPC. */
const [invalidRequest, internalError] = [-32600, -32603];

/** The body of a fault outside of any operation. */
export const faultBody = (message: string) => errorBody(new Refusal('fault', message));

export function errorHeaders({ kind, retryAfter, etag }: Refusal): Record<string, string> {
	const headers: Record<string, string> = {};
	if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
	if (etag !== undefined) headers['etag'] = etag;
	if (kind === 'unauthenticated') headers['www-authenticate'] = 'Bearer realm="Hearth"';
	return headers;
}

/** Turns an error into a refusal. An unexpected one becomes a fault, which says only where to look it up. */
export function refusalFrom(error: unknown, fault: Fault, requestId: string): Refusal {
	const known = orTooLarge(error);
	if (known instanceof Refusal) return known;
	if (isCutOff(error)) return cutOff();
	if (error instanceof RangeError && /call stack/i.test(error.message))
		return malformed('', m.request_too_deep());
	return new Refusal('fault', fault.sentence({ requestId }));
}

/** The client hung up in the middle of its request: nobody reads the answer, and nothing is wrong with us. */
export const isCutOff = (error: unknown): boolean =>
	error instanceof Error && error.message === 'aborted' && 'code' in error;

/** Kit's error for a body above BODY_SIZE_LIMIT as a refusal. Any other error as it is. */
export const orTooLarge = (error: unknown): unknown =>
	typeof error === 'object' && error !== null && 'status' in error && error.status === 413
		? tooLarge()
		: error;

export const tooLarge = () => new Refusal('too-large', m.request_too_large());

/** What the error page says of a wrong address, and of a request that Kit itself refuses. */
export function pageSentence(status: number, message: string): string {
	// Kit answers 400 to an address with a percent sign that means nothing.
	if (status === 404 || status === 400) return m.page_missing();
	if (status === 405) return m.page_takes_no_forms();
	if (status === 413) return tooLarge().message;
	if (status === 415) return m.form_unreadable();
	return message;
}
