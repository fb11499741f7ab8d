import { activity } from './activity.ts';
import { groups } from './groups.ts';
import { instance } from './instance.ts';
import { items } from './items.ts';
import { lists } from './lists.ts';
import { members } from './members.ts';
import type { AnyOperation } from './operation.ts';
import { requests } from './requests.ts';
import { search } from './search.ts';
import { tokens } from './tokens.ts';
import { trash } from './trash.ts';

/** Everything anyone may ask for. */
export const catalogue: Record<string, AnyOperation> = {
	...instance,
	...members,
	...groups,
	...requests,
	...lists,
	...items,
	...search,
	...trash,
	...tokens,
	...activity
};
