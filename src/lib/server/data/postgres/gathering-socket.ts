import { Socket } from 'node:net';
import process from 'node:process';

/**
 * Statements that are sent without waiting for each other leave together: the driver uncorks after each of them, and
 * every write of its own is a call to the system, which costs more than the statement.
 */
export class GatheringSocket extends Socket {
	override uncork(): void {
		process.nextTick(() => super.uncork());
	}
}
