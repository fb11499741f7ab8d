import { z } from 'zod';
import { items } from '../items/operations.ts';

/** As much of a list as is wanted. A model pays for each line that it reads, and some read no more than 25,000 tokens. */

export const defaultLimit = 100;

/** What get_list takes beside the list: how much of it is wanted. */
export const Wanted = z.object({
	includeDone: z
		.boolean('includeDone is true or false.')
		.default(false)
		.meta({ description: 'Whether to include ticked items.' }),
	limit: z
		.int('The limit is a whole number.')
		.min(1, 'The limit is at least 1.')
		.max(1000, 'The limit is at most 1,000.')
		.optional()
		.meta({ description: `The maximum number of items; ${defaultLimit} if left out.` }),
	afterItemUid: items.moveItems.input.shape.afterItemUid.meta({
		description: 'Only items after this one, to read on.'
	})
});
