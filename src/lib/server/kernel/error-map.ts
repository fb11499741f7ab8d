import type { z } from 'zod';
import * as m from '../../paraglide/messages.js';

/** The sentence for a problem that the schema has none for. */
export function sentenceFor(issue: z.core.$ZodRawIssue): string {
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
