import { redirect, type Action, type RequestEvent } from '@sveltejs/kit';
import { countIn } from '$lib/client/format/count-in';
import { pastedWords } from '$lib/client/format/pasted-words';
import * as m from '$lib/paraglide/messages';
import { fieldsOf, refusedForm, submit } from '$lib/server/http/form';
import { items } from '$lib/server/items/operations';
import { lists } from '$lib/server/lists/operations';
import type { Standing } from './pasted';
import { withUndo } from '../../undo-offer.server';

/** A line that was pasted: how it stood to the list, and which item it is now. */
type Pasted = { standing: Standing; itemUid: string };

const standings: readonly Standing[] = ['new', 'ticked', 'listed'];

/** The address of the list, at the first added item. Its query holds the counts, and the uids that an undo needs. */
export function withPasted(listPath: string, lines: Pasted[]): string {
	const groups = standings.map((standing) => lines.filter((line) => line.standing === standing));
	const first = groups.flat().find(({ itemUid }) => itemUid)?.itemUid ?? '';
	const [added, back] = groups.map((group) => group.map(({ itemUid }) => itemUid).join('.'));
	const told = new URLSearchParams({
		pasted: groups.map(({ length }) => length).join('.'),
		first,
		...(added && { added }),
		...(back && { back })
	});
	return `${listPath}?${told}#${encodeURIComponent(first || 'add')}`;
}

/** The address of the list, where all that was ticked is open again. Its query holds what an undo ticks, if that fits. */
export function withOpenAgain(listPath: string, uids: string[]): string {
	const back = uids.length <= mostInAddress ? uids.join('.') : '';
	return `${listPath}?${new URLSearchParams({ open: 'all', ...(back && { back }) })}`;
}

/** As many as one request may tick. */
const mostInAddress = 200;

/** What the address tells of the lines that a form just added, or of the ticked items that it opened again. */
export function justPasted({ url }: RequestEvent, onList: OnList[]) {
	const counts = url.searchParams.get('pasted')?.split('.') ?? [];
	const [added = 0, back = 0, listed = 0] = counts.map(countIn);
	const isOpenAgain = url.searchParams.has('open') && !onList.some(({ done }) => done);
	const words = isOpenAgain ? m.all_unticked() : pastedWords({ new: added, ticked: back, listed });
	if (!words) return undefined;
	return {
		words,
		first: url.searchParams.get('first') ?? '',
		undo: Object.entries(undoable).flatMap(([name, canUndo]) => {
			const uids = url.searchParams.get(name)?.split('.') ?? [];
			return uidsAmong(onList.filter(canUndo), uids).map((uid): [string, string] => [name, uid]);
		})
	};
}

type OnList = { uid: string; done: boolean };

/** What was added can be deleted, and what was brought back can be ticked. */
const undoable: Record<'added' | 'back', (item: OnList) => boolean> = {
	added: () => true,
	back: ({ done }) => !done
};

function uidsAmong(onList: OnList[], uids: string[]): string[] {
	const wanted = new Set(uids);
	return onList.map(({ uid }) => uid).filter((uid) => wanted.has(uid));
}

/** Deletes what was added and ticks what was brought back. Skips items that have left the list. */
export const undoPaste: Action<{ listUid: string }> = async (event) => {
	const fields = await fieldsOf(event);
	try {
		const { items: onList } = await submit(event, lists.getList, () => event.params);
		const [added, back] = [fields.getAll('added'), fields.getAll('back')].map((uids) =>
			uidsAmong(onList, uids)
		);
		// The form's idempotency key is for the deletion. A tick is idempotent by itself.
		if (back?.length) await submit(event, items.tickItems, () => ({ itemUids: back, done: true }));
		if (added?.length) await submit(event, items.deleteItems, () => ({ itemUids: added }), fields);
	} catch (error) {
		return refusedForm(event, error, items.deleteItems.name, fields);
	}
	// Depends on the form alone, so a form that is sent again gets the same answer.
	redirect(303, withUndo(event.url.pathname, fields.get('added') ?? ''));
};
