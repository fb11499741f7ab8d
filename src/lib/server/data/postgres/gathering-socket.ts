import { Socket } from 'node:net';
import process from 'node:process';

/** Sends statements that do not wait for each other in one write. The driver would make a system call for each. */
export class GatheringSocket extends Socket {
	override uncork(): void {
		process.nextTick(() => super.uncork());
	}
}
