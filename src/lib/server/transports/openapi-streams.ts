import { z } from 'zod';
import type { oas32, ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { ifNoneMatch, etag } from './openapi-headers.ts';
import {
	faults,
	forbidden,
	missing,
	tooMany,
	unauthenticated,
	unchanged
} from './openapi-responses.ts';
import { securityOf } from './openapi-security.ts';
import { tagOf } from './openapi-words.ts';

/** The addresses that no operation stands behind: the streams, and the document itself. */

/** What an event can be about, and what has happened then. */
export const changeKinds: Record<string, string> = {
	'list.created': 'A list was made.',
	'list.changed': 'A list was renamed.',
	'list.shared': 'Who shares a list, or may change it, was set anew.',
	'list.archived': 'A list was archived.',
	'list.restored': 'A list came back from the archive or the trash.',
	'list.deleted': 'A list went into the trash.',
	'item.added': 'An item was added.',
	'item.changed': 'The label, quantity, due date or note of an item was changed.',
	'item.ticked': 'An item was ticked.',
	'item.unticked': 'The tick was taken off an item.',
	'item.moved': 'An item was moved, on its list or to this one.',
	'item.deleted': 'An item went into the trash.',
	'item.restored': 'An item came back from the trash.',
	'pin.changed': 'You pinned a list, or took the pin from it. Nobody else is told.',
	'members.changed': 'Somebody came or went, or something about a member was changed.',
	'groups.changed': 'A group was made, changed or deleted.',
	'requests.changed':
		'Somebody asks to join or for a new password, or was answered. Only admins in a browser are told.',
	'activity.changed':
		'Something under Activity is new for you, or is attended to. No access token is told.',
	'settings.changed':
		'The settings of the instance were changed. Only admins in a browser are told.',
	'public-list.changed':
		'What the public list shows was changed. It is all that the stream of the public list tells.'
};

const said = (description: string) => z.string().meta({ description });

/** The data of each kind of event, as JSON. */
const eventData = {
	change: z
		.object({
			kind: z.enum(Object.keys(changeKinds)).meta({
				description: 'What happened.',
				'x-enumDescriptions': changeKinds
			}),
			listUid: said('The list it happened to; "" where to none.'),
			itemUid: said('The item it happened to; "" where to none.'),
			byUid: said('The member who did it; "" where it was none.'),
			viaToken: said('The name of the access token it was done through; "" where through none.'),
			at: said('When it happened.')
		})
		.meta({ description: 'Something happened. Read again what it names.' }),
	presence: z
		.object({
			listUid: said('The list that you named in the query.'),
			members: z
				.array(z.object({ uid: said('The member.'), name: said('Their name.') }))
				.meta({ description: 'Everybody who has it open just now, you among them.' })
		})
		.meta({
			description:
				'Who looks at a list with you. It is told when you come, and whenever that changes.'
		}),
	reset: z.object({}).meta({
		description: 'What you missed is no longer kept: read everything again. It holds nothing.'
	})
};

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
	description: 'The same, for clients that cannot set a header.'
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

const streamed = {
	description: 'The stream; it stays open.',
	content: {
		'text/event-stream': {
			schema: { type: 'string' as const },
			example:
				'retry: 3141\n\nid: 4711\nevent: change\ndata: {"kind":"item.ticked","listUid":"lst_6Zr1nQ0c3yq2mVtJ8xWb4A","itemUid":"itm_Jx2b9Q4tS1mYcV7nKe0w5g","byUid":"mem_3hT8kq5uXo1zLw9PvB6s2Q","viaToken":"","at":"2026-11-20T09:00:00.000Z"}\n\n',
			'x-event-data': Object.fromEntries(
				Object.entries(eventData).map(([event, data]) => [event, schemaOf(data)])
			)
		}
	}
};

function schemaOf(schema: z.ZodType) {
	const { $schema: _, ...rest } = z.toJSONSchema(schema);
	return rest;
}

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
				200: streamed,
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
				200: streamed,
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
							schema: {
								type: 'object',
								properties: {
									openapi: { type: 'string' },
									info: { type: 'object' },
									paths: { type: 'object' }
								},
								required: ['openapi', 'info', 'paths']
							}
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
