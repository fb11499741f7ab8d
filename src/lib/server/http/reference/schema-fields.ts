import type { Schema } from './document-references.ts';
import { descriptionOf, elementOf, typeOf } from './schema-words.ts';

export type Field = { name: string; type: string; needed: boolean; description: string };

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
