import type { Unit } from '../kernel/unit.ts';

/** Reset requests kept in all, beside the approved ones; asking costs a visitor nothing. */
const mostKept = 1000;

/** Deletes the oldest requests beyond `mostKept`. Approved ones are kept: their number is up to the admins. */
export async function removeOldest(unit: Unit): Promise<void> {
	const { db } = unit;
	const unapproved = { state: { not: 'APPROVED' } };
	const surplus = await db.resetRequest.findMany({
		where: unapproved,
		orderBy: [{ createdAt: 'desc' }, { uid: 'desc' }],
		skip: mostKept,
		select: { uid: true }
	});
	if (surplus.length === 0) return;
	const uid = { in: surplus.map((request) => request.uid) };
	// An admin may have approved one since it was read.
	await db.resetRequest.deleteMany({ where: { uid, ...unapproved } });
	const kept = await db.resetRequest.findMany({ where: { uid }, select: { uid: true } });
	const targetUid = { ...uid, notIn: kept.map((request) => request.uid) };
	await db.activity.deleteMany({ where: { targetUid } });
}
