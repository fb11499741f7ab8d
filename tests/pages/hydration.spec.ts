// A long list is hydrated in a quiet moment of the browser, and sooner where somebody touches it.
import { expect, test } from '@playwright/test';
import { startServer, type RunningServer } from '../support/server.ts';
import { ada, setUp, signIn } from './household.ts';
import { doneOf, listWith, row } from './list-page.ts';

let server: RunningServer;
test.beforeAll(async () => {
	server = await startServer();
	await setUp(server);
});
test.afterAll(() => server.stop());

test('what the server drew is woken where it stands, and not drawn again', async ({ page }) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Groceries', ['Milk', 'Bread']);
	await page.addInitScript(() =>
		document.addEventListener('readystatechange', () => {
			for (const drawn of document.querySelectorAll('h1, .side, .items > li'))
				drawn.setAttribute('data-drawn', '');
		})
	);
	await page.goto(`${server.url}/lists/${uid}`);
	await page.getByRole('button', { name: 'Tick Milk' }).click();
	await expect(page.getByRole('button', { name: 'Untick Milk' })).toBeVisible();
	for (const drawn of ['h1', '.side', '.items > li'])
		await expect(page.locator(`${drawn}:not([data-drawn])`)).toHaveCount(0);
});

test('a row that is touched before the browser is idle is woken at once', async ({ page }) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Busy', ['Milk', 'Bread']);
	await page.addInitScript(() => (window.requestIdleCallback = () => 0));
	await page.goto(`${server.url}/lists/${uid}`);
	await page.locator('#svelte-announcer').waitFor({ state: 'attached' });
	await page.getByRole('button', { name: 'Tick Milk' }).click();
	await expect(row(page, 'Milk')).toHaveClass(/done/);
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
});
