import { fairQueue } from './fair-queue.ts';
import { yieldToOthers } from '../data/yield-to-others.ts';
import type { Caller } from './caller.ts';
import { askerOf } from './throttle.ts';

/**
 * Each round of the event loop works on every request that has arrived, and accepts one new connection. Without turns a flood over
 * a few dozen connections makes rounds so long that a member's browser waits many seconds to be connected. Nobody is refused
 * here: as many wait as have a connection open.
 */
const queue = fairQueue({ running: 1, waiting: Infinity, waitingEach: Infinity });

/** Begins one visitor's request a round of the event loop, networks in turn. Throws where the visitor has hung up. */
export async function waitForTurn(caller: Caller): Promise<void> {
	if (caller.by === 'visitor') await queue(askerOf({ caller }), yieldToOthers);
}

/** A body stays in memory while it arrives, and a visitor may open any number of connections and send nothing more. */
const bodies = fairQueue({ running: 20, runningEach: 5, waiting: 100, waitingEach: 20 });

/** Reads a visitor's long body in its turn; networks take turns. Throws QueueRefused where too many wait. */
export const readInTurn = (caller: Caller, read: () => Promise<void>): Promise<void> =>
	bodies(askerOf({ caller }), read);

/** An answer stays in memory until it is read, and a visitor may open any number of connections and read nothing. */
const answers = fairQueue({ running: 100, runningEach: 20, waiting: 1000, waitingEach: 200 });

/** Gives a visitor a long answer in its turn, which lasts as long as `answer`. Throws QueueRefused if too many wait. */
export const answerInTurn = (caller: Caller, answer: () => Promise<void>): Promise<void> =>
	answers(askerOf({ caller }), answer);
