import type { z } from 'zod';
import { madeOnce } from '../../client/format/made-once.ts';
import { isReused, reused } from '../../client/format/reused.ts';
import { hashSecret } from './secrets.ts';

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

/** An output as it is sent: its JSON and its strong ETag, which differs for every other byte and is hashed when read. */
export function written(output: object): { readonly json: string; readonly etag: string } {
	const texts = textsOf(output);
	return {
		get json() {
			return `{${texts.map(([name, { json }]) => `${name}:${json}`).join()}}`;
		},
		get etag() {
			const hashes = texts.map(([name, { hash }]) => `${name}:${hash}`).join();
			return `"${hashSecret(hashes).slice(0, 32)}"`;
		}
	};
}

/** Each field that is sent: its name as JSON, and its value as text. */
const textsOf = (output: object): [name: string, Text][] =>
	Object.entries(output)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => [JSON.stringify(name), textOf(value)]);

class Text {
	readonly json: string;
	#hash: string | undefined;

	constructor(value: unknown) {
		this.json = JSON.stringify(value);
	}

	get hash(): string {
		return (this.#hash ??= hashSecret(this.json));
	}
}

const textOf = (value: unknown): Text => (isReused(value) ? textOfReused(value) : new Text(value));

const textOfReused = madeOnce((value: object) => new Text(value));

const parsed = (schema: z.ZodType, value: unknown): unknown =>
	isReused(value) ? parserOfReused(schema)(value) : schema.parse(value);

const parserOfReused = madeOnce((schema: z.ZodType) =>
	madeOnce((value: object) => reused(schema.parse(value) as object))
);
