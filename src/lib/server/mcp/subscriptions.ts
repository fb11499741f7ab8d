import type { McpHttpHandler, ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { News, Out } from '../runtime/stream.ts';
import { kindsWhere } from '../kernel/change-event.ts';
import { Refusal } from '../kernel/errors.ts';
import { mayNow, type Asking } from './asking.ts';
import { listUidOf } from './named-lists.ts';
import { listIn } from './resources.ts';
import { isObject } from '../http/json.ts';

/**
 * A subscription is one more stream of the household's events, so it is authorised as they are: each event when it is
 * delivered, the credential every half second. The SDK only writes what gets through.
 */

export const isSubscribing = (body: unknown): boolean =>
	isObject(body) && body.method === 'subscriptions/listen';

/** Opens the stream of events before it answers, so that the assistant hears of every change after the answer. */
export async function subscribe(
	asking: Asking,
	body: unknown,
	serve: (bus: ServerEventBus) => McpHttpHandler
) {
	const { household, caller } = asking;
	const listeners = new Set<(event: ServerEvent) => void>();
	let leave = () => {};
	const handler = serve({
		publish: (event) => listeners.forEach((listener) => listener(event)),
		subscribe: (listener) => {
			listeners.add(listener);
			return () => (listeners.delete(listener), leave());
		}
	});
	let unread = 0;
	if (mayNow(caller, 'read')) {
		const wanted = await wantedIn(asking, body);
		const send: Out['send'] = (event) => {
			const news = notificationsOf(event, wanted);
			unread += news.length;
			news.forEach(handler.bus.publish);
			return unread <= maxUnread;
		};
		leave = await household.hub.open(caller, everything, {
			send,
			// Nothing of the past is asked for, so there is no replay that would wait.
			drained: async () => {},
			close: () => void handler.close()
		});
	}
	return {
		handler,
		/** Ends the stream of events. */
		leave: () => leave(),
		/** Whether anything listens: the SDK may find that nothing was asked for. */
		isHeard: () => listeners.size > 0,
		/** Counts a notification as read, to tell a slow reader from a quick one. */
		wasRead: () => void (unread = Math.max(0, unread - 1))
	};
}

/** The stream is present on no list, and nothing of the past is replayed. */
const everything = { listUid: '', after: '' };

/** Notifications that may wait for a slow reader. */
const maxUnread = 1000;

/** The addresses asked for, by the list that they name, and whether the list of lists is watched too. */
type Wanted = { byList: Map<string, string[]>; listOfLists: boolean };

async function wantedIn(asking: Asking, body: unknown): Promise<Wanted> {
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

/** The notifications that an event of the household is for this subscription. A `reset` stands for any change. */
function notificationsOf({ event, data }: News, { byList, listOfLists }: Wanted): ServerEvent[] {
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
