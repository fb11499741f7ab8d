import { untrack } from 'svelte';

/**
 * The sentence in the page's one live region, which is always there: screen readers read it out when it changes. And the failure
 * that is said on any page, because the page that asked for it is left.
 */
export const announcer = $state({ sentence: '', failure: '' });

/** The same sentence twice is two announcements: the space makes it another text. */
export function announce(sentence: string, as: keyof typeof announcer = 'sentence'): void {
	// An effect that announces something must not run again because of its own announcement.
	const said = untrack(() => announcer[as]);
	announcer[as] = said === sentence ? `${sentence}\u00a0` : sentence;
}
