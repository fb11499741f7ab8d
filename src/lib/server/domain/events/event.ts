import type { Connection } from '../../platform/database.ts';
import { timestamp } from '../text.ts';

/** A Change as it lies in the outbox. */
export type Written = {
	number: number;
	kind: string;
	listUid: string;
	itemUid: string;
	byUid: string;
	viaToken: string;
	toUid: string;
	at: Date;
};

/** What a stream says of a Change: which thing, never its content. */
export function asEvent({ kind, listUid, itemUid, byUid, viaToken, at }: Written) {
	return { kind, listUid, itemUid, byUid, viaToken, at: timestamp(at) };
}

/** The Changes after `number`, in their order. */
export function changesAfter(db: Connection, number: number, most = 500): Promise<Written[]> {
	return db.change.findMany({
		where: { number: { gt: number } },
		orderBy: { number: 'asc' },
		take: most,
		select: {
			number: true,
			kind: true,
			listUid: true,
			itemUid: true,
			byUid: true,
			viaToken: true,
			toUid: true,
			at: true
		}
	});
}

/** The lowest and the highest number that is kept; the highest is 0 where nothing is. */
export async function keptNumbers(db: Connection): Promise<{ oldest: number; newest: number }> {
	const { _min, _max } = await db.change.aggregate({
		_min: { number: true },
		_max: { number: true }
	});
	return { oldest: _min.number ?? 1, newest: _max.number ?? 0 };
}
