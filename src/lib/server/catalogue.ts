import { activity } from './activity/operations.ts';
import { groups } from './groups/operations.ts';
import { instance } from './instance/operations.ts';
import { items } from './items/operations.ts';
import { lists } from './lists/operations.ts';
import { members } from './members/operations.ts';
import type { AnyOperation } from './kernel/operation.ts';
import { requests } from './requests/operations.ts';
import { sections } from './sections/operations.ts';
import { search } from './search/operations.ts';
import { sidebar } from './sidebar/operations.ts';
import { tokens } from './tokens/operations.ts';
import { trash } from './trash/operations.ts';

/** Every operation that a caller may ask for, by its name. */
export const catalogue: Record<string, AnyOperation> = {
	...instance,
	...members,
	...groups,
	...requests,
	...lists,
	...sections,
	...items,
	...search,
	...trash,
	...tokens,
	...activity,
	...sidebar
};
