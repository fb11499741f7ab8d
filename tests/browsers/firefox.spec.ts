// Flows that the tests of the pages try in a way that Firefox does not support, tried in another way.
import { expect, test } from '@playwright/test';
import { ada, setUp, signIn } from '../pages/household.ts';
import { field, labels, openList, row, tickOf } from '../pages/list-page.ts';
import { handleOf, holdOverRow, letGo, lift, orderOf } from '../pages/dragging.ts';
import { sectioned } from '../pages/sectioned.ts';
import { add, keptOnDevice, late, onServer, opened } from '../pages/offline.ts';
import { startServer, type RunningServer } from '../support/server.ts';

let server: RunningServer;

test.use({ serviceWorkers: 'allow' });
test.beforeAll(async () => {
	server = await startServer();
	await setUp(server);
});
test.afterAll(() => server.stop());
test.beforeEach(({ page }) => signIn(page, server, ada));

test('many lines that are pasted with the keyboard are shown in the preview', async ({ page }) => {
	await openList(page, server, 'Paste', ['Milk']);
	await page.locator('summary', { hasText: 'Paste items' }).click();
	await page.getByLabel('One item per line').fill('milk\nbread');
	await page.getByLabel('One item per line').press('Control+a');
	await page.getByLabel('One item per line').press('Control+x');
	await field(page).press('Control+v');
	await expect(page.getByRole('heading', { name: '2 lines for Paste' })).toBeVisible();
	await page.getByRole('button', { name: 'Add selected' }).click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'bread']);
});

test('a row is dragged by its handle with the mouse', async ({ page }) => {
	const uid = await openList(page, server, 'Dragged', ['Milk', 'Bread', 'Eggs']);
	await expect(handleOf(page, 'Milk')).toBeVisible();
	await lift(page, 'Milk');
	await holdOverRow(page, 'Eggs');
	await expect.poll(() => orderOf(page)).toEqual(['Bread', 'Eggs', 'Milk']);
	await letGo(page);
	await expect.poll(() => onServer(page, server, uid)).toEqual(['Bread', 'Eggs', 'Milk']);
});

test('a list opens while the server is down, and changes to it are sent later', async ({
	page
}) => {
	const uid = await opened(page, server, 'Cellar', ['Milk']);
	await keptOnDevice(page, uid);
	await server.kill();
	await page.reload();
	await expect(page.getByText(/No connection\. Updated/)).toBeVisible(late);
	await tickOf(page, 'Tick Milk').click();
	await add(page, 'bread');
	await server.restart();
	await expect
		.poll(() => onServer(page, server, uid).catch(() => []), { timeout: 45_000 })
		.toEqual(['Milk*', 'bread']);
});

test('rows that were never scrolled to are printed too', async ({ page }) => {
	await openList(page, server, 'Short', ['Milk']);
	const short = await page.pdf();
	const many = Array.from({ length: 120 }, (_, at) => `Thing ${at}`);
	await openList(page, server, 'Long', many);
	await expect(row(page, 'Thing 0')).toBeVisible();
	const long = await page.pdf();
	expect(long.length).toBeGreaterThan(10 * short.length);
});

test('what a folded section holds is printed', async ({ page }) => {
	const things = Array.from({ length: 120 }, (_, at) => `Thing ${at}`);
	const uid = await sectioned(page, server, 'Folded', { Dairy: things, Bakery: ['Rolls'] });
	await page.goto(`${server.url}/lists/${uid}`);
	await page.getByRole('heading', { name: 'Dairy' }).click();
	await expect(row(page, 'Thing 0')).toBeHidden();
	const folded = await page.pdf();
	await openList(page, server, 'One', ['Rolls']);
	const short = await page.pdf();
	expect(folded.length).toBeGreaterThan(10 * short.length);
});
