// What the server drew is hydrated where it stands.
import { expect, test } from '@playwright/test';
import { startServer, type RunningServer } from '../support/server.ts';
import { ada, setUp, signIn } from './household.ts';
import { listWith } from './list-page.ts';

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
