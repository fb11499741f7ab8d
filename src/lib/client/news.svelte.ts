import { untrack } from 'svelte';
import { announceNews } from './announcer.svelte';
import { earlierRows } from './format/earlier-rows';
import type { Live } from './live-updates.svelte';
import type { Version } from './store/list-state';

type Rows = Parameters<typeof announceNews>[1];

/** Says what others change on the list that the page shows. */
export function followNews(live: Live, shown: () => { items: Rows; version: Version }): void {
	const before = earlierRows(untrack(shown).items);
	$effect(() => {
		const { items, version } = shown();
		const changed = live.takeChanged(version);
		const was = before(items, changed);
		if (changed.length > 0) void announceNews(was, items, changed);
	});
}
