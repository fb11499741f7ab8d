import type { Dated } from './quick-add-date.ts';
import { isMadeForPackage, isNamedByNumber, isNotCounted, isUnit } from './quick-add-words.ts';

export type WrittenLine = {
	label: string;
	/** As people write it: a number, a space, the unit ("500 g", "1,5 kg", "2 x 1 l"), or a number alone ("12"). */
	quantity: string;
	/** YYYY-MM-DD, or "". */
	dueOn: string;
};

/** Takes the date off the end of a line. It knows the language, and which day today is. */
export type TakeDate = (line: string) => Dated | undefined;

/** A quantity and a date that were read and are to stay in the label as text; each is "" where there is none. */
export type AsText = { quantity: string; dueOn: string };

type Words = Pick<WrittenLine, 'label' | 'quantity'>;

/**
 * What one written line asks for. A bullet or a box before it is taken off; quotes keep their words from being read as
 * a quantity or a date; what is doubtful stays in the label. A label too long to be stored comes back whole, to be refused.
 */
export function readLine(text: string, takeDate?: TakeDate, asText?: AsText): WrittenLine {
	const line = spacedOnce(text);
	return readDated(withoutBullet(line) || line, takeDate, asText);
}

// Every pattern below that may backtrack only ever meets the first or last few words.
const reach = 64;
const longestLabel = 500;

const word = /[^\s\p{P}]/u;
const wordAtFront = /^["“”„«»'‘’]?[\p{L}\p{Extended_Pictographic}]/u;
const somethingNamed = /[\p{L}\p{Extended_Pictographic}]/u;
const quoted = /^([^"“”„«»]*)["“”„«»](.*)["“”„«»]([^"“”„«»]*)$/su;
/** "2 bottles of wine", "200 g d'emmental". A capital begins a name, as in "De Cecco". */
const joining = /^(?:(?:of|de|من) |d['’](?=\p{L}))/u;
const weightOrVolume = /^(?:[kmcd]?[gl]|(?:fl\.? ?)?oz|lbs?)$/i;
const secondThing = /[,;+&] \p{Nd}/u;

const fraction = String.raw`(?:[¼½¾⅓⅔⅛⅜⅝⅞]|(?:1/[2348]|2/3|3/[48]|[57]/8))`;
const range = String.raw`\d{1,4}[-–]\d{1,4}`;
const measure = String.raw`(?:\p{Nd}{1,5}[.,٫]\p{Nd}{1,3}|${range}|\p{Nd}{1,3} ?${fraction}|${fraction}|\p{Nd}{1,5})`;
const count = String.raw`(?:${range}|[1-9] ?${fraction}|${fraction}|(?![0٠])\p{Nd}{1,3})`;
const times = String.raw` ?[x×✕] ?`;
const unit = String.raw`(?<unit>fl\.? ?oz|\p{L}[\p{L}\p{M}]{0,15})`;
const amount = String.raw`(?:(?<packs>\p{Nd}{1,3})${times})?(?<number>${measure}) ?${unit}(?<stop>\.?)`;

const amountAtFront = new RegExp(`^${amount} `, 'u');
const amountAtEnd = new RegExp(` (?:[x×✕] ?)?${amount}$`, 'u');
const amountAlone = new RegExp(`^(?:[x×✕] ?)?${amount}$`, 'u');
const countAtFront = new RegExp(`^(?<number>${count})(?:${times})? `, 'u');
const countAtEnd =
	/(?: [x×✕] ?(?<after>(?![0٠])\p{Nd}{1,3})| (?<before>(?![0٠])\p{Nd}{1,3})[x×✕])$/u;
const countAlone = new RegExp(`^(?:[x×✕] ?)?(?<number>${count})(?:${times})?$`, 'u');

/** Chat apps put marks of direction before a line. */
export function spacedOnce(text: string): string {
	return text
		.replace(/^[\s\u200e\u200f\u061c]+/u, '')
		.trimEnd()
		.replace(/\s+/gu, ' ');
}

export function withoutBullet(line: string): string {
	return withoutBox(line.replace(/^(?:[-–—*+](?: |$)|[•◦▪‣·⁃●○■] ?)/u, ''));
}

export function withoutBox(line: string): string {
	return line.replace(/^(?:\[[ xX✓]?\]|[☐☑☒□▢◻✓✔]) ?/u, '');
}

export function readDated(
	line: string,
	takeDate: TakeDate = () => undefined,
	asText?: AsText
): WrittenLine {
	const dated = takeDate(line);
	// A quantity alone is not due on a day: "Mi" is a Wednesday, but "2 l Mi" may become "2 l Milch".
	const isDated = dated && canPrecede(dated.words) && !quantityAlone(dated.words);
	if (!isDated || dated.dueOn === asText?.dueOn)
		return { ...readUnless(line, asText?.quantity), dueOn: '' };
	const read = { ...readUnless(dated.words, asText?.quantity), dueOn: dated.dueOn };
	return read.label.length <= longestLabel ? read : { label: line, quantity: '', dueOn: '' };
}

/** The words and their quantity. A quantity that is to stay text is left in the label. */
function readUnless(line: string, asText = ''): Words {
	const words = readWords(line);
	return asText && words.quantity === asText ? { label: line, quantity: '' } : words;
}

function readWords(line: string): Words {
	const whole = { label: line, quantity: '' };
	const kept = readQuoted(line);
	if (kept) return fits(kept) ? kept : whole;

	const front = readFront(line);
	const end = readEnd(line);
	if (front && end) return whole;
	const read = front ?? end;
	return read && fits(read) ? read : whole;
}

function fits({ label, quantity }: Words): boolean {
	return quantity === '' || label.length <= longestLabel;
}

function readQuoted(line: string): Words | undefined {
	const [, before, inside, after] = quoted.exec(line) ?? [];
	const label = inside?.trim();
	if (before === undefined || after === undefined || !label) return undefined;
	if (before === '' && after === '') return { label, quantity: '' };
	// A mark that touches a word is an inch or an apostrophe, and not a quote.
	const outside = before.endsWith(' ')
		? before + after
		: after.startsWith(' ')
			? after + before
			: '';
	if (outside === '' || (before && after)) return undefined;
	const quantity = quantityAlone(outside.slice(0, reach).trim());
	return quantity && word.test(label) ? { label, quantity } : undefined;
}

function quantityAlone(text: string): string | undefined {
	const found = amountAlone.exec(text);
	return (found && quantityIn(found)) ?? countAlone.exec(text)?.groups?.number;
}

function readFront(line: string): Words | undefined {
	const head = line.slice(0, reach);
	const measured = amountAtFront.exec(head);
	const quantity = measured && quantityIn(measured);
	if (measured && quantity) {
		const rest = line.slice(measured[0].length);
		const next = firstWord(rest);
		// "1 gr. Dose" is a large tin.
		if (measured.groups?.stop && isUnit(next)) return undefined;
		const isWeighed = weightOrVolume.test(measured.groups?.unit ?? '');
		if (!isMadeForPackage(next))
			return (isWeighed && readPacked(rest, next, quantity)) || readMeasured(rest, quantity);
	}
	return readCountAtFront(line, head);
}

/** "400 g can chopped tomatoes": the package belongs to the quantity, but "500 g can opener" has none. */
function readPacked(rest: string, next: string, quantity: string): Words | undefined {
	const inside = rest.slice(next.length + 1);
	const first = firstWord(inside);
	const isPackage = /^\p{L}{3,}$/u.test(next) && isUnit(next);
	if (!isPackage || isUnit(first) || isMadeForPackage(first)) return undefined;
	return readMeasured(inside, `${quantity} ${next}`);
}

function readMeasured(rest: string, quantity: string): Words | undefined {
	const label = rest.replace(joining, '');
	return canFollow(label, firstWord(label)) ? { label, quantity } : undefined;
}

function readCountAtFront(line: string, head: string): Words | undefined {
	const counted = countAtFront.exec(head);
	const quantity = counted?.groups?.number;
	if (!counted || !quantity || !risesIfRange(quantity)) return undefined;
	const label = line.slice(counted[0].length);
	const next = firstWord(label);
	if (!canFollow(label, next) || isUnit(label) || secondThing.test(label)) return undefined;
	return isStillQuantity(next, label) ? undefined : { label, quantity };
}

/** "geh. TL Senf", "tbsp/30 ml oil", "Dose/n Mais": what follows the number is more of the quantity. */
function isStillQuantity(next: string, label: string): boolean {
	const [first = '', second] = next.split('/');
	return second === undefined ? next !== label && /^\p{Ll}.*\./u.test(next) : isUnit(first);
}

function canFollow(label: string, next: string): boolean {
	return wordAtFront.test(label) && !isNotCounted(next) && !/^d['’]/i.test(next);
}

function readEnd(line: string): Words | undefined {
	const tail = line.slice(-reach);
	const found = measuredAtEnd(tail) ?? countedAtEnd(tail);
	if (!found) return undefined;
	const label = line.slice(0, line.length - found.written.length);
	return canPrecede(label) ? { label, quantity: found.quantity } : undefined;
}

type Found = { written: string; quantity: string };

function measuredAtEnd(tail: string): Found | undefined {
	const found = amountAtEnd.exec(tail);
	const quantity = found && quantityIn(found);
	return found && quantity ? { written: found[0], quantity } : undefined;
}

function countedAtEnd(tail: string): Found | undefined {
	const found = countAtEnd.exec(tail);
	const quantity = found?.groups?.after ?? found?.groups?.before;
	return found && quantity ? { written: found[0], quantity } : undefined;
}

function canPrecede(label: string): boolean {
	const last = label.slice(-reach).split(' ').at(-1) ?? '';
	if (!somethingNamed.test(label) || /[,;:=+/&(–—-]$/.test(last)) return false;
	return !/^[\p{Nd}.,/-]+$/u.test(last) && !isNamedByNumber(last);
}

/** The one form a quantity is kept in, or nothing where the word after the number is no unit. */
function quantityIn({ groups, 0: written }: RegExpExecArray): string | undefined {
	const { packs, number, unit = '', stop = '' } = groups ?? {};
	if (number === undefined || !risesIfRange(number)) return undefined;
	// "5G" is a network, and "5 g" five grams.
	if (/^ ?[345]G\b/.test(written)) return undefined;
	if (!isUnit(unit.replace(/[. ]/g, ''))) return undefined;
	return `${packs === undefined ? '' : `${packs} x `}${number} ${unit}${stop}`;
}

function risesIfRange(number: string): boolean {
	const [from, to] = number.split(/[-–]/);
	return to === undefined || Number(from) < Number(to);
}

export function firstWord(text: string): string {
	return text.slice(0, reach).split(' ', 1)[0] ?? '';
}
