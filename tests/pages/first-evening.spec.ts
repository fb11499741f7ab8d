// The main job, from an empty machine to a household that trusts it, on what a person really types.
import { expect, test, type Page } from '@playwright/test';
import { startServer, type RunningServer } from '../support/server.ts';
import { ada } from './household.ts';
import { row } from './list-page.ts';

const pasted = [
	'2 l milk',
	'eggs x12',
	'- Brot',
	'• crème fraîche 200 g',
	'[ ] coffee beans',
	'',
	'washing-up liquid',
	'tomatoes 1,5 kg',
	'"7 up"',
	'Äpfel',
	'pasta 500g',
	'oat milk 2x1l',
	'bin bags'
].join('\n');

const onTheList = [
	['milk', '2 l'],
	['eggs', '12'],
	['Brot', ''],
	['crème fraîche', '200 g'],
	['coffee beans', ''],
	['washing-up liquid', ''],
	['tomatoes', '1,5 kg'],
	['7 up', ''],
	['Äpfel', ''],
	['pasta', '500 g'],
	['oat milk', '2 x 1 l'],
	['bin bags', '']
];

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

	await page.goto(`${server.url}/lists/${listUid}`);
	await pasteAll(page);
	await expect.poll(() => rowsOf(page)).toEqual(onTheList);

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
	const before = await everything(page);

	await server.kill();
	await server.restart();
	await page.goto(`${server.url}/lists/${listUid}`);
	expect(await everything(page)).toEqual(before);
	expect(before.open).toEqual([
		'Äpfel',
		'eggs',
		'Brot',
		'crème fraîche',
		'coffee beans',
		'washing-up liquid',
		'tomatoes',
		'7 up',
		'oat milk'
	]);
	expect(before.ticked.sort()).toEqual(['bin bags', 'dish soap', 'milk', 'pasta']);
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
	await page.getByLabel('A new list').fill(name);
	await page.getByRole('button', { name: 'Make it' }).click();
	await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
	return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function pasteAll(page: Page): Promise<void> {
	await page.locator('summary', { hasText: 'Paste many' }).click();
	await page.getByLabel('One item a line').fill(pasted);
	await page.getByRole('button', { name: 'Look at them first' }).click();
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
	await row(page, label).locator('summary').click();
	await row(page, label).getByRole('button', { name: what }).click();
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

/** What a shell script at home would do: plain requests with the token and nothing of the browser's. */
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

async function everything(page: Page): Promise<{ open: string[]; ticked: string[] }> {
	const labels = (list: string) =>
		page
			.getByRole('list', { name: list, includeHidden: true })
			.locator('.label a')
			.allTextContents();
	return { open: await labels('Open items'), ticked: await labels('Ticked items') };
}
