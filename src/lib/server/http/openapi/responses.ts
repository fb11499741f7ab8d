import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import type { AnyOperation } from '../../kernel/operation.ts';
import answers from './example-answers.json' with { type: 'json' };
import { etag, replayed, setCookie } from './headers.ts';
import {
	conflict,
	faults,
	forbidden,
	keyReused,
	malformed,
	missing,
	notJson,
	stale,
	tooLarge,
	tooMany,
	unauthenticated,
	unchanged
} from './refusals.ts';
import { cookiesSet } from './words.ts';

/** What each address may answer with. Most of it follows from what the catalogue says anyway. */

/** The example answers that tests/contract/examples.test.ts recorded, by the operation's name. */
const recorded: Record<string, object> = answers;

export function successOf({
	name,
	kind,
	output,
	ignoresKey
}: AnyOperation): ZodOpenApiResponseObject {
	const example = recorded[name];
	const cookies = cookiesSet[name];
	return {
		description: 'Success, with every field present.',
		headers: {
			...(kind === 'query' ? etag : ignoresKey ? {} : replayed),
			...(cookies ? setCookie(cookies) : {})
		},
		content: {
			'application/json': { schema: answerOf(name, output), ...(example ? { example } : {}) }
		}
	};
}

/** What an operation's own bodies and answers are called in the document: CreateList for createList. */
export const componentName = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

/** The schema of an answer, named after its operation where it has no name yet. */
function answerOf(name: string, output: z.ZodObject): z.ZodObject {
	if (output.meta()?.id) return output;
	if (Object.keys(output.shape).length === 0) return Empty;
	return output.meta({ id: `${componentName(name)}Response` });
}

const Empty = z.object({}).meta({
	id: 'Empty',
	description: 'An empty object: the request succeeded.'
});

export function refusalsOf(
	operation: AnyOperation,
	asksInQuery: boolean
): ZodOpenApiResponsesObject {
	const { address = '', kind, access, versionedBy, refuses = [], ignoresKey } = operation;
	const writes = kind === 'command';
	const isOpen =
		access.who === 'visitor' || (access.who === 'member' && 'withTemporaryPassword' in access);
	const names = address.includes('{');
	return {
		...when(!writes, { 304: unchanged }),
		...when(writes || asksInQuery, { 400: malformed }),
		...when(!endsQuietly(operation), { 401: unauthenticated }),
		...when(writes || !isOpen, { 403: forbidden }),
		...when(names || refuses.includes('missing'), { 404: missing }),
		...when(refuses.includes('exists') || refuses.includes('changed'), { 409: conflict }),
		...when(versionedBy, { 412: stale }),
		...when(writes, { 413: tooLarge, 415: notJson }),
		...when(writes && !ignoresKey, { 422: keyReused }),
		...when(refuses.includes('too-many'), { 429: tooMany }),
		...faults
	};
}

const when = (isPossible: unknown, responses: ZodOpenApiResponsesObject) =>
	isPossible ? responses : {};

/** Signing out is never refused for a bearer that has ended: twice is fine. */
const endsQuietly = ({ name }: AnyOperation): boolean => name === 'signOut';
