import * as m from '../../paraglide/messages.js';
import { forbidden, notYet, type Refusal } from '../kernel/errors.ts';
import { householdRow } from '../kernel/household-row.ts';
import type { Unit } from '../kernel/unit.ts';
import { later } from '../runtime/clock.ts';
import { isFromHere } from './requester-cookie.ts';

/** What a request to join and a request for a new password have in common. */
export type RequestRow = { state: string; bindingHash: string; decidedAt: Date | null };

export async function refuseBeforeSetup({ read }: Pick<Unit, 'read'>): Promise<void> {
	if (!(await householdRow(read))) throw notYet(m.not_set_up_yet());
}

/** How far a request is, as its page tells the client that opens it. An ignored one looks as if it still waits. */
export const standings = ['waiting', 'approved', 'run-out', 'used', 'elsewhere'] as const;
export type Standing = (typeof standings)[number];

/** `lastsMs` is how long an approval of such a request may be used. */
export function standingOf(
	unit: Pick<Unit, 'caller' | 'now'>,
	request: RequestRow,
	lastsMs: number
): Standing {
	const { state, decidedAt } = request;
	if (!isFromHere(unit, request)) return 'elsewhere';
	if (state === 'COMPLETED') return 'used';
	if (state !== 'APPROVED') return 'waiting';
	return decidedAt && decidedAt > later(unit.now, -lastsMs) ? 'approved' : 'run-out';
}

/** Refuses to complete a request that is not approved, or not any more. */
export function refuseUnlessApproved(
	standing: Standing,
	sentences: Record<'waiting' | 'run-out', () => string>
): void {
	if (standing === 'elsewhere') throw forbidden(m.only_asking_browser());
	if (standing === 'used') throw alreadyUsed();
	if (standing !== 'approved') throw notYet(sentences[standing]());
}

/** The condition under which a request is completed. It decides a race, also on several nodes, and does not rely on retention. */
export const isApproved = ({ now }: Unit, uid: string, lastsMs: number) => ({
	uid,
	state: 'APPROVED',
	decidedAt: { gt: later(now, -lastsMs) }
});

export const alreadyUsed = (): Refusal => notYet(m.approval_used());

export const requestStatuses = ['REQUEST_STATUS_PENDING', 'REQUEST_STATUS_APPROVED'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** An ignored request looks pending for ever. */
export function statusOf(state: string): RequestStatus {
	return state === 'APPROVED' || state === 'COMPLETED'
		? 'REQUEST_STATUS_APPROVED'
		: 'REQUEST_STATUS_PENDING';
}
