import { textOf, type Intent } from '../outbox/intent';
import { openLastDatabase } from './database';

/** How many changes of this member are kept on this device and not saved: what is not sent, and text that was refused. */
export async function countUnsaved(memberUid: string): Promise<number> {
	// A browser that forbids storage has kept nothing.
	const last = await openLastDatabase().catch(() => undefined);
	if (!last) return 0;
	const intents = last.about.uid === memberUid ? await last.kept.intents() : [];
	last.kept.close();
	return intents.filter(isUnsaved).length;
}

export const isUnsaved = (intent: Intent): boolean =>
	intent.state === 'waiting' || (intent.state === 'refused' && textOf(intent) !== '');
