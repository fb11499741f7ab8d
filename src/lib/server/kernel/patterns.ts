/**
 * The rules for texts as regular expressions, for the fields that check them and for the published document. They keep to
 * what every dialect reads alike: no lookahead, no \p, and [0-9] because \d is any script's digit in some of them.
 */

const control = String.raw`\x00-\x1f\x7f-\x9f`;
/** What trimming takes away; \ufeff is not among \s everywhere. */
const space = String.raw`\s\ufeff`;

/** Characters that make what follows read in the other direction, so that a name shows as another. */
export const bidiControl = String.raw`\u202a-\u202e\u2066-\u2069`;
const notOnALine = control + bidiControl;

/** Characters without a mark or room of their own, such as a joiner: a text of nothing else looks empty. */
export const unseen = String.raw`\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\uffa0`;

/** One line without control characters. */
export const anyLine = `^[^${notOnALine}]*$`;
/** Such a line with something to see on it. */
export const wordedLine = `^[^${notOnALine}]*[^${notOnALine}${space}${unseen}][^${notOnALine}]*$`;

export const withoutNul = String.raw`^[^\x00]*$`;

const reserved = String.raw`@,;:<>()\[\]\\"`;
const local = `[^${notOnALine}${space}${reserved}]+`;
const word = `[^${notOnALine}${space}${reserved}.]+`;

export const anEmail = `^${local}@${word}([.]${word})*$`;

const year = '([0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)';
const leapYear = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)';
const dayOfMonth =
	'((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))';

/** A day that the calendar has, from the year 1 on. */
export const aDay = `(${year}-${dayOfMonth}|${leapYear}-02-29)`;

const time = String.raw`([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?`;
const offset = '(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])';

/** RFC 3339 with its offset from UTC. */
export const aMoment = `${aDay}T${time}${offset}`;
