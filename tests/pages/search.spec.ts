// Search: a form that sends its query in the address, and the results.
import { expect, test, type Page } from '@playwright/test';
import {
	ada,
	hasScript,
	hydrated,
	servedHousehold,
	member,
	otherBrowser,
	signIn
} from './household.ts';
import { call, doneOf, listWith, row, tickOf, toast, uidIn } from './list-page.ts';
import { expectNothingWrong } from './axe.ts';

const server = servedHousehold();

test('with text of twice the size on the narrowest phone the icon stands beside the field', async ({
	page
}) => {
	await page.setViewportSize({ width: 320, height: 640 });
	await signIn(page, server, ada);
	await page.goto(`${server.url}/search`);
	await page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync('html { font-size: 200% }');
		document.adoptedStyleSheets = [sheet];
	});
	const search = page.getByRole('main').getByRole('search');
	const icon = await search.locator('svg').first().boundingBox();
	const field = await search.getByRole('searchbox').boundingBox();
	expect(icon?.y).toBeGreaterThan(field?.y ?? Infinity);
});

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
	await expect(rows(page, 'Items')).toHaveText([
		/^\s*Milk\s+On Groceries\s*$/,
		/^\s*Oat milk\s+On Groceries\s*$/
	]);
	await expect(rows(page, 'Notes')).toHaveText([
		/^\s*Pudding\s+Then the milk, slowly\.\s+In a note on Groceries\s*$/
	]);
	await expect(page.getByRole('main').locator('mark')).toHaveText(['Milk', 'milk', 'Milk', 'milk']);

	await hits(page, 'Notes').click();
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Pudding');
	await page.goto(`${server.url}/search?query=groc`);
	await hits(page, 'Lists').click();
	await expect(page).toHaveURL(`${server.url}/lists/${uid}`);
});

test('an item is found by its quantity, which is shown beside its label', async ({ page }) => {
	await signIn(page, server, member(server, 'Gus'));
	await listWith(page, server, 'Larder', [
		{ label: 'Gooseberries', quantity: '2 große Päckchen' },
		'Päckchen for Oma'
	]);
	await page.goto(`${server.url}/search?query=packchen`);
	await expect(page.getByRole('main').getByText('Found 2 results')).toBeVisible();
	await expect(rows(page, 'Items')).toHaveText([
		/^\s*Päckchen for Oma\s+On Larder\s*$/,
		/^\s*Gooseberries\s+On Larder\s+2 große Päckchen\s*$/
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
	const ticked = row(page, 'Radish 7');
	await expect(ticked).toHaveText(/^\s*Radish 7\s+On Radishes\s· archived\s*$/);
	await expect(page.getByRole('img', { name: 'Ticked' })).toHaveCount(1);
	await expect(ticked.getByRole('img', { name: 'Ticked' })).toBeVisible();
	await expect(page.locator('main button.tick')).toHaveCount(0);
});

test('a result shows how much, when and where, and is ticked and unticked on the spot', async ({
	page
}) => {
	await signIn(page, server, member(server, 'Hugo'));
	const uid = await listWith(page, server, 'Larder', [
		{ label: 'Sago', quantity: '2 l', dueOn: '2030-05-14', note: 'no sago from the corner' },
		'Sago pudding'
	]);
	const dairy = uidIn(
		await call(page, server, 'POST', `/lists/${uid}/sections`, { name: 'Dairy' }),
		'section'
	);
	await listWith(page, server, 'Others', ['Sago for the hens']);
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	const pudding = Array.isArray(items) ? String(items[1].uid) : '';
	await call(page, server, 'POST', `/items/${pudding}:move`, { sectionUid: dairy });
	const address = `${server.url}/search?query=sago`;
	await page.goto(address);
	await hydrated(page);
	await expect(rows(page, 'Items')).toHaveText([
		/^\s*Sago\s+On Larder\s+2 l\s+14 May 2030\s*$/,
		/^\s*Sago pudding\s+On Larder\s· Dairy\s*$/,
		/^\s*Sago for the hens\s+On Others\s*$/
	]);
	await tickOf(page, 'Tick Sago').first().click();
	await expect(toast(page, 'Sago ticked')).toBeVisible();
	await expect(tickOf(page, 'Untick Sago')).toHaveCount(2);
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Sago']);
	await tickOf(page, 'Tick Sago pudding').click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Sago', 'Sago pudding']);
	await expect(page.getByRole('searchbox')).toHaveValue('sago');
	await tickOf(page, 'Untick Sago pudding').click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Sago']);
	await expect(rows(page, 'Items')).toHaveCount(3);
	expect(new URL(page.url()).searchParams.get('query')).toBe('sago');
});

test('a tick of a result is undone where it was made', async ({ page }) => {
	await signIn(page, server, member(server, 'Ines'));
	const uid = await listWith(page, server, 'Undone', [{ label: 'Tapioca', quantity: '1 kg' }]);
	await page.goto(`${server.url}/search?query=tapioca`);
	await hydrated(page);
	await tickOf(page, 'Tick Tapioca').click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Tapioca']);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual([]);
	await expect(tickOf(page, 'Tick Tapioca')).toBeVisible();
	expect(new URL(page.url()).searchParams.get('query')).toBe('tapioca');
});

test('a result on a list that may only be looked at has no box, and a tick that is refused says so at its row', async ({
	page,
	browser,
	contextOptions
}) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Looked at', [{ label: 'Manioc', quantity: '3' }]);
	const share = (canEdit: boolean) =>
		call(page, server, 'PUT', `/lists/${uid}/sharing`, { sharing: 'SHARING_INSTANCE', canEdit });
	await share(false);
	const other = await otherBrowser(browser, contextOptions);
	await signIn(other, server, member(server, 'Jo'));
	await other.goto(`${server.url}/search?query=manioc`);
	await expect(rows(other, 'Items')).toHaveText(/^\s*Manioc\s+On Looked at\s+3\s*$/);
	await expect(other.getByRole('img', { name: 'Open' })).toBeVisible();
	await expect(tickOf(other, 'Tick Manioc')).toHaveCount(0);
	await share(true);
	await other.goto(`${server.url}/search?query=manioc`);
	await expect(tickOf(other, 'Tick Manioc')).toBeVisible();
	// Without script the page learns of the change with the answer.
	if (!hasScript()) {
		await share(false);
		await tickOf(other, 'Tick Manioc').click();
		await expect(rows(other, 'Items').getByRole('alert')).toBeVisible();
		await expect(other.getByRole('searchbox')).toHaveValue('manioc');
	}
	await other.context().close();
});

test('a screen reader hears the words of a result apart', async ({ page }) => {
	await signIn(page, server, member(server, 'Cleo'));
	await listWith(page, server, 'Drinks', ['Tall oat milk']);
	await page.goto(`${server.url}/search`);
	for (const query of ['tall', 'oat', 'tall oat', 'tall milk']) {
		await look(page, query);
		await expect(page.locator('.hits mark').first()).toBeVisible();
		expect(await linksHeard(page)).toContain('Tall oat milk');
	}
});

/** The names of links as Chromium itself tells them. */
async function linksHeard(page: Page): Promise<unknown[]> {
	const devtools = await page.context().newCDPSession(page);
	const { nodes } = await devtools.send('Accessibility.getFullAXTree');
	return nodes.flatMap(({ role, name }) => (role?.value === 'link' ? [name?.value] : []));
}

test('accents do not matter, and a search without results says so', async ({ page }) => {
	await signIn(page, server, member(server, 'Cleo'));
	await listWith(page, server, 'Sweets', ['Crème fraîche']);
	await page.goto(`${server.url}/search`);
	await expect(page.getByText('Searches list names')).toBeVisible();
	await look(page, 'creme fra');
	await expect(page.getByRole('main').getByText('Found one result')).toBeVisible();
	await expect(page.getByRole('main').locator('mark')).toHaveText('Crème fraîche');
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

const rows = (page: Page, shelf: string) =>
	page.getByRole('region', { name: shelf, exact: true }).getByRole('listitem');

test('what is deleted on its page, from a search, is told there and can be brought back', async ({
	page
}) => {
	await signIn(page, server, member(server, 'Una'));
	await listWith(page, server, 'Cellar', ['Zwieback', 'Zwieback crumbs']);
	await page.goto(`${server.url}/search?query=zwieback`);
	await hydrated(page);
	await row(page, 'Zwieback').getByRole('link').click();
	await page.getByRole('button', { name: 'Delete' }).click();
	await expect(toast(page, 'Zwieback moved to the trash.')).toBeVisible();
	if (hasScript()) await expect(page.locator('#announcements')).toContainText('trash');
	await expect(row(page, 'Zwieback')).toHaveCount(0);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(row(page, 'Zwieback')).toBeVisible();
	await expect(page.getByRole('searchbox')).toHaveValue('zwieback');
});
