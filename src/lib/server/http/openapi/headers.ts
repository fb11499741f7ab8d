import type { oas32 } from 'zod-openapi';
import type { AnyOperation } from '../../kernel/operation.ts';

/** The headers that requests may carry and answers do, in the published document. */

export function requestHeaders(operation: AnyOperation): oas32.ReferenceObject[] {
	const { kind, versionedBy, ignoresKey } = operation;
	if (kind === 'query') return [ifNoneMatch];
	if (ignoresKey) return [];
	return versionedBy ? [idempotencyKey, ifMatch] : [idempotencyKey];
}

const named = (name: string) => ({ $ref: `#/components/parameters/${name}` });

export const ifNoneMatch = named('IfNoneMatch');
const ifMatch = named('IfMatch');
const idempotencyKey = named('IdempotencyKey');

const text = { type: 'string' } as const;

/** A parameter that holds a text. */
export const parameter = (
	where: 'header' | 'query',
	name: string,
	description: string,
	limits: oas32.SchemaObjectValue = {}
): oas32.ParameterObject => ({ name, in: where, schema: { ...text, ...limits }, description });

export const headerParameters = {
	IfNoneMatch: parameter(
		'header',
		'If-None-Match',
		'The ETag of an answer you have. While it is current, the answer is 304 without a body.'
	),
	IfMatch: parameter(
		'header',
		'If-Match',
		'The ETag of what you last read. If that has changed since, nothing is done and the answer is 412. An access token that may not read gets 403 unless it sends `*`.'
	),
	IdempotencyKey: parameter(
		'header',
		'Idempotency-Key',
		'A key of your choice. A request with the same key within 7 days gets the first answer, and the effect happens once.',
		{ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' }
	)
};

/** A header that the answer always has. */
const required = (
	name: string,
	description: string,
	schema: oas32.SchemaObject = text
): oas32.HeadersObject => ({ [name]: { schema, description, required: true } });

export const etag = required(
	'ETag',
	'The version of the answer; the ETag differs if any byte of the answer does.'
);

export const wwwAuthenticate = required(
	'WWW-Authenticate',
	'The scheme to authenticate with, a bearer token: `Bearer realm="Hearth"`.'
);

export const retryAfter = required(
	'Retry-After',
	'The number of seconds to wait before trying again.',
	{ type: 'integer', minimum: 1 }
);

export const requestId = required(
	'X-Request-Id',
	'The id of this request in the log of the instance.'
);

export const replayed: oas32.HeadersObject = {
	'Idempotency-Replayed': {
		schema: { ...text, const: 'true' },
		description:
			'Marks the stored answer of the first request with this key. Nothing was done again, and no secret is shown again.'
	}
};

export const setCookie = (description: string): oas32.HeadersObject => ({
	'Set-Cookie': { schema: text, description }
});
