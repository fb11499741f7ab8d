// Keyboard shortcuts, which need script.
import { expect, test, type Page } from '@playwright/test';
import { expectNoFault } from './axe.ts';
import { adasHousehold, hydrated } from './household.ts';
import { call, doneOf, field, labels, openList, scriptsUntilNewer } from './list-page.ts';

const server = adasHousehold();

async function listOf(page: Page, ...items: string[]): Promise<string> {
	const uid = await openList(page, server, 'Keys', items);
	await hydrated(page);
	return uid;
}

const entry = (page: Page, label: string) =>
	page.getByRole('main').getByRole('link', { name: label, exact: true });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

test('n goes to the field for adding, and / and Ctrl K go to search', async ({ page }) => {
	await listOf(page);
	await page.keyboard.press('n');
	await expect(field(page)).toBeFocused();
	await expect(field(page)).toHaveValue('');
	await field(page).blur();
	await page.keyboard.press('/');
	await expect(page).toHaveURL(/\/search$/);
	const words = page.getByRole('searchbox', { name: 'Search for' });
	await expect(words).toBeFocused();
	await words.blur();
	await page.keyboard.press('/');
	await expect(words).toBeFocused();
	await expect(words).toHaveValue('');
	await page.goto(server.url);
	await hydrated(page);
	await page.keyboard.press('Control+k');
	await expect(page).toHaveURL(/\/search$/);
	await expect(words).toBeFocused();
});

test('a shortcut whose code cannot be loaded says so, as in an old tab once the server has a newer build', async ({
	page
}) => {
	const update = await scriptsUntilNewer(page);
	await listOf(page, 'Milk');
	update();
	await page.keyboard.press('j');
	await expect(page.getByRole('alert')).toContainText("can't be loaded right now");
});

test('j, k and the arrows move among the rows, Space ticks and Enter opens', async ({ page }) => {
	const uid = await listOf(page, 'Milk', 'Bread', 'Eggs');
	await page.keyboard.press('j');
	await expect(entry(page, 'Milk')).toBeFocused();
	await page.keyboard.press('j');
	await expect(entry(page, 'Bread')).toBeFocused();
	await page.keyboard.press('ArrowDown');
	await expect(entry(page, 'Eggs')).toBeFocused();
	await page.keyboard.press('k');
	await page.keyboard.press('ArrowUp');
	await expect(entry(page, 'Milk')).toBeFocused();
	await page.keyboard.press('Space');
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
	await expect(entry(page, 'Milk')).toBeFocused();
	await page.keyboard.press('Space');
	await expect.poll(() => doneOf(page, server, uid)).toEqual([]);
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: 'Milk' })).toBeVisible();
});

test('j moves among lists and results as well', async ({ page }) => {
	await listOf(page, 'Marmalade');
	await page.goto(`${server.url}/search?query=marmalade`);
	await hydrated(page);
	await page.keyboard.press('j');
	await expect(page.getByRole('main').getByRole('link', { name: /Marmalade/ })).toBeFocused();
	await page.goto(server.url);
	await hydrated(page);
	await page.keyboard.press('j');
	await expect(page.getByRole('main').getByRole('link', { name: /Keys/ }).first()).toBeFocused();
});

test('Escape closes the suggestions and then leaves the field, and the typed text stays', async ({
	page
}) => {
	const uid = await listOf(page, 'Milk', 'Bread');
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	const milk = Array.isArray(items) ? String(items[0].uid) : '';
	await call(page, server, 'PUT', `/items/${milk}/done`, { done: true });
	await page.reload();
	await hydrated(page);
	const suggested = page.getByRole('group', { name: 'Suggestions' }).getByRole('button');
	await page.keyboard.press('n');
	await expect(suggested).toHaveText(['Milk']);
	await page.keyboard.press('Escape');
	await expect(suggested).toHaveCount(0);
	await expect(field(page)).toBeFocused();
	await page.keyboard.type('mi');
	await expect(suggested).toHaveText(['Milk']);
	await page.keyboard.press('ArrowUp');
	await expect(suggested).toBeFocused();
	await page.keyboard.press('Escape');
	await expect(field(page)).toBeFocused();
	await expect(suggested).toHaveCount(0);
	await page.keyboard.press('Escape');
	await expect(field(page)).not.toBeFocused();
	await expect(field(page)).toHaveValue('mi');
	await page.keyboard.press('j');
	await expect(entry(page, 'Bread')).toBeFocused();
	await page.keyboard.press('n');
	await expect(suggested).toHaveText(['Milk']);
	await page.keyboard.type('xyz');
	await expect(suggested).toHaveCount(0);
	await page.keyboard.press('Escape');
	await expect(field(page)).not.toBeFocused();
});

test('arrow down leads from the empty field to the first row, and stays in a field with text', async ({
	page
}) => {
	await listOf(page, 'Milk', 'Bread');
	await page.keyboard.press('n');
	await expect(field(page)).toBeFocused();
	await page.waitForFunction(() => document.querySelector('.strip'));
	await page.keyboard.type('jam');
	await page.keyboard.press('ArrowDown');
	await expect(field(page)).toBeFocused();
	await field(page).fill('');
	await page.keyboard.press('ArrowDown');
	await expect(entry(page, 'Milk')).toBeFocused();
	await page.keyboard.press('ArrowDown');
	await expect(entry(page, 'Bread')).toBeFocused();
});

test('Escape while an input method composes leaves the field as it is', async ({ page }) => {
	await listOf(page, 'Milk');
	await page.keyboard.press('n');
	await expect(field(page)).toBeFocused();
	await page.waitForFunction(() => document.querySelector('.strip'));
	const composed = await field(page).evaluate((add) => {
		const escape = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true };
		return add.dispatchEvent(new KeyboardEvent('keydown', escape));
	});
	expect(composed).toBe(true);
	await expect(field(page)).toBeFocused();
});

test('e edits the item of a row, and Alt with an arrow moves it', async ({ page }) => {
	await listOf(page, 'Milk', 'Bread', 'Eggs');
	await entry(page, 'Milk').focus();
	await page.keyboard.press('Alt+ArrowDown');
	await expect.poll(() => labels(page)).toEqual(['Bread', 'Milk', 'Eggs']);
	await expect(entry(page, 'Milk')).toBeFocused();
	await page.keyboard.press('Alt+ArrowUp');
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Bread', 'Eggs']);
	await page.reload();
	await hydrated(page);
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Bread', 'Eggs']);
	await entry(page, 'Bread').focus();
	await page.keyboard.press('e');
	await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bread');
});

test('where a keyboard writes other letters, the keys that carry the Latin ones act', async ({
	page
}) => {
	await listOf(page, 'Milk', 'Bread');
	const press = (key: string, code: string, modifiers = {}) =>
		page.evaluate(
			(typed) => {
				const event = new KeyboardEvent('keydown', { ...typed, bubbles: true, cancelable: true });
				document.activeElement?.dispatchEvent(event);
			},
			{ key, code, ...modifiers }
		);
	await press('ت', 'KeyJ');
	await expect(entry(page, 'Milk')).toBeFocused();
	await press('ى', 'KeyN');
	await expect(field(page)).toBeFocused();
	await field(page).blur();
	await press('؟', 'Slash', { shiftKey: true });
	await expect(sheet(page)).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(sheet(page)).toHaveCount(0);
	await press('ن', 'KeyK', { ctrlKey: true });
	await expect(page).toHaveURL(/\/search$/);
});

test('a key is heard right after the list of shortcuts has closed, while the focus is still in it', async ({
	page
}) => {
	await listOf(page, 'Milk');
	await page.keyboard.press('?');
	await expect(sheet(page)).toBeVisible();
	await page.evaluate(() => {
		document.querySelector('dialog')?.close();
		const add = { key: 'n', bubbles: true, cancelable: true };
		document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', add));
	});
	await expect(field(page)).toBeFocused();
});

test('the list of shortcuts begins at its top where a window is low', async ({ page }) => {
	await page.setViewportSize({ width: 320, height: 256 });
	await listOf(page, 'Milk');
	await entry(page, 'Milk').focus();
	await page.keyboard.press('?');
	await expect(sheet(page).getByRole('heading')).toBeInViewport();
});

test('? shows the shortcuts, and returns the focus', async ({ page }) => {
	await listOf(page, 'Milk');
	await entry(page, 'Milk').focus();
	await page.keyboard.press('?');
	await expect(sheet(page)).toBeVisible();
	await expect(sheet(page)).toContainText('Tick or untick the row');
	await expect(sheet(page)).toContainText('Put a lifted item back');
	await expect(sheet(page)).toContainText('then leave the field');
	await expectNoFault(page);
	await page.keyboard.press('j');
	await expect(sheet(page)).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(sheet(page)).toHaveCount(0);
	await expect(entry(page, 'Milk')).toBeFocused();
	await page.keyboard.press('?');
	await sheet(page).getByRole('link', { name: 'Turn shortcuts on or off' }).click();
	await expect(page).toHaveURL(/\/settings\/keys$/);
	await expect(sheet(page)).toHaveCount(0);
});

test('nothing happens while somebody types, or with another key held down', async ({ page }) => {
	await listOf(page, 'Milk', 'Bread');
	await field(page).focus();
	await page.keyboard.type('n/jke?');
	await expect(field(page)).toHaveValue('n/jke?');
	await field(page).fill('');
	await field(page).blur();
	for (const held of ['Control', 'Meta', 'Alt'])
		for (const key of ['n', 'j', 'e', '/']) await page.keyboard.press(`${held}+${key}`);
	await page.getByRole('button', { name: 'More actions for Milk' }).click();
	await page.keyboard.press('?');
	await page.keyboard.press('Escape');
	await page.keyboard.press('j');
	await expect(entry(page, 'Bread')).toBeFocused();
	await expect(sheet(page)).toHaveCount(0);
	expect(new URL(page.url()).pathname).toMatch(/^\/lists\//);
});

test('single keys that were turned off do nothing, and the others go on', async ({ page }) => {
	await page.context().addCookies([{ name: 'hearth_keys', value: 'off', url: server.url }]);
	const uid = await listOf(page, 'Milk');
	for (const key of ['n', 'j', 'k', '/', '?', 'e']) await page.keyboard.press(key);
	await entry(page, 'Milk').focus();
	for (const key of ['n', 'e', '?']) await page.keyboard.press(key);
	await page.keyboard.press('Space');
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
	await expect(entry(page, 'Milk')).toBeFocused();
	await expect(sheet(page)).toHaveCount(0);
	await page.keyboard.press('Control+k');
	await expect(page).toHaveURL(/\/search$/);
});

test('the code of the shortcuts is loaded with the first key', async ({ page }) => {
	const scripts: string[] = [];
	page.on('request', (request) => {
		if (request.resourceType() === 'script') scripts.push(request.url());
	});
	await listOf(page, 'Milk');
	const before = scripts.length;
	await page.keyboard.press('j');
	await expect(entry(page, 'Milk')).toBeFocused();
	expect(scripts.length).toBeGreaterThan(before);
});
