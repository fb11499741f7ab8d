import type { oas32 } from 'zod-openapi';
import { theDocument } from '../openapi/document.ts';
import { changeKinds } from '../../kernel/change-event.ts';
import { fieldsOf, named, type Field } from './document-parts.ts';
import { clientsOf, type Client } from './clients.ts';
import { curlExample } from './examples.ts';
import { statuses } from '../status.ts';

/**
 * The facts in the guide of the reference beside its prose. They come from the code that answers, so that they stay
 * true.
 */
export type Facts = {
	origin: string;
	/** For a shell. */
	commands: { lists: string; events: string };
	errors: { status: number; code: number; when: string }[];
	events: { event: string; description: string; fields: Field[] }[];
	/** What an event of the kind `change` can be about. */
	changes: { kind: string; description: string }[];
	clients: Client[];
};

export const factsAt = (origin: string): Facts => ({
	origin,
	commands: {
		lists: curlExample({ ...reading, origin, path: '/lists' }),
		events: curlExample({ ...reading, origin, path: '/events', isStream: true })
	},
	errors: Object.values(statuses),
	events: Object.entries(eventData()).map(([event, schema]) => ({
		event,
		description: schema.description ?? '',
		fields: fieldsOf(schema).map(withoutKinds)
	})),
	changes: Object.entries(changeKinds).map(([kind, { said }]) => ({ kind, description: said })),
	clients: clientsOf(`${origin}/mcp`)
});

const reading = { method: 'GET', body: undefined, by: 'bearer', isStream: false } as const;

/** The data of each kind of event, as the document has it. */
function eventData(): Record<string, oas32.SchemaObjectValue> {
	const document = theDocument();
	const success = document.paths?.['/events']?.get?.responses?.['200'];
	const media =
		success && 'content' in success ? success.content?.['text/event-stream'] : undefined;
	if (!media || '$ref' in media) throw new Error('the document says nothing of streams');
	const byName: [event: string, data: oas32.ReferenceObject][] = Object.entries(
		media['x-event-data']
	);
	return Object.fromEntries(
		byName.map(([event, data]) => {
			const schema = named(document, data);
			if (typeof schema !== 'object' || '$ref' in schema)
				throw new Error(`the document does not say what the event ${event} holds`);
			return [event, schema];
		})
	);
}

/** Leaves out the kinds, which the guide lists one by one. */
const withoutKinds = (field: Field): Field =>
	field.name === 'kind' ? { ...field, type: 'one of those below' } : field;
