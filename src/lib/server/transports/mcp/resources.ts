import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { Refusal } from '../../domain/errors.ts';
import { lists } from '../../operations/lists.ts';
import type { Asking } from './asking.ts';
import { clipped, listUidOf } from './named-lists.ts';
import { count, printed } from './words.ts';

/** Lists as resources: `hearth://lists/{listUid}` as JSON, `hearth://lists/{listUid}/text` as printed. */

export const templates = [
	{
		uriTemplate: 'hearth://lists/{listUid}',
		name: 'list',
		title: 'A list',
		description: 'A list with its items, as JSON. It is named by its uid or its exact name.',
		mimeType: 'application/json'
	},
	{
		uriTemplate: 'hearth://lists/{listUid}/text',
		name: 'list_text',
		title: 'A list as printed',
		description: 'A list with its items, a line each. It is named by its uid or its exact name.',
		mimeType: 'text/plain'
	}
];

/** Both forms of every list in reach that is not archived. */
export async function resourcesFor({ ask }: Asking) {
	const { lists: reached } = await ask(lists.getLists, {});
	return reached.flatMap(({ uid, name, openCount, updatedAt }) => {
		const about = { description: `${count(openCount, 'open item')}.` };
		const annotations = { lastModified: updatedAt };
		return [
			{ uri: addressOf(uid), name, ...about, mimeType: 'application/json', annotations },
			{
				uri: `${addressOf(uid)}/text`,
				name: `${name} (as printed)`,
				...about,
				mimeType: 'text/plain',
				annotations
			}
		];
	});
}

export const addressOf = (listUid: string): string => `hearth://lists/${listUid}`;

/** Out of reach, deleted, never there and no such address read alike. */
export async function readResource(asking: Asking, uri: string) {
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
