import type { oas32 } from 'zod-openapi';
import { theDocument } from '../openapi/document.ts';

/** Follows the references of the published document. */

export type Schema = oas32.SchemaObject | oas32.ReferenceObject;

export const isReference = (schema: Schema): schema is oas32.ReferenceObject =>
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

export const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';
