// Of several tabs only the visible one sends, and no tab queues for the lock more than once.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { senderLock } from '../../src/lib/client/store/names.ts';
import { becomeSender } from '../../src/lib/client/store/tabs.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
beforeEach(() => {
	page.visibilityState = 'visible';
	vi.stubGlobal('document', page);
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

function look(visibilityState: string): void {
	Object.assign(page, { visibilityState });
	page.dispatchEvent(new Event('visibilitychange'));
}

/** Another tab becomes visible, and holds the lock until this one takes it back. */
const lookElsewhere = (): Promise<unknown> =>
	new Promise((taken) => {
		const taking = navigator.locks.request(
			senderLock,
			{ steal: true },
			() => new Promise(() => taken(undefined))
		);
		taking.catch(() => undefined);
	});

it('a tab that becomes visible again and again sends each time, and queues only once', async () => {
	const request = vi.spyOn(navigator.locks, 'request');
	const signals = () => request.mock.calls.map(([, options]) => options.signal);
	const leaving = new AbortController();
	const isSender = becomeSender(() => {}, leaving.signal);
	await expect.poll(isSender).toBe(true);
	for (let turn = 0; turn < 5; turn += 1) {
		await lookElsewhere();
		await expect.poll(isSender).toBe(false);
		const count = request.mock.calls.length;
		look('hidden');
		expect(request).toHaveBeenCalledTimes(count);
		look('visible');
		await expect.poll(isSender).toBe(true);
	}
	await lookElsewhere();
	await expect.poll(isSender).toBe(false);
	// Node's own list of waiting requests keeps aborted ones.
	const waiting = () => signals().filter((signal) => signal && !signal.aborted);
	await expect.poll(waiting, { timeout: 5_000 }).toHaveLength(1);
	leaving.abort();
	expect(waiting()).toEqual([]);
});

it('a tab in the background sends once the one that sent has closed its lists', async () => {
	const leaving = new AbortController();
	const isFirst = becomeSender(() => {}, leaving.signal);
	await expect.poll(isFirst).toBe(true);
	look('hidden');
	const ending = new AbortController();
	const isSecond = becomeSender(() => {}, ending.signal);
	expect(isSecond()).toBe(false);
	leaving.abort();
	await expect.poll(isSecond).toBe(true);
	expect(isFirst()).toBe(false);
	ending.abort();
});

it('a tab whose request is refused at once, as Safari refuses a page that is left, does not ask again at once', async () => {
	const left = new DOMException('The document is not active.', 'AbortError');
	const request = vi.spyOn(navigator.locks, 'request');
	request.mockImplementation(() =>
		request.mock.calls.length < 1_000 ? Promise.reject(left) : new Promise(() => {})
	);
	const leaving = new AbortController();
	becomeSender(() => {}, leaving.signal);
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(request).toHaveBeenCalledTimes(1);
	await expect.poll(() => request.mock.calls.length, { timeout: 5_000 }).toBe(2);
	leaving.abort();
});

it('each tab sends from the start on plain http, where browsers have no locks', () => {
	vi.stubGlobal('navigator', {});
	const leaving = new AbortController();
	const isSender = becomeSender(() => {}, leaving.signal);
	expect(isSender()).toBe(true);
	look('hidden');
	look('visible');
	expect(isSender()).toBe(true);
	leaving.abort();
	expect(isSender()).toBe(false);
});
