import { z } from 'zod';
import { isObject, type JsonObject } from '../http/json.ts';
import type { AnyOperation } from '../kernel/operation.ts';

/** The JSON Schemas of a tool, from those of its operation. */

export type ObjectSchema = {
	type: 'object';
	properties: JsonObject;
	required: string[];
	additionalProperties?: false;
};

/** Where an operation asks for the uids of lists, sections, members or groups, assistants may name them too. */
export const namesOfUids: Record<string, string> = {
	listUid: 'list',
	toListUid: 'toList',
	sectionUid: 'section',
	memberUids: 'members',
	groupUids: 'groups'
};

/** The field of an operation for a section's name. For assistants the name and the uid are one argument. */
export const nameOfSection = 'sectionName';

/** The arguments of a tool: the input of its operation, those that only the tool reads, and for a command an idempotency key. */
export function argumentsOf(
	{ kind, input, tool }: Pick<AnyOperation, 'kind' | 'input' | 'tool'>,
	beside?: z.ZodObject
): ObjectSchema {
	const { properties, required } = objectSchema(input, asArgument);
	return {
		type: 'object',
		properties: {
			...described(properties, { ...everywhere, ...tool?.fields }),
			...(beside && objectSchema(beside, asArgument).properties),
			...(kind === 'command' && { idempotencyKey })
		},
		required: required.map((name) => namesOfUids[name] ?? name),
		additionalProperties: false
	};
}

/** The structured answer of a tool. Its fields are described in the reference, and an assistant reads what it gets. */
export const answerOf = (output: z.ZodObject): ObjectSchema => objectSchema(output, asAnswer);

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

function objectSchema(schema: z.ZodObject, override: Override): ObjectSchema {
	const { properties, required = [] } = z.toJSONSchema(schema, {
		io: 'input',
		metadata: withoutIds,
		override
	});
	if (!isObject(properties)) throw new Error('the schema of an object has properties');
	return { type: 'object', properties, required };
}

/** Zod refers to a schema that has an id by `$ref`, and a client that meets one refuses the whole list of tools. */
const withoutIds: typeof z.globalRegistry = z.registry();
withoutIds.get = (schema) => ({ ...z.globalRegistry.get(schema), id: undefined });

/**
 * Leaves out what tells a model nothing: values that mean "not given", because a field is left out instead, and bounds that
 * every whole number has. Also long patterns, because every model reads every tool, each time: a refusal says the rule.
 */
const asArgument: Override = ({ jsonSchema }) => {
	const { enum: values, pattern = '', minimum, maximum } = jsonSchema;
	if (values) jsonSchema.enum = values.filter((value) => !/^$|_UNSPECIFIED$/.test(String(value)));
	if (pattern.length > 60) delete jsonSchema.pattern;
	if (minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
	if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

/** Leaves types, values and structure. Below the top nothing is required, because unset fields are left out. */
const asAnswer: Override = ({ jsonSchema, path }) => {
	const kept = ['type', 'enum', 'properties', 'items', ...(path.length === 0 ? ['required'] : [])];
	for (const key of Object.keys(jsonSchema)) if (!kept.includes(key)) delete jsonSchema[key];
};

const idempotencyKey = {
	type: 'string',
	minLength: 1,
	maxLength: 255,
	description: 'A key of your choice: a call that is repeated with the same key takes effect once.'
};

/** What these fields are, whichever tool asks for them. */
const everywhere: Texts = {
	listUid: 'The list: its uid (lst_…) or its name.',
	toListUid: 'The target list: its uid or its name.',
	sectionUid:
		'The section: its uid or its name; "" for none. If no section has this name, it is created.',
	'items.sectionUid':
		'The section: its uid or its name. If no section has this name, it is created. If left out, the one where the item last stood on this list.',
	itemUid: 'The uid of the item (itm_…), from get_list or search.',
	itemUids: 'The uids of the items (itm_…), from get_list or search.',
	'items.itemUid': 'The uid of the item (itm_…), from get_list or search.'
};

type Texts = Record<string, string>;

/** The properties by the names that assistants use. `texts` are descriptions by the path of what they describe. */
function described(properties: JsonObject, texts: Texts, path = ''): JsonObject {
	const shown = Object.entries(properties).filter(([name]) => name !== nameOfSection);
	const spelled = shown.map(([name, schema]) => [
		namesOfUids[name] ?? name,
		isObject(schema) ? describedOne(schema, texts, path + name) : schema
	]);
	return Object.fromEntries(spelled);
}

function describedOne(schema: JsonObject, texts: Texts, path: string): JsonObject {
	const { items } = schema;
	const elements = isObject(items) &&
		isObject(items.properties) && {
			...items,
			properties: described(items.properties, texts, `${path}.`),
			additionalProperties: false
		};
	const description = texts[path];
	return { ...schema, ...(elements && { items: elements }), ...(description && { description }) };
}
