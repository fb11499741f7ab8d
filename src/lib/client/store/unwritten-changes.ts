import { isIntent } from '../outbox/intent';
import type { QueueChange } from '../outbox/outbox';
import { unwrittenKey } from './names';

/** Keeps what was done right before the page went away: the browser's database would not be done in time. */
export function keepUnwritten(memberUid: string, unwritten: QueueChange[]): void {
	const changes = [...takeUnwritten(memberUid), ...unwritten];
	if (changes.length > 0)
		localStorage.setItem(unwrittenKey, JSON.stringify({ memberUid, changes }, asUntried));
}

/** A request that ended because its page goes away says nothing of the line. */
const asUntried = (name: string, value: unknown): unknown => (name === 'failures' ? 0 : value);

/** Returns what `keepUnwritten` kept, and removes it. What another member left is only removed, and so is what is damaged. */
export function takeUnwritten(memberUid: string): QueueChange[] {
	const kept = localStorage.getItem(unwrittenKey);
	if (!kept) return [];
	localStorage.removeItem(unwrittenKey);
	try {
		// An older build left nothing removed, and the intents alone.
		const { intents, ...left }: Left = JSON.parse(kept);
		const changes = left.changes ?? [{ put: intents, removed: [] }];
		return left.memberUid === memberUid && changes.every(isWhole) ? changes : [];
	} catch {
		return [];
	}
}

type Left = { memberUid: string; changes?: QueueChange[]; intents: QueueChange['put'] };

const isWhole = ({ put, removed }: QueueChange): boolean =>
	put.every(isIntent) && Array.isArray(removed);
