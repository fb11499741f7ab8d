// The menu of a row, with script and without: it has the same entries, and can be closed.
import { expect, test } from '@playwright/test';
import { adasHousehold, hydrated } from './household.ts';
import { expectNothingWrong } from './axe.ts';
import { call, listWith, openList } from './list-page.ts';

const server = adasHousehold();

test('offers the same with script and without, and closes', async ({ page, javaScriptEnabled }) => {
	await openList(page, server, 'Menu', ['Milk', 'Bread']);
	await page.getByRole('button', { name: 'More actions for Bread' }).click();
	const menu = page.locator('#menu');
	await expect(menu).toHaveAccessibleName('Actions for Bread');
	for (const name of ['Move up', 'Move down', 'Move to the top', 'Delete'])
		await expect(menu.getByRole('button', { name, exact: true })).toBeVisible();
	await expect(menu.getByRole('link', { name: 'Open' })).toBeVisible();
	if (javaScriptEnabled) await page.keyboard.press('Escape');
	else await menu.getByRole('link', { name: 'Close' }).click();
	await expect(menu).toBeHidden();
	await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
});

test('on a wide window stands below the dots of the rows', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 844 });
	await openList(page, server, 'Beside', ['Milk', 'Bread']);
	await page.getByRole('button', { name: 'More actions for Bread' }).click();
	const menu = await page.locator('#menu').boundingBox();
	const rows = await page.locator('.items').first().boundingBox();
	const endOf = (box: typeof menu) => (box?.x ?? 0) + (box?.width ?? 0);
	expect(Math.abs(endOf(rows) - endOf(menu))).toBeLessThan(16);
});

test('of a ticked item cannot move it', async ({ page }) => {
	const uid = await listWith(page, server, 'Ticked', ['Milk']);
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	const itemUid = Array.isArray(items) ? items[0].uid : '';
	await call(page, server, 'PUT', `/items/${itemUid}/done`, { done: true });
	await page.goto(`${server.url}/lists/${uid}`);
	await page.locator('summary', { hasText: '1 ticked' }).click();
	await page.getByRole('button', { name: 'More actions for Milk' }).click();
	await expect(page.locator('#menu').getByRole('button', { name: 'Delete' })).toBeVisible();
	await expect(page.locator('#menu').getByRole('button', { name: 'Move up' })).toHaveCount(0);
});

test('on Today leads to the list', async ({ page }) => {
	await listWith(page, server, 'Chores', [{ label: 'Bins', dueOn: '2020-01-01' }]);
	await page.goto(`${server.url}/today`);
	await page.getByRole('button', { name: 'More actions for Bins' }).click();
	await page.locator('#menu').getByRole('link', { name: 'Go to Chores' }).click();
	await expect(page.getByRole('heading', { name: 'Chores' })).toBeVisible();
});

test('on a day of another year leaves that day open', async ({ page, javaScriptEnabled }) => {
	await listWith(page, server, 'Chores', [{ label: 'Gutters', dueOn: '2021-03-04' }]);
	await page.goto(`${server.url}/calendar?day=2021-03-04`);
	await hydrated(page);
	await page.getByRole('button', { name: 'More actions for Gutters' }).click();
	const menu = page.locator('#menu');
	await expect(menu.getByRole('link', { name: 'Go to Chores' })).toBeVisible();
	if (javaScriptEnabled) await page.keyboard.press('Escape');
	else await menu.getByRole('link', { name: 'Close' }).click();
	await expect(menu).toBeHidden();
	await expect(page).toHaveURL(/calendar\?day=2021-03-04/);
	await expect(page.getByRole('link', { name: 'Gutters' }).last()).toBeVisible();
});

test('is not offered to members who may only look', async ({ page }) => {
	const uid = await listWith(page, server, 'Old', ['Milk']);
	await call(page, server, 'POST', `/lists/${uid}/archived`, { archived: true });
	await page.goto(`${server.url}/lists/${uid}`);
	await expect(page.getByRole('link', { name: 'Milk', exact: true })).toBeVisible();
	await expect(page.getByRole('button', { name: 'More actions for Milk' })).toHaveCount(0);
});

test('that came with the page has no fault that axe finds', async ({ page }) => {
	const uid = await listWith(page, server, 'Asked', ['Milk']);
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	const itemUid = Array.isArray(items) ? items[0].uid : '';
	await expectNothingWrong(page, [`${server.url}/lists/${uid}?menu=${itemUid}#menu`]);
});
