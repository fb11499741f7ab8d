// Of the tabs that are looked at in turns, one sends, and none waits more than once for its turn.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { senderLock } from '../../src/lib/client/store/names.ts';
import { becomeSender } from '../../src/lib/client/store/tabs.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
beforeEach(() => void vi.stubGlobal('document', page));
afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

/** Another tab is looked at, and takes the lock until this one takes it back. */
const lookElsewhere = (): Promise<unknown> =>
	new Promise((taken) => {
		const taking = navigator.locks.request(
			senderLock,
			{ steal: true },
			() => new Promise(() => taken(undefined))
		);
		taking.catch(() => undefined);
	});

it('a tab that is looked at again and again sends each time, and waits in one place', async () => {
	const request = vi.spyOn(navigator.locks, 'request');
	const signals = () => request.mock.calls.map(([, options]) => options.signal);
	const leaving = new AbortController();
	const isSender = becomeSender(() => {}, leaving.signal);
	await expect.poll(isSender).toBe(true);
	for (let turn = 0; turn < 5; turn += 1) {
		await lookElsewhere();
		await expect.poll(isSender).toBe(false);
		page.dispatchEvent(new Event('visibilitychange'));
		await expect.poll(isSender).toBe(true);
	}
	await lookElsewhere();
	await expect.poll(isSender).toBe(false);
	// Node's own list of who waits keeps those that were called off.
	const waiting = () => signals().filter((signal) => signal && !signal.aborted);
	expect(waiting()).toHaveLength(1);
	leaving.abort();
	expect(waiting()).toEqual([]);
});
