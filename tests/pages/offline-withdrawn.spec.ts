// A list that is withdrawn while changes to it wait to be sent: text for it can still be copied.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { adasHousehold, member, otherBrowser, signIn } from './household.ts';
import { call, listWith, tickOf } from './list-page.ts';
import { add, awake, deviceHolds, keptOnDevice, late } from './offline.ts';

test.use({ serviceWorkers: 'allow' });
const server = adasHousehold();

test('the open page of a withdrawn list is replaced, and unsent text stays', async ({
	page,
	context,
	browser
}) => {
	const withdraw = await sharedList(page, browser);
	await context.setOffline(true);
	await add(page, 'cake with 12 candles');
	await withdraw();
	await context.setOffline(false);
	await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible(late);
	await expect(page.getByText('cake with 12 candles', { exact: true })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Copy what I wrote' })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Bring it back and save' })).toHaveCount(0);
	await page.goto(server.url);
	await expect(page.getByText('cake with 12 candles', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Discard' }).click();
	await expect(page.getByText('cake with 12 candles', { exact: true })).toHaveCount(0);
	await expect.poll(() => deviceHolds(page, 'candles')).toBe(false);
});

test('unsent text for a list that was opened offline stays as well', async ({
	page,
	context,
	browser
}) => {
	const withdraw = await sharedList(page, browser);
	await context.setOffline(true);
	await page.reload();
	await expect(page.getByText(/No connection\. Updated/)).toBeVisible();
	await add(page, 'cake with 12 candles');
	await withdraw();
	await context.setOffline(false);
	await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible(late);
	await expect(page.getByText('cake with 12 candles', { exact: true })).toBeVisible();
	await awake(page);
	await context.setOffline(true);
	await page.goto(server.url);
	await expect(page.getByText('cake with 12 candles', { exact: true })).toBeVisible();
});

test('changes without text leave nothing behind', async ({ page, context, browser }) => {
	const withdraw = await sharedList(page, browser);
	await context.setOffline(true);
	await tickOf(page, 'Tick Milk').click();
	await expect.poll(() => deviceHolds(page, '"kind":"tick"')).toBe(true);
	await withdraw();
	await context.setOffline(false);
	await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible(late);
	await expect.poll(() => deviceHolds(page, '"kind":"tick"'), late).toBe(false);
	await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
});

/** Opens a list that somebody else shares. Returns a function that withdraws it. */
async function sharedList(page: Page, browser: Browser): Promise<() => Promise<void>> {
	const owner = await otherBrowser(browser, {});
	await signIn(owner, server, member(server, 'Olga'));
	const uid = await listWith(owner, server, 'Ours', ['Milk']);
	const share = (sharing: string, canEdit: boolean) =>
		call(owner, server, 'PUT', `/lists/${uid}/sharing`, { sharing, canEdit });
	await share('SHARING_INSTANCE', true);
	await page.goto(`${server.url}/lists/${uid}`);
	await awake(page);
	await keptOnDevice(page, uid);
	return async () => {
		await share('SHARING_PRIVATE', false);
		await owner.context().close();
	};
}
