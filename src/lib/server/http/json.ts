import * as m from '../../paraglide/messages.js';
import { malformed, type Refusal } from '../kernel/errors.ts';
import { fieldGivenTwice } from './field-given-twice.ts';

/**
 * Reads JSON. Throws a SyntaxError where it is none, and a Refusal where it nests too deeply, has too many fields, or names a
 * field of an object twice: `JSON.parse` would take the last one.
 */
export function readJson(text: string): unknown {
	const twice = fieldGivenTwice(text);
	const value: unknown = JSON.parse(text);
	if (twice !== undefined) throw givenTwice(twice);
	return value;
}

type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The field is the client's own text, so only its beginning is repeated. */
export function givenTwice(field: string, other = field): Refusal {
	const [one, two] = [field.slice(0, maxShownLength), other.slice(0, maxShownLength)];
	return malformed(
		one,
		field === other
			? m.field_given_twice({ field: one })
			: m.field_spelled_twice({ one, other: two })
	);
}

const maxShownLength = 60;
