import type { RequestEvent } from '@sveltejs/kit';
import { items } from '$lib/server/items/operations';
import { ask } from '$lib/server/http/page';
import { pageIn } from './page-query';
import { justDeleted } from './undo-offer.server';
import { justTicked } from './tick.server';

/** A page of what is due on the days from `from` to `to`, or up to `to`, and what was ticked or deleted last. */
export async function loadDated(
	event: RequestEvent,
	{ from = '', to }: { from?: string; to: string }
) {
	const asked = pageIn(event.url);
	const [{ items: dated, ...shown }, ticked, deleted] = await Promise.all([
		ask(event, items.getDatedPage, { from, to, page: asked }),
		justTicked(event),
		justDeleted(event)
	]);
	return { from, to, asked, dated, ...shown, ticked, deleted };
}
