import { z } from 'zod';
import { sql, type Flag } from '../data/sql.ts';
import { texts } from '../items/fields.ts';
import { inReach } from '../kernel/reach.ts';
import { sharedToEdit } from '../kernel/may-edit.ts';
import { says, whether } from '../kernel/schema.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { sectionJoin } from '../sections/store.ts';
import type { SearchHit } from './search.ts';

/** What a row shows of an item, beside the hit itself. */
export const RowDetails = z.object({
	quantity: texts.quantity.output,
	dueOn: texts.dueOn.output,
	sectionName: says('The name of the section the item is in; "" for none.'),
	canEdit: whether('Whether you may tick the item; false for a list.')
});

export type RowDetails = z.infer<typeof RowDetails>;

/** What the rows of these hits show, by the uid of the item. What was deleted meanwhile, or is out of reach, is left out. */
export async function detailsOf(unit: Unit, hits: SearchHit[]): Promise<Map<string, RowDetails>> {
	const uids = [...new Set(hits.map(({ itemUid }) => itemUid).filter(Boolean))];
	if (uids.length === 0) return new Map();
	const caller = actor(unit);
	const rows = await unit.read.query<
		Omit<RowDetails, 'sectionName' | 'canEdit'> & {
			uid: string;
			sectionName: string | null;
			canEdit: Flag;
		}
	>(sql`
		SELECT i."uid", i."quantity", i."dueOn", sec."name" AS "sectionName",
			(l."archivedAt" IS NULL AND ${sharedToEdit(caller)}) AS "canEdit"
		FROM "Item" i JOIN "List" l ON l."uid" = i."listUid" ${sectionJoin}
		WHERE i."uid" IN (${sql.join(uids)}) AND i."deletedAt" IS NULL AND ${inReach(caller)}`);
	return new Map(
		rows.map(({ uid, sectionName, canEdit, ...texts }) => [
			uid,
			{ ...texts, sectionName: sectionName ?? '', canEdit: Boolean(canEdit) }
		])
	);
}
