import { z } from 'zod';
import { counts, onDay, says, when, whether } from '../kernel/schema.ts';
import { asItem, itemColumns, itemJoins, type ItemRow } from '../items/item.ts';
import { Prisma } from '../data/client.ts';
import { timestamp } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';

/** What a visitor sees of the list that the settings publish; what they hide is "". */
export const PublicList = z
	.object({
		published: whether('Whether a list is published; if not, all the rest is unset.'),
		instanceName: says('What the household is called.'),
		listName: says('What the list is called.'),
		items: z.array(
			z
				.object({
					uid: says('Identifies the item.'),
					label: says('What it is.'),
					done: whether('Whether it is ticked.'),
					quantity: says('How much; "" where the settings hide it.'),
					dueOn: onDay('The day it is due; hidden where the settings say so.'),
					addedByName: says('Who added it; "" where the settings hide it.')
				})
				.meta({ id: 'PublicItem' })
		),
		allowJoin: whether('Whether a visitor is offered to ask to join.'),
		openCount: counts('How many items are not ticked.'),
		updatedAt: when('When the list last changed.')
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
	const rows = await unit.db.$queryRaw<ItemRow[]>(Prisma.sql`
		SELECT ${itemColumns} FROM "Item" i ${itemJoins}
		WHERE i."listUid" = ${list.uid} AND i."deletedAt" IS NULL ORDER BY i."rank", i."uid"`);
	const items = rows.map(asItem).map(({ uid, label, done, quantity, dueOn, addedByName }) => ({
		uid,
		label,
		done,
		quantity: settings.publicShowMeta ? quantity : '',
		dueOn: settings.publicShowMeta ? dueOn : '',
		addedByName: settings.publicShowNames ? addedByName : ''
	}));
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
