import type { RequestEvent } from '@sveltejs/kit';
import { items } from '$lib/server/items/operations';
import { form } from '$lib/server/http/form';
import { landedAt, withLanded } from '$lib/client/landed';
import { readLine, type WrittenLine } from '$lib/client/format/quick-add';
import { datesOf } from './dates.server';

/**
 * Adds the line that was written in the field, or brings its item back where that is ticked. What is on the list already is
 * left alone, and the page offers to add another.
 */
export const add = form(items.addLines, {
	input: (fields, event) => ({ lines: [lineOf(fields, event)] }),
	to: ({ lines: [line] }, event, fields) => {
		const { url } = event;
		if (!line) return url.pathname;
		const { standing, itemUid: uid } = line;
		const shown = standing === 'listed' ? uid : 'add';
		const { quantity, dueOn } = lineOf(fields, event);
		return `${withLanded(url.pathname, { uid, standing, quantity, dueOn })}#${shown}`;
	}
});

/** A typed line is read. The fields of "Add another" are taken as they are. */
function lineOf(
	fields: URLSearchParams,
	event: Parameters<typeof datesOf>[0]
): WrittenLine & { again: boolean } {
	const label = fields.get('label') ?? '';
	const again = fields.has('again');
	if (!again) return { ...readLine(label, datesOf(event)), again };
	return { label, quantity: fields.get('quantity') ?? '', dueOn: fields.get('dueOn') ?? '', again };
}

/** What became of the line that a form just added. */
export function justAdded({ url }: RequestEvent, onList: { uid: string }[]) {
	const landed = landedAt(url);
	return onList.some(({ uid }) => uid === landed?.uid) ? landed : undefined;
}
