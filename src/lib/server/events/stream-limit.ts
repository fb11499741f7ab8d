import { inTransaction } from '../data/transaction.ts';
import type { Household } from '../kernel/household.ts';
import { node } from './stream-rows.ts';

/** A member who opens one more stream than this loses their oldest. */
const maxStreams = 20;

type OpenStream = { uid: string; memberUid: string; listUid: string };

/** Inserts the row of a stream. Deletes the rows of the member's oldest streams where there are too many. */
export async function enterStream(
	{ database, clock, notifier }: Household,
	{ uid, memberUid, listUid }: OpenStream
): Promise<void> {
	const now = clock();
	await inTransaction(database, async (db) => {
		const open = await db.stream.findMany({
			where: { memberUid },
			orderBy: [{ startedAt: 'asc' }, { uid: 'asc' }],
			select: { uid: true }
		});
		const surplus = open
			.slice(0, Math.max(0, open.length + 1 - maxStreams))
			.map((stream) => stream.uid);
		await db.stream.deleteMany({ where: { uid: { in: surplus } } });
		await db.stream.create({
			data: { uid, node, memberUid, listUid, startedAt: now, seenAt: now }
		});
	});
	notifier.call();
}
