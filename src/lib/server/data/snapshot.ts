/**
 * The snapshot in which Postgres looked up the caller of a request. Nothing was committed between two requests with the same
 * snapshot, so what the first has read is new enough for the second.
 */
export type Snapshot = {
	/** The text of `pg_current_snapshot()`: which transactions had ended. */
	readonly id: string;
	/** When it was taken, as performance.now(). */
	readonly takenAt: number;
	/** Set by the first command of the request, whose own write is newer. */
	isOver: boolean;
};

/** Undefined where there is no such id; see `Dialect.snapshot`. */
export const snapshotOf = (id: string | null): Snapshot | undefined =>
	id === null ? undefined : { id, takenAt: performance.now(), isOver: false };

/** A request that has waited, for a lock or for its turn, reads anew. */
export const isExpired = ({ takenAt, isOver }: Snapshot): boolean =>
	isOver || performance.now() - takenAt > maxAgeMs;

const maxAgeMs = 250;
