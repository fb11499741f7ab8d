import { countCharacters } from './text.ts';

/** How long a text may be, counted in characters as a person counts them. */

export type Length = {
	/** Characters. */
	most: number;
	least?: number;
	/** Code units that a character may have on average, see `unitsPerCharacter`. */
	units?: number;
};

/**
 * A family of four is one character of eleven code units, and no language has longer ones: far more are letters under heaps of
 * accents.
 */
export const unitsPerCharacter = 32;

/** What visitors write is stored and shown before anybody has let them in, so it takes few bytes. */
export const visitorUnits = 4;

/**
 * For clients that only read the schema. A character has one code point or more, so what keeps to this is never too long.
 * The pattern is the rule for a text that is trimmed already.
 */
export function lengths(
	what: string,
	{ most, least, pattern }: { most: number; least: number; pattern: string }
) {
	return {
		description: `${what}: at most ${most.toLocaleString('en')} characters.`,
		maxLength: most,
		...(least > 0 ? { minLength: least } : {}),
		pattern
	};
}

type Refinement = [
	(text: string) => boolean,
	{ error: (issue: { input?: unknown }) => string; abort: true }
];

export function longEnough(what: string, least: number): Refinement {
	return [
		(text) => least === 0 || countCharacters(text) >= least,
		{
			error: () =>
				least <= 1 ? `${what} is required.` : `${what} must have at least ${least} characters.`,
			abort: true
		}
	];
}

/** Asked first: everything after it takes time in proportion to what was sent. */
export function fewUnits(what: string, most: number, units: number): Refinement {
	return [
		(text) => text.length <= most * units,
		{
			error: () => `${what} can have at most ${most.toLocaleString('en')} characters.`,
			abort: true
		}
	];
}

export function shortEnough(what: string, most: number): Refinement {
	return [
		(text) => text.length <= most || countCharacters(text) <= most,
		{
			error: (issue) =>
				`${what} can have at most ${most.toLocaleString('en')} characters; this one has ${countCharacters(String(issue.input)).toLocaleString('en')}.`,
			abort: true
		}
	];
}
