import * as m from '../../paraglide/messages.js';
import { lockMember } from '../data/locks.ts';
import { sql, type Sql } from '../data/sql.ts';
import { missing, Refusal } from '../kernel/errors.ts';
import { asMember } from '../kernel/member-row.ts';
import { fold, timestamp } from '../kernel/text.ts';
import { ignoreOpenResets } from '../members/ignore-resets.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { maxPendingJoins, type JoinRequest } from './join.ts';
import { checkPhrase, type ResetRequest } from './reset.ts';

/** Reset requests shown at once. There are more only where many members are flooded at the same time. */
const mostResets = 500;

/** Everything that waits, oldest first, without requests for a reset from people who are not known here. */
export async function getRequests(
	unit: Unit
): Promise<{ joinRequests: JoinRequest[]; resetRequests: ResetRequest[] }> {
	const oldestFirst = [{ createdAt: 'asc' }, { uid: 'asc' }] as const;
	const joins = await unit.db.joinRequest.findMany({
		where: { state: 'PENDING' },
		orderBy: [...oldestFirst],
		take: maxPendingJoins
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

/** Who waits and for what, in SQL: the requests to join first. */
export function waitingAsJson({ dialect }: Unit): Sql {
	const all = dialect.jsonOfAll(
		dialect.jsonRow(sql`w."asks", w."name"`),
		sql`w."asks", w."createdAt", w."uid"`
	);
	return sql`(SELECT ${all} FROM (
		SELECT 'join' AS "asks", j."name", j."createdAt", j."uid" FROM "JoinRequest" j WHERE j."state" = 'PENDING'
		UNION ALL
		SELECT 'reset', m."name", r."createdAt", r."uid" FROM "ResetRequest" r JOIN "Member" m ON m."uid" = r."memberUid"
		WHERE r."state" = 'PENDING' LIMIT ${maxPendingJoins + mostResets}) w)`;
}

/** `getRequests` for the pages: each reset with its check phrase, and whether nobody can join because a member has the email. */
export async function getRequestsToDecide(unit: Unit) {
	const { joinRequests, resetRequests } = await getRequests(unit);
	const emails = joinRequests.map(({ email }) => fold(email));
	const taken = await unit.db.member.findMany({
		where: { emailFolded: { in: emails } },
		select: { emailFolded: true }
	});
	const isTaken = (email: string) => taken.some(({ emailFolded }) => emailFolded === fold(email));
	const withPhrase = (request: ResetRequest) => ({
		...request,
		checkPhrase: checkPhrase(request.requestUid)
	});
	return {
		joinRequests: joinRequests.map((one) => ({ ...one, isEmailTaken: isTaken(one.email) })),
		resetRequests: resetRequests.map(withPhrase)
	};
}

type Decision = { requestUid: string; approve: boolean };

export async function decideJoin(unit: Unit, { requestUid, approve }: Decision): Promise<void> {
	const { count } = await unit.db.joinRequest.updateMany({
		where: { uid: requestUid, state: 'PENDING' },
		data: decisionColumns(unit, approve)
	});
	if (count === 0)
		throw undecidable(await unit.db.joinRequest.findUnique({ where: { uid: requestUid } }));
	unit.audit({ event: 'join-decided', requestUid, approved: approve });
	recordDecision(unit, requestUid, approve);
}

/**
 * An approval lasts one hour from now. Until it is used it can be withdrawn, by ignoring the request after all. An approval
 * and a withdrawal both ignore the member's other requests, because at most one of them is the member's own.
 */
export async function decideReset(unit: Unit, { requestUid, approve }: Decision): Promise<void> {
	const request = await unit.db.resetRequest.findUnique({ where: { uid: requestUid } });
	if (!request?.memberUid) throw missing('request');
	await lockMember(unit, request.memberUid);
	const decide = (state: string) =>
		unit.db.resetRequest.updateMany({
			where: { uid: requestUid, state },
			data: { ...decisionColumns(unit, approve), decidedByUid: actor(unit).member.uid }
		});
	const wasPending = (await decide('PENDING')).count > 0;
	const wasApproved = !wasPending && !approve && (await decide('APPROVED')).count > 0;
	if (!wasPending && !wasApproved) throw undecidable(request);
	if (approve || wasApproved) await ignoreOpenResets(unit, request.memberUid, { but: requestUid });
	unit.audit({
		event: 'reset-decided',
		requestUid,
		memberUid: request.memberUid,
		approved: approve
	});
	recordDecision(unit, requestUid, approve);
}

const decisionColumns = (unit: Unit, approve: boolean) => ({
	state: approve ? 'APPROVED' : 'IGNORED',
	decidedAt: unit.now
});

/** The refusal where another admin was first, or where there is no such request. */
function undecidable(request: object | null): Refusal {
	return request ? new Refusal('changed', m.request_already_decided()) : missing('request');
}

function recordDecision(unit: Unit, targetUid: string, approve: boolean): void {
	const outcome = approve ? 'ACTIVITY_OUTCOME_APPROVED' : 'ACTIVITY_OUTCOME_IGNORED';
	// Read for this admin alone: the notices of other admins stay new and show the outcome.
	const attends = { memberUid: actor(unit).member.uid, targetUid };
	unit.record({ kind: 'requests.changed', settles: { targetUid, outcome }, attends });
}
