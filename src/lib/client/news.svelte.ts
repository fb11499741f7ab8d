import { untrack } from 'svelte';
import { announce } from './announcer.svelte';
import { earlierRows, type Row } from './format/earlier-rows';
import type { Live } from './live-updates.svelte';
import type { Version } from './store/list-state';

type Shown = { items: Row[]; version: Version };

/** Says what others change on the list that the page shows. The words for it are loaded with the first change. */
export function announceNews(live: Live, shown: () => Shown): void {
	const earlier = earlierRows(untrack(shown).items);
	$effect(() => {
		const { items, version } = shown();
		const changed = live.takeChanged(version);
		const was = earlier(items, changed);
		if (changed.length > 0)
			import('./format/news').then(
				({ newsOf }) => {
					const words = newsOf(was, items, changed);
					if (words) announce(words);
				},
				() => {}
			);
	});
}
