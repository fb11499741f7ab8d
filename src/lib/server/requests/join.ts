import type { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { hashPassword } from '../kernel/passwords.ts';
import { askerOf } from '../kernel/throttle.ts';
import { newUid } from '../kernel/secrets.ts';
import { missing, Refusal } from '../kernel/errors.ts';
import { visitorUnits } from '../kernel/length.ts';
import { component, paragraphs, says, when } from '../kernel/schema.ts';
import { holdHousehold, lockName } from '../data/locks.ts';
import type { Member } from '../kernel/member.ts';
import { createSignedInMember } from '../members/add.ts';
import { fold } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';
import type { PrepareContext } from '../kernel/prepare-context.ts';
import { countRequest } from '../kernel/visitor-requests.ts';
import { approvalLastsMs } from './approval.ts';
import { bindRequest } from './requester-cookie.ts';
import { refuseBeforeSetup, standingOf, type RequestRow, type Standing } from './standing.ts';
import { statusOf, type RequestStatus } from './status.ts';
import { alreadyUsed, isApproved, refuseUnlessApproved } from './approval.ts';
import { saying } from '../kernel/saying.ts';

/** A request to join, as the admins see it while it waits. */
export const JoinRequest = component('JoinRequest', {
	requestUid: says('The uid of the request.'),
	name: says('The name of the person who asks to join.'),
	email: says('The email address the person would sign in with.'),
	message: says('The message to the admins.'),
	createdAt: when('The time of the request.')
});

export type JoinRequest = z.infer<typeof JoinRequest>;

export const joinMessage = paragraphs(m.field_message, { most: 1000, units: visitorUnits }).trim();

/** Gives the same answer for the email of a member, so that nobody learns who is one. */
export async function askToJoin(
	unit: Unit,
	asked: { name: string; email: string; message?: string | undefined }
): Promise<{ requestUid: string }> {
	await holdHousehold(unit);
	await refuseBeforeSetup(unit);
	await countRequest(unit);
	await refuseIfManyWait(unit);
	const uid = newUid('req');
	const { name, email, message = '' } = asked;
	await unit.db.joinRequest.create({
		data: { uid, name, email, message, bindingHash: bindRequest(unit), createdAt: unit.now }
	});
	const notice = {
		to: 'admins',
		kind: 'ACTIVITY_KIND_JOIN_REQUEST',
		text: saying('asked_to_join', { name }),
		targetUid: uid
	} as const;
	unit.record({ kind: 'requests.changed', notice });
	return { requestUid: uid };
}

/** Requests to join that may be pending at once. */
export const maxPendingJoins = 100;

async function refuseIfManyWait(unit: Unit): Promise<void> {
	await lockName(unit, 'requests to join');
	const pending = await unit.db.joinRequest.count({ where: { state: 'PENDING' } });
	if (pending < maxPendingJoins) return;
	throw new Refusal('too-many', m.too_many_waiting(), { retryAfter: 3600 });
}

export async function getJoinRequest(
	unit: Unit,
	{ requestUid }: { requestUid: string }
): Promise<{ status: RequestStatus; name: string; email: string }> {
	const { state, name, email } = await loadJoinRequest(unit, requestUid);
	return { status: statusOf(state), name, email };
}

/** How far a request is, for the page of the client that sent it. */
export async function followJoin(
	unit: Unit,
	{ requestUid }: { requestUid: string }
): Promise<{ standing: Standing; name: string; email: string }> {
	const request = await loadJoinRequest(unit, requestUid);
	const standing = standingOfJoin(unit, request);
	const { name, email } = standing === 'elsewhere' ? { name: '', email: '' } : request;
	return { standing, name, email };
}

export const standingOfJoin = (unit: Pick<Unit, 'caller' | 'now'>, request: RequestRow): Standing =>
	standingOf(unit, request, approvalLastsMs.join);

/** Refuses early what cannot be completed, and hashes the newcomer's password. */
export async function newcomersHash(
	before: PrepareContext,
	{ requestUid, password }: { requestUid: string; password: string }
): Promise<string> {
	refuseUnlessApproved(standingOfJoin(before, await loadJoinRequest(before, requestUid)), {
		waiting: m.join_not_approved_yet,
		'run-out': m.join_approval_expired
	});
	return hashPassword(password, askerOf(before));
}

/** The newcomer becomes a member, once. */
export async function completeJoin(
	unit: Unit,
	{ requestUid, name }: { requestUid: string; name: string },
	passwordHash: string
): Promise<{ member: Member }> {
	const request = await loadJoinRequest(unit, requestUid);
	const { count } = await unit.db.joinRequest.updateMany({
		where: isApproved(unit, requestUid, approvalLastsMs.join),
		data: { state: 'COMPLETED' }
	});
	if (count === 0) throw alreadyUsed();
	const { email } = request;
	const member = await createSignedInMember(unit, { name, email, passwordHash });
	unit.audit({ event: 'joined', memberUid: member.uid, requestUid });
	tellOfOtherName(unit, request, name);
	return { member };
}

/** Tells the admins where somebody joins under another name than the one that they approved. */
function tellOfOtherName(unit: Unit, request: JoinRow, name: string): void {
	if (fold(name) === fold(request.name)) return;
	unit.record({
		kind: 'requests.changed',
		notice: {
			to: 'admins',
			kind: 'ACTIVITY_KIND_JOIN_REQUEST',
			text: saying('joined_under_other_name', { asked: request.name, joined: name }),
			targetUid: request.uid
		}
	});
}

type JoinRow = RequestRow & { uid: string; name: string; email: string };

async function loadJoinRequest({ db }: Pick<Unit, 'db'>, uid: string): Promise<JoinRow> {
	const row = await db.joinRequest.findUnique({ where: { uid } });
	if (!row) throw missing('request');
	return row;
}
