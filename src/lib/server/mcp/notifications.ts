import type { ServerEvent } from '@modelcontextprotocol/server';
import type { News } from '../runtime/stream.ts';
import { kindsWhere } from '../kernel/change-event.ts';
import { isObject } from '../http/json.ts';
import type { Wanted } from './watched-lists.ts';

/** The notifications that an event of the household is for this subscription. A `reset` stands for any change. */
export function notificationsOf(
	{ event, data }: News,
	{ byList, listOfLists }: Wanted
): ServerEvent[] {
	if (event === 'reset') return notificationsFor([...byList.values()].flat(), listOfLists);
	if (event !== 'change' || !isObject(data)) return [];
	const { kind, listUid } = data;
	if (typeof listUid !== 'string' || listUid === '') return [];
	return notificationsFor(byList.get(listUid) ?? [], listOfLists && ofLists.includes(String(kind)));
}

function notificationsFor(uris: string[], isOfLists: boolean): ServerEvent[] {
	const updated = uris.map((uri): ServerEvent => ({ kind: 'resource_updated', uri }));
	return isOfLists ? [...updated, { kind: 'resources_list_changed' }] : updated;
}

/** The kinds of Change that concern a list itself, and not only the one member who pinned it. */
const ofLists = kindsWhere(({ of, hears }) => (of === 'list' || of === 'sections') && !hears);
