import * as m from '../../paraglide/messages.js';
import type { FieldName } from './field-name.ts';
import { countCharacters } from './text.ts';

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
