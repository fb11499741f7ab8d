import { may } from '../kernel/caller.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { Named } from '../lists/list.ts';
import type { Item } from './fields.ts';
import type { LockedItem } from './lock.ts';

/** What a command on several items did, which of them were so already, and the lists that they are on. */
export type Done = { items: Item[]; unchangedUids: string[]; lists: Named[] };

/** A token that may not read could try values until one is unchanged, and so learn what is stored. */
export const unchangedUids = (unit: Unit, items: LockedItem[]): string[] =>
	may(actor(unit), 'read') ? items.map(({ uid }) => uid) : [];
