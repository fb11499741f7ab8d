import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import {
	aDay,
	aMoment,
	anEmail,
	anyLine,
	bidiControl,
	withoutNul,
	wordedLine
} from './patterns.ts';
import { about, inEnglish, withinSentence, type FieldName } from './field-name.ts';
import { lengths, unitsPerCharacter, visitorUnits, type Length } from './length.ts';
import { fewUnits, longEnough, rule, shortEnough } from './length-rules.ts';

/** The fields of answers, each with its description in the published document. */

export const says = (description: string) => z.string().meta({ description });

/** An object that the published document knows by the name `id`. */
export const component = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
	z.object(shape).meta({ id });

/** A value of a closed set, which the published document knows by the name `id`. */
export const named = <const Values extends readonly [string, ...string[]]>(
	values: Values,
	id: string,
	description: string,
	error?: () => string
) => z.enum(values, error && { error }).meta({ id, description });

export const whether = (description: string) => z.boolean().meta({ description });
export const counts = (description: string) => z.int().min(0).meta({ description });

/** RFC 3339 in UTC with milliseconds, or "" where it never happened. */
export const when = (description: string) =>
	z.string().meta({
		description: `${description} RFC 3339 in UTC; "" if unset.`,
		pattern: '^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)?$'
	});

export const onDay = (description: string) =>
	z.string().meta({ description: `${description} YYYY-MM-DD; "" if unset.`, pattern: dayOrNone });

const dayOrNone = '^(\\d{4}-\\d\\d-\\d\\d)?$';

const wellFormed = (what: FieldName) =>
	rule((text) => text.isWellFormed(), about(what, m.field_has_broken_character));

const withoutAny = (characters: RegExp, sentence: () => string) =>
	rule((text) => !characters.test(text), sentence);

/** A text that may not be empty may not look empty either. */
const worded = (what: FieldName, least: number) =>
	rule((text) => least === 0 || isWorded.test(text), about(what, m.field_required));

const isWorded = new RegExp(wordedLine);

const changesDirection = new RegExp(`[${bidiControl}]`);

/** One line of text, trimmed, counted in characters as a person counts them. */
export function line(what: FieldName, { most, least = 1, units = unitsPerCharacter }: Length) {
	return z
		.string(needed(what, m.field_must_be_text))
		.trim()
		.refine(...fewUnits(what, most, units))
		.refine(...wellFormed(what))
		.refine(...withoutAny(/\p{Cc}/u, about(what, m.field_must_be_one_line)))
		.refine(...withoutAny(changesDirection, about(what, m.field_changes_direction)))
		.refine(...worded(what, least))
		.refine(...longEnough(what, least))
		.refine(...shortEnough(what, most))
		.meta(lengths(what, { most, least, pattern: least > 0 ? wordedLine : anyLine }));
}

/** Text of many lines, kept as it was typed. */
export function paragraphs(what: FieldName, { most, units = unitsPerCharacter }: Length) {
	return z
		.string({ error: about(what, m.field_must_be_text) })
		.refine(...fewUnits(what, most, units))
		.refine(...wellFormed(what))
		.refine(...withoutAny(/\0/, about(what, m.field_has_broken_character)))
		.refine(...shortEnough(what, most))
		.meta(lengths(what, { most, least: 0, pattern: withoutNul }));
}

/** A secret a person chose: kept to the letter, so neither trimmed nor cleaned. */
export const password = (what: FieldName) =>
	z
		.string(needed(what, m.field_must_be_text))
		.refine(...fewUnits(what, 256, unitsPerCharacter))
		.refine(...wellFormed(what))
		.refine(...longEnough(what, 1))
		.refine(...shortEnough(what, 256))
		.meta({
			description: `${inEnglish(what)}, used exactly as sent.`,
			minLength: 1,
			maxLength: 256,
			format: 'password'
		});

/**
 * A password that is set. The configuration of the instance decides how short it may be, so `parseInput` checks that; the
 * published document states the usual length.
 */
export const newPassword = (what: FieldName = m.field_password) =>
	password(what)
		.meta({
			description: `${inEnglish(what)}, used exactly as sent. At least ${usualLeast} characters as a person counts them, unless this instance is configured otherwise.`,
			minLength: usualLeast
		})
		.register(newPasswords);

export const newPasswords = z.registry();

const usualLeast = 15;

export const email = line(m.field_email, { most: 254, units: visitorUnits })
	.refine((text) => isEmail.test(text), {
		error: m.email_malformed
	})
	.meta({ pattern: anEmail });

const isEmail = new RegExp(anEmail, 'u');

/** Identifies one thing; opaque, and not looked up. Text that cannot be a uid becomes one that names nothing. */
export const uid = (what: FieldName) =>
	aUid(what).meta({ description: `The uid of ${withinSentence(what)}.` });

/** Whether the text may be a uid, so that a database can be asked for it. */
export const mayBeUid = (text: string): boolean =>
	text.length <= 100 && /^[\x21-\x7e]*$/.test(text);

const aUid = (what: FieldName) =>
	z
		.string(needed(what, m.field_must_be_text))
		.overwrite((text) => (mayBeUid(text) ? text : 'nothing'));

export const uids = (what: FieldName) =>
	anyUids(what).max(1000, { error: about(what, m.field_names_too_many) });

/** The things that one request is about, at most 200. */
export const severalUids = (what: FieldName, { least = 1 } = {}) =>
	anyUids(what).min(least, { error: m.none_named }).max(200, { error: m.too_many_named });

const anyUids = (what: FieldName) =>
	z
		.array(aUid(what), { error: about(what, m.field_must_be_uids) })
		.meta({ description: `The uids of ${withinSentence(what)}.` });

export const flag = (what: FieldName, description: string) =>
	z.boolean(needed(what, m.field_must_be_true_or_false)).meta({ description });

/** A real calendar day, YYYY-MM-DD, or "" where there is none; no time zone touches it. */
export const day = (what: FieldName) =>
	z
		.string({ error: about(what, m.field_must_be_date) })
		.refine((text) => text === '' || isDay(text), {
			error: about(what, m.field_must_be_real_date)
		})
		.meta({
			description: `${inEnglish(what)} as YYYY-MM-DD, or "" for none.`,
			pattern: `^(${aDay})?$`
		});

/** A real calendar day that is required. `missing` is the sentence for when it is not given. */
export const neededDay = (what: FieldName, missing: () => string) =>
	z
		.string({
			error: (issue) =>
				issue.input === undefined ? missing() : m.field_must_be_day({ what: what() })
		})
		.refine(isDay, { error: about(what, m.field_must_be_real_date) })
		.meta({
			description: `${inEnglish(what)} as YYYY-MM-DD.`,
			format: 'date',
			pattern: `^${aDay}$`
		});

const wholeDay = new RegExp(`^${aDay}$`);

export function isDay(text: string): boolean {
	return wholeDay.test(text);
}

/** RFC 3339 with its offset from UTC. */
export const moment = (what: FieldName) =>
	z
		.string(needed(what, m.field_must_be_timestamp))
		.refine(isMoment, { error: about(what, m.field_must_be_real_timestamp) })
		.meta({
			description: `${inEnglish(what)}, as RFC 3339 with its offset from UTC.`,
			format: 'date-time',
			pattern: `^${aMoment}$`
		});

const wholeMoment = new RegExp(`^${aMoment}$`);

/** Its offset may lead out of the years that can be written in four digits. */
export function isMoment(text: string): boolean {
	const year = new Date(text).getUTCFullYear();
	return wholeMoment.test(text) && year >= 1 && year <= 9999;
}

/** One of the named values, or none. `…_UNSPECIFIED` and "" in a request mean "not given", as leaving the field out does. */
export const choice = <Value extends string>(
	values: z.ZodType<Value, Value>,
	unspecified: string
) =>
	z
		.preprocess(
			(given) => (given === unspecified || given === '' ? undefined : given),
			values.optional()
		)
		.optional();

/** The sentence for a field that is left out, and for one of another type. */
function needed(what: FieldName, mistyped: (inputs: { what: string }) => string) {
	return {
		error: (issue: { input?: unknown }) =>
			(issue.input === undefined ? m.field_required : mistyped)({ what: what() })
	};
}
