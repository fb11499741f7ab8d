import { z } from 'zod';
import { madeOnce } from '../../client/format/made-once.ts';
import * as m from '../../paraglide/messages.js';
import { malformed } from '../kernel/errors.ts';
import { givenTwice } from './json.ts';

/** Turns the texts of forms and addresses into the types that an operation's input names. */

/**
 * The fields of `schema` that `given` holds. A field of an object is spelled `abilities.read`, and has `abilities.` as its prefix. Text
 * that does not fit its type stays text, and the schema refuses it.
 */
export function typed(
	schema: z.ZodObject,
	given: URLSearchParams,
	prefix = ''
): Record<string, unknown> {
	const fields: Record<string, unknown> = {};
	for (const [name, field] of Object.entries(schema.shape)) {
		const value = asType(bare(field), given, prefix + name);
		if (value !== undefined) fields[name] = value;
	}
	return fields;
}

/** The fields of `schema` in a query. Throws where one of them is not UTF-8 or is there twice. */
export function queryOf(url: URL, schema: z.ZodObject): Record<string, unknown> {
	// A URL makes its `searchParams` when they are first read.
	if (url.search === '') return unasked(schema);
	const { search, searchParams } = url;
	const isField = (name: string) => Object.hasOwn(schema.shape, camelCase(name));
	for (const name of unreadable(search))
		if (isField(name)) throw malformed(name, m.address_unreadable());
	refuseTwoSpellings([...searchParams.keys()].filter(isField));
	const given = [...searchParams].map(([name, value]) => [camelCase(name), value]);
	return typed(schema, new URLSearchParams(given));
}

const unasked = madeOnce((schema: z.ZodObject) => typed(schema, new URLSearchParams()));

/** The names of parameters that are not UTF-8. URLSearchParams reads their bytes as U+FFFD, and a "%" without two digits as it is. */
function unreadable(search: string): Iterable<string> {
	const pairs = search.slice(1).split('&');
	const broken = pairs.filter((pair) => !(pair.match(/(?:%[\da-f]{2})+/gi) ?? []).every(isUtf8));
	return new URLSearchParams(broken.join('&')).keys();
}

function isUtf8(encoded: string): boolean {
	try {
		return decodeURIComponent(encoded) !== '';
	} catch {
		return false;
	}
}

/**
 * snake_case to camelCase in the names of fields, some levels deep; values are left alone. Throws where one field is there in two
 * spellings.
 */
export function camelised(value: unknown, depth = 4, place = ''): unknown {
	if (depth === 0 || typeof value !== 'object' || value === null) return value;
	const below = (inner: unknown, name: string | number) =>
		camelised(inner, depth - 1, `${place}${name}.`);
	if (Array.isArray(value)) return value.map(below);
	const fields = Object.entries(value);
	refuseTwoSpellings(
		fields.map(([name]) => name),
		place
	);
	return Object.fromEntries(fields.map(([name, inner]) => [camelCase(name), below(inner, name)]));
}

/** Throws where two of these names are one field. `place` is where they stand, such as `items.1.`. */
function refuseTwoSpellings(names: string[], place = ''): void {
	const spellings = new Map<string, string>();
	for (const name of names) {
		const other = spellings.get(camelCase(name));
		if (other !== undefined) throw givenTwice(place + other, place + name);
		spellings.set(camelCase(name), name);
	}
}

export function camelCase(name: string): string {
	return name.replace(/(?<=[a-zA-Z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function asType(type: z.core.$ZodType, given: URLSearchParams, name: string): unknown {
	if (type instanceof z.ZodObject) return typed(type, given, `${name}.`);
	const texts = given.getAll(name);
	if (type instanceof z.ZodArray) return texts.length > 0 ? texts : undefined;
	const text = texts.at(-1);
	return type instanceof z.ZodBoolean && text !== undefined ? (flags.get(text) ?? text) : text;
}

/** "on" is what a checkbox sends. */
const flags = new Map([
	['true', true],
	['on', true],
	['false', false]
]);

/** The type itself, without "optional", a default or a transformation around it. */
function bare(type: z.core.$ZodType): z.core.$ZodType {
	if (
		type instanceof z.ZodOptional ||
		type instanceof z.ZodDefault ||
		type instanceof z.ZodPrefault
	)
		return bare(type.def.innerType);
	return type instanceof z.ZodPipe ? bare(type.def.in) : type;
}
