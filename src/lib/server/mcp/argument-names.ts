import { malformedFields, type FieldViolation } from '../kernel/errors.ts';
import { similarity } from '../kernel/similarity.ts';
import { camelCase } from '../http/text.ts';
import type { Arguments } from './asking.ts';
import { clipped, quoted } from './quoted.ts';
import { isObject, type JsonObject } from '../http/json.ts';
import type { ObjectSchema } from './schemas.ts';

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

const spelledTwice = (name: string, path: string): FieldViolation => ({
	field: '',
	description: `${dotted(path, name)} is given in two spellings. Give it once.`
});

function unknownArgument(name: string, path: string, properties: JsonObject): FieldViolation {
	const known = Object.keys(properties);
	const near = nearest(name, known);
	const shown = /^[\w.-]+$/.test(name)
		? clipped(name, maxNameLength)
		: quoted(clipped(name, maxNameLength));
	const sentences = [
		`There is no argument ${shown}${path && ` in ${path}`}.`,
		known.length > 0 ? `Known: ${known.join(', ')}.` : 'It takes none.',
		near && `Did you mean ${near}?`
	];
	// The name is the client's own text, so it stands in the sentence and not in `field`.
	return { field: '', description: sentences.filter(Boolean).join(' ') };
}

function nearest(name: string, known: string[]): string | undefined {
	const likenessTo = similarity(clipped(name, maxNameLength).toLowerCase());
	const alike = known.map((one) => ({ one, alike: likenessTo(one.toLowerCase()) }));
	const best = alike.toSorted((one, other) => other.alike - one.alike)[0];
	return best && best.alike >= minSimilarity ? best.one : undefined;
}

/** Between `due` and `dueOn` it is 0.6, between `done` and `dueOn`, which mean different things, 0.36. */
const minSimilarity = 0.4;
const maxNameLength = 60;

const dotted = (path: string, name: string): string => (path ? `${path}.${name}` : name);
