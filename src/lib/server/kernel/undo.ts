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
		.map(({ kind }) => kind.split('.')[1])
		.findLast((kind) => kind && kind in wasThere);
	if (oldest === undefined) return {};
	return wasThere[oldest]
		? { deletedAt: null, deletedByUid: null, deletedViaTokenUid: null }
		: deletionBy(unit);
}

const wasThere: Record<string, boolean> = {
	added: false,
	created: false,
	deleted: true,
	restored: false
};
