import { idsPerNumber } from '../../client/event-id.ts';
import { timestamp } from '../kernel/text.ts';

/**
 * The id of an event: the number of its Change, and a mark of when the Change was made. After a backup was restored the numbers
 * since are given again, and the mark shows that a reader means another Change.
 */
export const idOf = ({ number, at }: { number: number; at: Date | string }): number =>
	lowestIdOf(number) + 1 + (Date.parse(timestamp(at)) % (idsPerNumber - 1));

/** The lowest id with this number. It has no mark; 0 is the id in an empty outbox. */
export const lowestIdOf = (number: number): number => number * idsPerNumber;

/** The number in an id; undefined where it cannot be one of ours. */
export const numberInId = (id: string): number | undefined =>
	/^\d{1,15}$/.test(id) ? Math.floor(Number(id) / idsPerNumber) : undefined;
