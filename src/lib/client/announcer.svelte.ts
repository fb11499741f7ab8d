import { untrack } from 'svelte';
import type { newsOf } from './format/news';

/** What a screen reader is told of what happens on the page, by the one live region that is always there. */
export const announcer = $state({ sentence: '' });

/** The same sentence twice is two announcements: the space makes it another text. */
export function announce(sentence: string): void {
	// An effect that announces must not run again because of what it said.
	const said = untrack(() => announcer.sentence);
	announcer.sentence = said === sentence ? `${sentence}\u00a0` : sentence;
}

/** The sentences for what others did are loaded with the first of it. Without a connection nothing is said. */
export async function announceNews(...news: Parameters<typeof newsOf>): Promise<void> {
	const loaded = await import('./format/news').catch(() => undefined);
	const words = loaded?.newsOf(...news);
	if (words) announce(words);
}
