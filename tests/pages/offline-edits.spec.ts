// What is written without a connection replaces nothing that somebody else wrote meanwhile, unless they are asked.
import { expect, test, type Page } from '@playwright/test';
import { startServer, type RunningServer } from '../support/server.ts';
import { openSpoiltProxy } from '../support/spoilt-proxy.ts';
import { ada, hydrated, setUp, signIn } from './household.ts';
import { call, listWith, row, tickOf } from './list-page.ts';
import { awake, keptOnDevice, late, onServer, rowOf } from './offline.ts';

let server: RunningServer;

test.use({ serviceWorkers: 'allow' });
test.beforeAll(async () => {
	server = await startServer();
	await setUp(server);
});
test.afterAll(() => server.stop());
test.beforeEach(({ page }) => signIn(page, server, ada));

const name = (page: Page) => page.getByLabel('Name', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('what is typed into an item that was opened without a connection answers what stood there then', async ({
	page,
	context
}) => {
	const { uid, cake } = await cakeOn(page, 'Opened offline');
	await awake(page);
	await keptOnDevice(page, uid);
	await context.setOffline(true);
	await tickOf(page, 'Tick Milk').click();
	await page.goto(`${server.url}/items/${cake}`);
	await page.getByLabel('Note').fill('two eggs, vanilla');
	await call(page, server, 'PATCH', `/items/${cake}`, { note: 'no eggs' });
	await context.setOffline(false);
	await expect(page.getByText('no eggs')).toBeVisible(late);
	await save(page);
	await expect(rowOf(page, 'Cake').getByText('It now says “no eggs”.')).toBeVisible(late);
	await expect(rowOf(page, 'Cake').getByText('You wrote “two eggs, vanilla”.')).toBeVisible();
	expect(await noteOf(page, uid)).toBe('no eggs');
});

test('of two texts that were edited, the one that somebody else changed is shown', async ({
	page
}) => {
	// The browser's own switch lets a request through that is sent while a page goes away.
	const proxy = await openSpoiltProxy(server.url);
	const { uid, cake } = await cakeOn(page, 'Two texts');
	await page.goto(`${proxy.url}/items/${cake}`);
	await awake(page);
	await keptOnDevice(page, uid);
	proxy.spoil('refused');
	await name(page).fill('Chocolate cake');
	await page.getByText('Edit note').click();
	await page.getByLabel('Note').fill('two eggs, vanilla');
	await save(page);
	await expect(page.getByText(/not sent/)).toBeVisible(late);
	expect(await noteOf(page, uid)).toBe('two eggs');
	await call(page, server, 'PATCH', `/items/${cake}`, { note: 'no eggs' });
	proxy.spoil('not');
	await expect(page.getByText('It now says “no eggs”.')).toBeVisible(late);
	await expect(page.getByText('It now says “Cake”.')).toHaveCount(0);
	await proxy.close();
});

test.describe('without a service worker', () => {
	test.use({ serviceWorkers: 'block' });

	test('an edit that is saved twice without a connection is no conflict with itself', async ({
		page,
		context
	}) => {
		const { uid } = await cakeOn(page, 'Saved twice');
		await row(page, 'Cake').getByRole('link').first().click();
		await page.waitForURL(/items/);
		await context.setOffline(true);
		for (const label of ['Carrot cake', 'Apple cake']) {
			await name(page).fill(label);
			await save(page);
			await page.waitForTimeout(500);
		}
		await context.setOffline(false);
		await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk', 'Apple cake']);
		await expect(page.getByRole('button', { name: 'Save mine' })).toHaveCount(0);
	});
});

/** The page of a list with a cake on it. */
async function cakeOn(page: Page, listName: string): Promise<{ uid: string; cake: string }> {
	const uid = await listWith(page, server, listName, ['Milk', { label: 'Cake', note: 'two eggs' }]);
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	return { uid, cake: (await itemsOf(page, uid)).find(({ label }) => label === 'Cake')?.uid ?? '' };
}

const noteOf = async (page: Page, uid: string): Promise<string | undefined> =>
	(await itemsOf(page, uid)).find(({ label }) => label === 'Cake')?.note;

async function itemsOf(
	page: Page,
	uid: string
): Promise<{ uid: string; label: string; note: string }[]> {
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	return Array.isArray(items) ? items : [];
}
