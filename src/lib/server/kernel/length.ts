import * as m from '../../paraglide/messages.js';
import { inEnglish, type FieldName } from './field-name.ts';
import { countCharacters } from './text.ts';

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

type Rule = [
	isKept: (text: string) => boolean,
	{ error: (issue: { input?: unknown }) => string; abort: true }
];

/** A rule for a text, for `refine`. If it is broken, the rules after it are not tried. */
export const rule = (isKept: Rule[0], sentence: (text: string) => string): Rule => [
	isKept,
	{ error: ({ input }) => sentence(String(input)), abort: true }
];

export const longEnough = (what: FieldName, least: number): Rule =>
	rule(
		(text) => least === 0 || countCharacters(text) >= least,
		() =>
			least <= 1 ? m.field_required({ what: what() }) : m.field_too_short({ what: what(), least })
	);

/** Checked first: everything after it takes time in proportion to what was sent. */
export const fewUnits = (what: FieldName, most: number, units: number): Rule =>
	rule(
		(text) => text.length <= most * units,
		() => m.field_too_long({ what: what(), most })
	);

export const shortEnough = (what: FieldName, most: number): Rule =>
	rule(
		(text) => text.length <= most || countCharacters(text) <= most,
		(text) => m.field_longer_than({ what: what(), most, count: countCharacters(text) })
	);
