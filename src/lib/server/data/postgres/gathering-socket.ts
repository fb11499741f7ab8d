import { Socket } from 'node:net';
import process from 'node:process';

/**
 * Sends statements that do not wait for each other in one write. The driver uncorks after each of them, and each
 * write is a system call, which costs more than the statement.
 */
export class GatheringSocket extends Socket {
	override uncork(): void {
		process.nextTick(() => super.uncork());
	}
}
