import { isTick } from './intent';
import type { Queue } from './queue';

/** The latest tick and the latest note of an item that were made here and not refused. Undefined where there is none. */

export function latestTick(queue: Queue, itemUid: string): boolean | undefined {
	const tapped = latest(queue, itemUid, isTick);
	return tapped && tapped.kind === 'tick';
}

export function latestNote(queue: Queue, itemUid: string): string | undefined {
	const edit = latest(queue, itemUid, (made) => made.kind === 'edit' && 'note' in made.texts);
	return edit?.kind === 'edit' ? edit.texts.note : undefined;
}

const latest = (queue: Queue, itemUid: string, isOfIt: (made: Queue[number]) => boolean) =>
	queue.findLast((made) => made.itemUid === itemUid && made.state !== 'refused' && isOfIt(made));
