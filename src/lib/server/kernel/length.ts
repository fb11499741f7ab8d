import { inEnglish, type FieldName } from './field-name.ts';

/** How long a text may be, counted in characters as a person counts them. */

export type Length = {
	/** Characters. */
	most: number;
	least?: number;
	/** Code units that a character may have on average, see `unitsPerCharacter`. */
	units?: number;
};

/** The longest character of any language, a family of four, has eleven code units. A letter under a heap of accents has more. */
export const unitsPerCharacter = 32;

/** What visitors write is stored and shown before anybody has let them in, so it takes few bytes. */
export const visitorUnits = 4;

/**
 * The length of a text in the published schema, for clients that read nothing else. JSON Schema counts code points, and a character
 * has one or more of them. So a text that keeps to `maxLength` is never too long. The pattern is that of a text that is trimmed
 * already.
 */
export function lengths(
	what: FieldName,
	{ most, least, pattern }: { most: number; least: number; pattern: string }
) {
	return {
		description: `${inEnglish(what)}, at most ${most.toLocaleString('en')} characters.`,
		maxLength: most,
		...(least > 0 ? { minLength: least } : {}),
		pattern
	};
}
