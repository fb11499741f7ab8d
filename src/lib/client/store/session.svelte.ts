import type { Me } from '../outbox/intent';
import type { QueueChange } from '../outbox/outbox';
import type { Queue } from '../outbox/queue';
import type { Device } from './device.svelte';
import { endEverywhere, forgetDevice, isSessionEnded } from './forget-device';
import { draftsKey } from './names';
import { openChannel, type Told } from './tabs';

type Around = {
	me: () => Me;
	queue: () => Queue;
	device: Device;
	/** Takes over what another tab did. */
	receive: (change: QueueChange) => void;
	/** Sends and fetches nothing more. */
	stopAsking: () => void;
	onover: () => void;
};

/** Whether this page's member is still signed in, as the server and other tabs say. `onover` is called once they are not. */
export function followSession({ me, queue, device, receive, stopAsking, onover }: Around) {
	let isEnding = false;
	let hasEnded = $state(false);
	/** Whether the device keeps what is not sent until its member signs in again. */
	let staysKept = $state(false);
	let isOfOther = $state(false);
	let tell: ReturnType<typeof openChannel>['tell'] | undefined;

	/**
	 * This member is no longer signed in here. The device forgets, unless the session has expired: then sign-in removes the lists. Where
	 * another member is signed in, the device is theirs.
	 */
	async function end(): Promise<void> {
		if (isEnding) return;
		isEnding = true;
		stopAsking();
		await device.saved();
		const wasEnded = await isSessionEnded();
		staysKept = !wasEnded && device.keeping() === 'kept';
		if (!staysKept) device.close();
		isOfOther ||= wasEnded === undefined;
		// The other tabs may be those of the member who is signed in now.
		if (!isOfOther) await endEverywhere(wasEnded ? forgetDevice : undefined);
		hasEnded = true;
		onover();
	}

	function close(): void {
		stopAsking();
		device.close();
	}

	function hear(told: Told): void {
		if (told.is === 'ended') return void end();
		const isMine = told.memberUid === me().uid;
		if (told.is === 'queue' && isMine) return receive(told.change);
		if (told.is === 'opened') isOfOther = !isMine;
		if (isEnding) return;
		if (isMine) return tellUnkept();
		isEnding = hasEnded = true;
		close();
		onover();
		sessionStorage.removeItem(draftsKey);
	}

	const tellQueue = (change: QueueChange): void =>
		tell?.({ is: 'queue', memberUid: me().uid, change });

	/** A tab that was just opened finds on the device what is kept there, and may be the one that sends from now on. */
	function tellUnkept(): void {
		if (device.keeping() !== 'kept') tellQueue({ put: [...queue()], removed: [] });
	}

	return {
		/** Tells the other tabs whose page this is and listens to them; closes the device with `signal`. */
		open(memberUid: string, signal: AbortSignal): void {
			const channel = openChannel(hear);
			tell = channel.tell;
			tell({ is: 'opened', memberUid });
			signal.addEventListener('abort', () => {
				channel.close();
				close();
			});
		},
		tellQueue,
		end,
		hasEnded: (): boolean => hasEnded,
		/** Whether all that waits stays for when its member signs in again. */
		staysKept: (): boolean => staysKept,
		/** Whether another member has opened Hearth in this browser since. */
		isOfOther: (): boolean => isOfOther
	};
}
