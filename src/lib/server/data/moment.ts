/**
 * What a request may take for the present: the snapshot that Postgres looked its caller up in. Whoever is looked up while nothing is
 * committed has the same one, and is given what was read for the one before.
 */
export type Moment = {
	readonly snapshot: string;
	/** As performance.now(). */
	readonly at: number;
	/** The request has carried out a command: what it reads now may be newer. */
	isOver: boolean;
};

/** Undefined where the database tells no snapshots. */
export const momentOf = (snapshot: string | null): Moment | undefined =>
	snapshot === null ? undefined : { snapshot, at: performance.now(), isOver: false };

/** A stream outlives its moment, and so does a request that had to wait. */
export const isPast = ({ at, isOver }: Moment): boolean =>
	isOver || performance.now() - at > longestMs;

const longestMs = 1000;
