import { goto, preloadData } from '$app/navigation';
import { navigating } from '$app/state';
import { sending } from '$lib/client/sending';

/** A pause in typing after which the server is asked. */
const pauseMs = 250;
/** One letter would find nearly everything. */
const fewestLetters = 2;
/**
 * The pause while an input method composes a word, whose text is not final yet. It has an end, because the keyboards of phones
 * compose each word until the space after it.
 */
const composingPauseMs = 1_000;

/**
 * Attached to the search form: shows the results of what is typed, without sending the form. `shown` returns the query whose
 * results the page shows.
 */
export const searchWhileTyping = (shown: () => string) => (form: HTMLFormElement) => {
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** The newest question; an answer to an older one is dropped. */
	let latest: { address: string } | undefined;

	function askAfterPause(event: Event): void {
		callOff();
		const isComposing = event instanceof InputEvent && event.isComposing;
		timer = setTimeout(() => void ask(), isComposing ? composingPauseMs : pauseMs);
	}

	async function ask(): Promise<void> {
		const query = queryOf(form);
		if (query === shown() || !isLongEnough(query)) return;
		const asked = (latest = { address: addressOf(form, query) });
		sending.add(form);
		// A refusal or a fault is dropped here. With `goto` alone it would replace the page by the error page.
		const answer = await preloadData(asked.address);
		// Somebody may have typed on, or clicked a link.
		if (latest !== asked || navigating.to) return;
		callOff();
		if (answer.type === 'loaded' && answer.data.query === query)
			// eslint-disable-next-line svelte/no-navigation-without-resolve -- the form says where
			await goto(asked.address, { replaceState: true, keepFocus: true, noScroll: true });
	}

	function callOff(): void {
		clearTimeout(timer);
		latest = undefined;
		sending.delete(form);
	}

	const listening = new AbortController();
	const { signal } = listening;
	form.addEventListener('input', askAfterPause, { signal });
	form.addEventListener('compositionend', askAfterPause, { signal });
	form.addEventListener('submit', callOff, { signal });
	return () => {
		callOff();
		listening.abort();
	};
};

const queryOf = (form: HTMLFormElement): string =>
	String(new FormData(form).get('query') ?? '').trim();

/** An empty query is asked for as well: it clears the results. */
const isLongEnough = (query: string): boolean =>
	query === '' || (query.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= fewestLetters;

/** Where sending the form leads; without a query, the page itself. */
function addressOf(form: HTMLFormElement, query: string): string {
	const { pathname } = new URL(form.action);
	const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
	return query ? `${pathname}?${new URLSearchParams(fields)}` : pathname;
}
