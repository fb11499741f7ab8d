import type { RequestEvent } from '@sveltejs/kit';
import { items } from '$lib/server/items/operations';
import { form } from '$lib/server/http/form';
import { landedAt, withLanded } from '$lib/client/landed';
import { readLine } from '$lib/client/format/quick-add';

/**
 * Adds what was written in the field for one, or brings it back where it is ticked. What is on the list already is left
 * alone, and the page offers to add another.
 */
export const add = form(items.addLines, {
	input: (fields) => ({ lines: [lineOf(fields)] }),
	to: ({ lines: [line] }, { url }, fields) => {
		if (!line) return url.pathname;
		const { standing, itemUid: uid } = line;
		const shown = standing === 'listed' ? uid : 'add';
		return `${withLanded(url.pathname, { uid, standing, quantity: lineOf(fields).quantity })}#${shown}`;
	}
});

/** One that is wanted once more comes as it stands on the list; what was typed is read first. */
function lineOf(fields: URLSearchParams): { label: string; quantity: string; again: boolean } {
	const label = fields.get('label') ?? '';
	const again = fields.has('again');
	return again
		? { label, quantity: fields.get('quantity') ?? '', again }
		: { ...readLine(label), again };
}

/** What became of the line that a form just added. */
export function justAdded({ url }: RequestEvent, onList: { uid: string }[]) {
	const landed = landedAt(url);
	return onList.some(({ uid }) => uid === landed?.uid) ? landed : undefined;
}
