// A handle with the keyboard: every step is announced, and leaving it puts the row back.
import { expect, test, type Page } from '@playwright/test';
import { handleOf, movesSentBy, orderOf } from './dragging.ts';
import { adasHousehold, hydrated } from './household.ts';
import { openList, toast } from './list-page.ts';
import { onServer } from './offline.ts';
import { sectioned, shown } from './sectioned.ts';

const server = adasHousehold();

async function liftByKey(page: Page, label: string, key = 'Space'): Promise<void> {
	await handleOf(page, label).focus();
	await page.keyboard.press(key);
	await expect(said(page)).toContainText('Lifted.');
}

const said = (page: Page) => page.locator('#announcements');

test('Space lifts and drops, the arrows move, and each step is announced', async ({ page }) => {
	const uid = await openList(page, server, 'Keys', ['Milk', 'Bread', 'Eggs']);
	const sent = movesSentBy(page);
	await liftByKey(page, 'Milk');
	await expect(said(page)).toHaveText(
		'Milk, place 1 of 3. Lifted. Arrow keys move it, Space drops it, Escape puts it back.'
	);
	await page.keyboard.press('ArrowDown');
	await expect(said(page)).toHaveText('Milk, place 2 of 3.');
	await page.keyboard.press('ArrowDown');
	await expect(said(page)).toHaveText('Milk, place 3 of 3.');
	expect(await orderOf(page)).toEqual(['Bread', 'Eggs', 'Milk']);
	await expect(handleOf(page, 'Milk')).toBeFocused();
	await page.keyboard.press('ArrowUp');
	await expect(said(page)).toHaveText('Milk, place 2 of 3.');
	expect(sent).toEqual([]);
	await page.keyboard.press('Space');
	await expect(said(page)).toHaveText('Milk, place 2 of 3. Dropped.');
	await expect.poll(() => onServer(page, server, uid)).toEqual(['Bread', 'Milk', 'Eggs']);
	expect(sent).toHaveLength(1);
	await expect(handleOf(page, 'Milk')).toBeFocused();
	await expect(toast(page, 'Milk moved.')).toBeVisible();
	// When no row is lifted, the arrows go from row to row.
	await page.keyboard.press('ArrowDown');
	await expect(page.getByRole('link', { name: 'Eggs', exact: true })).toBeFocused();
});

test('Enter lifts too, and Escape, Tab and a click elsewhere put the row back', async ({
	page
}) => {
	await openList(page, server, 'Back', ['Milk', 'Bread', 'Eggs']);
	const sent = movesSentBy(page);
	const leave = [
		() => page.keyboard.press('Escape'),
		() => page.keyboard.press('Tab'),
		() => page.getByRole('heading', { level: 1 }).click()
	];
	for (const away of leave) {
		await liftByKey(page, 'Eggs', 'Enter');
		await page.keyboard.press('ArrowUp');
		await expect.poll(() => orderOf(page)).toEqual(['Milk', 'Eggs', 'Bread']);
		await away();
		await expect(said(page)).toHaveText('Eggs, place 3 of 3. Put back.');
		expect(await orderOf(page)).toEqual(['Milk', 'Bread', 'Eggs']);
	}
	expect(sent).toEqual([]);
});

test('a row moves over the edge of a section into the next, also into an empty one', async ({
	page
}) => {
	const plan = { '': ['Soap'], Dairy: ['Milk', 'Butter'], Bakery: [], Frozen: ['Peas'] };
	const uid = await sectioned(page, server, 'Sections', plan);
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	await page.locator('summary', { hasText: 'Frozen' }).click();
	await liftByKey(page, 'Butter');
	await page.keyboard.press('ArrowDown');
	await expect(said(page)).toHaveText('Butter, place 1 of 1 in Bakery.');
	await page.keyboard.press('ArrowDown');
	await expect(said(page)).toHaveText('Butter, place 1 of 2 in Frozen.');
	await expect(handleOf(page, 'Butter')).toBeFocused();
	await page.keyboard.press('Space');
	await expect.poll(() => shown(page)).toBe('Soap | Dairy: Milk | Frozen: Butter, Peas');
	await expect.poll(() => onServer(page, server, uid)).toEqual(['Soap', 'Milk', 'Butter', 'Peas']);
	await liftByKey(page, 'Milk');
	await page.keyboard.press('ArrowUp');
	await expect(said(page)).toHaveText('Milk, place 2 of 2 in No section.');
	await page.keyboard.press('Space');
	await expect.poll(() => shown(page)).toBe('Soap, Milk | Frozen: Butter, Peas');
});
