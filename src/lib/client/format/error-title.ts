const titles: Record<number, string> = {
	400: 'Invalid request',
	403: 'Not allowed',
	404: 'Not found',
	409: 'This has changed',
	429: 'Too many attempts',
	503: 'Temporarily unavailable'
};

/** What an error page is called. */
export const titleOf = (status: number): string => titles[status] ?? 'Something went wrong';
