import type { RequestEvent } from '@sveltejs/kit';
import { askerOf } from '../domain/throttle.ts';
import { inOurWords } from '../operations/perform.ts';
import { fairQueue } from '../platform/fair-queue.ts';
import { othersTurn } from '../platform/within.ts';

/**
 * Each round of the event loop works on every request that has arrived, and accepts one new connection. Without turns a flood over
 * a few dozen connections makes rounds so long that a member's browser waits many seconds to be connected. Nobody is refused
 * here: as many wait as have a connection open.
 */
const queue = fairQueue({ running: 1, waiting: Infinity, waitingEach: Infinity });

/** Begins one visitor's request a round of the event loop; networks take turns. Members do not wait. */
export async function waitForTurn({ locals: { caller } }: RequestEvent): Promise<void> {
	if (caller.by !== 'visitor') return;
	await queue(askerOf({ caller }), othersTurn).catch((error: unknown) => {
		throw inOurWords(error);
	});
}
