import { getContext, setContext } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { refresh } from './refresh';

/** How long somebody else's change stays warm, in milliseconds. */
const warmth = 1000;
/** Changes that come together are fetched together. */
const together = 80;

type Present = { uid: string; name: string };
type Change = { itemUid: string; byUid: string; viaToken: string };

/**
 * Keeps the page right while others change what it shows: it hears that something changed, and asks for the page
 * again. What it hears is never taken for what is; so nothing is lost that a stream may lose.
 */
export function keepRight(events: string): { source: EventSource; end: () => void } {
	const source = new EventSource(events);
	const refreshSoon = soon(() => void refresh());
	let opened = false;
	source.addEventListener('open', () => {
		// The page was made before this line was open.
		if (opened || performance.now() > settled) refreshSoon();
		opened = true;
	});
	source.addEventListener('change', refreshSoon);
	source.addEventListener('reset', refreshSoon);
	const endComeback = onComeback(refreshSoon);
	return {
		source,
		end: () => {
			endComeback();
			source.close();
		}
	};
}

/** For a member's pages: the lists they reach, and who else has this one open. */
function openLive() {
	const warm = new SvelteSet<string>();
	let present = $state<Present[]>([]);

	/** Listens until the returned function is called. */
	function listen(listUid: string, me: string): () => void {
		const { source, end } = keepRight(
			`/api/v1/events${listUid ? `?listUid=${encodeURIComponent(listUid)}` : ''}`
		);
		source.addEventListener('change', ({ data }) => {
			const { itemUid, byUid, viaToken }: Change = JSON.parse(data);
			if (itemUid && (byUid !== me || viaToken)) keepWarm(itemUid);
		});
		source.addEventListener('presence', ({ data }) => {
			const { members }: { members: Present[] } = JSON.parse(data);
			present = members.filter(({ uid }) => uid !== me);
		});
		return () => {
			end();
			present = [];
		};
	}

	function keepWarm(uid: string): void {
		warm.add(uid);
		setTimeout(() => warm.delete(uid), warmth + together);
	}

	return {
		listen,
		isWarm: (uid: string): boolean => warm.has(uid),
		/** Who else has this list open. */
		get present(): Present[] {
			return present;
		}
	};
}

/** "Ben is here", "Ben and Cleo are here". */
export function hereWords(present: Present[]): string {
	const names = new Intl.ListFormat('en-GB').format(present.map(({ name }) => name));
	return `${names} ${present.length === 1 ? 'is' : 'are'} here`;
}

export type Live = ReturnType<typeof openLive>;

const key = Symbol('live');

/** For the layout; the pages below it ask with `live`. */
export const provideLive = (): Live => setContext(key, openLive());
export const live = (): Live => getContext<Live>(key);

/** A page may show what was true a while ago: it was hidden, came back from the browser's store, or had no network. */
function onComeback(refresh: () => void): () => void {
	const seen = () => void (document.visibilityState === 'visible' && refresh());
	const stored = (event: PageTransitionEvent) => void (event.persisted && refresh());
	document.addEventListener('visibilitychange', seen);
	window.addEventListener('pageshow', stored);
	window.addEventListener('online', refresh);
	return () => {
		document.removeEventListener('visibilitychange', seen);
		window.removeEventListener('pageshow', stored);
		window.removeEventListener('online', refresh);
	};
}

/** So long after it was asked for, a page may have missed something before its line was open. */
const settled = 1500;

function soon(work: () => void): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	return () => {
		clearTimeout(timer);
		timer = setTimeout(work, together);
	};
}
