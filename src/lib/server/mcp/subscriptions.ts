import type { McpHttpHandler, ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Out } from '../runtime/stream.ts';
import { mayNow, type Asking } from './asking.ts';
import { isObject } from '../http/json.ts';
import { wantedIn } from './watched-lists.ts';
import { notificationsOf } from './notifications.ts';

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
