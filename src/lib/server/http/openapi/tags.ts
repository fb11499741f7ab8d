import type { oas32 } from 'zod-openapi';

/** The groups of operations in the published document. */
export const tags: oas32.TagObject[] = [
	{ name: 'Lists', description: 'The lists you reach, their sections, and how they are shared.' },
	{ name: 'Items', description: 'The items on your lists.' },
	{ name: 'Finding', description: 'Search, and items by date, across every list you reach.' },
	{ name: 'Trash', description: 'Deleted lists and items, kept for 30 days.' },
	{ name: 'Members and groups', description: 'The people of the household.' },
	{ name: 'Requests', description: 'Requests to join the household, or for a new password.' },
	{ name: 'Access tokens', description: 'Tokens for scripts and assistants.' },
	{
		name: 'Signing in',
		description: 'Browser sessions, and sign-in pairs for clients that hold a password.'
	},
	{ name: 'Activity', description: 'What is new or waits for your attention.' },
	{ name: 'Instance', description: 'The household itself, and this document.' },
	{ name: 'Public list', description: 'The list that anyone may see.' },
	{ name: 'Events', description: 'Streams of changes as they happen.' }
];

/** How the addresses of each tag begin. The first tag that fits counts. */
const beginnings: Record<string, string[]> = {
	Events: ['/events', '/public-list/events'],
	Items: [
		'/items',
		'/lists/{listUid}/items',
		'/lists/{listUid}/suggestions',
		'/lists/{listUid}:clear-done'
	],
	Lists: ['/lists', '/sections'],
	Finding: ['/dated-items', '/search'],
	Trash: ['/trash'],
	'Members and groups': ['/members', '/groups'],
	Requests: ['/auth/join-requests', '/auth/reset-requests', '/requests'],
	'Access tokens': ['/access-tokens'],
	'Signing in': ['/auth', '/sessions'],
	Activity: ['/activity'],
	'Public list': ['/public-list'],
	Instance: ['/instance', '/openapi.json']
};

export function tagOf(path: string): string {
	const fits = (begins: string) => path.startsWith(begins);
	const [tag] = Object.entries(beginnings).find(([, all]) => all.some(fits)) ?? [];
	if (!tag) throw new Error(`${path} has no tag in openapi/tags.ts`);
	return tag;
}
