import type { oas32 } from 'zod-openapi';

/** What the published document says beside what the catalogue does. */

export const about: oas32.InfoObject = {
	title: 'Hearth',
	version: '1.0.0',
	summary: "A household's shared lists, on its own server.",
	license: { name: 'UNLICENSED', identifier: 'LicenseRef-UNLICENSED' },
	description: `What the pages do with lists can be done here. JSON in, JSON out, UTF-8.

**Success** is always 200, with every field described, also where it is unset: then it is \`""\`, \`[]\`, \`false\` or \`0\`. Answers may gain fields: take no notice of those that you do not know. \`HEAD\` works wherever \`GET\` does. Nothing is paginated. Wrong passwords, requests of visitors and streams have limits, and past them the answer is 429 with \`Retry-After\`.

**Requests** may spell any field in camelCase or in snake_case, and name it once: one that is given twice, also in two spellings, is refused. Fields that are not described are ignored and never stored; a wrong type is refused, never coerced. Where an enumeration may be left out, its \`…_UNSPECIFIED\` and \`""\` mean "not given" as well. Texts are Unicode: half of a surrogate pair is refused. Texts are trimmed, but for passwords and notes, and counted in characters as a person counts them: what keeps to the lengths given here, in code points, is never too long. Addresses that end in \`:verb\` also answer with \`%3A\` in place of \`:\`.

**Credentials.** A bearer header that is there decides alone: a bad one is 401, also where none was needed. A list that the credential does not reach answers exactly like one that never was: 404. A token that may write and not read is answered with what it has sent and the label of the item: the other fields are as if unset.

**Errors** all look alike (\`Error\`). Their messages, the texts of activity and the “(copy)” of a duplicate are in the language of \`Accept-Language\`, or in the household’s. An address that there is not answers 404, a method that an address does not have 405 with \`Allow\`, an address that cannot be decoded 400; a host that is not this household’s 421, a head that is too large 431, and one that takes too long 408.

**Retries.** Send \`Idempotency-Key\` with any write that has that header: those that take a password, and those of visitors, have none. A request with the same key gets the first answer, without its secrets, with \`Idempotency-Replayed: true\`, and the effect happens once. It says what was done, so it is given even where the same request would be refused now, as long as the credential may still send it and reaches what it names. What is read carries an \`ETag\`; send it back as \`If-None-Match\` to be told that nothing changed, or as \`If-Match\`, where an operation has that header, to have a change refused where something did.`
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
	{ name: 'Activity', description: 'What is new and waits for your attention.' },
	{ name: 'Instance', description: 'The household itself, and this document.' },
	{ name: 'Public list', description: 'The list that anyone may see.' },
	{ name: 'Events', description: 'Streams of changes as they happen.' }
];

/** The tag of an address by its beginning. The first that fits counts. */
const tagged: [begins: string, tag: string][] = [
	['/lists/{listUid}/items', 'Items'],
	['/lists/{listUid}/suggestions', 'Items'],
	['/lists/{listUid}:clear-done', 'Items'],
	['/lists', 'Lists'],
	['/sections', 'Lists'],
	['/items', 'Items'],
	['/dated-items', 'Finding'],
	['/search', 'Finding'],
	['/trash', 'Trash'],
	['/members', 'Members and groups'],
	['/groups', 'Members and groups'],
	['/auth/join-requests', 'Requests'],
	['/auth/reset-requests', 'Requests'],
	['/requests', 'Requests'],
	['/access-tokens', 'Access tokens'],
	['/auth', 'Signing in'],
	['/sessions', 'Signing in'],
	['/activity', 'Activity'],
	['/public-list/events', 'Events'],
	['/events', 'Events'],
	['/public-list', 'Public list'],
	['/instance', 'Instance'],
	['/openapi.json', 'Instance']
];

export function tagOf(path: string): string {
	const found = tagged.find(([begins]) => path.startsWith(begins));
	if (!found) throw new Error(`${path} has no tag in openapi/words.ts`);
	return found[1];
}

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
