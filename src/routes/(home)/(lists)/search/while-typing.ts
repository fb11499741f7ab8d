import { goto, preloadData } from '$app/navigation';
import { navigating } from '$app/state';
import { sending } from '$lib/client/sending';

/** A pause in typing after which the server is asked. */
const pauseMs = 250;
/** Nearly everything has a word that begins with one given letter. */
const fewestLetters = 2;
/**
 * An input method composes words, and what it shows before is seldom one of them. The keyboards of phones compose each word
 * until the space after it, so somebody who waits is answered all the same.
 */
const composingPauseMs = 1_000;

/**
 * Attached to the form of the search: while somebody types, the page shows what it would show if the form were sent. `shown`
 * is the query whose results it shows.
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
		// What is refused or does not come is dropped here. A navigation would put an error in the place of the page.
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

	form.addEventListener('input', askAfterPause);
	form.addEventListener('compositionend', askAfterPause);
	form.addEventListener('submit', callOff);
	return () => {
		callOff();
		form.removeEventListener('input', askAfterPause);
		form.removeEventListener('compositionend', askAfterPause);
		form.removeEventListener('submit', callOff);
	};
};

const queryOf = (form: HTMLFormElement): string =>
	String(new FormData(form).get('query') ?? '').trim();

/** An empty query searches nothing: it brings back the page as it was before. */
const isLongEnough = (query: string): boolean =>
	query === '' || (query.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= fewestLetters;

/** Where sending the form leads; without a query, the page itself. */
function addressOf(form: HTMLFormElement, query: string): string {
	const { pathname } = new URL(form.action);
	const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
	return query ? `${pathname}?${new URLSearchParams(fields)}` : pathname;
}
