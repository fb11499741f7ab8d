// A refresh that fails takes the place of no page: neither of the one that it refreshes, nor of one that somebody goes to.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handleError } from '../../src/hooks.client.ts';
import { didRefreshFail } from '../../src/lib/client/failed-refresh.ts';

const here = new URL('/settings?page=2', 'http://hearth.test');
/** What Kit waits for after a failure for good. */
const never = new Promise<void>(() => {});

/** What stands in a page once it is hydrated. */
let announcer: object | null = {};

beforeEach(() => {
	announcer = {};
	vi.useFakeTimers();
	vi.stubGlobal('document', { getElementById: () => announcer });
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

/** What Kit does where the data of a page does not come. `isOver` says whether it goes on, and loads that page again. */
function fail(address: string) {
	const event = { url: new URL(address, here) };
	const failure = { error: new TypeError('Load failed'), event, status: 500, message: 'Internal' };
	const failed = { isOver: false };
	void Promise.resolve(handleError(failure as Parameters<typeof handleError>[0])).then(
		() => (failed.isOver = true)
	);
	return failed;
}

it('lets the page stay, and the next refresh run', async () => {
	let failed = { isOver: true };
	const hasFailed = await didRefreshFail(here, () => {
		failed = fail('/settings?page=2#members');
		return never;
	});
	expect(hasFailed).toBe(true);
	await vi.advanceTimersByTimeAsync(3_600_000);
	expect(failed.isOver).toBe(false);
	expect(await didRefreshFail(here, () => Promise.resolve())).toBe(false);
});

it('lets Kit go on at once with another page that fails meanwhile, such as one that somebody clicked', async () => {
	vi.spyOn(console, 'error').mockReturnValue();
	let failed = { isOver: false };
	const hasFailed = await didRefreshFail(here, async () => {
		failed = fail('/search?query=milk');
		await vi.advanceTimersByTimeAsync(0);
	});
	expect(failed.isOver).toBe(true);
	expect(hasFailed).toBe(false);
});

it('lets Kit go on at once from what is no failure of a refresh', async () => {
	vi.spyOn(console, 'error').mockReturnValue();
	const failed = fail('/settings?page=2');
	await vi.advanceTimersByTimeAsync(0);
	expect(failed.isOver).toBe(true);
});

it('lets a page stay that fails before it is hydrated', async () => {
	vi.spyOn(console, 'error').mockReturnValue();
	announcer = null;
	vi.stubGlobal('addEventListener', () => {});
	const failed = fail('/settings?page=2');
	await vi.advanceTimersByTimeAsync(3_600_000);
	expect(failed.isOver).toBe(false);
});
