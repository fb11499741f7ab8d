import type { Connection } from '../data/client.ts';

/** A member who opens one more stream than this loses their oldest. */
const maxStreams = 20;

/** Deletes the rows of the member's oldest streams, so that there is room for one more. Their nodes end these streams. */
export async function makeRoomForStream(db: Connection, memberUid: string): Promise<void> {
	const surplus = await db.stream.findMany({
		where: { memberUid },
		orderBy: [{ startedAt: 'desc' }, { uid: 'desc' }],
		skip: maxStreams - 1,
		select: { uid: true }
	});
	await db.stream.deleteMany({ where: { uid: { in: surplus.map(({ uid }) => uid) } } });
}
