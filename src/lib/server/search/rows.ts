import type { z } from 'zod';
import type { Unit } from '../kernel/unit.ts';
import { search, SearchHit } from './search.ts';
import { detailsOf, RowDetails } from './row-details.ts';

export const SearchRow = SearchHit.extend(RowDetails.shape);

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
	const found = await detailsOf(unit, hits);
	// An item may be deleted between the two queries.
	const rows = hits.flatMap((hit) => {
		const own = hit.itemUid ? found.get(hit.itemUid) : ofList;
		return own ? [{ ...hit, ...own }] : [];
	});
	return { rows, hitCount };
}

const ofList: RowDetails = { quantity: '', dueOn: '', sectionName: '', canEdit: false };
