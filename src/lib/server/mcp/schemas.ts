import { z } from 'zod';
import type { Operation } from '../kernel/operation.ts';

/** The JSON Schemas of a tool, from those of its operation. */

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };
export type ObjectSchema = {
	type: 'object';
	properties: JsonObject;
	required?: string[];
	additionalProperties?: false;
};

type Described = Pick<Operation<z.ZodObject, z.ZodObject>, 'kind' | 'input' | 'tool'>;

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

/**
 * The arguments of a tool: the input of its operation, those that only the tool reads, and for a command an idempotency
 * key. Enumerations lack the values that mean "not given": a field is left out instead.
 */
export function argumentsOf(
	{ kind, input, tool }: Described,
	beside?: z.ZodObject
): ObjectSchema & { required: string[] } {
	const isSaid = (value: unknown) => value !== '' && !/_UNSPECIFIED$/.test(String(value));
	const { properties, required = [] } = objectSchema(input, isSaid);
	const told = { ...everywhere, ...tool?.fields };
	const spelled = Object.entries(described(properties, '', told)).map(([name, schema]) => [
		namesOfUids[name] ?? name,
		schema
	]);
	const key = kind === 'command' ? { idempotencyKey } : {};
	return {
		type: 'object',
		properties: {
			...Object.fromEntries(spelled),
			...(beside ? objectSchema(beside).properties : {}),
			...key
		},
		required: required.map((name) => namesOfUids[name] ?? name),
		additionalProperties: false
	};
}

/**
 * The output without the descriptions of its fields: those are in the reference, and an assistant reads what it gets.
 * Below the top nothing is required, because unset fields are left out.
 */
export function answerOf(output: z.ZodObject): ObjectSchema {
	const { properties, required = [] } = objectSchema(output);
	return { type: 'object', properties: bare(properties), required };
}

/**
 * The schema of an object with its definitions in their places: a client that meets a bare `$ref` refuses the whole list of
 * tools.
 */
function objectSchema(
	schema: z.ZodObject,
	keep: (value: unknown) => boolean = () => true
): ObjectSchema {
	const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input' });
	const lifted = asJson(root, $defs, keep);
	if (!isObject(lifted) || !isObject(lifted.properties))
		throw new Error('the schema of an object has properties');
	const required = Array.isArray(lifted.required) ? lifted.required.map(String) : [];
	return { type: 'object', properties: lifted.properties, required };
}

/**
 * Leaves out all but types, values and structure. Goes by the names of properties, because one may itself be called
 * "description".
 */
function bare(properties: JsonObject): JsonObject {
	const within = (schema: Json): Json => {
		if (!isObject(schema)) return schema;
		const { type, properties: inner, items, enum: values } = schema;
		return {
			...(type === undefined ? {} : { type }),
			...(values === undefined ? {} : { enum: values }),
			...(isObject(inner) ? { properties: bare(inner) } : {}),
			...(items === undefined ? {} : { items: within(items) })
		};
	};
	return Object.fromEntries(
		Object.entries(properties).map(([name, schema]) => [name, within(schema)])
	);
}

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const idempotencyKey = {
	type: 'string',
	minLength: 1,
	maxLength: 255,
	description: 'A key of your choice: a call that is repeated with the same key takes effect once.'
};

/** What these fields are, whichever tool asks for them. */
const everywhere: Record<string, string> = {
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

function described(properties: JsonObject, path: string, told: Record<string, string>): JsonObject {
	const shown = Object.entries(properties).filter(([name]) => name !== nameOfSection);
	const spelled = shown.map(([name, schema]) => {
		if (!isObject(schema)) return [name, schema];
		const { items } = schema;
		const words = told[path + name];
		const elements =
			isObject(items) && isObject(items.properties)
				? {
						items: {
							...items,
							properties: described(items.properties, `${path}${name}.`, told),
							additionalProperties: false
						}
					}
				: {};
		return [
			path ? (namesOfUids[name] ?? name) : name,
			{ ...schema, ...elements, ...(words ? { description: words } : {}) }
		];
	});
	return Object.fromEntries(spelled);
}

function asJson(
	value: unknown,
	definitions: Record<string, unknown>,
	keep: (value: unknown) => boolean
): Json {
	const inner = (within: unknown) => asJson(within, definitions, keep);
	if (Array.isArray(value)) return value.map(inner);
	if (typeof value !== 'object' || value === null) return asScalar(value);
	if ('$ref' in value) return inner(definitions[String(value.$ref).replace('#/$defs/', '')]);
	const entries = Object.entries(value).filter(
		([name, within]) => !isAnyInteger(within) && !(name === 'pattern' && isLong(within))
	);
	const spelled = entries.map(([name, within]) => [
		name,
		inner(name === 'enum' && Array.isArray(within) ? within.filter(keep) : within)
	]);
	return Object.fromEntries(spelled);
}

/**
 * Whether a pattern is left out: every model reads every tool, each time. The rule for a text is told where it is refused. Days are
 * told in words and by their format.
 */
const isLong = (pattern: unknown): boolean => typeof pattern === 'string' && pattern.length > 60;

const asScalar = (value: unknown): Json =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? value
		: null;

/** Bounds that every whole number has say nothing. */
const isAnyInteger = (value: unknown): boolean =>
	typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER;
