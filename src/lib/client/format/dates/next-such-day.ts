import { isDay } from '../day.ts';

/** This day in the first of the years in which it exists and has not passed. */
export function nextSuchDay(
	years: number[],
	month: number,
	day: number,
	today: string
): string | undefined {
	const two = (number: number) => String(number).padStart(2, '0');
	return years
		.map((year) => `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`)
		.find((date) => isDay(date) && date >= today);
}

export const yearsAfter = (today: string): number[] => {
	const year = Number(today.slice(0, 4));
	return [year, year + 1];
};
