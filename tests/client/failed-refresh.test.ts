// A refresh that fails because somebody leaves the page takes no place of the page that they go to.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handleError } from '../../src/hooks.client.ts';
import { duringRefresh } from '../../src/lib/client/failed-refresh.ts';

/** The one field of the page. */
const field = { type: 'text', name: 'note', value: '', defaultValue: '' };
const here = { pathname: '/settings', search: '?page=2', reload: vi.fn() };

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal('location', here);
	vi.stubGlobal('document', { querySelectorAll: () => [field] });
	vi.stubGlobal('HTMLSelectElement', class {});
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	here.reload.mockReset();
	field.value = '';
});

/** What Kit does where the data of a page does not come. `isOver` says whether it goes on from the failure. */
function fail(address: string) {
	const event = { url: new URL(address, 'http://hearth.test') };
	const failure = { error: new TypeError('Load failed'), event, status: 500, message: 'Internal' };
	const failed = { isOver: false };
	void Promise.resolve(handleError(failure as Parameters<typeof handleError>[0])).then(
		() => (failed.isOver = true)
	);
	return failed;
}

it('waits for the page to go, and loads it again where it is still there', async () => {
	const failed = { isOver: false };
	void duringRefresh(async () => {
		Object.assign(failed, fail('/settings?page=2'));
		await new Promise(() => {});
	});
	await vi.advanceTimersByTimeAsync(9_000);
	expect(here.reload).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(2_000);
	expect(here.reload).toHaveBeenCalledTimes(1);
	expect(failed.isOver).toBe(false);
});

it('loads the page again only once nothing that somebody typed would be lost', async () => {
	field.value = 'typed';
	void duringRefresh(async () => {
		fail('/settings?page=2');
		await new Promise(() => {});
	});
	await vi.advanceTimersByTimeAsync(60_000);
	expect(here.reload).not.toHaveBeenCalled();
	field.value = '';
	await vi.advanceTimersByTimeAsync(2_000);
	expect(here.reload).toHaveBeenCalledTimes(1);
});

it('goes on where somebody has gone to another page of Hearth meanwhile', async () => {
	let failed = { isOver: false };
	await duringRefresh(async () => void (failed = fail('/search?query=milk')));
	await vi.advanceTimersByTimeAsync(11_000);
	expect(failed.isOver).toBe(true);
	expect(here.reload).not.toHaveBeenCalled();
});

it('lets Kit go on at once from what is no failure of a refresh', async () => {
	vi.spyOn(console, 'error').mockReturnValue();
	const failed = fail('/settings?page=2');
	await vi.advanceTimersByTimeAsync(0);
	expect(failed.isOver).toBe(true);
	expect(here.reload).not.toHaveBeenCalled();
});
