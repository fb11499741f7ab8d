import { untrack } from 'svelte';

/** What a screen reader is told of what happens on the page, by the one live region that is always there. */
export const announcer = $state({ sentence: '' });

/** The same sentence twice is two announcements: the space makes it another text. */
export function announce(sentence: string): void {
	// An effect that announces must not run again because of what it said.
	const said = untrack(() => announcer.sentence);
	announcer.sentence = said === sentence ? `${sentence}\u00a0` : sentence;
}
