// A device with lists: the browser's own outbox and feed, with a connection to the server that tests can break.
import { openFeed } from '../../src/lib/client/store/feed.ts';
import type { ListState } from '../../src/lib/client/store/list-state.ts';
import { openOutbox } from '../../src/lib/client/outbox/outbox.ts';
import { shownItems, type ShownItem } from '../../src/lib/client/outbox/shown.ts';
import type { Line } from '../../src/lib/client/outbox/backoff.ts';
import type { Intent, Me } from '../../src/lib/client/outbox/intent.ts';
import { pause } from '../../src/lib/client/store/pause.ts';
import { newKey } from '../../src/lib/client/idempotency-key.ts';

/** What happens to a request: it is carried out and answered, or it fails in one of these ways. */
export const lines = [
	'up',
	'down',
	'hangs',
	'loses answers',
	'cuts answers',
	'sends twice',
	'a hotel',
	'restarting'
] as const;
export type LineState = (typeof lines)[number];

export type Device = ReturnType<typeof openDevice>;

/** Pauses between requests are divided by this. */
const pauseDivisor = 100;

type Options = {
	/** Changes each request before it is sent, to simulate a fault in the outbox. */
	spoil?: (options: RequestInit) => RequestInit;
	/** Called when a request meets a broken connection. */
	onfault?: () => void;
};

export function openDevice(
	origin: string,
	secret: string,
	me: Me,
	listUid: string,
	{ spoil = (options) => options, onfault }: Options = {}
) {
	let line: LineState = 'up';
	/** What happens to the next requests, in order; `line` applies when these are used up. */
	const awaited: LineState[] = [];
	/** The storage that survives a restart. */
	const intents = new Map<string, Intent>();
	const lists = new Map<string, ListState>();
	const way: Line = {
		fetch: travel,
		pause: (ms, signal) => pause(ms / pauseDivisor, signal),
		timeoutMs: () => 10_000,
		random: Math.random
	};
	let running = start();

	function start() {
		const outbox = openOutbox({
			line: way,
			now: Date.now,
			newKey,
			maySend: () => true,
			save({ put, removed }) {
				for (const key of removed) intents.delete(key);
				for (const intent of put) intents.set(intent.key, intent);
			},
			onchange: () => {},
			onoutcome: () => {},
			itemsOf: (uid) => lists.get(uid)?.items,
			onanswer: (uid) => void feed.refresh(uid),
			onsignedout: () => {
				throw new Error('nobody has signed out');
			}
		});
		const feed = openFeed({
			line: way,
			now: Date.now,
			beforeAnswer: outbox.beforeAnswer,
			stateOf: (uid) => lists.get(uid),
			onfed(uid, fed) {
				if (fed.is === 'fed') lists.set(uid, fed.state);
			}
		});
		outbox.receiveKept([{ put: [...intents.values()], removed: [] }]);
		return {
			outbox,
			feed,
			stop() {
				outbox.stop();
				feed.stop();
			}
		};
	}

	async function travel(path: string | URL | Request, options: RequestInit = {}) {
		const state = awaited.shift() ?? line;
		const send = () => fetch(`${origin}${String(path)}`, spoil(asBrowser(options)));
		if (state !== 'up') onfault?.();
		if (state === 'down') throw new TypeError('no line');
		if (state === 'hangs') return hang(options);
		if (state === 'a hotel') return new Response('<p>Sign in to Wi-Fi', { headers: html });
		if (state === 'restarting') return new Response('Bad gateway', { status: 502, headers: html });
		if (state === 'sends twice') await Promise.all([send(), send()]);
		const response = await send();
		if (state === 'loses answers') throw new TypeError('the answer was lost');
		if (state !== 'cuts answers') return response;
		const text = await response.text();
		return new Response(text.slice(0, -1), response);
	}

	const asBrowser = ({ headers, ...options }: RequestInit): RequestInit => ({
		...options,
		headers: {
			...Object.fromEntries(new Headers(headers)),
			cookie: `hearth_session=${secret}`,
			origin
		}
	});

	return {
		me,
		outbox: () => running.outbox,
		look: () => running.feed.refresh(listUid),
		shown(): ShownItem[] {
			const { items = [], sections } = lists.get(listUid) ?? {};
			return shownItems(items, running.outbox.queue(), me, { sections });
		},
		sections: (): string[] => (lists.get(listUid)?.sections ?? []).map(({ uid }) => uid),
		/** Sets what happens to the next so many requests; with `all`, to every request that no such setting is left for. */
		put(state: LineState, requests: number | 'all'): void {
			if (requests === 'all') line = state;
			else for (let request = 0; request < requests; request += 1) awaited.push(state);
		},
		restart(): void {
			running.stop();
			running = start();
		},
		stop: (): void => running.stop()
	};
}

const html = { 'content-type': 'text/html' };

/** Never answers; fails after 150 ms, as a browser that gives up. */
function hang({ signal }: RequestInit): Promise<Response> {
	return new Promise((_, reject) => {
		const giveUp = () => reject(new TypeError('given up'));
		setTimeout(giveUp, 150);
		signal?.addEventListener('abort', giveUp);
	});
}
