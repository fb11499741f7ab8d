// The main job, from an empty machine to a household in use, with text as people really type it.
import { expect, test, type Page } from '@playwright/test';
import { pasted, readFromPasted } from '../support/pasted-shopping.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { ada } from './household.ts';
import { field, row } from './list-page.ts';

let server: RunningServer;

test.beforeEach(async () => {
	server = await startServer();
});

test.afterEach(async () => {
	await server.stop();
});

test('a household is set up, fills its first list, lets a script help, and loses nothing', async ({
	page
}) => {
	test.setTimeout(60_000);
	await setUpMillLane(page);
	const listUid = await makeList(page, 'Groceries');
	const secretList = await makeList(page, 'Presents');

	await field(page).fill('bicycle bell');
	await page.getByRole('button', { name: 'Add', exact: true }).click();
	await expect(row(page, 'bicycle bell')).toBeVisible();

	await page.goto(`${server.url}/lists/${listUid}`);
	await pasteAll(page);
	await expect.poll(() => rowsOf(page)).toEqual(readFromPasted);

	for (const label of ['milk', 'Brot', 'pasta', 'bin bags']) await tap(page, `Tick ${label}`);
	await tap(page, 'Untick Brot');
	await page.goto(`${server.url}/lists/${listUid}`);
	await expect(page.getByText('9 left')).toBeVisible();
	await expect(page.locator('summary', { hasText: '3 ticked' })).toBeVisible();

	await choose(page, 'Äpfel', 'Move to the top');
	await expect.poll(async () => (await rowsOf(page))[0]).toEqual(['Äpfel', '']);
	await dueOn(page, 'coffee beans', '2031-05-17');
	await expect(row(page, 'coffee beans')).toContainText('17');

	const ask = asScript(await makeToken(page, listUid));
	const added = await ask('POST', `/lists/${listUid}/items`, { label: 'dish soap' });
	expect(added.status).toBe(200);
	await page.goto(`${server.url}/lists/${listUid}`);
	await expect(row(page, 'dish soap')).toContainText('kitchen tablet');

	const soap = `/items/${added.body.item.uid}`;
	expect((await ask('PUT', `${soap}/done`, { done: true })).status).toBe(200);
	expect((await ask('DELETE', soap)).status).toBe(403);
	expect((await ask('GET', `/lists/${secretList}`)).status).toBe(404);

	await page.goto(`${server.url}/lists/${listUid}`);
	await expect(page.locator('summary', { hasText: '4 ticked' })).toBeVisible();
	const before = await everything(page, [listUid, secretList]);
	const toTheScript = await ask('GET', `/lists/${listUid}`);

	await server.kill();
	await server.restart();
	expect(await everything(page, [listUid, secretList])).toEqual(before);
	expect(await ask('GET', `/lists/${listUid}`)).toEqual(toTheScript);

	const [groceries, presents] = before;
	expect(groceries?.open).toEqual([
		'Äpfel Ada',
		'eggs 12 Ada',
		'Brot Ada',
		'crème fraîche 200 g Ada',
		'coffee beans 17 May 2031 Ada',
		'washing-up liquid Ada',
		'tomatoes 1,5 kg Ada',
		'7 up Ada',
		'oat milk 2 x 1 l Ada'
	]);
	expect(groceries?.ticked.map((text) => text.replace(/ Ada, .*$/, '')).sort()).toEqual([
		'bin bags',
		'dish soap',
		'milk 2 l',
		'pasta 500 g'
	]);
	expect(presents).toEqual({ open: ['bicycle bell Ada'], ticked: [] });

	await page.goto(`${server.url}/lists/${listUid}`);
	await tap(page, 'Untick dish soap');
	await expect(row(page, 'dish soap')).toContainText('kitchen tablet');
});

async function setUpMillLane(page: Page): Promise<void> {
	await page.goto(server.url);
	await page.waitForURL(`${server.url}/setup`);
	for (const [name, value] of Object.entries({ instanceName: 'Mill Lane', ...ada }))
		await page.locator(`[name=${name}]`).fill(value);
	await page.locator('form:has([name=instanceName])').getByRole('button').last().click();
	await page.waitForURL(`${server.url}/`);
}

async function makeList(page: Page, name: string): Promise<string> {
	await page.goto(server.url);
	await page.getByLabel('New list').fill(name);
	await page.getByRole('button', { name: 'Create' }).click();
	await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
	return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function pasteAll(page: Page): Promise<void> {
	await page.locator('summary', { hasText: 'Paste items' }).click();
	await page.getByLabel('One item per line').fill(pasted);
	await page.getByRole('button', { name: 'Preview' }).click();
	await expect(page.getByRole('heading', { name: '12 lines' })).toBeVisible();
	await page.getByRole('button', { name: 'Add all' }).click();
}

async function tap(page: Page, name: string): Promise<void> {
	const ticked = page.locator('summary', { hasText: 'ticked' });
	const button = page.getByRole('button', { name, exact: true });
	if (!(await button.isVisible())) await ticked.click();
	await button.click();
	const [word, label] = name.split(/ (.*)/);
	await expect(
		page.getByRole('button', {
			name: `${word === 'Tick' ? 'Untick' : 'Tick'} ${label}`,
			exact: true
		})
	).toBeAttached();
}

async function choose(page: Page, label: string, what: string): Promise<void> {
	await row(page, label).getByRole('button', { name: 'More actions for' }).click();
	await page.locator('#menu').getByRole('button', { name: what }).click();
}

async function dueOn(page: Page, label: string, day: string): Promise<void> {
	await row(page, label).getByRole('link', { name: label }).first().click();
	await page.getByLabel('Due date').fill(day);
	await page.getByRole('button', { name: 'Save' }).click();
	await page.waitForURL(/\/lists\//);
}

async function makeToken(page: Page, listUid: string): Promise<string> {
	await page.goto(`${server.url}/settings/tokens`);
	await page.locator('[name=name]').fill('kitchen tablet');
	await page.locator('[name="abilities.read"]').check();
	await page.locator('[name="abilities.write"]').check();
	await page.locator('[name="abilities.delete"]').uncheck();
	await page.locator(`[name=listUids][value="${listUid}"]`).check();
	await page.locator('form:has([name=listUids])').getByRole('button').last().click();
	return (await page.locator('.secret').first().innerText()).trim();
}

/** Requests as a shell script at home would send them: with the token, and without the browser's cookies. */
function asScript(secret: string) {
	return async (method: string, path: string, body?: object) => {
		const response = await fetch(`${server.url}/api/v1${path}`, {
			method,
			headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
			...(body ? { body: JSON.stringify(body) } : {})
		});
		return { status: response.status, body: await response.json() };
	};
}

/** The open rows from the top, each with its quantity. */
async function rowsOf(page: Page): Promise<string[][]> {
	const rows = await page.getByRole('list', { name: 'Open items' }).getByRole('listitem').all();
	return Promise.all(
		rows.map(async (item) => [
			await item.getByRole('link').first().innerText(),
			(await item.locator('.qty').allInnerTexts()).join()
		])
	);
}

type Shown = { open: string[]; ticked: string[] };

/** What the page of each list shows: whole rows, with quantity, date and member. */
async function everything(page: Page, listUids: string[]): Promise<Shown[]> {
	const shown: Shown[] = [];
	for (const listUid of listUids) {
		await page.goto(`${server.url}/lists/${listUid}`);
		shown.push({
			open: await textsOf(page, 'Open items'),
			ticked: await textsOf(page, 'Ticked items')
		});
	}
	return shown;
}

async function textsOf(page: Page, name: string): Promise<string[]> {
	const rows = page.getByRole('list', { name, includeHidden: true }).locator('> li');
	const parts = (await rows.all()).map((item) =>
		item.locator('.label, .meta > *').allTextContents()
	);
	return (await Promise.all(parts)).map((texts) => texts.join(' ').replace(/\s+/g, ' ').trim());
}
