import type { QueueChange } from '../outbox/outbox';
import { channelName, senderLock } from './names';

/**
 * How long a tab that lost the lock waits before it asks again. Safari refuses a page that was left, each time and at once:
 * to ask again at once would never end, and the next page runs in the same process.
 */
const askAgainMs = 1_000;

/** What tabs of one browser tell each other: what was done, for which member a tab was opened, and that nobody is signed in any more. */
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
 * One tab holds the lock and sends: the one that was looked at last, because browsers suspend tabs in the background. Two
 * senders do no harm, thanks to the idempotency keys. So on plain http, where there are no locks, every tab sends from the start.
 * `onsender` is called where a tab becomes the sender later.
 */
export function becomeSender(onsender: () => void, signal: AbortSignal) {
	let endWait = (): void => {};
	let isSender = !('locks' in navigator);
	if (!isSender) claim(document.visibilityState === 'visible');

	/** Waits for the lock, or steals it from the tab that has it. Ends an earlier wait of this tab. */
	function claim(steal: boolean): void {
		endWait();
		const wait = new AbortController();
		endWait = () => wait.abort();
		signal.addEventListener('abort', endWait, { signal: wait.signal });
		const held = () => {
			isSender = true;
			onsender();
			return aborted(signal);
		};
		const options = steal ? { steal } : { signal: wait.signal };
		navigator.locks.request(senderLock, options, held).catch((error) => {
			if (wait.signal.aborted) return;
			// A browser that stores nothing for this site has no locks for it either.
			isSender = error.name === 'SecurityError';
			if (isSender) return onsender();
			const timer = setTimeout(() => claim(false), askAgainMs);
			wait.signal.addEventListener('abort', () => clearTimeout(timer));
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
