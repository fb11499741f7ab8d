import { untrack } from 'svelte';
import { announce } from './announcer.svelte';
import { newsTeller } from './format/news';
import type { Live } from './live-updates.svelte';
import type { Version } from './store/list-state';

type Shown = { items: Parameters<typeof newsTeller>[0]; version: Version };

/** Says what others change on the list that the page shows. */
export function announceNews(live: Live, shown: () => Shown): void {
	const news = newsTeller(untrack(shown).items);
	$effect(() => {
		const { items, version } = shown();
		const words = news(items, live.takeChanged(version));
		if (words) announce(words);
	});
}
