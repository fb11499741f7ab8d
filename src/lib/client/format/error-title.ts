const titles: Record<number, string> = {
	400: 'That could not be read',
	403: 'Not for you to do',
	404: 'Nothing here',
	409: 'It changed meanwhile',
	429: 'A little slower',
	503: 'Back in a moment'
};

/** What an error page is called. */
export const titleOf = (status: number): string => titles[status] ?? 'Something went wrong';
