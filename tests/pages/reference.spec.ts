// The reference: for everyone, with examples at the reader's own address, found by a form, and printed whole.
import { expect, test, type Page } from '@playwright/test';
import { changeKinds } from '../../src/lib/server/kernel/change-event.ts';
import { statuses } from '../../src/lib/server/http/status.ts';
import { ada, servedHousehold, hydrated, signIn } from './household.ts';
import { expectNothingWrong } from './axe.ts';

const server = servedHousehold();

test('a visitor reads the reference, with examples for the address where it was opened', async ({
	page
}) => {
	const elsewhere = server.url.replace('127.0.0.1', 'localhost');
	await page.goto(`${elsewhere}/api`);
	await expect(page).toHaveTitle('API reference · Mill Lane');
	await expect(page.getByText(`curl '${elsewhere}/api/v1/lists'`)).toBeVisible();
	for (const title of ['Tokens', 'Errors', 'Retries', 'Live events', 'Assistants'])
		await expect(page.getByRole('heading', { name: title, exact: true, level: 2 })).toBeVisible();
	for (const client of ['Claude Code', 'Cursor', 'VS Code'])
		await expect(figure(page, client)).toContainText(`${elsewhere}/mcp`);
});

test('an endpoint is opened, and says what to send and what comes back', async ({ page }) => {
	await page.goto(`${server.url}/api`);
	await expect(figure(page, 'In a script')).toHaveCount(0);
	await page.getByText('PUT /items/{itemUid}/done').click();
	await expect(figure(page, 'In a script').filter({ visible: true })).toContainText(
		"method: 'PUT'"
	);
	await expect(figure(page, 'The example is answered').filter({ visible: true })).toContainText(
		'"done": true'
	);
});

test('the reference is searched with a form, and few results are shown open', async ({ page }) => {
	await page.goto(`${server.url}/api`);
	await page.getByRole('searchbox', { name: 'Find in the reference' }).fill('duplicate');
	await page.getByRole('button', { name: 'Find' }).click();
	await expect(page).toHaveURL(`${server.url}/api?query=duplicate`);
	await expect(page.getByRole('status')).toContainText('One address holds “duplicate”.');
	await expect(page.getByText('curl -X POST')).toBeVisible();
	await page.getByRole('link', { name: 'Show everything' }).click();
	await expect(page.getByRole('heading', { name: 'Tokens', exact: true })).toBeVisible();
	await page.goto(`${server.url}/api?query=%22%3E%3Cscript%3E`);
	await expect(page.getByRole('status')).toContainText('Nothing here holds “"><script>”.');
	await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Guide', 'Addresses']);
});

for (const [query, section] of [
	['mcp', 'Assistants'],
	['Cursor', 'Assistants'],
	['claude', 'Assistants'],
	['etag', 'Retries'],
	['idempotency-key', 'Retries'],
	['retry', 'Retries'],
	['error', 'Errors'],
	['412', 'Errors'],
	['item.ticked', 'Live events'],
	['bearer', 'Tokens']
] as const)
	test(`a search for ${query} finds the section ${section}`, async ({ page }) => {
		await page.goto(`${server.url}/api?query=${query}`);
		await expect(page.getByRole('heading', { name: section, exact: true, level: 2 })).toBeVisible();
		await expect(
			page.getByRole('region').filter({ hasNotText: new RegExp(query, 'i') })
		).toHaveCount(0);
	});

test('results are counted, in the guide, the endpoints and the resources', async ({ page }) => {
	await page.goto(`${server.url}/api?query=due_on`);
	await expect(page.getByRole('status')).toHaveText(
		/^\d addresses and \d resources hold “due_on”\./
	);
	await expect(page.getByRole('definition').filter({ hasText: 'due' }).first()).toBeVisible();
	await page.goto(`${server.url}/api?query=cursor`);
	await expect(page.getByRole('status')).toContainText('One section holds “cursor”.');
});

test('the guide has a row for every error, and a line for every event', async ({ page }) => {
	await page.goto(`${server.url}/api`);
	const errors = section(page, 'Errors').getByLabel('Errors');
	const rows = Object.values(statuses);
	await expect(errors.getByRole('term')).toHaveText(
		rows.map(({ status, code }) => `${status} code ${code}`)
	);
	await expect(errors.getByRole('definition')).toHaveText(rows.map(({ when }) => when));
	const kinds = section(page, 'Live events').getByLabel('Kinds of change').getByRole('term');
	await expect(kinds).toHaveText(Object.keys(changeKinds));
	for (const event of ['change', 'presence', 'reset'])
		await expect(page.getByRole('heading', { name: `event: ${event}`, level: 3 })).toBeVisible();
});

test('when printed, every endpoint is there with its examples', async ({ page }) => {
	await page.goto(`${server.url}/api`);
	await page.emulateMedia({ media: 'print' });
	await expect(page.getByRole('navigation')).toHaveCount(0);
	await expect(page.getByRole('searchbox')).toHaveCount(0);
	for (const text of ['"done": true', '"checkPhrase": "lamp river orbit"'])
		await expect(page.getByText(text).first()).toBeVisible();
});

test('nothing is wrong with the whole reference', { tag: '@apart' }, async ({ page }) => {
	// Axe checks all of it four times, including folded parts.
	test.setTimeout(300_000);
	await expectNothingWrong(page, [`${server.url}/api`]);
});

test('nothing is wrong with search results', { tag: '@apart' }, async ({ page }) => {
	test.slow();
	await expectNothingWrong(page, [`${server.url}/api?query=dueOn`]);
});

test('nothing is wrong with a single endpoint', { tag: '@apart' }, async ({ page }) => {
	test.slow();
	await expectNothingWrong(page, [`${server.url}/api?query=tickItem`]);
});

const section = (page: Page, title: string) =>
	page.getByRole('region', { name: title, exact: true });
const figure = (page: Page, title: string) =>
	page.getByRole('figure').filter({ hasText: title }).filter({ visible: true });

test('an example is copied unchanged, where there is script', async ({
	page,
	context,
	javaScriptEnabled
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await page.goto(`${server.url}/api`);
	const shown = figure(page, 'Claude Code');
	const copy = shown.getByRole('button', { name: 'Copy: Claude Code' });
	if (!javaScriptEnabled) return expect(copy).toHaveCount(0);
	await copy.click();
	await expect(copy).toHaveText('Copied');
	await expect(page.locator('#announcements')).toHaveText('It is on the clipboard.');
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	expect(copied).toBe(await shown.locator('code').textContent());
});

test('the reference is in English, whatever the language of the page before and after it', async ({
	browser
}) => {
	const page = await (await browser.newContext({ locale: 'ar' })).newPage();
	await signIn(page, server, ada);
	const html = page.locator('html');
	for (const isLed of [false, true]) {
		await page.goto(server.url + (isLed ? '/settings/tokens' : '/api'));
		await hydrated(page);
		if (isLed) await page.locator('main a[href="/api"]').click();
		await expect(page).toHaveURL(`${server.url}/api`);
		await expect(html).toHaveAttribute('lang', 'en');
		await expect(html).toHaveAttribute('dir', 'ltr');
		await hydrated(page);
		await page.locator('a.home').click();
		await expect(page).toHaveURL(`${server.url}/`);
		await expect(html).toHaveAttribute('lang', 'ar');
		await expect(html).toHaveAttribute('dir', 'rtl');
	}
	await page.context().close();
});
