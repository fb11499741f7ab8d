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

const text = (schema: oas32.SchemaObjectValue, description: string) => ({
	schema: { type: 'string', ...schema } as const,
	description
});

export const headerParameters: Record<string, oas32.ParameterObject> = {
	IfNoneMatch: {
		name: 'If-None-Match',
		in: 'header',
		...text(
			{},
			'The ETag of an answer you have. While it is current, the answer is 304 without a body.'
		)
	},
	IfMatch: {
		name: 'If-Match',
		in: 'header',
		...text(
			{},
			'The ETag of what you last read. If that has changed since, nothing is done and the answer is 412.'
		)
	},
	IdempotencyKey: {
		name: 'Idempotency-Key',
		in: 'header',
		...text(
			{ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
			'A key of your choice. A request with the same key within 7 days gets the first answer, and the effect happens once.'
		)
	}
};

export const etag: oas32.HeadersObject = {
	ETag: {
		...text({}, 'The version of the answer; the ETag differs if any byte of the answer does.'),
		required: true
	}
};

export const replayed: oas32.HeadersObject = {
	'Idempotency-Replayed': text(
		{ const: 'true' },
		'Marks the stored answer of the first request with this key. Nothing was done again, and no secret is shown again.'
	)
};

export const setCookie = (description: string): oas32.HeadersObject => ({
	'Set-Cookie': text({}, description)
});

export const wwwAuthenticate: oas32.HeadersObject = {
	'WWW-Authenticate': {
		...text({}, 'The scheme to authenticate with, a bearer token: `Bearer realm="Hearth"`.'),
		required: true
	}
};

export const retryAfter: oas32.HeadersObject = {
	'Retry-After': {
		schema: { type: 'integer', minimum: 1 },
		description: 'The number of seconds to wait before trying again.',
		required: true
	}
};

export const requestId: oas32.HeadersObject = {
	'X-Request-Id': {
		...text({}, 'The id of this request in the log of the instance.'),
		required: true
	}
};
