import * as m from '../../paraglide/messages.js';
import { forbidden, notYet, type Refusal } from '../kernel/errors.ts';
import type { Unit } from '../kernel/unit.ts';
import { days, later, minutes } from '../runtime/clock.ts';
import type { Standing } from './standing.ts';

/** How long an admin's approval of a request may be used. */
export const approvalLastsMs = { join: days(7), reset: minutes(60) };

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
