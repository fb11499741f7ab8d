import * as m from '../../paraglide/messages.js';
import { isDamaged, isGone, isUniqueViolation, UnknownOutcome } from '../data/faults.ts';
import { isUnavailable } from '../data/unavailable.ts';
import { noteIfDamaged } from './damage.ts';
import { Refusal } from './errors.ts';
import { QueueRefused } from './fair-queue.ts';
import type { Household } from './household.ts';
import { logUnavailable } from './log-unavailable.ts';

/** The refusal that an error of the database stands for, or the error itself. Logs damage, and why a database refuses. */
export function refusalFromDatabase(
	household: Pick<Household, 'database' | 'log'>,
	error: unknown
): unknown {
	noteIfDamaged(household, error);
	if (isUniqueViolation(error)) return new Refusal('exists', m.just_added_by_other());
	if (isGone(error)) return new Refusal('missing', m.just_removed_by_other());
	if (error instanceof UnknownOutcome)
		return new Refusal('away', m.database_outcome_unknown(), { retryAfter: 2 });
	if (isDamaged(error)) return new Refusal('away', m.database_damaged(), { retryAfter: 60 });
	if (error instanceof QueueRefused)
		return new Refusal('too-many', m.too_many_sign_ins(), { retryAfter: 5 });
	if (!isUnavailable(error)) return error;
	logUnavailable(household, error);
	return new Refusal('away', m.database_unavailable(), { retryAfter: 2 });
}
