// From a page with items of many lists, the page of an item leads back there.
import { expect, test, type Page } from '@playwright/test';
import { ada, servedHousehold, hydrated, signIn } from './household.ts';
import { listWith } from './list-page.ts';

test.use({ timezoneId: 'UTC' });

const server = servedHousehold();
test.beforeEach(async ({ page }) => {
	await signIn(page, server, ada);
	await page.context().addCookies([{ name: 'hearth_zone', value: 'UTC', url: server.url }]);
});

const today = new Date().toISOString().slice(0, 10);

for (const [path, title] of [
	['/today', 'Today'],
	['/upcoming', 'Upcoming'],
	[`/calendar?day=${today}`, 'Calendar'],
	['/search?query=Lamp+oil', 'Search']
] as const)
	test(`an item that was opened from ${title} leads back there`, async ({ page }) => {
		test.slow();
		await listWith(page, server, 'Ways', [{ label: 'Lamp oil', dueOn: today }]);
		const isBack = () =>
			expect
				.poll(() => new RegExp(`^${server.url}[^#]*`).exec(page.url())?.[0])
				.toBe(server.url + path);
		await openItem(page, path);
		await page.locator('main').getByRole('link', { name: title, exact: true }).click();
		await isBack();
		await openItem(page, path);
		await page.getByRole('link', { name: 'Cancel' }).click();
		await isBack();
		await openItem(page, path);
		// The first try is refused. The way back is still known.
		await page.getByLabel('Name', { exact: true }).fill('');
		await page.getByRole('button', { name: 'Save' }).click();
		await expect(page.locator('.field .problem')).toBeVisible();
		await page.getByLabel('Name', { exact: true }).fill('Lamp oil');
		await page.getByRole('button', { name: 'Save' }).click();
		await isBack();
		await openItem(page, path);
		await page.getByRole('button', { name: 'Tick', exact: true }).click();
		await page.getByRole('button', { name: 'Untick', exact: true }).click();
		await expect(page.getByRole('button', { name: 'Tick', exact: true })).toBeVisible();
		await page.getByRole('button', { name: 'Delete' }).click();
		await expect(page).toHaveURL((url) => url.pathname === path.split('?')[0]);
		await expect(page.getByRole('link', { name: 'Lamp oil', exact: true })).toHaveCount(0);
	});

test('a deletion from Today is undone there', async ({ page }) => {
	await listWith(page, server, 'Undone', [{ label: 'Candles', dueOn: today }]);
	await openItem(page, '/today', 'Candles');
	await page.getByRole('button', { name: 'Delete' }).click();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page).toHaveURL((url) => url.pathname === '/today');
	await expect(page.getByRole('link', { name: 'Candles', exact: true })).toBeVisible();
});

test('no address leads from an item to another site or page', async ({ page }) => {
	const uid = await listWith(page, server, 'Own', ['Milk']);
	await page.goto(`${server.url}/lists/${uid}`);
	const item = await page.getByRole('link', { name: 'Milk', exact: true }).getAttribute('href');
	for (const from of [
		'//elsewhere.test',
		'https://elsewhere.test',
		'settings',
		'constructor',
		''
	]) {
		await page.goto(`${server.url}${item}?from=${encodeURIComponent(from)}`);
		await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute(
			'href',
			new RegExp(`^/lists/${uid}#`)
		);
	}
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page).toHaveURL((url) => url.pathname === `/lists/${uid}`);
});

async function openItem(page: Page, path: string, label = 'Lamp oil'): Promise<void> {
	await page.goto(server.url + path);
	await hydrated(page);
	await page.locator('main').getByRole('link', { name: label }).last().click();
	await expect(page).toHaveURL(/\/items\//);
	await hydrated(page);
}
