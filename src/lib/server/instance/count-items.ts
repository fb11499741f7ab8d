import type { Unit } from '../kernel/unit.ts';

/** Counts a few lists at a time: a count of a million items at once would block other requests. */
export async function countItems({ db, dialect }: Unit): Promise<number> {
	const lists = await db.list.findMany({ where: { deletedAt: null }, select: { uid: true } });
	let total = 0;
	for (let at = 0; at < lists.length; at += listsAtOnce) {
		const uids = lists.slice(at, at + listsAtOnce).map(({ uid }) => uid);
		const where = { listUid: { in: uids }, deletedAt: null };
		total += await dialect.slowRead(() => db.item.count({ where }));
	}
	return total;
}

/** Usually some 5,000 items together; at most 10,000 each. */
const listsAtOnce = 100;
