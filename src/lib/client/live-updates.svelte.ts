import { getContext, setContext } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import * as m from '$lib/paraglide/messages';
import { refresh } from './invalidate';
import { isolated, locale } from './format/language';
import { includesEvent, type Version } from './store/list-state';
import type { Store } from './store/store.svelte';

/** How long a changed row is highlighted, in ms. */
const highlightMs = 1000;
/** How long changes are coalesced into one request, in ms. */
const coalesceMs = 80;
/** How long to wait before a refused stream is asked for again, in ms; at most twice as long. */
const reconnectMs = 2500;

type Present = { uid: string; name: string };
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
 * Keeps the page right while others change what it shows. An event only triggers a refresh and is never applied itself, so
 * an event that a stream loses costs nothing. The stream begins after event `heard`, the last one when the server made the
 * page; -1 where the page does not say.
 */
export function followChanges(events: string, heard: number, hear: Hear = {}): () => void {
	let due: ReturnType<typeof setTimeout> | undefined;
	let opened = false;
	let isEnded = false;
	let again: ReturnType<typeof setTimeout> | undefined;
	let source = open();
	const endComeback = onComeback(lookAgain, openAgain);
	return () => {
		isEnded = true;
		endComeback();
		clearTimeout(due);
		clearTimeout(again);
		source.close();
	};

	function lookAgain(): void {
		if (!hear.comeback?.()) refreshSoon();
	}

	/** Safari ends the stream of a page that it keeps for Back, and opens it again seconds after the page is back. */
	function openAgain(): void {
		clearTimeout(again);
		source.close();
		source = open();
	}

	function refreshSoon(): void {
		clearTimeout(due);
		due = setTimeout(() => void refresh(), coalesceMs);
	}

	function open(): EventSource {
		const next = new EventSource(heard < 0 || opened ? events : withAfter(events, heard));
		next.addEventListener('open', () => {
			// After a reconnect, or without `heard`, the page may have missed what came before the stream was open.
			if (opened || heard < 0) lookAgain();
			opened = true;
		});
		next.addEventListener('change', ({ data, lastEventId }) => {
			if (!hear.change?.(JSON.parse(data), Number(lastEventId))) refreshSoon();
		});
		next.addEventListener('presence', ({ data }) => hear.presence?.(JSON.parse(data)));
		next.addEventListener('reset', () => {
			hear.comeback?.(true);
			refreshSoon();
		});
		// An EventSource reconnects by itself after a break, but not after a refusal, as while the server starts.
		next.addEventListener('error', () => {
			if (opened) hear.lost?.();
			if (next.readyState !== EventSource.CLOSED) return;
			again = setTimeout(() => (source = open()), reconnectMs * (1 + Math.random()));
			void refreshIfOver();
		});
		return next;
	}

	/** An EventSource does not say why it was refused. What the page shows may have been withdrawn: then it must not stay. */
	async function refreshIfOver(): Promise<void> {
		const answer = await fetch(events, { method: 'HEAD' }).catch(() => undefined);
		if (!isEnded && answer && over.has(answer.status)) refreshSoon();
	}
}

/** Signed out, no longer allowed, no longer there. */
const over = new Set([401, 403, 404]);

/** For a member's pages: the lists they reach, and who else has this one open. */
function openLive() {
	const warm = new SvelteSet<string>();
	/** What others changed on this list and `takeChanged` has not returned yet: each item, with the number of its last event. */
	let changed: { itemUid: string; number: number }[] = [];
	/** Counts the events that came after the store had their change already. */
	let toldLate = $state(0);
	let present = $state<Present[]>([]);

	/** Listens until the returned function is called. */
	function listen(listUid: string, me: string, heard: number, store: Store): () => void {
		const end = followChanges(
			`/api/v1/events${listUid ? `?listUid=${encodeURIComponent(listUid)}` : ''}`,
			heard,
			{
				change(told, number) {
					const { listUid: changedUid } = told;
					const isOfOthers = told.byUid !== me || told.viaToken !== '';
					if (told.itemUid && changedUid === listUid && isOfOthers)
						noteChanged(told.itemUid, number);
					const asked = changedUid || listUid;
					if (asked && store.includes(asked, number)) toldLate += 1;
					else if (asked) void store.refresh(asked);
					// The page of a list shows nothing of an item but what the store has of it. Other pages need a refresh.
					return told.itemUid !== '' && listUid !== '';
				},
				comeback(isReset) {
					store.nudge();
					if (listUid) void store.refresh(listUid);
					if (isReset) void store.refreshAll();
					return listUid !== '';
				},
				lost: () => void (listUid && store.refresh(listUid)),
				presence: ({ members }) => (present = members.filter(({ uid }) => uid !== me))
			}
		);
		return () => {
			end();
			[present, changed] = [[], []];
		};
	}

	function noteChanged(itemUid: string, number: number): void {
		changed = [...changed.filter((told) => told.itemUid !== itemUid), { itemUid, number }];
		keepWarm(itemUid);
	}

	function keepWarm(uid: string): void {
		warm.add(uid);
		setTimeout(() => warm.delete(uid), highlightMs + coalesceMs);
	}

	return {
		listen,
		keepWarm,
		/**
		 * The items of this list that others changed since the last call, as far as `version` includes the changes; the rest
		 * comes with a later version. An effect that calls this runs again when an event comes after its change.
		 */
		takeChanged(version: Version): string[] {
			void toldLate;
			const isShown = ({ number }: { number: number }) => includesEvent(version, number);
			const taken = changed.filter(isShown);
			changed = changed.filter((told) => !isShown(told));
			return taken.map(({ itemUid }) => itemUid);
		},
		isWarm: (uid: string): boolean => warm.has(uid),
		/** Who else has this list open. */
		get present(): Present[] {
			return present;
		}
	};
}

/** "Ben is here", "Ben and Cleo are here". */
export function hereWords(present: Present[]): string {
	const names = new Intl.ListFormat(locale()).format(present.map(({ name }) => isolated(name)));
	return m.people_here({ names, count: present.length });
}

export type Live = ReturnType<typeof openLive>;

const key = Symbol('live');

/** For the layout; the pages below it ask with `live`. */
export const provideLive = (): Live => setContext(key, openLive());
export const live = (): Live => getContext<Live>(key);

/** Calls `refresh` when the page may be stale: it was hidden or had no network. Back from the back/forward cache, `returned` too. */
function onComeback(refresh: () => void, returned: () => void): () => void {
	const listening = new AbortController();
	const { signal } = listening;
	const seen = () => void (document.visibilityState === 'visible' && refresh());
	const stored = ({ persisted }: PageTransitionEvent): void => {
		if (!persisted) return;
		refresh();
		returned();
	};
	document.addEventListener('visibilitychange', seen, { signal });
	window.addEventListener('pageshow', stored, { signal });
	window.addEventListener('online', refresh, { signal });
	return () => listening.abort();
}

function withAfter(events: string, heard: number): string {
	return `${events}${events.includes('?') ? '&' : '?'}after=${heard}`;
}
