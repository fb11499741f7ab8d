import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { counts, line, uid } from '../kernel/schema.ts';
import { Item } from '../items/fields.ts';
import { List } from '../lists/list.ts';
import { fetch as fetchFound } from './fetch.ts';
import { searchRows, SearchRow } from './rows.ts';
import { mostWords, search as searchFor, SearchHit } from './search.ts';
import { operations, query } from '../kernel/operation.ts';

const words = line(m.field_search_query, { most: 500, least: 0 });
const hitCount = counts('The total number of hits, of which at most 100 are returned.');

const wordsThatCount = `only the first ${mostWords} words count`;

export const search = operations({
	search: query({
		summary:
			'Finds the lists, items (by label or quantity) and notes you reach that hold every word; the last may be incomplete. At most 100, best first.',
		access: { who: 'member', ability: 'read' },
		address: 'GET /search',
		input: z.object({
			query: words.describe(`The words to search for, at most 500 characters; ${wordsThatCount}.`)
		}),
		example: { query: 'mil' },
		output: z.object({ hits: z.array(SearchHit), hitCount }),
		tool: {
			title: 'Search',
			when: 'Use it to find a list, an item or a note by its words when you do not know where it is.',
			fields: {
				query: `The words to look for; case and accents do not matter, and ${wordsThatCount}.`
			}
		},
		run: searchFor
	}),
	searchRows: query({
		summary: 'Searches, and says of each item what its row shows, and whether you may tick it.',
		access: { who: 'signed-in' },
		input: z.object({ query: words }),
		output: z.object({ rows: z.array(SearchRow), hitCount }),
		run: searchRows
	}),
	fetch: query({
		summary: 'Returns a search result in full: a list with its items, or one item with its list.',
		access: { who: 'member', ability: 'read' },
		input: z.object({ id: uid(m.field_fetch_id) }),
		output: z.object({ list: List, items: z.array(Item) }),
		tool: {
			title: 'Fetch',
			when: 'Use it with an id from search.',
			fields: { id: 'The uid of a list (lst_…) or of an item (itm_…).' }
		},
		run: fetchFound
	})
});
