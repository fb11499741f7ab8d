import { z } from 'zod';
import type { oas32, ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { changeKinds } from '../../kernel/change-event.ts';
import { lists } from '../../lists/operations.ts';
import { ifNoneMatch, etag } from './headers.ts';
import { faults, forbidden, missing, tooMany, unauthenticated, unchanged } from './refusals.ts';
import { securityOf } from './security.ts';
import { tagOf } from './words.ts';

/** The addresses without an operation: the streams, and the document itself. */

const said = (description: string) => z.string().meta({ description });

/** Somebody by uid and name, as everywhere else in the document. */
const Named = lists.getSharing.output.shape.members.element;

/** The data of each kind of event, as JSON. */
const eventData = {
	change: z
		.object({
			kind: z.enum(Object.keys(changeKinds)).meta({
				id: 'ChangeKind',
				description: 'What happened.',
				'x-enumDescriptions': Object.fromEntries(
					Object.entries(changeKinds).map(([kind, { said }]) => [kind, said])
				)
			}),
			listUid: said('The list it happened to; "" where to none.'),
			itemUid: said('The item it happened to; "" where to none.'),
			byUid: said('The member who did it; "" where it was none.'),
			viaToken: said('The name of the access token it was done through; "" where through none.'),
			at: said('When it happened.')
		})
		.meta({
			id: 'ChangeEvent',
			description: 'Something happened. Read again what it names.'
		}),
	presence: z
		.object({
			listUid: said('The list that you named in the query.'),
			members: z
				.array(Named)
				.meta({ description: 'Everybody who has it open just now, you among them.' })
		})
		.meta({
			id: 'PresenceEvent',
			description:
				'Who looks at a list with you. It is told when you come, and whenever that changes.'
		}),
	reset: z.object({}).meta({
		id: 'ResetEvent',
		description: 'What you missed is no longer kept: read everything again. It holds nothing.',
		maxProperties: 0
	})
};

const { change, presence, reset } = eventData;

/** What a stream tells, by the name of the event; no event fits two of them. */
const StreamEvent = z.xor([change, presence, reset]).meta({
	id: 'StreamEvent',
	description:
		'The data of an event: `event: change` has a `kind`, `event: presence` has `members`, `event: reset` has nothing.'
});

const PublicStreamEvent = z.xor([change, reset]).meta({
	id: 'PublicStreamEvent',
	description: 'The data of an event: `event: change` has a `kind`, `event: reset` has nothing.'
});

const lastEventId: oas32.ParameterObject = {
	name: 'Last-Event-ID',
	in: 'header',
	schema: { type: 'string' },
	description: 'The id you heard last: what you missed is told first, in order, once.'
};

const after: oas32.ParameterObject = {
	name: 'after',
	in: 'query',
	schema: { type: 'string' },
	description: 'What `Last-Event-ID` says, for clients that cannot set a header.'
};

const listUid: oas32.ParameterObject = {
	name: 'listUid',
	in: 'query',
	schema: { type: 'string' },
	description:
		'The list you look at: who else does is told as `event: presence`. One that you cannot see is a 404.'
};

const told =
	'Each `event: change` names what changed and never its content; its `id` only grows. Where what you missed is no longer kept, one `event: reset` says to read everything again. A comment comes every 25 seconds. The stream is closed within a second when its credential or its reach ends.';

const stream: Omit<ZodOpenApiOperationObject, 'responses' | 'operationId'> = {
	description: told,
	tags: [tagOf('/events')]
};

/** `events` names the kinds of event that are told. `x-event-data` maps each to its data. */
const streamed = (schema: z.ZodType, events: (keyof typeof eventData)[]) => ({
	description: 'The stream; it stays open.',
	content: {
		'text/event-stream': {
			schema,
			'x-event-data': Object.fromEntries(
				events.map((event) => [
					event,
					{ $ref: `#/components/schemas/${String(eventData[event].meta()?.id)}` }
				])
			)
		}
	}
});

const OpenApiDocument = z
	.object({ openapi: said('The version of OpenAPI that it keeps to.') })
	.meta({ id: 'OpenApiDocument', description: 'A document as OpenAPI 3.1 describes it.' });

export const byHand: ZodOpenApiPathsObject = {
	'/events': {
		get: {
			operationId: 'streamEvents',
			summary: 'What changes on everything you reach, as server-sent events',
			...stream,
			security: securityOf({
				name: 'streamEvents',
				access: { who: 'member', ability: 'read' }
			}),
			parameters: [listUid, after, lastEventId],
			responses: {
				200: streamed(StreamEvent, ['change', 'presence', 'reset']),
				401: unauthenticated,
				403: forbidden,
				404: missing,
				...faults
			}
		}
	},
	'/public-list/events': {
		get: {
			operationId: 'streamPublicEvents',
			summary: 'What changes on the public list, as server-sent events',
			...stream,
			security: [],
			parameters: [after, lastEventId],
			responses: {
				200: streamed(PublicStreamEvent, ['change', 'reset']),
				401: unauthenticated,
				404: missing,
				429: tooMany,
				...faults
			}
		}
	},
	'/openapi.json': {
		get: {
			operationId: 'getDocument',
			summary: 'This document',
			description: 'What you are reading, to generate a client from.',
			tags: [tagOf('/openapi.json')],
			security: [],
			parameters: [ifNoneMatch],
			responses: {
				200: {
					description: 'An OpenAPI document.',
					headers: etag,
					content: {
						'application/json': {
							schema: OpenApiDocument
						}
					}
				},
				304: unchanged,
				401: unauthenticated,
				...faults
			}
		}
	}
};
