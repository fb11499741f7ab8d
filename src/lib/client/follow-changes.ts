import { navigating } from '$app/state';
import { idsPerNumber } from './event-id';
import { refresh } from './refresh';

/** How long changes are coalesced into one request, in ms. */
const coalesceMs = 80;
/** How long to wait before a refused stream is asked for again, in ms; at most twice as long. */
const reconnectMs = 2500;
/** How many times that wait is doubled, at most, while the stream is refused for good, as after the end of a session. */
const maxDoublings = 4;

export type Present = { uid: string; name: string };
type Change = { listUid: string; itemUid: string; byUid: string; viaToken: string };
/** What is done with each event. A handler returns `true` where the page needs no refresh. */
type Hear = {
	change?: (told: Change, number: number) => boolean;
	/** Changes may have been missed. After a reset of the stream they are not told later. */
	comeback?: (isReset?: boolean) => boolean;
	presence?: (told: { members: Present[] }) => void;
	/** The connection broke. */
	lost?: () => void;
};

/**
 * The id of the last event that is known in this window, of any page. After a restored backup the server has fewer, so the next stream
 * is told of a reset.
 */
let lastId = -1;

/**
 * Keeps the page right while others change what it shows. An event only triggers a refresh and is never applied itself, so
 * an event that a stream loses costs nothing. The stream begins after event `heard`, the last one when the server made the
 * page, or after a later one that has come since; -1 where the page does not say.
 */
export function followChanges(events: string, heard: number, hear: Hear = {}): () => void {
	let due: ReturnType<typeof setTimeout> | undefined;
	let opened = false;
	let isEnded = false;
	let again: ReturnType<typeof setTimeout> | undefined;
	/** Refusals for good since the stream was open. */
	let refusals = 0;
	let source: EventSource | undefined;
	renewStream();
	const endComeback = onComeback(() => {
		lookAgain();
		if (refusals > 0 || !source) renewStream();
	}, renewStream);
	return () => {
		isEnded = true;
		endComeback();
		clearTimeout(again);
		source?.close();
	};

	function lookAgain(): void {
		if (!hear.comeback?.()) refreshSoon();
	}

	/** The new stream tells what came after the last event, so that the page need not look again when it is open. */
	function renewStream(): void {
		clearTimeout(again);
		source?.close();
		opened = false;
		source = isWithoutStream() ? undefined : open();
	}

	function refreshSoon(): void {
		clearTimeout(due);
		due = setTimeout(() => void refresh(), coalesceMs);
	}

	function open(): EventSource {
		lastId = Math.max(heard, lastId);
		const next = new EventSource(heard < 0 ? events : withAfter(events, lastId));
		next.addEventListener('open', () => {
			// After a reconnect by the browser, or without `heard`, the page may have missed what came before the stream was open.
			if (opened || heard < 0) lookAgain();
			opened = true;
			refusals = 0;
		});
		next.addEventListener('change', ({ data, lastEventId }) => {
			const id = Number(lastEventId);
			// The next page may have been made before this, so its stream brings it again.
			if (!navigating.to) lastId = id;
			if (!hear.change?.(JSON.parse(data), Math.floor(id / idsPerNumber))) refreshSoon();
		});
		next.addEventListener('presence', ({ data }) => hear.presence?.(JSON.parse(data)));
		next.addEventListener('reset', ({ lastEventId }) => {
			heard = lastId = Number(lastEventId);
			hear.comeback?.(true);
			refreshSoon();
		});
		// An EventSource reconnects by itself after a break, but not after a refusal, as while the server starts.
		next.addEventListener('error', () => {
			if (opened) hear.lost?.();
			if (next.readyState !== EventSource.CLOSED) return;
			const waitMs = reconnectMs * 2 ** Math.min(refusals, maxDoublings);
			again = setTimeout(renewStream, waitMs * (1 + Math.random()));
			void refreshIfOver();
		});
		return next;
	}

	/** An EventSource does not say why it was refused. What the page shows may have been withdrawn: then it must not stay. */
	async function refreshIfOver(): Promise<void> {
		const answer = await fetch(events, { method: 'HEAD' }).catch(() => undefined);
		if (isEnded || !answer || !over.has(answer.status)) return;
		// As in the service worker: a proxy that knows no server for a moment.
		if (answer.status === 404 && !answer.headers.has('x-request-id')) return;
		refusals += 1;
		refreshSoon();
	}
}

/** Signed out, no longer allowed, no longer there. */
const over = new Set([401, 403, 404]);

/**
 * Over HTTP/1.1 a browser has six connections to a server for all its tabs, and each stream takes one. With six tabs open, the seventh
 * would not load, and none could send anything. So a hidden tab has no stream, unless it is known that the streams share one connection.
 * What a service worker has answered says nothing of that.
 */
const isWithoutStream = (): boolean =>
	document.hidden && !performance.getEntries().some(sharesConnection);

const sharesConnection = (entry: PerformanceEntry): boolean =>
	'nextHopProtocol' in entry && /^h[23]/.test(String(entry.nextHopProtocol));

/**
 * Calls `refresh` when the page may be stale: it was hidden or had no network. `renewStream` is called where the stream has to be another
 * one, or none: back from the back/forward cache, because Safari opens the old one seconds later, or in a tab that was hidden.
 */
function onComeback(refresh: () => void, renewStream: () => void): () => void {
	const listening = new AbortController();
	const { signal } = listening;
	const seen = () => {
		if (!document.hidden) refresh();
		else if (isWithoutStream()) renewStream();
	};
	const stored = ({ persisted }: PageTransitionEvent): void => {
		if (!persisted) return;
		refresh();
		renewStream();
	};
	document.addEventListener('visibilitychange', seen, { signal });
	window.addEventListener('pageshow', stored, { signal });
	window.addEventListener('online', refresh, { signal });
	return () => listening.abort();
}

function withAfter(events: string, heard: number): string {
	return `${events}${events.includes('?') ? '&' : '?'}after=${heard}`;
}
