// Search: a form that sends its query in the address, and the results.
import { expect, test, type Page } from '@playwright/test';
import { servedHousehold, member, signIn } from './household.ts';
import { call, listWith } from './list-page.ts';
import { expectNothingWrong } from './axe.ts';

const server = servedHousehold();

test('lists, items and notes are found, the best kind first, and link to their place', async ({
	page
}) => {
	await signIn(page, server, member(server, 'Ben'));
	await listWith(page, server, 'Milk round', ['Tent']);
	const uid = await listWith(page, server, 'Groceries', [
		'Milk',
		'Oat milk',
		{ label: 'Pudding', note: 'Sugar first.\nThen the milk, slowly.' }
	]);
	await page.goto(server.url);
	await page
		.getByRole('navigation', { name: 'Lists' })
		.getByRole('link', { name: 'Search' })
		.click();
	await look(page, 'MILK');
	await expect(page).toHaveURL(`${server.url}/search?query=MILK`);
	await expect(page.getByRole('searchbox')).toHaveValue('MILK');
	await expect(page.getByRole('main').getByText('Found 4 results')).toBeVisible();
	await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
		'Items',
		'Lists',
		'Notes'
	]);
	await expect(hits(page, 'Items')).toHaveText([
		/^Milk\s+On Groceries\s*$/,
		/^Oat milk\s+On Groceries\s*$/
	]);
	await expect(hits(page, 'Notes')).toHaveText([
		/^Pudding\s+Then the milk, slowly\.\s+In a note on Groceries\s*$/
	]);
	await expect(page.getByRole('main').locator('mark')).toHaveText(['Milk', 'milk', 'Milk', 'milk']);

	await hits(page, 'Notes').click();
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Pudding');
	await page.goto(`${server.url}/search?query=groc`);
	await hits(page, 'Lists').click();
	await expect(page).toHaveURL(`${server.url}/lists/${uid}`);
});

test('an item is found by its quantity, which is shown below its label', async ({ page }) => {
	await signIn(page, server, member(server, 'Gus'));
	await listWith(page, server, 'Larder', [
		{ label: 'Gooseberries', quantity: '2 große Päckchen' },
		'Päckchen for Oma'
	]);
	await page.goto(`${server.url}/search?query=packchen`);
	await expect(page.getByRole('main').getByText('Found 2 results')).toBeVisible();
	await expect(hits(page, 'Items')).toHaveText([
		/^Päckchen for Oma\s+On Larder\s*$/,
		/^Gooseberries\s+2 große Päckchen\s+On Larder\s*$/
	]);
	await expect(page.getByRole('main').locator('mark')).toHaveText(['Päckchen', 'Päckchen']);
	await expect(page.locator('.hits .qty mark')).toHaveText('Päckchen');
	await hits(page, 'Items').last().click();
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Gooseberries');
});

test('a result shows whether it is ticked and its list archived, and the page says how many more there are', async ({
	page
}) => {
	await signIn(page, server, member(server, 'Finn'));
	const labels = Array.from({ length: 120 }, (_, number) => `Radish ${number}`);
	const uid = await listWith(page, server, 'Radishes', labels);
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	const seventh = Array.isArray(items) ? String(items[7].uid) : '';
	await call(page, server, 'PUT', `/items/${seventh}/done`, { done: true });
	await call(page, server, 'POST', `/lists/${uid}/archived`, { archived: true });
	await page.goto(`${server.url}/search?query=radish`);
	await expect(
		page.getByRole('main').getByText('Showing the best 100 of 121 results')
	).toBeVisible();
	await expect(hits(page, 'Lists')).toHaveText(/^Radishes\s+archived\s*$/);
	const ticked = hits(page, 'Items').filter({ hasText: /^Radish 7\b/ });
	await expect(ticked).toHaveText(/^Radish 7\s+On Radishes · ticked · archived\s*$/);
	await expect(page.locator('.hits .ticked')).toHaveCount(1);
	await expect(ticked.locator('.ticked')).toBeVisible();
});

test('accents do not matter, and a search without results says so', async ({ page }) => {
	await signIn(page, server, member(server, 'Cleo'));
	await listWith(page, server, 'Sweets', ['Crème fraîche']);
	await page.goto(`${server.url}/search`);
	await expect(page.getByText('Searches list names')).toBeVisible();
	await look(page, 'creme fra');
	await expect(page.getByRole('main').getByText('Found one result')).toBeVisible();
	await expect(page.getByRole('main').locator('mark')).toHaveText(['Crème', 'fraîche']);
	await look(page, 'zebra');
	await expect(page.getByRole('main').getByText('No results for')).toBeVisible();
	await page.getByRole('link', { name: 'View trash' }).click();
	await expect(page).toHaveURL(`${server.url}/trash`);
});

test('markup in a query is shown as text', async ({ page }) => {
	await signIn(page, server, member(server, 'Dan'));
	await page.goto(`${server.url}/search?query=${encodeURIComponent('<b id="made">x</b>" OR *')}`);
	await expect(page.locator('#made')).toHaveCount(0);
	await expect(page.getByText('<b id="made">x</b>" OR *', { exact: true })).toBeVisible();
});

test(
	'nothing is wrong with the search, whatever the light and the width',
	{ tag: '@apart' },
	async ({ page }) => {
		test.slow();
		await signIn(page, server, member(server, 'Eve'));
		const long = 'Milch' + 'donaudampfschifffahrtsgesellschaft'.repeat(5);
		await listWith(page, server, long, ['Milch', { label: long, note: `Milch ${long}` }]);
		const addresses = ['/search', '/search?query=milch', '/search?query=zebra'];
		await expectNothingWrong(
			page,
			addresses.map((address) => server.url + address)
		);
	}
);

async function look(page: Page, query: string): Promise<void> {
	await page.getByRole('searchbox').fill(query);
	await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
	await page.waitForURL((url) => url.searchParams.get('query') === query);
}

const hits = (page: Page, shelf: string) =>
	page.getByRole('region', { name: shelf, exact: true }).getByRole('link');
