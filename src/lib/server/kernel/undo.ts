import { aboutKind, type Effect, type Was } from './change-event.ts';
import type { Unit } from './unit.ts';
import { deletionBy, undeleted } from './deletion.ts';

/** What an undo needs to know, of items and lists alike. */

/** A Change that is to be undone: its kind, and what was there before. */
export type RecordedChange = { kind: string; was: Was | undefined };

/** The fields as they were before all of these Changes, which come newest first: the oldest Change of a field decides. */
export function wasBefore<Before>(changes: RecordedChange[]): Partial<Before> {
	return Object.assign({}, ...changes.map(({ was }) => was));
}

/**
 * The columns that put a thing into the trash or take it out, as before the oldest Change that made, deleted or restored it. A
 * thing that was made or restored goes into the trash; one that was deleted comes back.
 */
export function presenceBefore(unit: Unit, changes: RecordedChange[]) {
	const oldest = changes
		.map(({ kind }) => wasThere[aboutKind(kind)?.effect ?? 'stays'])
		.findLast((before) => before !== undefined);
	if (oldest === undefined) return {};
	return oldest ? undeleted : deletionBy(unit);
}

/** Whether the thing was there before; undefined where it was before as it is afterwards. */
const wasThere = {
	made: false,
	deleted: true,
	restored: false,
	moved: undefined,
	stays: undefined
} satisfies Record<Effect, boolean | undefined>;
