// What somebody typed about an item and did not save, while the window goes to the background, is left or is loaded anew.
import { expect, test, type Page } from '@playwright/test';
import { ada, adasHousehold, hydrated, member, signIn } from './household.ts';
import { listWith, row } from './list-page.ts';

const server = adasHousehold();

test.beforeEach(({ page }) => signIn(page, server, ada));

async function openCake(page: Page): Promise<void> {
	await page.goto(`${server.url}/lists/${await listWith(page, server, 'Party', ['Cake'])}`);
	await hydrated(page);
	await openAgain(page);
}

async function openAgain(page: Page): Promise<void> {
	await row(page, 'Cake').getByRole('link', { name: 'Cake' }).click();
	await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
}

/** The window goes to the background, from where a phone may end it. */
const goToBackground = (page: Page) =>
	page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

const stored = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage));

test('what was saved after the window was in the background is what the form shows', async ({
	page
}) => {
	await openCake(page);
	await page.getByLabel('Note').fill('half');
	await goToBackground(page);
	await page.getByLabel('Note').fill('half and more');
	await page.getByRole('button', { name: 'Save' }).click();
	await openAgain(page);
	await expect(page.locator('textarea')).toHaveValue('half and more');
	expect(await stored(page)).not.toContain('half');
});

test('what was cancelled after the window was in the background is not typed again', async ({
	page
}) => {
	await openCake(page);
	await page.getByLabel('Name').fill('Cake without cream');
	await goToBackground(page);
	await page.getByRole('link', { name: 'Cancel' }).click();
	await openAgain(page);
	await expect(page.getByLabel('Name')).toHaveValue('Cake');
	expect(await stored(page)).not.toContain('without cream');
});

test('what was typed before the list was shown and loaded anew is typed again', async ({
	page
}) => {
	await openCake(page);
	await page.getByLabel('Name').fill('Cake without cream');
	await page.goBack();
	await expect(row(page, 'Cake')).toBeVisible();
	await page.reload();
	await hydrated(page);
	await openAgain(page);
	await expect(page.getByLabel('Name')).toHaveValue('Cake without cream');
});

test('what was typed is removed from a tab once another member has signed in in another one', async ({
	page,
	context
}) => {
	await openCake(page);
	await page.getByLabel('Note').fill('a secret of Ada');
	await goToBackground(page);
	expect(await stored(page)).toContain('a secret of Ada');
	const other = await context.newPage();
	await other.goto(`${server.url}/sign-out`);
	await other.getByRole('button', { name: 'Sign out' }).click();
	await expect(other).toHaveURL(/sign-in/);
	await signIn(other, server, member(server, 'Ben'));
	await page.goto(`${server.url}/`);
	await hydrated(page);
	expect(await stored(page)).not.toContain('a secret of Ada');
});
