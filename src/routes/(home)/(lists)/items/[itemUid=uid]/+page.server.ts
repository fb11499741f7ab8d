import { redirect, type Action, type RequestEvent } from '@sveltejs/kit';
import { items } from '$lib/server/operations/items';
import { lists } from '$lib/server/operations/lists';
import { fieldsOf, form, refusedForm, submit } from '$lib/server/transports/form';
import { ask } from '$lib/server/transports/page';
import { before } from '../../lists/[listUid=uid]/placing';
import { withWayBack, type Place } from '../../lists/[listUid=uid]/undo.server';
import { changesIn } from './changes';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { item, list } = await ask(event, items.getItem, { itemUid: event.params.itemUid });
	const { lists: inReach } = await ask(event, lists.getLists, { order: 'LIST_ORDER_NAME' });
	const others = inReach.filter(({ uid, canEdit }) => canEdit && uid !== list.uid);
	return { item, list, others: others.map(({ uid, name }) => ({ uid, name })) };
};

/** To the end of another list, where what is added goes too. */
const moveToList: Action<{ itemUid: string }> = async (event) => {
	const fields = await fieldsOf(event);
	const toListUid = fields.get('toListUid') ?? '';
	let was;
	try {
		was = await placeOf(event);
		const { items: there } = await submit(event, lists.getList, () => ({ listUid: toListUid }));
		const afterItemUid = there.at(-1)?.uid ?? '';
		await submit(
			event,
			items.moveItem,
			() => ({ ...event.params, toListUid, afterItemUid }),
			fields
		);
	} catch (error) {
		return refusedForm(event, error, items.moveItem.name, fields);
	}
	redirect(303, withWayBack(onList(toListUid), event.params.itemUid, was));
};

/** The list that the item is on, and the item above it there. */
async function placeOf(event: RequestEvent<{ itemUid: string }>): Promise<Place> {
	const { list } = await submit(event, items.getItem, () => event.params);
	const { items: there } = await submit(event, lists.getList, () => ({ listUid: list.uid }));
	return { list: list.uid, after: before(there, event.params.itemUid) };
}

export const actions: Actions = {
	save: form(items.changeItem, {
		input: changesIn,
		to: ({ item }, _event, fields) => onList(fields.get('listUid') ?? '', item.uid)
	}),
	tick: form(items.tickItem),
	delete: form(items.deleteItem, {
		to: (_output, { params }, fields) =>
			`${onList(fields.get('listUid') ?? '')}?trashed=${params.itemUid}`
	}),
	move: moveToList
};

function onList(listUid: string, itemUid = ''): string {
	return `/lists/${encodeURIComponent(listUid)}${itemUid ? `#${itemUid}` : ''}`;
}
