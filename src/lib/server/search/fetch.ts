import type { Item } from '../items/fields.ts';
import { getList } from '../items/items.ts';
import { getItem } from '../items/item.ts';
import type { List } from '../lists/list.ts';
import type { Unit } from '../kernel/unit.ts';

/** What a search has found, whole: a list with its items, or one item with its list. */
export async function fetch(
	unit: Unit,
	{ id }: { id: string }
): Promise<{ list: List; items: Item[] }> {
	if (!id.startsWith('itm_')) return getList(unit, { listUid: id });
	const { item, list } = await getItem(unit, { itemUid: id });
	return { list, items: [item] };
}
