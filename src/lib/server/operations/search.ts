import { z } from 'zod';
import { line } from '../domain/fields.ts';
import { search as searchFor, SearchHit } from '../domain/search/search.ts';
import { operation } from './operation.ts';

export const search = {
	search: operation({
		name: 'search',
		summary:
			'Lists, items and notes you reach that hold every word; the last may be the beginning of one. At most 100, best first.',
		kind: 'query',
		access: { who: 'member', ability: 'read' },
		address: 'GET /search',
		input: z.object({ query: line('What to search for', { most: 500, least: 0 }) }),
		output: z.object({ hits: z.array(SearchHit) }),
		run: searchFor
	})
};
