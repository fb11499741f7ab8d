import { items } from '$lib/server/items/operations';
import { lists } from '$lib/server/lists/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { noteTree } from '$lib/client/format/note/tree';
import { withUndo, withWayBack } from '../../undo-offer.server';
import { changesIn } from './changes';
import { check } from './check.server';
import { bringBack } from './bring-back.server';
import { backTo, onList, samePage } from './addresses.server';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const [{ item, list }, { lists: inReach }] = await Promise.all([
		ask(event, items.getItem, { itemUid: event.params.itemUid }),
		ask(event, lists.getLists, { order: 'LIST_ORDER_NAME' })
	]);
	const listUid = list.uid;
	const { ownerName } = list.canEdit
		? { ownerName: '' }
		: await ask(event, lists.getSharing, { listUid });
	const others = inReach.filter(({ uid, canEdit }) => canEdit && uid !== listUid);
	return {
		item,
		list,
		/** Whom to ask, where the item can only be read. */
		ownerName,
		noteBlocks: noteTree(item.note),
		others: others.map(({ uid, name }) => ({ uid, name }))
	};
};

export const actions: Actions = {
	save: form(items.changeItem, {
		input: changesIn,
		to: ({ item }, { url }, fields) => backTo(url, fields.get('listUid') ?? '', item.uid)
	}),
	check,
	bringBack,
	tick: form(items.tickItem, { to: (_output, { url }) => samePage(url) }),
	delete: form(items.deleteItem, {
		to: (_output, { params, url }, fields) =>
			withUndo(
				backTo(url, fields.get('listUid') ?? ''),
				params.itemUid ?? '',
				fields.get('nextUid')
			)
	}),
	// The item goes to where a new one would go on the other list.
	move: form(items.placeItem, {
		to: (was, { params }, fields) =>
			withWayBack(onList(fields.get('toListUid') ?? ''), params.itemUid ?? '', {
				...{ below: was.wasBelowItemUids, section: was.wasInSectionUid },
				list: was.wasOnListUid
			})
	})
};
