import { isReference, named, nameIn, type Schema } from './document-references.ts';

export function elementOf(schema: Schema): Schema | undefined {
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
