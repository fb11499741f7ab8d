import { textOf, type Intent } from '../outbox/intent';
import { waitingIn, type Queue } from '../outbox/queue';

/** A change that is not sent after this long is marked as late. */
const lateAfterMs = 3_000;

/** What of the queue the server has not taken: what waits, what is late and what was refused. */
export function unsentOf(queue: () => Queue, isHeld: (listUid: string) => boolean) {
	let now = $state(Date.now());
	const isLate = ({ state, failures, madeAt }: Intent): boolean =>
		state === 'waiting' && (failures > 0 || now - madeAt >= lateAfterMs);
	const refused = (): Queue => queue().filter(({ state }) => state === 'refused');

	return {
		/** Checks again what is late, once a change that is made now would be. */
		markLate: () => setTimeout(() => (now = Date.now()), lateAfterMs),
		isLate,
		/** All that waits to be sent, on any list. */
		waiting: (): Queue => waitingIn(queue()),
		/** How many changes are not sent, on one list or on all; 0 while none of them is late. */
		unsentOn(listUid = ''): number {
			const ofList = queue().filter((intent) => !listUid || intent.listUid === listUid);
			const waiting = waitingIn(ofList);
			return waiting.some(isLate) ? waiting.length : 0;
		},
		/** All that was refused, on any list. */
		refused,
		/** What was written for lists that are not held, such as one that is no longer shared. */
		refusedOfGone: (): Queue =>
			refused().filter((intent) => !isHeld(intent.listUid) && textOf(intent))
	};
}
