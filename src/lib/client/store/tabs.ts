import type { QueueChange } from '../outbox/outbox';
import { channelName, senderLock } from './names';

/** What tabs of one browser tell each other: what was done, whose they are, and that nobody is signed in any more. */
export type Told =
	| { is: 'queue'; memberUid: string; change: QueueChange }
	| { is: 'opened'; memberUid: string }
	| { is: 'ended' };

/** Where browsers have no channel, a tab hears of the others through the server. */
export function openChannel(heard: (told: Told) => void) {
	if (!('BroadcastChannel' in globalThis)) return { tell: () => {}, close: () => {} };
	const channel = new BroadcastChannel(channelName);
	channel.addEventListener('message', ({ data }: MessageEvent<Told>) => heard(data));
	return {
		tell: (told: Told): void => channel.postMessage(told),
		close: (): void => channel.close()
	};
}

/**
 * One tab sends: the one that was looked at last, because browsers put those in the background to sleep. Two that send at
 * once do no harm, thanks to the idempotency keys; so on plain http, where there are no locks, every tab sends.
 */
export function becomeSender(onsender: () => void, signal: AbortSignal) {
	let isSender = !('locks' in navigator);
	if (isSender) onsender();
	else claim(document.visibilityState === 'visible');

	function claim(steal: boolean): void {
		const held = () => {
			isSender = true;
			onsender();
			return aborted(signal);
		};
		navigator.locks.request(senderLock, steal ? { steal } : { signal }, held).catch((error) => {
			// A browser that stores nothing for this site has no locks for it either.
			isSender = error.name === 'SecurityError' && !signal.aborted;
			if (isSender) onsender();
			else if (!signal.aborted) claim(false);
		});
	}

	const shown = () => {
		if (!isSender && document.visibilityState === 'visible') claim(true);
	};
	document.addEventListener('visibilitychange', shown, { signal });

	return (): boolean => isSender && !signal.aborted;
}

const aborted = (signal: AbortSignal): Promise<void> =>
	new Promise((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => resolve());
	});
