// The quantity of an item is edited in its row by members who may; without script, on the page of the item.
import { expect, test, type Page } from '@playwright/test';
import { expectNoFault } from './axe.ts';
import { adasHousehold, hydrated, member, signIn } from './household.ts';
import { call, field, openList, row } from './list-page.ts';

test.use({ viewport: { width: 390, height: 844 } });

const server = adasHousehold();

const chip = (page: Page) => page.getByRole('button', { name: 'Quantity of Milk: 2 l' });
const box = (page: Page) => page.getByRole('textbox', { name: 'Quantity of Milk' });

test('a quantity is edited in its row and saved by Enter or on leaving the field, and Escape restores it', async ({
	page
}) => {
	const uid = await openList(page, server, 'Amounts', [
		{ label: 'Milk', quantity: '2 l' },
		'Bread'
	]);
	const stored = async () => JSON.stringify(await call(page, server, 'GET', `/lists/${uid}`));
	await chip(page).click();
	await expect(box(page)).toBeFocused();
	await expectNoFault(page);
	await box(page).fill('9 l');
	await box(page).press('Escape');
	await expect(chip(page)).toBeFocused();
	await chip(page).click();
	await box(page).fill('3 l');
	await box(page).press('Enter');
	await expect(row(page, 'Milk').locator('.qty')).toHaveText('3 l');
	await expect.poll(stored).toContain('"quantity":"3 l"');
	await page.getByRole('button', { name: 'Quantity of Milk: 3 l' }).click();
	await box(page).fill('');
	await page.getByRole('heading', { level: 1 }).click();
	await expect(row(page, 'Milk').locator('.qty')).toHaveCount(0);
	await expect.poll(stored).toContain('"quantity":""');
	expect(page.url()).toContain(`/lists/${uid}`);
});

test('a row does not grow while its quantity is edited, and the keyboard offers to end it', async ({
	page
}) => {
	const milk = { label: 'Milk', quantity: '2 l', dueOn: '2035-12-24' };
	await openList(page, server, 'Still', [milk, 'Bread']);
	const topOfNext = async () => (await row(page, 'Bread').boundingBox())?.y;
	const before = await topOfNext();
	await chip(page).click();
	await expect(box(page)).toBeFocused();
	expect(await topOfNext()).toBe(before);
	await expect(box(page)).toHaveAttribute('enterkeyhint', 'done');
});

test('what is typed for a quantity stays where somebody else takes the quantity away meanwhile', async ({
	page
}) => {
	const uid = await openList(page, server, 'Taken away', [{ label: 'Milk', quantity: '2 l' }]);
	const milk = await row(page, 'Milk').getAttribute('id');
	await chip(page).click();
	await box(page).fill('3 l');
	await call(page, server, 'PATCH', `/items/${milk}`, { quantity: '' });
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Bread' });
	await expect(row(page, 'Bread')).toBeVisible();
	await expect(box(page)).toBeFocused();
	await box(page).press('Enter');
	await expect(row(page, 'Milk').locator('.qty')).toHaveText('3 l');
});

test('Enter that an input method takes saves no quantity', async ({ page }) => {
	await openList(page, server, 'Composed', [{ label: 'Milk', quantity: '2 l' }]);
	await chip(page).click();
	// In Safari the composition has ended before this key.
	for (const sign of [{ isComposing: true }, { keyCode: 229 }]) {
		const isLeft = await box(page).evaluate((input, its) => {
			const enter = { key: 'Enter', bubbles: true, cancelable: true, ...its };
			return input.dispatchEvent(new KeyboardEvent('keydown', enter));
		}, sign);
		expect(isLeft).toBe(true);
		await expect(box(page)).toBeFocused();
	}
});

test('an emptied quantity leaves the focus on its row, also before the item is sent', async ({
	page
}) => {
	await openList(page, server, 'Unsent', ['Bread']);
	await page.context().setOffline(true);
	await field(page).fill('2 l Milk');
	await page.keyboard.press('Enter');
	await chip(page).click();
	await box(page).fill('');
	await box(page).press('Enter');
	// A row without a page to lead to is ticked.
	await expect(page.getByRole('button', { name: 'Tick Milk' })).toBeFocused();
});

test('members who may only look cannot edit a quantity', async ({ page, browser }) => {
	const uid = await openList(page, server, 'Looked at', [{ label: 'Milk', quantity: '2 l' }]);
	await call(page, server, 'PUT', `/lists/${uid}/sharing`, { sharing: 'SHARING_INSTANCE' });
	const ben = await (await browser.newContext()).newPage();
	await signIn(ben, server, member(server, 'Ben'));
	await ben.goto(`${server.url}/lists/${uid}`);
	await hydrated(ben);
	await expect(row(ben, 'Milk').locator('.qty')).toHaveText('2 l');
	await expect(chip(ben)).toHaveCount(0);
	await ben.context().close();
});

test('a quantity of several lines is shown whole beside a short label', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 844 });
	const quantity = '12 x 1500 ml, the large ones in the blue box';
	await openList(page, server, 'Whole', ['Bread', { label: 'Milk', quantity }]);
	const chip = await row(page, 'Milk').locator('.qty').boundingBox();
	const around = await row(page, 'Milk').boundingBox();
	const author = await row(page, 'Milk').locator('.who').boundingBox();
	if (!chip || !around || !author) throw new Error('something has no box');
	expect(chip.y).toBeGreaterThanOrEqual(around.y);
	expect(chip.y + chip.height).toBeLessThanOrEqual(around.y + around.height);
	expect(author.x).toBeGreaterThanOrEqual(chip.x + chip.width);
	expect(author.x - chip.x - chip.width).toBeLessThan(20);
	expect(author.y).toBeLessThan(chip.y + chip.height);
});
