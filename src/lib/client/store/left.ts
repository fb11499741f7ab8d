import { isIntent, type Intent } from '../outbox/intent';
import type { QueueChange } from '../outbox/outbox';
import { leftKey } from './names';

/** Keeps what was done right before the page went away: the browser's database would not be done in time. */
export function keepLeft(memberUid: string, unwritten: QueueChange[]): void {
	const intents = putBy(unwritten);
	if (intents.length === 0) return;
	const left = [...takeLeft(memberUid), ...intents];
	localStorage.setItem(leftKey, JSON.stringify({ memberUid, intents: left }));
}

/** Returns what `keepLeft` kept, and removes it. What another member left is only removed, and so is what is damaged. */
export function takeLeft(memberUid: string): Intent[] {
	const kept = localStorage.getItem(leftKey);
	if (!kept) return [];
	localStorage.removeItem(leftKey);
	try {
		const left: { memberUid: string; intents: Intent[] } = JSON.parse(kept);
		return left.memberUid === memberUid && left.intents.every(isIntent) ? left.intents : [];
	} catch {
		return [];
	}
}

/** The intents that are in the queue after all of these changes. */
function putBy(changes: QueueChange[]): Intent[] {
	const intents = new Map<string, Intent>();
	for (const { put, removed } of changes) {
		for (const intent of put) intents.set(intent.key, intent);
		for (const key of removed) intents.delete(key);
	}
	return [...intents.values()];
}
