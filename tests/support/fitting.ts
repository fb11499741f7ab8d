// Random values that fit a schema of the published document, drawn from all that it allows, without knowledge of the server.
import fc from 'fast-check';
import type { oas32 } from 'zod-openapi';
import { countCharacters } from '../../src/lib/server/kernel/text.ts';
import { committed } from './document.ts';
import { compiled } from './documented.ts';

export type Schema = oas32.SchemaObject | oas32.ReferenceObject;

/** `known` returns existing values for a field that names something; without it nearly every request would be a 404. */
export function fitting(
	schema: Schema,
	known: (field: string) => string[] = () => [],
	field = ''
): fc.Arbitrary<unknown> {
	const meant = resolved(schema);
	if (meant.enum) return fc.constantFrom(...meant.enum);
	if (meant.type === 'boolean') return fc.boolean();
	if (meant.type === 'integer') return fc.integer();
	if (meant.type === 'array') return listOf(meant, known, field);
	if (meant.type === 'object') return objectOf(meant, known);
	if (meant.type === 'string') return textOf(meant, known(field));
	throw new Error(`nothing is made for ${field}: ${JSON.stringify(meant)}`);
}

/** The schema that a `$ref` points to, or the schema itself. */
export function resolved(schema: Schema): oas32.SchemaObjectValue {
	const name = typeof schema === 'object' && '$ref' in schema ? schema.$ref?.split('/').at(-1) : '';
	const found: Schema | undefined = name ? committed.components?.schemas?.[name] : schema;
	if (typeof found !== 'object' || '$ref' in found) throw new Error(`${name} is no schema`);
	return found;
}

function listOf(
	{ items = true, minItems = 0, maxItems = 5 }: oas32.SchemaObjectValue,
	known: (field: string) => string[],
	field: string
): fc.Arbitrary<unknown> {
	if (typeof items !== 'object') throw new Error(`${field} is a list of anything`);
	const element = fitting(items, known, field);
	const few = fc.array(element, {
		minLength: minItems,
		maxLength: Math.min(maxItems, minItems + 3)
	});
	const most = element.map((one) => Array.from({ length: maxItems }, () => one));
	return fc.oneof({ arbitrary: few, weight: 30 }, { arbitrary: most, weight: 1 });
}

/** Objects that may also have unknown fields, which the document allows. */
function objectOf(
	{ properties = {}, required = [] }: oas32.SchemaObjectValue,
	known: (field: string) => string[]
): fc.Arbitrary<unknown> {
	const fields = Object.entries(properties).map(([name, inner]) => [
		name,
		fitting(inner, known, name)
	]);
	const own = fc.record<Record<string, unknown>>(Object.fromEntries(fields), {
		requiredKeys: required
	});
	const more = fc.constantFrom({}, {}, {}, { unheardOf: 1 }, { x: { y: [null] } });
	return fc.tuple(own, more).map(([object, extra]) => ({ ...extra, ...object }));
}

function textOf(schema: oas32.SchemaObjectValue, known: string[]): fc.Arbitrary<string> {
	const { pattern = '', minLength = 0, maxLength = 60, format } = schema;
	const fits = compiled(schema);
	// A password's least length counts characters as people see them; the document states this in words only.
	const enough = (text: string) => format !== 'password' || countCharacters(text) >= minLength;
	const isFit = (text: string) => fits(text) === true && enough(text);
	const short = { minLength, maxLength: Math.min(maxLength, minLength + 30) };
	const matching = pattern
		? [fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: short.maxLength })]
		: [];
	const any = [fc.string({ unit: 'binary', ...short }), fc.string({ unit: 'grapheme', ...short })];
	// Almost no random text is a day or an address. Generators that the filter would nearly always reject are left out.
	const likely = any.filter((texts) => fc.sample(texts, 40).filter(isFit).length > 8);
	const extreme = ['', 'x', ...longest(maxLength)].filter(isFit);
	const texts = [
		...[...matching, ...likely].map((drawn) => drawn.map(cutTo(maxLength)).filter(isFit)),
		...(extreme.length > 0 ? [fc.constantFrom(...extreme)] : [])
	];
	return known.length > 0
		? fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 8 }, ...texts)
		: fc.oneof(...texts);
}

/** Texts of the greatest length: letters, letters with combining accents, letters beyond the first plane, emoji families. */
const longest = (maxLength: number): string[] =>
	['x', 'e\u0301', '𝔘', '👩‍👩‍👧‍👦'].map((unit) =>
		Array.from(unit.repeat(maxLength)).slice(0, maxLength).join('')
	);

const cutTo = (maxLength: number) => (text: string) =>
	Array.from(text).slice(0, maxLength).join('');
