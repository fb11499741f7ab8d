import type { oas32 } from 'zod-openapi';

/** What the published document says beside what the catalogue does. */

export const about: oas32.InfoObject = {
	title: 'Hearth',
	version: '1.0.0',
	summary: "A household's shared lists, on its own server.",
	license: { name: 'UNLICENSED', identifier: 'LicenseRef-UNLICENSED' },
	description: `Everything that the pages do with lists can be done with this API. Requests and answers are JSON in UTF-8.

**Success** is always 200. The answer has every field that is described; a field that is unset is \`""\`, \`[]\`, \`false\` or \`0\`. Answers may gain fields: ignore those that you do not know. \`HEAD\` works wherever \`GET\` does. There is no pagination. Wrong passwords, requests of visitors and streams have limits; beyond them the answer is 429 with \`Retry-After\`.

**Requests** may spell each field in camelCase or in snake_case. A field that is given twice, also in two spellings, is refused. Fields that are not described are ignored and never stored. A wrong type is refused, never coerced. Where an enumeration may be left out, its \`…_UNSPECIFIED\` and \`""\` also mean "not given". Texts are Unicode: half of a surrogate pair is refused. Texts are trimmed, except passwords and notes. Texts are counted in characters as a person counts them, so a text that keeps to the lengths given here, in code points, is never too long. Addresses that end in \`:verb\` also work with \`%3A\` in place of \`:\`.

**Credentials.** If there is a bearer header, it alone decides: an invalid one is 401, even where no credential is needed. A credential reaches the lists that it may see. Any other list is 404, exactly like one that never existed. An access token that may write but not read gets back what it has sent and the label of the item; the other fields are unset.

**Errors** all have the same form (\`Error\`). Their messages, the texts of activity and the “(copy)” of a duplicate are in the language of \`Accept-Language\`, or else in the household’s. An unknown address is 404, an unsupported method 405 with \`Allow\`, and an address that cannot be decoded 400. A host that is not this household’s is 421, a request head that is too large 431, and one that takes too long 408.

**Retries.** Send \`Idempotency-Key\` with any write that has this header; writes that take a password, and those of visitors, do not have it. A request with the same key gets the first answer, without its secrets and with \`Idempotency-Replayed: true\`, and the effect happens once. The answer says what was done, so it is given even if the same request would be refused now, as long as the credential may still send the request and reaches what it names. Answers to reads carry an \`ETag\`. Send the \`ETag\` back as \`If-None-Match\` to learn that nothing changed, or as \`If-Match\`, where an operation has that header, so that the change is refused if something has changed since. Writes without that header ignore it.`
};

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
	if (!tag) throw new Error(`${path} has no tag in openapi/words.ts`);
	return tag;
}

/** What an operation's own bodies and answers are called in the document: CreateList for createList. */
export const componentName = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

const session = 'The browser session of the member who was created or signed in.';
const binding =
	'The cookie that binds the request to this client: only this client can complete it.';

/** How the document describes the `Set-Cookie` of a successful answer, by operation. */
export const cookiesSet: Record<string, string> = {
	setUpInstance: session,
	signUp: session,
	completeJoin: session,
	completeReset: session,
	askToJoin: binding,
	askForReset: binding,
	signIn: 'The refresh token, for refreshPair.',
	refreshPair: 'The next refresh token. The previous one works for 10 more seconds.',
	signOut: 'Removes the cookies.',
	deleteInstance: 'Removes the cookies.'
};
