import type { QueueChange } from '../outbox/outbox';
import type { Queue } from '../outbox/queue';
import { keepPageWhile } from '../refresh';
import type { Device } from './device.svelte';
import { endEverywhere, forgetDevice, whoIsSignedIn } from './forget-device';
import { draftsKey } from './names';
import { openChannel, type Told } from './tabs';

type Around = {
	memberUid: () => string;
	queue: () => Queue;
	device: Device;
	/** Opens the device anew, which another tab may have emptied, and keeps there what this page holds. */
	renew: () => void;
	/** Takes over what another tab did. */
	receive: (change: QueueChange) => void;
	/** Sends and fetches nothing more. */
	stopAsking: () => void;
	onover: () => void;
};

/** Whether this page's member is still signed in, as the server and other tabs say. `onover` is called once they are not. */
export function followSession({
	memberUid,
	queue,
	device,
	renew,
	receive,
	stopAsking,
	onover
}: Around) {
	let isEnding = false;
	let hasEnded = $state(false);
	/** Whether the device keeps what is not sent until its member signs in again. */
	let staysKept = $state(false);
	let isOfOther = $state(false);
	let tell: ReturnType<typeof openChannel>['tell'] | undefined;

	/**
	 * This member may be no longer signed in here. If so, the device forgets, unless the session has expired: then sign-in removes the
	 * lists. Where another member is signed in, the device is theirs. Word of the end may come late, after the same member has signed
	 * in again in another tab: then this page goes on.
	 */
	async function end(): Promise<void> {
		if (isEnding) return;
		isEnding = true;
		// A refresh would lead to sign-in before the member can copy what would be lost.
		const letGo = keepPageWhile(() => queue().length > 0);
		const signedIn = await whoIsSignedIn(memberUid());
		if (signedIn === 'same' && !isOfOther) {
			isEnding = false;
			letGo();
			return renew();
		}
		stopAsking();
		await device.saved();
		staysKept = signedIn !== 'ended' && device.keeping() === 'kept';
		if (!staysKept) device.close();
		isOfOther ||= signedIn === 'other';
		// The other tabs may be those of the member who is signed in now.
		if (!isOfOther) await endEverywhere(signedIn === 'ended' ? forgetDevice : undefined);
		hasEnded = true;
		letGo();
		onover();
	}

	function close(): void {
		stopAsking();
		device.close();
	}

	function hear(told: Told): void {
		if (told.is === 'ended') return void end();
		const isMine = told.memberUid === memberUid();
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
		tell?.({ is: 'queue', memberUid: memberUid(), change });

	/** A tab that was just opened finds on the device what is kept there, and may be the one that sends from now on. */
	function tellUnkept(): void {
		if (device.keeping() !== 'kept') tellQueue({ put: [...queue()], removed: [] });
	}

	return {
		/** Tells the other tabs whose page this is and listens to them; closes the device with `signal`. */
		open(signal: AbortSignal): void {
			const channel = openChannel(hear);
			tell = channel.tell;
			tell({ is: 'opened', memberUid: memberUid() });
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
