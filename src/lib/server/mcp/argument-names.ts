import { malformedFields, type FieldViolation } from '../kernel/errors.ts';
import { camelCase } from '../http/text.ts';
import type { Arguments } from './asking.ts';
import { isObject, type JsonObject } from '../http/json.ts';
import type { ObjectSchema } from './schemas.ts';
import { spelledTwice, unknownArgument, maxNameLength, dotted } from './unknown-argument.ts';

/**
 * The arguments of a tool by the names of its schema, which may be spelled in snake_case too. No argument can be null, so
 * null is left out: many clients send it for each argument that the model did not give. Only what the model last saw keeps
 * its null, and is refused as no text: without the comparison somebody's note could be overwritten. Throws where an
 * argument is not known or is there in two spellings, at any depth: a tool that ignores a name says that it did what it
 * did not do.
 */
export function argumentsIn(schema: ObjectSchema, given: Arguments): Arguments {
	const unknown: FieldViolation[] = [];
	const known = knownIn(schema, given, '', unknown);
	const [first, ...others] = unknown;
	if (first) throw malformedFields(first, ...others);
	return isObject(known) ? known : {};
}

const isExpected = (name: string): boolean => name.startsWith('expected');

/** How many arguments an error names. */
const maxUnknownNamed = 5;

function knownIn(
	schema: unknown,
	given: unknown,
	path: string,
	unknown: FieldViolation[]
): unknown {
	if (!isObject(schema)) return given;
	if (Array.isArray(given))
		return given.map((element, at) => knownIn(schema.items, element, `${path}[${at}]`, unknown));
	const { properties } = schema;
	if (!isObject(properties) || !isObject(given)) return given;
	const known: Arguments = {};
	const seen = new Set<string>();
	for (const [name, value] of Object.entries(given)) {
		const spelled = spelledIn(properties, name);
		if (spelled && !seen.has(spelled)) {
			seen.add(spelled);
			if (value !== null || isExpected(spelled))
				known[spelled] = knownIn(properties[spelled], value, dotted(path, spelled), unknown);
		} else if (unknown.length < maxUnknownNamed)
			unknown.push(spelled ? spelledTwice(spelled, path) : unknownArgument(name, path, properties));
	}
	return known;
}

function spelledIn(properties: JsonObject, name: string): string | undefined {
	const spelled = name.length <= maxNameLength ? camelCase(name) : name;
	return Object.hasOwn(properties, spelled) ? spelled : undefined;
}
