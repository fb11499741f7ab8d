// JavaScript is switched off in Firefox itself, by its preference. Everything works with forms.
import { expect, test, type Locator } from '@playwright/test';
import { ada, setUp } from '../pages/household.ts';
import { startServer, type RunningServer } from '../support/server.ts';

let server: RunningServer;

test.beforeAll(async () => {
	server = await startServer();
	await setUp(server);
});
test.afterAll(() => server.stop());

/** Playwright's clicks, fills and waits in the page need frames, which stop without script. Keys and single queries do not. */
const countOf = (found: Locator) => expect.poll(() => found.count());
const press = (button: Locator): Promise<void> => button.press('Enter');
const type = (field: Locator, text: string): Promise<void> => field.pressSequentially(text);

test('one signs in, makes a list, adds, ticks and undoes', async ({ page }) => {
	await page.goto(`${server.url}/sign-in`);
	await type(page.getByLabel('Email'), ada.email);
	await type(page.getByLabel('Password', { exact: true }), ada.password);
	await press(page.getByRole('button', { name: 'Sign in' }));
	await type(page.getByLabel('New list'), 'Groceries');
	await press(page.getByLabel('New list'));
	await countOf(page.getByRole('heading', { level: 1, name: 'Groceries' })).toBe(1);
	await type(page.locator('#add'), '2 l milk');
	await press(page.locator('#add'));
	await expect.poll(() => page.locator('.items .qty').allTextContents()).toEqual(['2 l']);
	await press(page.getByRole('button', { name: 'Tick milk', exact: true }));
	await countOf(page.getByRole('button', { name: 'Untick milk', exact: true })).toBe(1);
	await press(page.getByRole('button', { name: 'Undo' }).first());
	await countOf(page.getByRole('button', { name: 'Tick milk', exact: true })).toBe(1);
});
