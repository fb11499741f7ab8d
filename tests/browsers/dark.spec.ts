// On a machine that is set to dark the first paint is dark, before any script has run.
import { expect, test, type Page } from '@playwright/test';
import { ada, setUp, signIn } from '../pages/household.ts';
import { startServer, type RunningServer } from '../support/server.ts';

let server: RunningServer;

test.beforeAll(async () => {
	server = await startServer();
	await setUp(server);
});
test.afterAll(() => server.stop());

const paper = (page: Page): Promise<string> =>
	page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test('follows the machine, until the member chooses light', async ({ page }) => {
	await page.goto(`${server.url}/sign-in`, { waitUntil: 'domcontentloaded' });
	expect(await paper(page)).toMatch(/^oklch\(0\.19 /);
	await signIn(page, server, ada);
	await page.goto(`${server.url}/settings/account`);
	await page.getByLabel('Light', { exact: true }).check();
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
	await page.goto(server.url, { waitUntil: 'domcontentloaded' });
	expect(await paper(page)).toMatch(/^oklch\(0\.98/);
});
