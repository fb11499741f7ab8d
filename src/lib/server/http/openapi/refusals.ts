import { z } from 'zod';
import type { oas32, ZodOpenApiResponsesObject } from 'zod-openapi';
import * as refuse from '../../kernel/errors.ts';
import { Refusal, type RefusalKind } from '../../kernel/errors.ts';
import { errorBody, statuses } from '../status.ts';
import { etag, requestId, retryAfter, wwwAuthenticate } from './answer-headers.ts';
import { componentName } from './component-name.ts';

/** What every error looks like, and each that an address may answer with. */

const FieldViolation = z
	.object({
		field: z.string().meta({ description: 'The field in camelCase, such as items.1.label.' }),
		description: z.string().meta({ description: 'What is wrong with the field.' })
	})
	.meta({ id: 'FieldViolation' });

const BadRequest = z
	.object({
		'@type': z.literal('type.googleapis.com/google.rpc.BadRequest'),
		fieldViolations: z.array(FieldViolation)
	})
	.meta({ id: 'BadRequest', description: 'The fields that were refused, and why.' });

/** The codes that are given, with the names that google.rpc.Code has for them. */
const errorCodes = new Map([
	[3, 'INVALID_ARGUMENT'],
	[5, 'NOT_FOUND'],
	[6, 'ALREADY_EXISTS'],
	[7, 'PERMISSION_DENIED'],
	[8, 'RESOURCE_EXHAUSTED'],
	[9, 'FAILED_PRECONDITION'],
	[10, 'ABORTED'],
	[12, 'UNIMPLEMENTED'],
	[13, 'INTERNAL'],
	[14, 'UNAVAILABLE'],
	[16, 'UNAUTHENTICATED']
]);

const ErrorCode = z.int().meta({
	id: 'ErrorCode',
	description:
		'A finer reason than the status. 400 has 3 if a field is malformed, and 9 if the current state does not allow the request yet. 409 has 6 if the resource already exists, and 10 if it changed in the meantime.',
	enum: [...errorCodes.keys()],
	'x-enum-varnames': [...errorCodes.values()]
});

const ErrorBody = z
	.object({
		code: ErrorCode,
		message: z
			.string()
			.meta({ description: 'A sentence for people, the same that the pages show.' }),
		details: z
			.array(BadRequest)
			.meta({ description: 'The fields that were refused; [] if the error is not about a field.' })
	})
	.meta({ id: 'Error', description: 'The body of every error below /api/v1.' });

/** Refusals of one status as a response component, which any number of addresses refer to. `shown` are its examples, by name. */
function response(
	id: string,
	shown: Record<string, Refusal>,
	headers: oas32.HeadersObject = {}
): ZodOpenApiResponsesObject {
	const examples = Object.entries(shown).map(([name, one]) => [name, { value: errorBody(one) }]);
	const kinds = new Set(Object.values(shown).map(({ kind }) => kind));
	const [first, ...others] = [...kinds].map((kind) => statuses[kind]);
	if (!first || others.some(({ status }) => status !== first.status))
		throw new Error(`${id} needs examples of one status`);
	// Where a status stands for several kinds of refusal, their codes tell them apart.
	const coded = [first, ...others].map(({ code, when }) => `Code ${code}: ${when}`).join(' ');
	return {
		[`${first.status}`]: {
			id,
			description: others.length > 0 ? coded : first.when,
			headers: { ...headers, ...requestId },
			content: {
				'application/json': { schema: ErrorBody, examples: Object.fromEntries(examples) }
			}
		}
	};
}

/** The response of a status that stands for one kind of refusal: `KeyReused` for `key-reused`. */
function oneRefusal(
	kind: RefusalKind,
	sentence: string,
	headers?: oas32.HeadersObject
): ZodOpenApiResponsesObject {
	const name = kind.replaceAll(/-./g, (dashed) => dashed.charAt(1).toUpperCase());
	return response(componentName(name), { [name]: new Refusal(kind, sentence) }, headers);
}

export const unchanged: ZodOpenApiResponsesObject = {
	304: {
		id: 'Unchanged',
		description: 'You already have the current version; there is no body.',
		headers: etag
	}
};

export const malformed = response('Malformed', {
	malformed: refuse.malformed('', 'This is not JSON in UTF-8 that can be read.'),
	notYet: refuse.notYet('This list is archived. Restore it to change its items.')
});

export const unauthenticated = oneRefusal(
	'unauthenticated',
	'Sign in first, or send an access token that is still valid.',
	wwwAuthenticate
);

export const forbidden = response('Forbidden', {
	ability: refuse.forbidden('This access token may not delete.'),
	foreign: refuse.forbidden(
		'This was sent from another site. Nothing was changed. Open the page here and try again.'
	)
});

export const missing = oneRefusal('missing', "This list doesn't exist, or you can't see it.");

export const conflict = response('Conflict', {
	exists: refuse.alreadyExists('This email address is already in use.', 'email'),
	changed: new Refusal('changed', 'This request was already decided. Nothing was changed.')
});

export const stale = oneRefusal(
	'stale',
	'This has changed since you saw it. Your change was not saved. Check it and try again.',
	etag
);

export const tooLarge = oneRefusal(
	'too-large',
	'That is too large to send at once. Nothing was changed. Send it in parts.'
);

export const notJson = oneRefusal(
	'not-json',
	'Send the fields as JSON, with the header Content-Type: application/json.'
);

export const keyReused = oneRefusal(
	'key-reused',
	'This idempotency key was used for another request. Nothing was changed. Use a new key.'
);

export const tooMany = response(
	'TooMany',
	{
		tooMany: new Refusal('too-many', 'Too many attempts. Try again in 10 minutes.'),
		streams: new Refusal('too-many', 'Too many streams are open here. Try again in a minute.')
	},
	retryAfter
);

/** What may happen to every request, through no fault of its own. */
export const faults: ZodOpenApiResponsesObject = {
	...oneRefusal(
		'fault',
		'Something went wrong on our side: the request could not be read. Nothing was changed. Details are in the server log under 9f86d081884c7d65.'
	),
	...oneRefusal(
		'away',
		'The database is unavailable right now. Nothing was changed. Try again in a moment.',
		retryAfter
	)
};
