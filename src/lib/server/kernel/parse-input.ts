import type { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { malformedFields, type FieldViolation } from './errors.ts';
import { newPasswords } from './schema.ts';
import { countCharacters } from './text.ts';

/**
 * The input as its schema reads it. Throws a refusal that names each field and says, in a sentence, what is wrong. No password
 * that is set may be shorter than `minPasswordLength`, in characters.
 */
export function parseInput<Schema extends z.ZodObject>(
	schema: Schema,
	given: unknown,
	minPasswordLength = 0
): z.output<Schema> {
	const { data, error } = schema.safeParse(given ?? {}, { error: sentenceFor });
	const wrong = error?.issues.map(asViolation) ?? [];
	for (const [field, text] of Object.entries(given ?? {})) {
		if (!isNewPassword(schema, field) || wrong.some((violation) => violation.field === field))
			continue;
		if (countCharacters(text) < minPasswordLength)
			wrong.push({ field, description: m.password_too_short({ count: minPasswordLength }) });
	}
	const [first, ...others] = wrong;
	if (first) throw malformedFields(first, ...others);
	return data as z.output<Schema>;
}

const isNewPassword = ({ shape }: z.ZodObject, field: string): boolean =>
	shape[field] !== undefined && newPasswords.has(shape[field]);

/** The sentence for a problem that the schema has none for. */
function sentenceFor(issue: z.core.$ZodRawIssue): string {
	const field = fieldAt(issue.path ?? []);
	if (!field) return m.body_not_object();
	if (issue.input === undefined) return m.field_required({ what: field });
	const isObjectExpected = issue.code === 'invalid_type' && issue.expected === 'object';
	return isObjectExpected
		? m.field_must_be_object({ what: field })
		: m.field_wrong({ what: field });
}

/** The last name on the way to a value, with its place where it is one of several: `items[0]`. */
function fieldAt(path: PropertyKey[]): string {
	const at = path.findLastIndex((step) => typeof step !== 'number');
	return [path[at] ?? '', ...path.slice(at + 1).map((place) => `[${String(place)}]`)]
		.map(String)
		.join('');
}

function asViolation(issue: z.core.$ZodIssue): FieldViolation {
	return { field: issue.path.map(String).join('.'), description: issue.message };
}
