/** What the address of a page with rows of many lists says is shown: a month, the words searched for, a part of the rows. */
const parameters = ['day', 'query', 'page'];

/** What the page shows, for an address that shows it again. */
export const pageQuery = ({ searchParams }: URL): URLSearchParams =>
	new URLSearchParams([...searchParams].filter(([name]) => parameters.includes(name)));

/** As it ends a path: "?page=2", or "" where it is empty. */
export const asQuery = (parameters: URLSearchParams): string =>
	parameters.size > 0 ? `?${parameters}` : '';

/** Which part of many rows the page shows, counted from 1. */
export function pageIn({ searchParams }: URL): number {
	const page = searchParams.get('page') ?? '';
	return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}
