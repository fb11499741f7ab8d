import { changeKinds } from '../../kernel/change-event.ts';
import { eventData, referenceTo } from '../openapi/streams.ts';
import { fieldsOf, type Field } from './schema-fields.ts';
import { named } from './document-references.ts';
import { clientsOf } from './clients.ts';
import { curlExample } from './curl-example.ts';
import { statuses } from '../status.ts';

export type Facts = ReturnType<typeof factsAt>;

/** The facts in the guide of the reference beside its prose. They come from the code that answers, so that they stay true. */
export const factsAt = (origin: string) => ({
	origin,
	/** For a shell. */
	commands: {
		lists: curlExample({ ...reading, origin, path: '/lists' }),
		events: curlExample({ ...reading, origin, path: '/events', isStream: true })
	},
	errors: Object.values(statuses),
	events: Object.entries(eventData).map(([event, schema]) => ({
		event,
		description: schema.description ?? '',
		fields: fieldsOf(named(referenceTo(schema))).map(withoutKinds)
	})),
	/** The kinds of `change` events, and what each is about. */
	changes: Object.entries(changeKinds).map(([kind, { said }]) => ({ kind, description: said })),
	clients: clientsOf(`${origin}/mcp`)
});

const reading = { method: 'GET', body: undefined, by: 'bearer', isStream: false } as const;

/** Leaves out the kinds, which the guide lists one by one. */
const withoutKinds = (field: Field): Field =>
	field.name === 'kind' ? { ...field, type: 'one of those below' } : field;
