import { z } from 'zod';
import { asPublic, PublicItem } from '../items/public-item.ts';
import { itemsOn } from '../items/items.ts';
import { counts, says, when, whether } from '../kernel/schema.ts';
import { timestamp } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';

/** What a visitor sees of the list that the settings publish; what they hide is "". */
export const PublicList = z
	.object({
		published: whether('Whether a list is published. If not, all other fields are unset.'),
		instanceName: says('The name of the household.'),
		listName: says('The name of the list.'),
		items: z.array(PublicItem),
		allowJoin: whether('Whether visitors are invited to ask to join.'),
		openCount: counts('The number of items that are not ticked.'),
		updatedAt: when('The time the list last changed.')
	})
	.meta({ id: 'PublicList' });

export type PublicList = z.infer<typeof PublicList>;

export async function getPublicList(unit: Unit): Promise<PublicList> {
	const settings = await unit.db.instance.findUnique({
		where: { id: 1 },
		include: { publicList: true }
	});
	const list = settings?.publicList;
	if (!settings || !list || list.deletedAt || list.archivedAt) return unpublished;
	const items = (await itemsOn(unit, list.uid)).map((item) => asPublic(item, settings));
	return {
		published: true,
		instanceName: settings.name,
		listName: list.name,
		items,
		allowJoin: settings.publicAllowJoin,
		openCount: items.filter(({ done }) => !done).length,
		updatedAt: timestamp(list.updatedAt)
	};
}

const unpublished: PublicList = {
	published: false,
	instanceName: '',
	listName: '',
	items: [],
	allowJoin: false,
	openCount: 0,
	updatedAt: ''
};
