/**
 * The snapshot in which Postgres looked up the caller of a request. Two requests with the same snapshot see the same rows, so
 * what one of them has read is the answer to the other.
 */
export type Snapshot = {
	/** The text of `pg_current_snapshot()`: which transactions were committed. */
	readonly id: string;
	/** When it was taken, as performance.now(). */
	readonly takenAt: number;
	/** Set by the first command of the request, whose own write is newer. */
	isOver: boolean;
};

/** Undefined on SQLite, which has no such id. */
export const snapshotOf = (id: string | null): Snapshot | undefined =>
	id === null ? undefined : { id, takenAt: performance.now(), isOver: false };

/** An event stream lives longer than its snapshot is good for. */
export const isExpired = ({ takenAt, isOver }: Snapshot): boolean =>
	isOver || performance.now() - takenAt > maxAgeMs;

const maxAgeMs = 1000;
