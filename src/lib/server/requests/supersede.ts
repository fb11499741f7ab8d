import type { Unit } from '../kernel/unit.ts';

/** Pending reset requests of one member, of which visitors can make any number. A newer one displaces another, so that nobody can lock the member out. */
const mostPendingOfMember = 5;

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
