import type { z } from 'zod';

/** Structured answers of tools: as REST gives them, without unset fields, which cost a model as much to read as others. */

/** Adds `hasNote` beside each note in an answer: where many items are shown, the notes themselves are not. */
export function withHasNote(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withHasNote);
	if (typeof value !== 'object' || value === null) return value;
	const shown: Record<string, unknown> = {};
	for (const [name, field] of Object.entries(value)) shown[name] = withHasNote(field);
	if ('note' in value) shown.hasNote = value.note !== '';
	return shown;
}

/** The answer without unset fields below the top: "", false and []. Those at the top say that an answer is empty. */
export function lean(answer: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, within(value)]));
}

function within(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(within);
	if (typeof value !== 'object' || value === null) return value;
	const set: Record<string, unknown> = {};
	for (const [name, field] of Object.entries(value)) if (!isUnset(field)) set[name] = within(field);
	return set;
}

const isUnset = (field: unknown): boolean =>
	field === '' ||
	field === false ||
	field === undefined ||
	(Array.isArray(field) && field.length === 0);

/** The operation with fields in its output that its `run` returns and that REST leaves out. */
export const withMore = <Described, Shape extends z.ZodRawShape, More extends z.ZodRawShape>(
	operation: Described & { output: z.ZodObject<Shape> },
	more: More
) => ({ ...operation, output: operation.output.extend(more) });
