// Only what is loaded late imports this, so that the page of a list stays within its bytes.

const cookie = 'hearth_awake';

/** Kept by the browser, because a screen belongs to a device and not to a member. */
export const isAwakeChosen = (): boolean => document.cookie.split('; ').includes(`${cookie}=on`);

export function rememberAwake(isOn: boolean): void {
	const value = isOn ? `${cookie}=on; max-age=31536000` : `${cookie}=; max-age=0`;
	document.cookie = `${value}; path=/; samesite=lax`;
}

/**
 * Holds a screen wake lock until `signal` is aborted. `tell` hears whether the lock is held while the page is in view: a browser
 * may refuse or release it to save the battery. A browser releases the lock of a page that is out of view, so it is requested again
 * when the page is back.
 */
export function keepAwake(tell: (isHeld: boolean) => void, signal: AbortSignal): void {
	let held: WakeLockSentinel | undefined;

	async function request(): Promise<void> {
		if (document.hidden) return;
		try {
			const lock = await navigator.wakeLock.request('screen');
			if (signal.aborted) return lock.release();
			// Two requests may be answered when a page went out of view and came back in between.
			const former = held;
			held = lock;
			lock.addEventListener('release', () => {
				if (lock === held && !document.hidden && !signal.aborted) tell(false);
			});
			tell(true);
			await former?.release();
		} catch {
			if (!document.hidden && !signal.aborted) tell(false);
		}
	}

	document.addEventListener('visibilitychange', request, { signal });
	signal.addEventListener('abort', () => void held?.release());
	void request();
}
