import { items } from '$lib/server/items/operations';
import { lists } from '$lib/server/lists/operations';
import { wholeDayAndYear } from '$lib/client/format/due';
import { locale } from '$lib/client/format/language';
import { foldedOf } from '$lib/server/http/appearance';
import { todayOf } from '$lib/server/http/time-zone';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import type { Suggestion } from '$lib/client/format/suggested';
import { add, justAdded } from './add.server';
import { justPasted, undoPaste } from './just-pasted.server';
import { move } from './move.server';
import { addAll, paste, previewSharedText } from './paste.server';
import { justDeleted, justMoved, restore, withUndo } from '../../undo-offer.server';
import { tickIn } from '../../tick.server';
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types';

export const load: PageServerLoad = async (event) => {
	const { listUid } = event.params;
	const [changes, sharing, deleted] = await Promise.all([
		ask(event, lists.getChanges, { listUid }),
		ask(event, lists.getSharing, { listUid }),
		justDeleted(event)
	]);
	const { list, items: onList, sections, version } = changes;
	const { isPublic, ownerName, members, groups } = sharing;
	const [suggestions, pasted] =
		list.canEdit && !list.archivedAt
			? await Promise.all([heldBefore(event), previewSharedText(event)])
			: [[], undefined];
	return {
		list,
		version,
		isPublic,
		ownerName,
		names: [...members, ...groups].map(({ name }) => name),
		items: onList,
		sections,
		foldedSections: foldedOf(event),
		longDay: wholeDayAndYear(todayOf(event), locale()),
		suggestions,
		justTicked: event.url.searchParams.get('ticked') ?? '',
		justAdded: justAdded(event, onList),
		justDeleted: deleted,
		justMoved: justMoved(event, onList),
		justPasted: justPasted(event, onList),
		pasted
	};
};

/** What the list has held and does not hold now: it may be wanted again. */
async function heldBefore(event: PageServerLoadEvent): Promise<Suggestion[]> {
	const { suggestions } = await ask(event, items.getSuggestions, { listUid: event.params.listUid });
	return suggestions
		.filter(({ onList }) => !onList)
		.map(({ label, quantity }) => ({ label, quantity }));
}

export const actions: Actions = {
	add,
	// Without script the row stays where it was, so that a slip is undone on the same spot.
	tick: form(items.tickItem, {
		input: tickIn,
		to: ({ item }, { url }) =>
			`${url.pathname}${item.done ? `?ticked=${item.uid}` : ''}#${item.uid}`
	}),
	setTexts: form(items.changeItem, {
		// The form also sends the label, which "Add another" needs, and an empty text for what was not written.
		input: (fields) => ({
			label: undefined,
			quantity: fields.get('quantity') || undefined,
			dueOn: fields.get('dueOn') || undefined
		}),
		to: ({ item }, { url }) => `${url.pathname}#${item.uid}`
	}),
	delete: form(items.deleteItem, {
		to: (_output, { url }, fields) => withUndo(url.pathname, fields.get('itemUid') ?? '')
	}),
	restore,
	pin: form(lists.pinList),
	shareWithAll: form(lists.shareList, {
		input: () => ({ sharing: 'SHARING_INSTANCE', canEdit: true })
	}),
	archive: form(lists.archiveList),
	addsOnTop: form(lists.setAddsOnTop),
	duplicate: form(lists.duplicateList, { to: ({ list }) => `/lists/${list.uid}` }),
	move,
	putBack: form(items.placeItem, {
		// An item that was the first of its section stood below no other, and the form then has no such field.
		input: (fields) => ({ belowItemUids: fields.getAll('belowItemUids') }),
		to: (_output, { url }, fields) =>
			`${url.pathname}#${encodeURIComponent(fields.get('itemUid') ?? '')}`
	}),
	paste,
	addAll,
	undoPaste
};
