import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { Refusal } from '../kernel/errors.ts';
import { lists } from '../lists/operations.ts';
import { items } from '../items/operations.ts';
import { mayNow, type Asking } from './asking.ts';
import { listUidOf } from './named-lists.ts';
import { clipped } from './quoted.ts';
import { count, itemOnLine, linesOr, listLine, printed, type Item, type List } from './words.ts';

/**
 * Lists as resources: `hearth://lists/{listUid}` as JSON, `hearth://lists/{listUid}/text` as printed. And what prompts
 * put beside their task: `hearth://lists`, all of them, and `hearth://dated-items/{day}`, what is due until then.
 */

export const templates = [
	{
		uriTemplate: 'hearth://lists/{listUid}',
		name: 'list',
		title: 'A list',
		description: 'A list with its items, as JSON. The list is named by its uid or its name.',
		mimeType: 'application/json'
	},
	{
		uriTemplate: 'hearth://lists/{listUid}/text',
		name: 'list_text',
		title: 'A list as printed',
		description: 'A list with its items, one per line. The list is named by its uid or its name.',
		mimeType: 'text/plain'
	},
	{
		uriTemplate: 'hearth://dated-items/{day}',
		name: 'dated_items',
		title: 'What is due',
		description:
			'The items that are due up to a day, YYYY-MM-DD, one per line; overdue items come first.',
		mimeType: 'text/plain'
	}
];

/** Both forms of every list in reach that is not archived. */
export async function resourcesFor({ ask }: Asking) {
	const { lists: reached } = await ask(lists.getLists, {});
	const forms = reached.flatMap(({ uid, name, openCount, updatedAt }) => {
		const about = { description: `${count(openCount, 'open item')}.` };
		const annotations = { lastModified: updatedAt };
		return [
			{ uri: uriOf(uid), name, ...about, mimeType: 'application/json', annotations },
			{
				uri: `${uriOf(uid)}/text`,
				name: `${name} (as printed)`,
				...about,
				mimeType: 'text/plain',
				annotations
			}
		];
	});
	const all = {
		uri: listsAddress,
		name: 'All lists',
		description: 'The lists that are not archived, one per line.',
		mimeType: 'text/plain'
	};
	return [all, ...forms];
}

export const listsAddress = 'hearth://lists';
export const datedAddress = (to: string): string => `hearth://dated-items/${to}`;

export const listsLines = (
	{ caller }: Asking,
	all: List[],
	nothing = 'There is no list yet.'
): string =>
	linesOr(
		nothing,
		all.map((list) => listLine(list, mayNow(caller, 'write')))
	);

export const datedLines = (due: { item: Item; listName: string }[]): string =>
	linesOr(
		'Nothing is due.',
		due.map(({ item, listName }) => itemOnLine(item, listName))
	);

export const uriOf = (listUid: string): string => `hearth://lists/${listUid}`;

/** Throws the same error for a list that is out of reach, deleted or never was, and for an unknown address. */
export async function readResource(asking: Asking, uri: string) {
	const beside = await besidePrompts(asking, uri);
	if (beside !== undefined) return { contents: [{ uri, mimeType: 'text/plain', text: beside }] };
	const named = listIn(uri);
	if (!named) throw noSuchResource(uri);
	try {
		const listUid = await listUidOf(asking, named.list);
		const found = await asking.ask(lists.getList, { listUid });
		const text = named.asText ? printed(found.list, found.items) : JSON.stringify(found);
		const mimeType = named.asText ? 'text/plain' : 'application/json';
		return { contents: [{ uri, mimeType, text }] };
	} catch (error) {
		if (error instanceof Refusal && error.kind === 'missing') throw noSuchResource(uri);
		throw error;
	}
}

async function besidePrompts(asking: Asking, uri: string): Promise<string | undefined> {
	if (uri === listsAddress)
		return listsLines(
			asking,
			(await asking.ask(lists.getLists, { order: 'LIST_ORDER_UPDATED' })).lists
		);
	const [, to = ''] = /^hearth:\/\/dated-items\/(\d{4}-\d\d-\d\d)$/.exec(uri) ?? [];
	if (!items.getDatedItems.input.safeParse({ to }).success) return undefined;
	return datedLines((await asking.ask(items.getDatedItems, { to })).items);
}

const noSuchResource = (uri: string): Error => new ResourceNotFoundError(clipped(uri));

/** The list that an address names, by uid or by name. */
export function listIn(uri: string): { list: string; asText: boolean } | undefined {
	const [, list, asText] = /^hearth:\/\/lists\/([^/?#]+)(\/text)?$/.exec(uri) ?? [];
	if (list === undefined) return undefined;
	try {
		return { list: decodeURIComponent(list), asText: asText !== undefined };
	} catch {
		return undefined;
	}
}
