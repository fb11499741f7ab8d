import { z } from 'zod';
import type { oas32, ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { changeKinds } from '../../kernel/change-event.ts';
import { lists } from '../../lists/operations.ts';
import { ifNoneMatch } from './request-headers.ts';
import { parameter } from './parameter.ts';
import { etag } from './answer-headers.ts';
import * as refusals from './refusals.ts';
import { securityOf } from './security.ts';
import { tagOf } from './tags.ts';

/** The addresses without an operation: the streams, and the document itself. */

const said = (description: string) => z.string().meta({ description });

/** Somebody by uid and name, as everywhere else in the document. */
const Named = lists.getSharing.output.shape.members.element;

/** The data of each kind of event, as JSON. */
export const eventData = {
	change: z
		.object({
			kind: z.enum(Object.keys(changeKinds)).meta({
				id: 'ChangeKind',
				description: 'The kind of change.',
				'x-enumDescriptions': Object.fromEntries(
					Object.entries(changeKinds).map(([kind, { said }]) => [kind, said])
				)
			}),
			listUid: said('The uid of the list that changed; "" for none.'),
			itemUid: said('The uid of the item that changed; "" for none.'),
			byUid: said('The uid of the member who made the change; "" for none.'),
			viaToken: said('The name of the access token that made the change; "" for none.'),
			at: said('The time of the change.')
		})
		.meta({
			id: 'ChangeEvent',
			description: 'Something changed. Read again what the event names.'
		}),
	presence: z
		.object({
			listUid: said('The uid of the list that you named in the query.'),
			members: z
				.array(Named)
				.meta({ description: 'Everyone who has the list open now, including you.' })
		})
		.meta({
			id: 'PresenceEvent',
			description:
				'Who has a list open at the same time as you. The event is sent when you connect, and whenever that changes.'
		}),
	reset: z.object({}).meta({
		id: 'ResetEvent',
		description:
			'The server cannot tell which events you missed: read everything again. The object is empty.',
		maxProperties: 0
	})
};

const { change, presence, reset } = eventData;

export const referenceTo = (schema: z.ZodType): oas32.ReferenceObject => ({
	$ref: `#/components/schemas/${schema.meta()?.id}`
});

/** What a stream tells, by the name of the event; no event fits two of them. */
const StreamEvent = z.xor([change, presence, reset]).meta({
	id: 'StreamEvent',
	description:
		'The data of an event: `event: change` has a `kind`, `event: presence` has `members`, `event: reset` has no fields.'
});

const PublicStreamEvent = z.xor([change, reset]).meta({
	id: 'PublicStreamEvent',
	description: 'The data of an event: `event: change` has a `kind`, `event: reset` has no fields.'
});

const lastEventId = parameter(
	'header',
	'Last-Event-ID',
	'The id of the last event you received. The events that you missed are sent first, in order, once.'
);

const after = parameter(
	'query',
	'after',
	'The same as `Last-Event-ID`, for clients that cannot set a header.'
);

const listUid = parameter(
	'query',
	'listUid',
	'The uid of the list that you have open: `event: presence` says who else has it open. A list that you cannot see is 404.'
);

const stream: Omit<ZodOpenApiOperationObject, 'responses' | 'operationId'> = {
	description:
		'Each `event: change` names what changed and never its content; its `id` only grows, until a `reset`. If the server cannot tell which events you missed, as after a long time or after a backup was restored, one `event: reset` says to read everything again. A comment is sent every 25 seconds. The stream is closed within a second when its credential or its reach ends.',
	tags: [tagOf('/events')]
};

/** `events` names the kinds of event that are told. `x-event-data` maps each to its data. */
const streamed = (schema: z.ZodType, events: (keyof typeof eventData)[]) => ({
	description: 'The stream, which stays open.',
	content: {
		'text/event-stream': {
			schema,
			'x-event-data': Object.fromEntries(
				events.map((event) => [event, referenceTo(eventData[event])])
			)
		}
	}
});

const OpenApiDocument = z
	.object({ openapi: said('The version of OpenAPI that the document follows.') })
	.meta({ id: 'OpenApiDocument', description: 'A document in the format of OpenAPI 3.1.' });

export const byHand: ZodOpenApiPathsObject = {
	'/events': {
		get: {
			operationId: 'streamEvents',
			summary: 'Streams changes to everything you reach, as server-sent events',
			...stream,
			security: securityOf({ name: 'streamEvents', access: { who: 'member', ability: 'read' } }),
			parameters: [listUid, after, lastEventId],
			responses: {
				200: streamed(StreamEvent, ['change', 'presence', 'reset']),
				...refusals.malformed,
				...refusals.unauthenticated,
				...refusals.forbidden,
				...refusals.missing,
				...refusals.faults
			}
		}
	},
	'/public-list/events': {
		get: {
			operationId: 'streamPublicEvents',
			summary: 'Streams changes to the public list, as server-sent events',
			...stream,
			security: [],
			parameters: [after, lastEventId],
			responses: {
				200: streamed(PublicStreamEvent, ['change', 'reset']),
				...refusals.malformed,
				...refusals.unauthenticated,
				...refusals.missing,
				...refusals.tooMany,
				...refusals.faults
			}
		}
	},
	'/openapi.json': {
		get: {
			operationId: 'getDocument',
			summary: 'Returns this document',
			description: 'The OpenAPI document that you are reading, to generate a client from.',
			tags: [tagOf('/openapi.json')],
			security: [],
			parameters: [ifNoneMatch],
			responses: {
				200: {
					description: 'An OpenAPI document.',
					headers: etag,
					content: { 'application/json': { schema: OpenApiDocument } }
				},
				...refusals.unchanged,
				...refusals.unauthenticated,
				...refusals.faults
			}
		}
	}
};
