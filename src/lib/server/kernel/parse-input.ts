import type { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { malformedFields, type FieldViolation } from './errors.ts';
import { newPasswords } from './schema.ts';
import { countCharacters } from './text.ts';
import { sentenceFor } from './error-map.ts';

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
	for (const [field, type] of Object.entries(schema.shape)) {
		const written: unknown = Reflect.get(Object(given), field);
		if (!newPasswords.has(type) || typeof written !== 'string') continue;
		const isTooShort = countCharacters(written) < minPasswordLength;
		if (isTooShort && !wrong.some((violation) => violation.field === field))
			wrong.push({ field, description: m.password_too_short({ count: minPasswordLength }) });
	}
	const [first, ...others] = wrong;
	if (first) throw malformedFields(first, ...others);
	return data as z.output<Schema>;
}

function asViolation(issue: z.core.$ZodIssue): FieldViolation {
	return { field: issue.path.map(String).join('.'), description: issue.message };
}
