// The server's HTML is hydrated in place.
import { expect, test } from '@playwright/test';
import { ada, servedHousehold, hydrated, signIn } from './household.ts';
import { listWith } from './list-page.ts';

const server = servedHousehold();

test('the server’s HTML is hydrated in place, and not rendered again', async ({ page }) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Groceries', ['Milk', 'Bread']);
	await page.addInitScript(() =>
		document.addEventListener('readystatechange', () => {
			for (const drawn of document.querySelectorAll('h1, .side, .items > li'))
				drawn.setAttribute('data-drawn', '');
		})
	);
	await page.goto(`${server.url}/lists/${uid}`);
	await page.getByRole('button', { name: 'Tick Milk' }).click();
	await expect(page.getByRole('button', { name: 'Untick Milk' })).toBeVisible();
	for (const drawn of ['h1', '.side', '.items > li'])
		await expect(page.locator(`${drawn}:not([data-drawn])`)).toHaveCount(0);
});

test('a page stays as the server sent it where a part of its script does not load, and its forms work', async ({
	page
}) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Bad line', ['Milk']);
	// What an error page is made of does load.
	await page.route(/\/nodes\/(?![01]\.)/, (route) => route.abort());
	await page.goto(`${server.url}/lists/${uid}`, { waitUntil: 'networkidle' });
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bad line');
	await page.getByRole('button', { name: 'Tick Milk' }).click();
	await expect(page.getByRole('button', { name: 'Untick Milk' })).toBeVisible();
});

test('Back from such a page shows the list that its address names, so that nothing is written into another one', async ({
	page
}) => {
	await signIn(page, server, ada);
	await listWith(page, server, 'Beta', ['Bread']);
	await page.goto(`${server.url}/lists/${await listWith(page, server, 'Alpha', ['Milk'])}`);
	await hydrated(page);
	await page.getByRole('link', { name: 'Beta' }).first().click();
	const title = page.getByRole('heading', { level: 1 });
	await expect(title).toHaveText('Beta');
	await page.route(/\/nodes\/(?![01]\.)/, (route) => route.abort());
	await page.reload({ waitUntil: 'networkidle' });
	await page.goBack();
	await expect(title).toHaveText('Alpha');
	await expect(page.getByRole('button', { name: 'Tick Milk' })).toBeVisible();
});

test('a page’s own script is asked for before those that start it have arrived, and its layouts’ are not', async ({
	page
}) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Slow line', ['Milk']);
	const own: string[] = [];
	page.on('request', (request) => {
		if (request.url().includes('/nodes/')) own.push(request.url());
	});
	await page.route(/\/chunks\//, async (route) => {
		await expect.poll(() => own).toHaveLength(1);
		await route.continue();
	});
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	expect(own).toHaveLength(1);
});

test('the lists beside a page are hydrated when they come into sight, with their state at that time', async ({
	page
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Garden', ['Seeds', 'Spade']);
	await page.goto(server.url);
	await hydrated(page);
	await page.locator('main').getByRole('link', { name: 'Garden' }).click();
	await page.getByRole('button', { name: 'Tick Seeds' }).click();
	await expect(page.getByText('1 left')).toBeVisible();
	await expect(page.locator('.side [data-hydrated]')).toHaveCount(0);

	await page.setViewportSize({ width: 1280, height: 844 });
	await expect(page.locator('.side [data-hydrated]')).toHaveCount(1);
	const current = page.locator('.side [aria-current=page]');
	await expect(current).toHaveCount(1);
	await expect(current).toHaveAttribute('href', `/lists/${uid}`);
	await expect(current).toHaveText(/Garden\s*1/);
});

test('a page is hydrated without a look at each of its links', async ({ page }) => {
	await signIn(page, server, ada);
	const labels = Array.from({ length: 50 }, (_, number) => `Thing ${number}`);
	const uid = await listWith(page, server, 'Linked', labels);
	await page.addInitScript(() => {
		const { getAttribute } = Element.prototype;
		Element.prototype.getAttribute = function (name) {
			// Kit asks each link how it is to be loaded beforehand.
			if (name === 'data-sveltekit-preload-code' && this.closest('.items'))
				document.documentElement.dataset.askedLinks = 'true';
			return getAttribute.call(this, name);
		};
	});
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	await page.getByRole('link', { name: 'Upcoming' }).first().click();
	await expect(page).toHaveURL(`${server.url}/upcoming`);
	await page.goBack();
	await expect(page.getByText('50 left')).toBeVisible();
	await expect(page.locator('[data-asked-links]')).toHaveCount(0);
});
