import { nextSuchDay, yearsAfter } from './next-such-day.ts';

/** Which of two numbers is the day: the first, or either, as English is written on both sides of the ocean. */
export type NumericOrder = 'day first' | 'either';

/**
 * The day that figures name: "24.12.", "24.12.2026", "24/12", "2026-12-24". What may be a fraction or a version ("1/2",
 * "1.5") names none, nor does "5/8/2026" where either number may be the day.
 */
export function numericDay(text: string, today: string, order: NumericOrder): string | undefined {
	const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
	if (iso) return nextSuchDay([Number(iso[1])], Number(iso[2]), Number(iso[3]), today);
	const dotted = /^(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}|\d{2}))?$/.exec(text);
	if (dotted) return dayIn(dotted, today);
	const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(text);
	return slashed && !notDates.test(text) ? dayInSlashed(slashed, today, order) : undefined;
}

const notDates = /^(?:1\/[2348]|2\/3|3\/[48]|[57]\/8|(?:[13579]|11)\/16|24\/7)$/;

function dayInSlashed(found: RegExpExecArray, today: string, order: NumericOrder) {
	const [, first = '', second = '', year] = found;
	if (order === 'day first' || Number(first) > 12) return dayIn(found, today);
	return Number(second) > 12 ? dayIn([found[0], second, first, year], today) : undefined;
}

function dayIn([, day, month, year]: (string | undefined)[], today: string): string | undefined {
	const years = year ? [Number(year.length === 2 ? `20${year}` : year)] : yearsAfter(today);
	return nextSuchDay(years, Number(month), Number(day), today);
}
