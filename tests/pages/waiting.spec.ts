// Waiting for more than a moment is shown, and nothing on the page moves for it.
import { expect, test, type Page } from '@playwright/test';
import { adasHousehold, hydrated } from './household.ts';
import { openList } from './list-page.ts';
import { sectioned } from './sectioned.ts';

const server = adasHousehold();

const line = (page: Page) => page.getByRole('progressbar', { name: 'One moment…' });

test('a slow page shows a progress line at the top', async ({ page }) => {
	await page.clock.install();
	await openList(page, server, 'Groceries', ['Milk']);
	const answer = await hold(page, '**/__data.json*');
	const title = page.getByRole('heading', { level: 1, name: 'Groceries' });
	const before = await title.boundingBox();
	await page.clock.pauseAt(Date.now() + 60_000);
	await page.getByRole('link', { name: 'Milk', exact: true }).click();
	await page.waitForTimeout(500);
	expect(await line(page).count()).toBe(0);
	await expect(async () => {
		await page.clock.runFor(310);
		await expect(line(page)).toBeInViewport({ timeout: 500 });
	}).toPass();
	expect(await title.boundingBox()).toEqual(before);
	await page.clock.resume();
	answer();
	await expect(page).toHaveURL(/items/);
	await expect(line(page)).toHaveCount(0);
});

test('a slow form shows it, too', async ({ page }) => {
	await page.goto(`${server.url}/settings/account`);
	await hydrated(page);
	const answer = await hold(page, '**/settings/account?/**');
	await page.getByLabel('Name').fill('Ada B.');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(line(page)).toBeInViewport();
	answer();
	await expect(line(page)).toHaveCount(0);
	await expect(page.getByLabel('Name')).toHaveValue('Ada B.');
});

test('a new section shows before the server has answered, and goes again if it is refused', async ({
	page
}) => {
	const uid = await sectioned(page, server, 'Slow', {});
	await page.goto(`${server.url}/lists/${uid}/sections`);
	await hydrated(page);
	const answered = Promise.withResolvers<void>();
	await page.route('**/sections?/add', async (route) => {
		await answered.promise;
		await route.fulfill({ status: 503, json: { type: 'error', error: { message: 'Not now.' } } });
	});
	const rows = page.getByRole('main').getByRole('listitem');
	await page.getByLabel('Name', { exact: true }).fill(' Bakery ');
	await page.getByRole('button', { name: 'Add section' }).click();
	await expect(rows).toHaveText('Bakery');
	answered.resolve();
	await expect(page.getByRole('alert').first()).toHaveText('Not now.');
	await expect(rows).toHaveCount(0);
	await page.unroute('**/sections?/add');
	await page.getByRole('button', { name: 'Add section' }).click();
	await expect(page.getByLabel('New name for Bakery')).toBeVisible();
	await expect(rows).toHaveCount(1);
});

/** Holds back answers to such requests until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
	const held = Promise.withResolvers<void>();
	await page.route(address, async (route) => {
		await held.promise;
		await route.continue();
	});
	return () => held.resolve();
}
