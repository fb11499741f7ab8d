import { Refusal } from '../kernel/errors.ts';
import type { Asking } from './asking.ts';
import { listUidOf } from './named-lists.ts';
import { listIn } from './resources.ts';
import { isObject } from '../http/json.ts';

/** The addresses asked for, by the list that they name, and whether the list of lists is watched too. */
export type Wanted = { byList: Map<string, string[]>; listOfLists: boolean };

export async function wantedIn(asking: Asking, body: unknown): Promise<Wanted> {
	const params = isObject(body) ? body.params : undefined;
	const filter = isObject(params) && isObject(params.notifications) ? params.notifications : {};
	const uris = Array.isArray(filter.resourceSubscriptions) ? filter.resourceSubscriptions : [];
	if (uris.length > maxWatched)
		throw new Refusal('too-many', 'That is more than 1,000 lists. Nothing is watched.');
	const byList = new Map<string, string[]>();
	for (const uri of new Set(uris)) {
		const listUid = typeof uri === 'string' ? await listBehind(asking, uri) : undefined;
		if (listUid) byList.set(listUid, [...(byList.get(listUid) ?? []), String(uri)]);
	}
	return { byList, listOfLists: filter.resourcesListChanged === true };
}

const maxWatched = 1000;

/** The uid of the list that an address names. A uid is not checked. Undefined where a name does not lead to one list. */
async function listBehind(asking: Asking, uri: string): Promise<string | undefined> {
	const named = listIn(uri);
	if (!named) return undefined;
	return listUidOf(asking, named.list).catch((error: unknown) => {
		if (error instanceof Refusal && error.kind === 'missing') return undefined;
		throw error;
	});
}
