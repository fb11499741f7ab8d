// The icons of lists, and those of the fixed entries.
import { expect, test } from '@playwright/test';
import { expectNothingWrong } from './axe.ts';
import { ada, servedHousehold, member, otherBrowser, signIn } from './household.ts';
import { call, listWith } from './list-page.ts';

const server = servedHousehold();

test('a list has the emoji of its name, or its initial, as its icon in the sidebar and on Lists', async ({
	page
}) => {
	await signIn(page, server, ada);
	await listWith(page, server, '🥕 Groceries', ['Milk']);
	await listWith(page, server, 'Bike repairs');
	await page.goto(server.url);
	for (const around of [page.getByRole('navigation', { name: 'Lists' }), page.getByRole('main')]) {
		const groceries = around.getByRole('link', { name: /^🥕 Groceries\b.*1/ });
		await expect(groceries.locator('.icon')).toHaveText('🥕');
		await expect(groceries.getByText('Groceries', { exact: true })).toBeVisible();
		const repairs = around.getByRole('link', { name: /^Bike repairs/ });
		await expect(repairs.locator('.icon')).toHaveText('B');
	}
	await expectNothingWrong(page, [server.url]);
});

test('lists of others and archived lists have icons too', async ({ page, browser }) => {
	await signIn(page, server, ada);
	const shared = await listWith(page, server, '⛺ Camping');
	await call(page, server, 'PUT', `/lists/${shared}/sharing`, {
		sharing: 'SHARING_INSTANCE',
		canEdit: true
	});
	const old = await listWith(page, server, '🎄 Christmas');
	await call(page, server, 'POST', `/lists/${old}/archived`, { archived: true });
	await page.goto(`${server.url}/archive`);
	const archived = page.getByRole('link', { name: '🎄 Christmas', exact: true });
	await expect(archived.locator('.icon')).toHaveText('🎄');
	const { javaScriptEnabled } = test.info().project.use;
	const ben = await otherBrowser(browser, { javaScriptEnabled });
	await signIn(ben, server, member(server, 'Ben'));
	await ben.goto(server.url);
	const theirs = ben.getByRole('main').getByRole('link', { name: /^⛺ Camping/ });
	await expect(theirs.locator('.icon')).toHaveText('⛺');
	await ben.context().close();
});

test('the bar and the entries beside the page have an icon before their word', async ({ page }) => {
	await signIn(page, server, ada);
	await page.goto(server.url);
	const side = page.getByRole('navigation', { name: 'Lists' });
	for (const name of ['Today', 'Search', 'Activity', 'Archive', 'Trash'])
		await expect(
			side.getByRole('link', { name: new RegExp(`^${name}\\b`) }).locator('svg')
		).toBeVisible();
	await page.setViewportSize({ width: 390, height: 844 });
	const bar = page.getByRole('navigation', { name: 'Main' });
	for (const name of ['Lists', 'Today', 'Search', 'More']) {
		const link = bar.getByRole('link', { name, exact: true });
		const { x = 0, y = 0, width = 0 } = (await link.locator('svg').boundingBox()) ?? {};
		const place = await link.boundingBox();
		// The icon is above the word, in the middle of its quarter of the bar.
		expect(y - (place?.y ?? 0)).toBeLessThan(6);
		expect(x + width / 2).toBeCloseTo((place?.x ?? 0) + (place?.width ?? 0) / 2, 0);
	}
});

test('in forced colours the icon of a list has an outline', async ({ page }) => {
	await signIn(page, server, ada);
	await listWith(page, server, 'Outlined');
	await page.emulateMedia({ forcedColors: 'active' });
	await page.goto(server.url);
	const link = page.getByRole('main').getByRole('link', { name: /^Outlined/ });
	const { line, width, ground } = await link.locator('.icon').evaluate((icon) => {
		const style = getComputedStyle(icon);
		return {
			line: style.borderTopColor,
			width: style.borderTopWidth,
			ground: style.backgroundColor
		};
	});
	expect(width).toBe('1px');
	expect(line).not.toBe(ground);
});
