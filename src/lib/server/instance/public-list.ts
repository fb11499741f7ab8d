import { z } from 'zod';
import { reused } from '../../client/format/reused.ts';
import { sql, type Flag } from '../data/sql.ts';
import type { PublicSetting } from '../items/fields.ts';
import { asPublic, PublicItem } from '../items/public-item.ts';
import { itemsAsJson, itemsOf, publicColumns } from '../items/store.ts';
import { component, counts, says, when, whether } from '../kernel/schema.ts';
import { timestamp } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';

/** What a visitor sees of the list that the settings publish; what they hide is "". */
export const PublicList = component('PublicList', {
	published: whether('Whether a list is published. If not, all other fields are unset.'),
	instanceName: says('The name of the household.'),
	listName: says('The name of the list.'),
	items: z.array(PublicItem),
	allowJoin: whether('Whether visitors are invited to ask to join.'),
	openCount: counts('The number of items that are not ticked.'),
	updatedAt: when('The time the list last changed.')
});

export type PublicList = z.infer<typeof PublicList>;

/** One query reads it all: two could show what was written after the list was withdrawn. */
export async function getPublicList(unit: Unit): Promise<PublicList> {
	const [row] = await unit.read.query<PublishedRow>(sql`
		SELECT n."name" AS "instanceName", n."publicShowNames", n."publicShowMeta", n."publicAllowJoin",
			l."name" AS "listName", l."updatedAt", ${itemsAsJson(unit.dialect, sql`TRUE`, publicColumns)} AS "items"
		FROM "Instance" n JOIN "List" l ON l."uid" = n."publicListUid"
		WHERE n."id" = 1 AND l."deletedAt" IS NULL AND l."archivedAt" IS NULL`);
	if (!row) latest = undefined;
	else if (!latest || !isSame(row, latest.row)) latest = { row, list: reused(listOf(row)) };
	return latest?.list ?? unpublished;
}

/** What visitors were given last. While nothing changes they get the same objects, so the page's rows are drawn once. */
let latest: { row: PublishedRow; list: PublicList } | undefined;

const isSame = ({ updatedAt, ...row }: PublishedRow, before: PublishedRow): boolean =>
	timestamp(updatedAt) === timestamp(before.updatedAt) &&
	Object.entries(row).every(([name, value]) => value === before[name as keyof typeof row]);

function listOf(row: PublishedRow): PublicList {
	const items = itemsOf(row).map((item) => asPublic(item, row));
	return {
		published: true,
		instanceName: row.instanceName,
		listName: row.listName,
		items,
		allowJoin: Boolean(row.publicAllowJoin),
		openCount: items.filter(({ done }) => !done).length,
		updatedAt: timestamp(row.updatedAt)
	};
}

type PublishedRow = Record<'instanceName' | 'listName' | 'items', string> &
	Record<PublicSetting | 'publicAllowJoin', Flag> & { updatedAt: Date | string };

const unpublished: PublicList = {
	published: false,
	instanceName: '',
	listName: '',
	items: [],
	allowJoin: false,
	openCount: 0,
	updatedAt: ''
};
