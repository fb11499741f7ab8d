import type { oas32 } from 'zod-openapi';
import { theDocument } from '../openapi/document.ts';

/** Reads parts of the published document, and follows its references. */

export type Field = { name: string; type: string; needed: boolean; description: string };

type Schema = oas32.SchemaObject | oas32.ReferenceObject;

/** The fields of an object, and those of the objects in them. */
export function fieldsOf(schema: Schema | undefined, prefix = ''): Field[] {
	if (typeof schema !== 'object' || !('properties' in schema)) return [];
	const needed = schema.required ?? [];
	return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
		{
			name: prefix + name,
			type: typeOf(inner),
			needed: needed.includes(name),
			description: descriptionOf(inner)
		},
		...fieldsOf(inner, `${prefix}${name}.`),
		...fieldsOf(elementOf(inner), `${prefix}${name}[].`)
	]);
}

function elementOf(schema: Schema): Schema | undefined {
	return typeof schema === 'object' && 'items' in schema ? schema.items : undefined;
}

export function typeOf(schema: Schema | undefined): string {
	if (typeof schema !== 'object') return '';
	const words = enumBehind(schema);
	if (words) return typeOf(words);
	if (isReference(schema)) return nameIn(schema.$ref);
	if ('enum' in schema && schema.enum)
		return schema.enum.map((value: unknown) => (value === '' ? '""' : String(value))).join(' | ');
	if ('const' in schema && schema.const !== undefined) return String(schema.const);
	const element = elementOf(schema);
	if (element) return `array of ${typeOf(element)}`;
	return 'type' in schema ? String(schema.type) : '';
}

export function descriptionOf(schema: Schema | undefined): string {
	if (typeof schema !== 'object') return '';
	if ('description' in schema && schema.description) return schema.description;
	return descriptionOf(enumBehind(schema));
}

/** The words to choose from that a reference leads to. The pages show these instead of the name of their schema. */
function enumBehind(schema: Schema): Schema | undefined {
	const meant = isReference(schema) ? named(schema) : undefined;
	return typeof meant === 'object' && 'enum' in meant ? meant : undefined;
}

const isReference = (schema: Schema): schema is oas32.ReferenceObject =>
	typeof schema === 'object' && '$ref' in schema && typeof schema.$ref === 'string';

/** The schema that a reference to a component leads to; any other schema as it is. */
export function named(schema: Schema | undefined): Schema | undefined {
	if (!schema || !isReference(schema)) return schema;
	return theDocument().components?.schemas?.[nameIn(schema.$ref)];
}

type Body = oas32.RequestBodyObject | oas32.ResponseObject | oas32.ReferenceObject | undefined;

export function jsonIn(given: Body): oas32.MediaTypeObject | undefined {
	const media = given && 'content' in given ? given.content?.['application/json'] : undefined;
	return media && !('$ref' in media) ? media : undefined;
}

export const parametersOf = ({ parameters = [] }: oas32.OperationObject): oas32.ParameterObject[] =>
	parameters.map((given) => resolved(given, theDocument().components?.parameters));

export const responseOf = (
	given: oas32.ResponseObject | oas32.ReferenceObject
): oas32.ResponseObject => resolved(given, theDocument().components?.responses);

/** Follows a reference to a component; anything else is returned as it is. */
function resolved<Part extends object>(
	given: Part | oas32.ReferenceObject,
	components: Record<string, Part | oas32.ReferenceObject> = {}
): Part {
	const found = '$ref' in given ? components[nameIn(given.$ref)] : given;
	if (!found || '$ref' in found) throw new Error('a reference of the document leads nowhere');
	return found;
}

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';
