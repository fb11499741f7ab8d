// The menus with script: one for all rows, usable with the keyboard, and always completely on the screen.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { adasHousehold, hydrated } from './household.ts';
import { call, listWith, openList, tickOf } from './list-page.ts';
import { add } from './offline.ts';

const server = adasHousehold();

const phone = { width: 390, height: 844 };
const many = Array.from({ length: 30 }, (_, number) => `Thing ${number + 1}`);

test('there is one menu for all rows, and it is about the row that opened it', async ({ page }) => {
	await openList(page, server, 'One menu', ['Milk', 'Bread']);
	await expect(page.locator('.items').getByText('Delete')).toHaveCount(0);
	for (const label of ['Bread', 'Milk']) {
		await more(page, label).click();
		await expect(menu(page)).toBeVisible();
		await expect(menu(page)).toHaveAccessibleName(`Actions for ${label}`);
		await expect(more(page, label)).toHaveAttribute('aria-expanded', 'true');
		await more(page, label).click();
		await expect(menu(page)).toBeHidden();
		await expect(more(page, label)).toHaveAttribute('aria-expanded', 'false');
	}
	await expect(page).not.toHaveURL(/menu=/);
});

test('the menu of a list closes when its action fails, and shows the error', async ({
	page,
	context
}) => {
	await openList(page, server, 'Not copied', ['Milk']);
	await context.setOffline(true);
	await page.getByText('More actions for Not copied').locator('..').click();
	await page.getByRole('button', { name: 'Duplicate' }).click();
	await expect(page.getByRole('alert')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Duplicate' })).toBeHidden();
});

test('a click beside the open menu closes it and does nothing else', async ({ page }) => {
	await openList(page, server, 'Beside', ['Milk', 'Bread', 'Eggs']);
	for (const width of [390, 1280]) {
		await page.setViewportSize({ width, height: 700 });
		await more(page, 'Bread').click();
		await expect(menu(page)).toBeVisible();
		const tick = tickOf(page, 'Tick Milk');
		// Click by coordinates, since Playwright would wait until nothing covers the box.
		const box = await tick.boundingBox();
		await page.mouse.click((box?.x ?? 0) + 22, (box?.y ?? 0) + 22);
		await expect(menu(page)).toBeHidden();
		await expect(tick).toBeVisible();
	}
	await tickOf(page, 'Tick Milk').click();
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
});

test('the menu of a new item stays open when the item has been sent', async ({ page }) => {
	await openList(page, server, 'New', ['Milk']);
	let go = () => {};
	const waiting = new Promise<void>((resolve) => (go = resolve));
	await page.route('**/api/v1/**', async (route) => {
		if (route.request().method() === 'POST') await waiting;
		return route.continue();
	});
	await add(page, 'Tea');
	await more(page, 'Tea').click();
	await expect(menu(page).getByRole('button', { name: 'Delete' })).toBeVisible();
	await expect(menu(page).getByRole('link', { name: 'Open' })).toHaveCount(0);
	go();
	await expect(menu(page).getByRole('link', { name: 'Open' })).toBeVisible();
	await expect(menu(page)).toHaveAccessibleName('Actions for Tea');
	await menu(page).getByRole('button', { name: 'Delete' }).click();
	await expect(more(page, 'Tea')).toHaveCount(0);
});

test('the arrows, Home and End move in the menu, and Escape returns to the button that opened it', async ({
	page
}) => {
	await openList(page, server, 'Keys', ['Milk', 'Bread']);
	await more(page, 'Bread').focus();
	await page.keyboard.press('Enter');
	for (const [key, name] of [
		['', 'Open'],
		['ArrowDown', 'Move up'],
		['End', 'Delete'],
		['ArrowDown', 'Open'],
		['ArrowUp', 'Delete'],
		['Home', 'Open']
	] as const) {
		if (key) await page.keyboard.press(key);
		await expect(menu(page).locator(':focus')).toHaveText(name);
	}
	await page.keyboard.press('Escape');
	await expect(menu(page)).toBeHidden();
	await expect(more(page, 'Bread')).toBeFocused();
	await expect(more(page, 'Bread')).toHaveAttribute('aria-expanded', 'false');
});

test('the arrows reach the sections to move to, and move among them once they are shown', async ({
	page
}) => {
	const uid = await openList(page, server, 'Keys and sections', ['Milk']);
	await call(page, server, 'POST', `/lists/${uid}/sections`, { name: 'Dairy' });
	await page.reload();
	await hydrated(page);
	await more(page, 'Milk').focus();
	await page.keyboard.press('Enter');
	for (const [key, name] of [
		['End', 'Delete'],
		['ArrowUp', 'Move to section'],
		['ArrowUp', 'Move to the top'],
		['ArrowDown', 'Move to section'],
		['Enter', 'Move to section'],
		['ArrowDown', 'Dairy'],
		['ArrowDown', 'Move to section']
	] as const) {
		await page.keyboard.press(key);
		await expect(menu(page).locator(':focus')).toHaveText(name);
	}
	await page.keyboard.press('Enter');
	await page.keyboard.press('ArrowDown');
	await expect(menu(page).locator(':focus')).toHaveText('Delete');
});

test('the sections to move to take the place of the other entries, and the menu stays where it is', async ({
	page
}) => {
	const uid = await openList(page, server, 'Steady', ['Milk', 'Bread']);
	for (const name of many)
		await call(page, server, 'POST', `/lists/${uid}/sections`, { name: `For ${name}` });
	await page.reload();
	await hydrated(page);
	const step = menu(page).getByText('Move to section');
	const section = (name: string) => menu(page).getByRole('button', { name, exact: true });
	for (const viewport of [phone, { width: 1280, height: 700 }]) {
		await page.setViewportSize(viewport);
		await more(page, 'Bread').click();
		await menu(page).getByText('Bread', { exact: true }).click();
		const [box, touched] = [await menu(page).boundingBox(), await step.boundingBox()];
		const at = [(touched?.x ?? 0) + 9, (touched?.y ?? 0) + 9] as const;
		await page.mouse.dblclick(...at, { delay: 50 });
		await expect(section('For Thing 1')).toBeInViewport();
		expect(await menu(page).boundingBox()).toEqual(box);
		for (const covered of ['Open', 'Move up', 'Delete'])
			await expect(menu(page).getByText(covered, { exact: true })).toBeHidden();
		await section('For Thing 30').scrollIntoViewIfNeeded();
		expect(await menu(page).boundingBox()).toEqual(box);
		await expect(step).toBeInViewport();
		await step.click();
		await expect(section('Delete')).toBeVisible();
		await expect(section('For Thing 1')).toBeHidden();
		await step.click();
		await page.keyboard.press('Escape');
		await more(page, 'Bread').click();
		await expect(section('Move up')).toBeVisible();
		await page.keyboard.press('Escape');
	}
	await more(page, 'Bread').click();
	await step.click();
	await section('For Thing 2').click();
	await expect(page.getByRole('heading', { name: 'For Thing 2' })).toBeVisible();
});

test('the names of the sections to move to begin on one side, whatever their script', async ({
	page
}) => {
	const uid = await openList(page, server, 'Scripts', ['Milk']);
	for (const name of ['Dairy', 'الألبان'])
		await call(page, server, 'POST', `/lists/${uid}/sections`, { name });
	await page.reload();
	await hydrated(page);
	await more(page, 'Milk').click();
	await menu(page).getByText('Move to section').click();
	const [dairy, other] = await Promise.all(
		['Dairy', 'الألبان'].map((name) => leftOfText(menu(page).getByRole('button', { name })))
	);
	expect(other).toBe(dairy);
});

const leftOfText = (button: Locator): Promise<number> =>
	button.evaluate((element) => {
		const text = document.createRange();
		text.selectNodeContents(element);
		return Math.round(text.getBoundingClientRect().left);
	});

test('leaving the menu with the Tab key closes it', async ({ page }) => {
	await openList(page, server, 'Leaving', ['Milk', 'Bread']);
	await more(page, 'Milk').click();
	await menu(page).getByRole('button', { name: 'Delete' }).focus();
	await page.keyboard.press('Tab');
	await expect(menu(page)).toBeHidden();
});

test('a second item can be deleted while the first deletion is being sent', async ({ page }) => {
	await openList(page, server, 'Slow', ['Milk', 'Bread', 'Eggs']);
	let go = () => {};
	const waiting = new Promise<void>((resolve) => (go = resolve));
	await page.route('**/lists/**', async (route) => {
		if (route.request().method() === 'POST') await waiting;
		return route.continue();
	});
	for (const label of ['Bread', 'Milk']) {
		await more(page, label).click();
		await menu(page).getByRole('button', { name: 'Delete' }).click();
		await page.keyboard.press('Escape');
	}
	go();
	await expect(page.getByRole('link', { name: 'Milk', exact: true })).toHaveCount(0);
	await expect(page.getByRole('link', { name: 'Bread', exact: true })).toHaveCount(0);
});

test('the menu of an item that somebody else deletes closes', async ({ page }) => {
	const uid = await openList(page, server, 'Gone', ['Milk', 'Bread']);
	await more(page, 'Milk').click();
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	await call(page, server, 'DELETE', `/items/${Array.isArray(items) ? items[0].uid : ''}`);
	await expect(menu(page)).toBeHidden();
	await more(page, 'Bread').click();
	await expect(menu(page)).toHaveAccessibleName('Actions for Bread');
});

test('a menu that was opened before the script ran works like any other afterwards', async ({
	page
}) => {
	const uid = await listWith(page, server, 'Early', ['Milk', 'Bread']);
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	const itemUid = Array.isArray(items) ? items[1].uid : '';
	await page.goto(`${server.url}/lists/${uid}?menu=${itemUid}#menu`);
	await hydrated(page);
	await expect(menu(page)).toHaveAccessibleName('Actions for Bread');
	await expect(menu(page).getByRole('link', { name: 'Close' })).toHaveCount(0);
	await page.keyboard.press('Escape');
	await expect(menu(page)).toBeHidden();
});

for (const viewport of [phone, { width: 1280, height: 700 }])
	test(`every row's menu is whole on a screen ${viewport.width} wide`, async ({ page }) => {
		await page.setViewportSize(viewport);
		await openList(page, server, 'Whole', many);
		for (const label of ['Thing 1', 'Thing 15', 'Thing 30']) {
			await more(page, label).scrollIntoViewIfNeeded();
			await more(page, label).click();
			await expectWhole(page, menu(page));
			await page.keyboard.press('Escape');
		}
	});

test('the menus of a list and of a member are whole on a phone', async ({ page }) => {
	await page.setViewportSize(phone);
	await openList(page, server, 'Its own', ['Milk']);
	await page.locator('.head summary').click();
	await expectWhole(page, page.locator('.head .panel'));
	await page.goto(`${server.url}/settings/members`);
	await hydrated(page);
	await page.locator('.rows summary').last().click();
	await expectWhole(page, page.locator('.rows .panel').last());
});

const menu = (page: Page): Locator => page.locator('#menu');

const more = (page: Page, label: string): Locator =>
	page.getByRole('button', { name: `More actions for ${label}`, exact: true });

/** Checks that the menu is on the screen in each direction and does not cover the bar. */
async function expectWhole(page: Page, panel: Locator): Promise<void> {
	await expect(panel).toBeVisible();
	const box = await panel.boundingBox();
	const bar = await page.locator('.bar').boundingBox();
	const { width, height } = page.viewportSize() ?? phone;
	expect(box?.x).toBeGreaterThanOrEqual(0);
	expect(box?.y).toBeGreaterThanOrEqual(0);
	expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
	expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? height);
}
