import { untrack } from 'svelte';
import { announce } from './announcer.svelte';
import { newsOf } from './format/news';
import type { Live } from './live-updates.svelte';

/** Says what others change on the list that the page shows. */
export function announceNews(live: Live, rows: () => Parameters<typeof newsOf>[0]): void {
	let before = untrack(rows);
	$effect(() => {
		const now = rows();
		const words = newsOf(before, now, live.takeChanged());
		before = now;
		if (words) announce(words);
	});
}
