import type { Unit } from '../kernel/unit.ts';

/** Limits how many requests for a new password are kept. Visitors can make any number of them. */

/** Pending reset requests of one member. A newer one displaces another, so that nobody can lock the member out. */
const mostPendingOfMember = 5;

/** Reset requests kept in all, beside the approved ones; asking costs a visitor nothing. */
const mostKept = 1000;

/**
 * Ignores one request of a member who has too many, and returns its uid. Runs the same statements when there is none, and for
 * an unknown person: nobody can measure the difference.
 */
export async function supersede(
	{ db, now }: Unit,
	member: { uid: string } | undefined
): Promise<string> {
	const where = { memberUid: member?.uid ?? noSuchUid, state: 'PENDING' };
	const oldestFirst = await db.resetRequest.findMany({
		where,
		orderBy: [{ createdAt: 'asc' }, { uid: 'asc' }],
		select: { uid: true, bucket: true }
	});
	const surplus =
		oldestFirst.length > mostPendingOfMember ? oldestOfBusiest(oldestFirst) : undefined;
	const uid = surplus ?? noSuchUid;
	// An admin may have decided it since it was read.
	const { count } = await db.resetRequest.updateMany({
		where: { uid, state: 'PENDING' },
		data: { state: 'IGNORED', decidedAt: now }
	});
	return count > 0 ? uid : noSuchUid;
}

const noSuchUid = 'req_none';

/** The oldest request of the network that asked most often. So a flood displaces its own requests first. */
function oldestOfBusiest(
	oldestFirst: { uid: string; bucket: string | null }[]
): string | undefined {
	const timesOf = ({ bucket }: { bucket: string | null }) =>
		oldestFirst.filter((other) => other.bucket === bucket).length;
	const most = Math.max(...oldestFirst.map(timesOf));
	return oldestFirst.find((request) => timesOf(request) === most)?.uid;
}

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
