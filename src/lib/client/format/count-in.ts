/** The count that an address tells; undefined for anything else that somebody wrote there. */
export const countIn = (text = ''): number | undefined =>
	/^\d{1,9}$/.test(text) ? Number(text) : undefined;
