/** The calendar day in a time zone now, YYYY-MM-DD. */
export const dayIn = (zone: string): string =>
	new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());

/** So many days in a row, the first of them `offset` days after `day`. */
export const daysFrom = (day: string, count: number, offset = 0): string[] =>
	Array.from({ length: count }, (_, index) =>
		new Date(Date.parse(day) + (offset + index) * 86_400_000).toISOString().slice(0, 10)
	);

/** Whether it is a day of the calendar, YYYY-MM-DD. */
export const isDay = (text: string): boolean =>
	/^\d{4}-\d{2}-\d{2}$/.test(text) &&
	!Number.isNaN(Date.parse(text)) &&
	new Date(text).toISOString().startsWith(text);
