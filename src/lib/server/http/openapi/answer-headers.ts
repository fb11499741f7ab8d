import type { oas32 } from 'zod-openapi';

/** The headers that answers carry, in the published document. */

const text = { type: 'string' } as const;

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
