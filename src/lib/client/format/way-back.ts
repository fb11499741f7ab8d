import * as m from '../../paraglide/messages.js';

/** The pages with items of many lists, each with the parts of its query that a link back keeps. */
const pages = new Map([
	['today', { title: m.today, keeps: ['page'] }],
	['upcoming', { title: m.upcoming, keeps: ['page'] }],
	['calendar', { title: m.calendar, keeps: ['day', 'page'] }],
	['search', { title: m.search, keeps: ['query'] }]
] as [string, { title: () => string; keeps: string[] }][]);

/** What a link to an item adds to its address, so that the item's page leads back; "" on any other page. */
export function fromHere({ pathname, searchParams }: URL): string {
	const name = pathname.slice(1);
	const page = pages.get(name);
	return page ? `?${new URLSearchParams([['from', name], ...kept(page, searchParams)])}` : '';
}

type WayBack = { path: string; title: string };

/** The page that an item was opened from; undefined where the address names none. It is never one outside the table. */
export function wayBack({ searchParams }: URL): WayBack | undefined {
	const name = searchParams.get('from') ?? '';
	const page = pages.get(name);
	if (!page) return undefined;
	const query = new URLSearchParams(kept(page, searchParams));
	return { path: `/${name}${query.size > 0 ? `?${query}` : ''}`, title: page.title() };
}

/** The part of an item page's address that names the way back, for the actions of its forms: "&from=today". */
export function sameWay(url: URL): string {
	const way = wayBack(url);
	return way ? fromHere(new URL(way.path, url)).replace('?', '&') : '';
}

const kept = ({ keeps }: { keeps: string[] }, from: URLSearchParams): [string, string][] =>
	keeps.map((name): [string, string] => [name, from.get(name) ?? '']).filter(([, value]) => value);
