import type { oas32 } from 'zod-openapi';
import type { AnyOperation } from '../../kernel/operation.ts';
import { parameter } from './parameter.ts';

/** The headers that requests may carry, in the published document. */

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
