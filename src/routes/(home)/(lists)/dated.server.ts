import type { RequestEvent } from '@sveltejs/kit';
import { datedRows } from '$lib/server/items/operations';
import { ask } from '$lib/server/http/page';
import { justDeleted } from './undo-offer.server';
import { justTicked } from './tick.server';

/** What is due on the days from `from` to `to`, or everything up to `to`, and what was ticked or deleted last. */
export async function loadDated(
	event: RequestEvent,
	{ from = '', to }: { from?: string; to: string }
) {
	const [{ items: dated }, ticked, deleted] = await Promise.all([
		ask(event, datedRows, { from, to }),
		justTicked(event),
		justDeleted(event)
	]);
	return { from, to, dated, ticked, deleted };
}
