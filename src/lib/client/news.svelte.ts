import { untrack } from 'svelte';
import { announce } from './announcer.svelte';
import { newsTeller } from './format/news';
import type { Live } from './live-updates.svelte';

/** Says what others change on the list that the page shows. */
export function announceNews(live: Live, rows: () => Parameters<typeof newsTeller>[0]): void {
	const news = newsTeller(untrack(rows));
	$effect(() => {
		const words = news(rows(), live.takeChanged());
		if (words) announce(words);
	});
}
