import { aboutKind, type Effect } from './change-event.ts';
import { deletionBy, type Unit } from './unit.ts';

/** What taking back needs to know, of items and lists alike. */

/** A Change that is to be taken back: what it was, and what was there before as JSON. */
export type RecordedChange = { kind: string; was: string };

/** The oldest Change of each field knows what was there before all of them. */
export function wasBefore<Before>(changes: RecordedChange[]): Partial<Before> {
	return Object.assign({}, ...changes.map(({ was }) => (was ? JSON.parse(was) : {})));
}

/** Added by the oldest: it goes. Deleted by it: it comes back. Brought back by it: it goes again. */
export function presenceBefore(unit: Unit, changes: RecordedChange[]) {
	const oldest = changes
		.map(({ kind }) => wasThere[aboutKind(kind)?.effect ?? 'stays'])
		.findLast((before) => before !== undefined);
	if (oldest === undefined) return {};
	return oldest
		? { deletedAt: null, deletedByUid: null, deletedViaTokenUid: null }
		: deletionBy(unit);
}

/** Whether the thing was there before; undefined where it was before as it is afterwards. */
const wasThere = {
	made: false,
	deleted: true,
	restored: false,
	moved: undefined,
	stays: undefined
} satisfies Record<Effect, boolean | undefined>;
