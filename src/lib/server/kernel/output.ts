import type { z } from 'zod';
import { madeOnce } from '../../client/format/made-once.ts';
import { isReused, reused } from '../../client/format/reused.ts';

/** Parses the output of an operation, field by field, without checks of the object. Throws the ZodError of the whole. */
export function parseOutput<Output extends z.ZodObject>(
	schema: Output,
	given: Record<string, unknown>
): z.output<Output> {
	const output: Record<string, unknown> = {};
	try {
		for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
			const value = parsed(field, given[name]);
			if (value !== undefined) output[name] = value;
		}
	} catch {
		return schema.parse(given);
	}
	return output as z.output<Output>;
}

/** The output that an earlier request stored. Where an older version stored it, with fewer fields, it is as that version gave it. */
export function parseStored<Output extends z.ZodObject>(
	schema: Output,
	stored: Record<string, unknown>
): z.output<Output> {
	try {
		return parseOutput(schema, stored);
	} catch {
		return stored as z.output<Output>;
	}
}

const parsed = (schema: z.ZodType, value: unknown): unknown =>
	isReused(value) ? parserOfReused(schema)(value) : schema.parse(value);

const parserOfReused = madeOnce((schema: z.ZodType) =>
	madeOnce((value: object) => reused(schema.parse(value) as object))
);
