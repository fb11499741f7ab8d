import type { z } from 'zod';
import { sql, type Flag } from '../data/sql.ts';
import { texts } from '../items/fields.ts';
import { inReach, sharedToEdit } from '../kernel/reach.ts';
import { says, whether } from '../kernel/schema.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { sectionJoin } from '../sections/store.ts';
import { search, SearchHit } from './search.ts';

export const SearchRow = SearchHit.extend({
	quantity: texts.quantity.output,
	dueOn: texts.dueOn.output,
	sectionName: says('The name of the section the item is in; "" for none.'),
	canEdit: whether('Whether you may tick the item; false for a list.')
});

type SearchRow = z.infer<typeof SearchRow>;

/**
 * The hits of a search, with what else the page shows of their items. One more query reads it for the best hits alone: the search
 * itself would carry it along for all of them.
 */
export async function searchRows(
	unit: Unit,
	asked: { query: string }
): Promise<{ rows: SearchRow[]; hitCount: number }> {
	const { hits, hitCount } = await search(unit, asked);
	const found = await itemsOf(unit, hits);
	// An item may be deleted between the two queries.
	const rows = hits.flatMap((hit) => {
		const own = hit.itemUid ? found.get(hit.itemUid) : ofList;
		return own ? [{ ...hit, ...own }] : [];
	});
	return { rows, hitCount };
}

type OfItem = Omit<SearchRow, keyof SearchHit>;

const ofList: OfItem = { quantity: '', dueOn: '', sectionName: '', canEdit: false };

async function itemsOf(unit: Unit, hits: SearchHit[]): Promise<Map<string, OfItem>> {
	const uids = [...new Set(hits.map(({ itemUid }) => itemUid).filter(Boolean))];
	if (uids.length === 0) return new Map();
	const caller = actor(unit);
	const rows = await unit.read.query<
		Omit<OfItem, 'sectionName' | 'canEdit'> & {
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
