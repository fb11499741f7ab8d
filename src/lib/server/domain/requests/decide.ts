import { missing, Refusal } from '../errors.ts';
import { asMember } from '../member.ts';
import { timestamp } from '../text.ts';
import type { Unit } from '../unit.ts';
import { mostPendingJoins, type JoinRequest } from './join.ts';
import { checkPhrase, type ResetRequest } from './reset.ts';

/** So many are shown at once; there are more only where many members are flooded at the same time. */
const mostResets = 500;

/** Everything that waits, oldest first; who asked for a reset without being known here is not among it. */
export async function getRequests(
	unit: Unit
): Promise<{ joinRequests: JoinRequest[]; resetRequests: ResetRequest[] }> {
	const oldestFirst = [{ createdAt: 'asc' }, { uid: 'asc' }] as const;
	const joins = await unit.db.joinRequest.findMany({
		where: { state: 'PENDING' },
		orderBy: [...oldestFirst],
		take: mostPendingJoins
	});
	const resets = await unit.db.resetRequest.findMany({
		where: { state: 'PENDING', memberUid: { not: null } },
		orderBy: [...oldestFirst],
		take: mostResets,
		include: { member: true }
	});
	return {
		joinRequests: joins.map(({ uid, name, email, message, createdAt }) => ({
			requestUid: uid,
			name,
			email,
			message,
			createdAt: timestamp(createdAt)
		})),
		resetRequests: resets.flatMap(({ uid, member, createdAt }) =>
			member ? [{ requestUid: uid, member: asMember(member), createdAt: timestamp(createdAt) }] : []
		)
	};
}

/** The same for the pages, each reset with the words to compare. */
export async function getRequestsToDecide(unit: Unit) {
	const { joinRequests, resetRequests } = await getRequests(unit);
	const withPhrase = (request: ResetRequest) => ({
		...request,
		checkPhrase: checkPhrase(request.requestUid)
	});
	return { joinRequests, resetRequests: resetRequests.map(withPhrase) };
}

type Decision = { requestUid: string; approve: boolean };

export async function decideJoin(
	unit: Unit,
	{ requestUid, approve }: Decision
): Promise<Record<string, never>> {
	const { count } = await unit.db.joinRequest.updateMany({
		where: { uid: requestUid, state: 'PENDING' },
		data: decided(unit, approve)
	});
	if (count === 0)
		throw undecidable(await unit.db.joinRequest.findUnique({ where: { uid: requestUid } }));
	return settled(unit, requestUid, approve);
}

/** An approval lasts one hour from now. */
export async function decideReset(
	unit: Unit,
	{ requestUid, approve }: Decision
): Promise<Record<string, never>> {
	const { count } = await unit.db.resetRequest.updateMany({
		where: { uid: requestUid, state: 'PENDING', memberUid: { not: null } },
		data: decided(unit, approve)
	});
	if (count === 0)
		throw undecidable(
			await unit.db.resetRequest.findFirst({ where: { uid: requestUid, memberUid: { not: null } } })
		);
	return settled(unit, requestUid, approve);
}

const decided = (unit: Unit, approve: boolean) => ({
	state: approve ? 'APPROVED' : 'IGNORED',
	decidedAt: unit.now
});

/** Another admin was first, or nobody asked. */
function undecidable(request: object | null): Refusal {
	return request
		? new Refusal('changed', 'This request was decided already. Nothing was changed.')
		: missing('request');
}

function settled(unit: Unit, targetUid: string, approve: boolean): Record<string, never> {
	const outcome = approve ? 'ACTIVITY_OUTCOME_APPROVED' : 'ACTIVITY_OUTCOME_IGNORED';
	unit.record({ kind: 'requests.changed', settles: { targetUid, outcome } });
	return {};
}
