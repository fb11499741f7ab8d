import { may } from '../kernel/caller.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { Named } from '../lists/list.ts';
import type { Item } from './fields.ts';
import type { LockedItem } from './lock.ts';

/** What a command on several items did: the items, the uids of those that it did not change, and their lists. */
export type Done = { items: Item[]; unchangedUids: string[]; lists: Named[] };

/** The uids of unchanged items. A token that may not read gets none: by trying values it could learn what is stored. */
export const unchangedUids = (unit: Unit, items: LockedItem[]): string[] =>
	may(actor(unit), 'read') ? items.map(({ uid }) => uid) : [];
