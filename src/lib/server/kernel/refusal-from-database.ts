import {
	isDamaged,
	isGone,
	isUnavailable,
	isUniqueViolation,
	UnknownOutcome
} from '../data/faults.ts';
import { Refusal } from './errors.ts';
import { QueueRefused } from './fair-queue.ts';

/** The refusal that an error of the database stands for, or the error itself. */
export function refusalFromDatabase(error: unknown): unknown {
	if (isUniqueViolation(error)) return new Refusal('exists', 'Someone else just added it.');
	if (isGone(error))
		return new Refusal('missing', 'Someone else just removed it. Nothing was changed.');
	if (error instanceof UnknownOutcome)
		return new Refusal(
			'away',
			"The database went away while this was being saved, so it may or may not be saved. Check before you try again. With the same idempotency key it can't happen twice.",
			{ retryAfter: 2 }
		);
	if (isDamaged(error))
		return new Refusal(
			'away',
			'The database is damaged. Nothing was changed. The person who runs this server has to restore a backup.',
			{ retryAfter: 60 }
		);
	if (error instanceof QueueRefused)
		return new Refusal(
			'too-many',
			'Too many people are signing in right now. Try again in a few seconds.',
			{ retryAfter: 5 }
		);
	if (isUnavailable(error))
		return new Refusal(
			'away',
			'The database is unavailable right now. Nothing was changed. Try again in a moment.',
			{
				retryAfter: 2
			}
		);
	return error;
}
