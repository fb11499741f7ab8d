/** The calendar day in a time zone now, YYYY-MM-DD. */
export const dayIn = (zone: string): string =>
	new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
