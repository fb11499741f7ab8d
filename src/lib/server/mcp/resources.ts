import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { Refusal } from '../kernel/errors.ts';
import { lists } from '../lists/operations.ts';
import { datedRows } from '../items/operations.ts';
import { mayNow, type Asking } from './asking.ts';
import { listUidOf } from './named-lists.ts';
import { clipped, visibleJson } from './quoted.ts';
import { getWholeList, printed } from './sectioned-list.ts';
import { count, itemOnLine, linesOr, listLine, type Item, type List } from './words.ts';

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
		const about = {
			description: `${count(openCount, 'open item')}.`,
			annotations: { lastModified: updatedAt }
		};
		const uri = uriOf(uid);
		return [
			{ uri, name, ...about, mimeType: 'application/json' },
			{ uri: `${uri}/text`, name: `${name} (as printed)`, ...about, mimeType: 'text/plain' }
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

const listsAddress = 'hearth://lists';

const uriOf = (listUid: string): string => `hearth://lists/${listUid}`;

export type Content = { uri: string; mimeType: string; text: string };

export async function listsContent(asking: Asking): Promise<Content> {
	const { lists: all } = await asking.ask(lists.getLists, { order: 'LIST_ORDER_UPDATED' });
	return { uri: listsAddress, mimeType: 'text/plain', text: listsLines(asking, all) };
}

export async function datedContent({ ask }: Asking, to: string): Promise<Content> {
	const { items: due } = await ask(datedRows, { to });
	return { uri: `hearth://dated-items/${to}`, mimeType: 'text/plain', text: datedLines(due) };
}

export async function printedContent({ ask }: Asking, listUid: string): Promise<Content> {
	const { list, items: on, sections } = await ask(getWholeList, { listUid });
	const text = printed(list, on, sections);
	return { uri: `${uriOf(listUid)}/text`, mimeType: 'text/plain', text };
}

async function jsonContent({ ask }: Asking, listUid: string): Promise<Content> {
	const text = visibleJson(await ask(lists.getList, { listUid }));
	return { uri: uriOf(listUid), mimeType: 'application/json', text };
}

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

/** Throws the same error for a list that is out of reach, deleted or never was, and for an unknown address. */
export async function readResource(asking: Asking, uri: string) {
	try {
		const content = await contentAt(asking, uri);
		// A list may be named otherwise than by its uid.
		if (content) return { contents: [{ ...content, uri }] };
	} catch (error) {
		if (!(error instanceof Refusal && error.kind === 'missing')) throw error;
	}
	throw new ResourceNotFoundError(clipped(uri));
}

async function contentAt(asking: Asking, uri: string): Promise<Content | undefined> {
	if (uri === listsAddress) return listsContent(asking);
	const [, to = ''] = /^hearth:\/\/dated-items\/(\d{4}-\d\d-\d\d)$/.exec(uri) ?? [];
	if (datedRows.input.safeParse({ to }).success) return datedContent(asking, to);
	const named = listIn(uri);
	if (!named) return undefined;
	const listUid = await listUidOf(asking, named.list);
	return named.asText ? printedContent(asking, listUid) : jsonContent(asking, listUid);
}

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
