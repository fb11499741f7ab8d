// What somebody adds they see: a new row, the one that was ticked, or the one that is there already.
import { expect, test } from '@playwright/test';
import { startServer, type RunningServer } from '../support/server.ts';
import { ada, setUp, signIn } from './household.ts';
import { call, doneOf, field, labels, openList, row, tickOf, toast } from './list-page.ts';

test.use({ viewport: { width: 390, height: 844 } });

let server: RunningServer;
test.beforeAll(async () => {
	server = await startServer();
	await setUp(server);
});
test.afterAll(() => server.stop());
test.beforeEach(({ page }) => signIn(page, server, ada));

const things = Array.from({ length: 80 }, (_, index) => `Thing ${index + 1}`);

test('what is ticked is brought back in its place, with the quantity that was written', async ({
	page
}) => {
	const uid = await openList(page, server, 'Back', ['Crème fraîche', 'Milk']);
	await tickOf(page, 'Tick Crème fraîche').click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Crème fraîche']);
	await page.goto(`${server.url}/lists/${uid}`);
	await field(page).fill('200 g creme fraiche');
	await field(page).press('Enter');
	await expect.poll(() => labels(page)).toEqual(['Crème fraîche', 'Milk']);
	await expect(row(page, 'Crème fraîche').locator('.qty')).toHaveText('200 g');
	await expect(page.getByText('Crème fraîche is back on the list.').first()).toBeAttached();
});

test('what is on the list already is shown there, and added again only when that is wanted', async ({
	page
}) => {
	await openList(page, server, 'Once', ['Butter', ...things]);
	await field(page).fill('3 BUTTER');
	await field(page).press('Enter');
	await expect(toast(page, 'Butter is already on the list.')).toBeVisible();
	await expect(row(page, 'Butter')).toHaveCount(1);
	await expect(row(page, 'Butter')).toBeInViewport();
	await page.getByRole('button', { name: 'Add another' }).click();
	await expect(row(page, 'Butter')).toHaveCount(2);
	await expect(row(page, 'Butter').last().locator('.qty')).toHaveText('3');
	await expect(row(page, 'Butter').first().locator('.qty')).toHaveCount(0);
});

test('new items go on top where the owner says so', async ({ page }) => {
	const name = 'Newest first';
	const uid = await openList(page, server, name, ['Milk']);
	const [onTop, atTheEnd] = ['Add new items on top', 'Add new items at the end'];
	const say = async (where: string, other: string) => {
		await page.locator('summary', { hasText: `More actions for ${name}` }).click();
		await page.getByRole('button', { name: where }).click();
		await expect(page.getByRole('button', { name: other, includeHidden: true })).toBeAttached();
	};
	const add = async (label: string) => {
		await field(page).fill(label);
		await field(page).press('Enter');
	};
	await say(onTop, atTheEnd);
	await add('bread');
	await expect.poll(() => labels(page)).toEqual(['bread', 'Milk']);
	await add('tea');
	await expect.poll(() => labels(page)).toEqual(['tea', 'bread', 'Milk']);
	await say(atTheEnd, onTop);
	await add('rice');
	await expect.poll(() => labels(page)).toEqual(['tea', 'bread', 'Milk', 'rice']);
	await page.goto(`${server.url}/lists/${uid}`);
	expect(await labels(page)).toEqual(['tea', 'bread', 'Milk', 'rice']);
});

test('a label that reads like a quantity is added again as it stands', async ({ page }) => {
	await openList(page, server, 'As it stands', ['7 up']);
	await field(page).fill('"7 up"');
	await field(page).press('Enter');
	await page.getByRole('button', { name: 'Add another' }).click();
	await expect.poll(() => labels(page)).toEqual(['7 up', '7 up']);
});

test('a program that adds what is there gets it twice, as it asked', async ({ page }) => {
	const uid = await openList(page, server, 'Program', ['Butter']);
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Butter' });
	await page.reload();
	await expect.poll(() => labels(page)).toEqual(['Butter', 'Butter']);
});

test('what was added is told', async ({ page }) => {
	await openList(page, server, 'Told', ['Milk']);
	await field(page).fill('marzipan');
	await field(page).press('Enter');
	await expect(page.getByText('marzipan added.').first()).toBeAttached();
	await expect(field(page)).toBeFocused();
});
