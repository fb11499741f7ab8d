import * as m from '../../paraglide/messages.js';
import { notYet } from '../kernel/errors.ts';
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
