import { untrack } from 'svelte';

/** The sentence in the page's one live region, which is always there: screen readers read it out when it changes. */
export const announcer = $state({ sentence: '' });

/** The same sentence twice is two announcements: the space makes it another text. */
export function announce(sentence: string): void {
	// An effect that announces must not run again because of what it said.
	const said = untrack(() => announcer.sentence);
	announcer.sentence = said === sentence ? `${sentence}\u00a0` : sentence;
}
