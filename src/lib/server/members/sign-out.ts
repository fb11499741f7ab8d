import type { Unit } from '../kernel/unit.ts';
import { endThisSession } from '../sessions/sessions.ts';
import { endThisPair } from '../sessions/token-pairs.ts';

/** Ends the session or the pair of the caller. Idempotent. */
export async function signOut(unit: Unit): Promise<void> {
	await endThisSession(unit);
	await endThisPair(unit);
	unit.issue({ kind: 'session-ended' });
	unit.issue({ kind: 'refresh-ended' });
}
