import type { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { hashPassword } from '../kernel/passwords.ts';
import { askerOf } from '../kernel/throttle.ts';
import { component, says, when } from '../kernel/schema.ts';
import { newUid } from '../kernel/secrets.ts';
import { phraseFor } from '../kernel/passphrase.ts';
import { endTokens } from '../kernel/end-tokens.ts';
import { missing } from '../kernel/errors.ts';
import { lockHousehold, lockListsOfMember, lockMember, lockName } from '../data/locks.ts';
import { Member } from '../kernel/member.ts';
import { memberOf, nameOfMember } from '../kernel/member-row.ts';
import { replacePassword } from '../members/password.ts';
import { startSessionFor } from '../sessions/sessions.ts';
import { fold } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';
import type { PrepareContext } from '../kernel/prepare-context.ts';
import { countRequest, requestBucketOf } from '../kernel/visitor-requests.ts';
import { approvalLastsMs } from './approval.ts';
import { removeOldest } from './reset-limits.ts';
import { supersede } from './reset-limits.ts';
import { bindRequest } from './requester-cookie.ts';
import { refuseBeforeSetup, standingOf, type RequestRow, type Standing } from './standing.ts';
import { statusOf, type RequestStatus } from './status.ts';
import { alreadyUsed, isApproved, refuseUnlessApproved } from './approval.ts';
import { saying } from '../kernel/saying.ts';

/** A member's request for a new password, as the admins see it while it waits. */
export const ResetRequest = component('ResetRequest', {
	requestUid: says('The uid of the request.'),
	member: Member,
	createdAt: when('The time of the request.')
});

export type ResetRequest = z.infer<typeof ResetRequest>;

/** Gives the same answer, in the same time, for an unknown person. The admins are not told of such a request. */
export async function askForReset(
	unit: Unit,
	{ emailOrName }: { emailOrName: string }
): Promise<{ requestUid: string; checkPhrase: string }> {
	// Without this, the member could be removed before the request is there to be removed with them.
	await lockHousehold(unit);
	await refuseBeforeSetup(unit);
	await countRequest(unit);
	// Without this lock, two requests at once could both take the last place.
	await lockName(unit, 'requests for a new password');
	const uid = newUid('req');
	const member = await memberCalled(unit, emailOrName);
	await unit.db.resetRequest.create({
		data: {
			uid,
			memberUid: member?.uid ?? null,
			bindingHash: bindRequest(unit),
			bucket: requestBucketOf(unit),
			createdAt: unit.now
		}
	});
	const text = saying('asked_for_password', { name: member?.name ?? emailOrName });
	// Written for an unknown person too, and shown to nobody: a quicker answer would tell that nobody has the name.
	unit.record({
		kind: 'requests.changed',
		notice: { to: 'admins', kind: 'ACTIVITY_KIND_RESET_REQUEST', text, targetUid: uid },
		settles: { targetUid: await supersede(unit, member), outcome: 'ACTIVITY_OUTCOME_IGNORED' }
	});
	await removeOldest(unit);
	return { requestUid: uid, checkPhrase: checkPhrase(uid) };
}

/** The words that the member reads out and the admin compares, so that nobody else's request is approved. */
export function checkPhrase(requestUid: string): string {
	return phraseFor(requestUid, 3);
}

export async function getResetRequest(
	unit: Unit,
	{ requestUid }: { requestUid: string }
): Promise<{ status: RequestStatus }> {
	return { status: statusOf((await loadResetRequest(unit, requestUid)).state) };
}

/** For the pages: the words to compare, and how far the request is, which only the client that sent it is told. */
export async function followReset(
	unit: Unit,
	{ requestUid }: { requestUid: string }
): Promise<{ standing: Standing; checkPhrase: string }> {
	const request = await loadResetRequest(unit, requestUid);
	return {
		standing: standingOf(unit, request, approvalLastsMs.reset),
		checkPhrase: checkPhrase(requestUid)
	};
}

/** Refuses early what cannot be completed, and hashes the new password. */
export async function resetHash(
	before: PrepareContext,
	{ requestUid, newPassword }: { requestUid: string; newPassword: string }
): Promise<string> {
	const request = await loadResetRequest(before, requestUid);
	refuseUnlessApproved(standingOf(before, request, approvalLastsMs.reset), {
		waiting: m.reset_not_approved_yet,
		'run-out': m.reset_approval_expired
	});
	return hashPassword(newPassword, askerOf(before));
}

/** Sets the new password, once. Ends every session, pair and access token of the member. */
export async function completeReset(
	unit: Unit,
	{ requestUid }: { requestUid: string },
	passwordHash: string
): Promise<{ member: Member }> {
	const { memberUid, decidedByUid } = await loadResetRequest(unit, requestUid);
	if (!memberUid) throw alreadyUsed();
	await lockListsOfMember(unit, memberUid);
	await lockMember(unit, memberUid);
	const { count } = await unit.db.resetRequest.updateMany({
		where: isApproved(unit, requestUid, approvalLastsMs.reset),
		data: { state: 'COMPLETED' }
	});
	if (count === 0) throw alreadyUsed();
	await replacePassword(unit, memberUid, passwordHash);
	await endTokens(unit, { memberUid });
	await startSessionFor(unit, memberUid);
	unit.audit({
		event: 'password-reset',
		memberUid,
		requestUid,
		...(decidedByUid && { approvedByUid: decidedByUid })
	});
	unit.record({
		kind: 'members.changed',
		notice: {
			to: [memberUid],
			kind: 'ACTIVITY_KIND_PASSWORD_RESET',
			text: await resetWords(unit, decidedByUid),
			targetUid: requestUid
		}
	});
	return { member: await memberOf(unit.db, memberUid) };
}

type ResetRow = RequestRow & { memberUid: string | null; decidedByUid: string | null };

/** Names the admin who approved it, also one who was removed since. */
async function resetWords({ db }: Unit, uid: string | null): Promise<string> {
	const name = uid && (await nameOfMember(db, uid));
	return name ? saying('password_reset_by', { name }) : saying('password_reset_by_an_admin', {});
}

async function loadResetRequest({ db }: Pick<Unit, 'db'>, uid: string): Promise<ResetRow> {
	const row = await db.resetRequest.findUnique({ where: { uid } });
	if (!row) throw missing('request');
	return row;
}

/** The member of this email, or of this name where only one member has it. */
async function memberCalled(
	{ db }: Unit,
	emailOrName: string
): Promise<{ uid: string; name: string } | undefined> {
	const members = await db.member.findMany({
		where: { removedAt: null },
		select: { uid: true, name: true, emailFolded: true }
	});
	const wanted = fold(emailOrName);
	const byEmail = members.find((member) => member.emailFolded === wanted);
	const byName = members.filter((member) => fold(member.name) === wanted);
	return byEmail ?? (byName.length === 1 ? byName[0] : undefined);
}
