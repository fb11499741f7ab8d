// The household as a whole: its settings, what visitors see of it, and its deletion.
import { expect, test, type Page } from '@playwright/test';
import { startServer, type RunningServer } from '../support/server.ts';
import { ada, hasScript, hydrated, member, otherBrowser, setUp, signIn } from './household.ts';
import { expectNothingWrong } from './axe.ts';

let server: RunningServer;
test.beforeEach(async () => {
	server = await startServer();
	await setUp(server);
});
test.afterEach(() => server.stop());

test('without a public list a visitor is sent to the sign-in', async ({ page }) => {
	expect((await page.goto(`${server.url}/public`))?.status()).toBe(404);
	await expect(page.getByText('There is no public list here right now.')).toBeVisible();
	await expect(page.getByText('Mill Lane').first()).toBeVisible();
	await expect(page.getByText('Hearth')).toHaveCount(0);
	await page.goto(server.url);
	await expect(page).toHaveURL(`${server.url}/sign-in`);
});

test('the public list shows what the settings let it show', async ({
	page,
	browser,
	contextOptions
}) => {
	const stranger = await otherBrowser(browser, contextOptions);
	await signIn(page, server, ada);
	const listUid = await groceries(page);
	await publish(page, { 'Link to join': false, Names: false, Quantities: false });
	await stranger.goto(server.url);
	await expect(stranger).toHaveTitle('Groceries · Mill Lane');
	await expect(stranger.getByText('1 left')).toBeVisible();
	await expect(stranger.getByText('Milk')).toBeVisible();
	for (const hidden of ['Ada', '2 l', 'Tomorrow'])
		await expect(stranger.getByText(hidden, { exact: true })).toHaveCount(0);
	await expect(stranger.getByRole('link', { name: 'Ask to join' })).toHaveCount(0);
	await expect(stranger.getByRole('navigation')).toHaveCount(0);
	const html = await (await fetch(`${server.url}/public`)).text();
	expect(html).toMatch(/<noscript>.*<meta http-equiv="refresh" content="20"\/>.*<\/noscript>/);

	await publish(page, { 'Link to join': true, Names: true, Quantities: true });
	await stranger.goto(server.url);
	for (const shown of ['Ada', '2 l'])
		await expect(stranger.getByText(shown, { exact: true }).first()).toBeVisible();
	await stranger.getByRole('link', { name: 'Ask to join' }).click();
	await expect(stranger).toHaveURL(`${server.url}/join`);
	await page.request.delete(`${server.url}/api/v1/lists/${listUid}`, {
		headers: { origin: server.url }
	});
	expect((await stranger.goto(`${server.url}/public`))?.status()).toBe(404);
	await stranger.context().close();
});

test('without script a public list that stops reloading still shows which item was tapped', async ({
	page,
	browser,
	contextOptions
}) => {
	if (hasScript()) return;
	await publishGroceries(page);
	const stranger = await otherBrowser(browser, contextOptions);
	await stranger.goto(`${server.url}/public`);
	await stranger.getByRole('link', { name: 'Tick Milk' }).click();
	await stranger.getByRole('button', { name: 'Stop reloading this page' }).click();
	await expect(stranger).toHaveURL(/still=yes/);
	await expect(stranger.getByRole('main').getByText('Sign in to tick “Milk”.')).toBeVisible();
	await stranger.context().close();
});

test('the public list is printed without its links', async ({ page, browser, contextOptions }) => {
	await publishGroceries(page);
	const stranger = await otherBrowser(browser, contextOptions);
	await stranger.goto(`${server.url}/public`);
	await expect(stranger.getByRole('link', { name: 'Sign in' })).toBeVisible();
	await stranger.emulateMedia({ media: 'print' });
	await expect(stranger.getByText('Milk')).toBeVisible();
	await expect(stranger.getByRole('link').filter({ hasText: /./ })).toHaveCount(0);
	await stranger.context().close();
});

test('the words of a public row keep off its edge, on a phone and on a wide window', async ({
	page,
	browser,
	contextOptions
}) => {
	const listUid = await publishGroceries(page);
	await post(page, `/lists/${listUid}/items`, { label: 'W'.repeat(120) });
	const stranger = await otherBrowser(browser, contextOptions);
	for (const width of [390, 1280]) {
		await stranger.setViewportSize({ width, height: 844 });
		await stranger.goto(`${server.url}/public`);
		const label = stranger.getByText('WWW');
		await expect(label).toBeVisible();
		const left = await label.evaluate((words) => {
			const row = words.closest('li')?.getBoundingClientRect();
			return (row?.right ?? 0) - words.getBoundingClientRect().right;
		});
		expect(left).toBeGreaterThanOrEqual(12);
	}
	await stranger.context().close();
});

test('a tick by somebody who may not change the list says so, and nothing is ticked', async ({
	page,
	browser,
	contextOptions
}) => {
	await publishGroceries(page);
	const reader = await otherBrowser(browser, contextOptions);
	const ben = member(server, 'Ben');
	await reader.goto(server.url);
	await reader.getByRole('link', { name: 'Tick Milk' }).click();
	await expect(reader.getByRole('main').getByText('Sign in to tick “Milk”.')).toBeVisible();
	await reader
		.getByRole('listitem')
		.filter({ hasText: 'Milk' })
		.getByRole('link', { name: 'Sign in' })
		.click();
	await expect(reader.getByText('“Milk” is ticked once you sign in.')).toBeVisible();
	await reader.getByLabel('Email').fill(ben.email);
	await reader.getByLabel('Password').fill(ben.password);
	await reader.getByRole('button', { name: 'Sign in' }).click();
	await expect(reader.getByRole('alert')).toContainText('so nothing was ticked');
	await hydrated(reader);
	const answered = reader.waitForResponse((response) => response.request().method() === 'POST');
	await reader.getByRole('button', { name: 'Tick Milk' }).click();
	await answered;
	await expect(reader.getByRole('alert')).toBeVisible();
	await expect(reader.getByText('Milk ticked.')).toHaveCount(0);
	await reader.goto(`${server.url}/public`);
	await expect(reader.getByText('1 left')).toBeVisible();
	await reader.context().close();
});

test('a tick by a member who may change the list is announced once it is done', async ({
	page
}) => {
	await publishGroceries(page);
	await page.goto(`${server.url}/public`);
	await hydrated(page);
	await page.getByRole('button', { name: 'Tick Milk' }).click();
	await expect(page.getByText('Everything is ticked.')).toBeVisible();
	if (hasScript()) await expect(page.getByText('Milk ticked.')).toBeAttached();
});

test('a tap on an item that is deleted before the visitor has signed in says so', async ({
	page,
	browser,
	contextOptions
}) => {
	const listUid = await publishGroceries(page);
	const ben = member(server, 'Ben');
	for (const deletes of ['at the form', 'before it']) {
		const reader = await otherBrowser(browser, contextOptions);
		await reader.goto(`${server.url}/public`);
		const tick = reader.getByRole('link', { name: /^Tick / }).first();
		const uid = new URL((await tick.getAttribute('href')) ?? '', server.url).searchParams.get(
			'tick'
		);
		const gone = () =>
			page.request.delete(`${server.url}/api/v1/items/${uid}`, { headers: { origin: server.url } });
		if (deletes === 'before it') await gone();
		await reader.goto(`${server.url}/sign-in?next=%2Fpublic&tick=${uid}`);
		await reader.getByLabel('Email').fill(ben.email);
		await reader.getByLabel('Password').fill(ben.password);
		if (deletes === 'at the form') await gone();
		await reader.getByRole('button', { name: 'Sign in' }).click();
		await expect(reader.getByRole('alert')).toContainText('no longer on this list');
		await reader.context().close();
		await post(page, `/lists/${listUid}/items`, { label: 'Cocoa' });
	}
});

test('a waiting tick is named until the visitor has signed in, even after wrong passwords', async ({
	page,
	browser,
	contextOptions
}) => {
	await publishGroceries(page);
	const ben = member(server, 'Ben');
	const reader = await otherBrowser(browser, contextOptions);
	await reader.goto(`${server.url}/public`);
	await reader
		.getByRole('link', { name: /^Tick / })
		.first()
		.click();
	await reader.getByRole('listitem').getByRole('link', { name: 'Sign in' }).click();
	await reader.getByLabel('Email').fill(ben.email);
	for (const password of ['a first guess, and wrong', 'a second guess, and wrong']) {
		await expect(reader.getByText(/ is ticked once you sign in/)).toBeVisible();
		await reader.getByLabel('Password').fill(password);
		await reader.getByRole('button', { name: 'Sign in' }).click();
		await expect(reader.getByRole('alert')).toContainText("don't match");
	}
	await expect(reader.getByText(/ is ticked once you sign in/)).toBeVisible();
	await reader.context().close();
});

test('an address that names another item ticks nothing', async ({
	page,
	browser,
	contextOptions
}) => {
	await signIn(page, server, ada);
	await groceries(page);
	const { list } = await post(page, '/lists', { name: 'Presents' });
	const { item } = await post(page, `/lists/${list.uid}/items`, { label: 'A bicycle' });
	await publish(page, {});
	const stranger = await otherBrowser(browser, contextOptions);
	await stranger.goto(`${server.url}/sign-in?tick=${item.uid}`);
	await expect(stranger.locator('[name=tick]')).toHaveCount(0);
	expect(await stranger.content()).not.toContain('A bicycle');
	await stranger.context().close();
});

test('where anybody may sign up, a visitor becomes a member at once', async ({
	page,
	browser,
	contextOptions
}) => {
	await signIn(page, server, ada);
	await page.goto(`${server.url}/settings/instance`);
	await page.getByLabel('Anyone can sign up').check();
	await page.getByRole('button', { name: 'Save settings' }).click();
	await expect(page.getByRole('status')).toContainText('saved');
	const stranger = await otherBrowser(browser, contextOptions);
	await stranger.goto(`${server.url}/sign-in`);
	await stranger.getByRole('link', { name: 'Sign up' }).click();
	await stranger.getByLabel('Your name').fill('Cleo');
	await stranger.getByLabel('Your email').fill('cleo@new.test');
	await stranger.getByLabel('Password').fill('too short');
	await stranger.getByRole('button', { name: 'Sign up' }).click();
	await expect(stranger.getByText('Use at least 15 characters')).toBeVisible();
	await expect(stranger.getByLabel('Your name')).toHaveValue('Cleo');
	await stranger.getByLabel('Password').fill('long enough by far');
	await stranger.getByRole('button', { name: 'Sign up' }).click();
	await stranger.waitForURL(`${server.url}/`);
	await stranger.context().close();
});

test('the settings come back as they were filled in when one of them is invalid', async ({
	page
}) => {
	await signIn(page, server, ada);
	await groceries(page);
	await page.goto(`${server.url}/settings/instance`);
	await page.getByLabel('Household name').fill('');
	await page.getByLabel('List', { exact: true }).selectOption({ label: 'Groceries (Only you)' });
	await page.getByLabel('Names').check();
	await page.getByRole('button', { name: 'Save settings' }).click();
	await expect(page.getByText('A name for the household is required.')).toBeVisible();
	await expect(page.getByLabel('Household name')).toBeFocused();
	await expect(page.getByLabel('Names')).toBeChecked();
	await page.getByLabel('Household name').fill('The Mill');
	await page.getByRole('button', { name: 'Save settings' }).click();
	await expect(page.getByRole('status')).toContainText('saved');
	await expect(page).toHaveTitle('Household settings · The Mill');
	await expect(page.getByLabel('List', { exact: true })).not.toHaveValue('');
});

test('the household is deleted only with its name and a password', async ({ page }) => {
	await signIn(page, server, ada);
	await page.goto(`${server.url}/settings/instance`);
	await page.getByRole('link', { name: 'Delete household' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Delete Mill Lane?' })).toBeVisible();
	await page.getByRole('button', { name: 'Delete everything' }).click();
	await expect(page.getByText('Check the fields below.')).toBeVisible();
	await expect(page.getByLabel('Household name')).toBeFocused();
	await page.getByLabel('Household name').fill('Mill Road');
	await page.getByLabel('Your password').fill(ada.password);
	await page.getByRole('button', { name: 'Delete everything' }).click();
	await expect(
		page.getByText('That is not the name of this household. Nothing was deleted.')
	).toBeVisible();
	await page.getByLabel('Household name').fill('Mill Lane');
	await page.getByLabel('Your password').fill('a guess, and a wrong one');
	await page.getByRole('button', { name: 'Delete everything' }).click();
	await expect(page.getByText('That is not your password. Nothing was deleted.')).toBeVisible();
	expect(await page.content()).not.toContain('a guess, and a wrong one');
	await page.getByLabel('Your password').fill(ada.password);
	await page.getByRole('button', { name: 'Delete everything' }).click();
	await expect(page).toHaveURL(`${server.url}/setup`);
});

test(
	'nothing is wrong with what visitors see, whatever the light and the width',
	{ tag: '@apart' },
	async ({ page, browser, contextOptions, javaScriptEnabled }) => {
		test.setTimeout(120_000);
		await signIn(page, server, ada);
		const listUid = await groceries(page);
		await publish(page, { 'Link to join': true, Names: true, Quantities: true });
		const { items } = await (
			await page.request.get(`${server.url}/api/v1/lists/${listUid}`)
		).json();
		const stranger = await otherBrowser(browser, contextOptions);
		// Without script the page reloads by itself. Axe forbids that, and the page lets a reader stop it.
		const still = javaScriptEnabled ? '' : '&still=yes';
		const address = `${server.url}/public?tick=${items[0].uid}${still}`;
		await expectNothingWrong(stranger, [address, `${server.url}/sign-in?tick=${items[0].uid}`]);
		await expectNothingWrong(page, [`${server.url}/public?refused=${items[0].uid}${still}`]);
		await stranger.context().close();
	}
);

async function post(page: Page, path: string, data: object) {
	return (
		await page.request.post(`${server.url}/api/v1${path}`, {
			data,
			headers: { origin: server.url }
		})
	).json();
}

/** A list of the signed-in member's with one item open and one ticked. */
async function groceries(page: Page): Promise<string> {
	const { list } = await post(page, '/lists', { name: 'Groceries' });
	await post(page, `/lists/${list.uid}/items`, { label: 'Milk', quantity: '2 l' });
	const { item } = await post(page, `/lists/${list.uid}/items`, { label: 'Eggs' });
	await page.request.put(`${server.url}/api/v1/items/${item.uid}/done`, {
		data: { done: true },
		headers: { origin: server.url }
	});
	return String(list.uid);
}

/** Publishes a list as Ada, its owner. Returns its uid. */
async function publishGroceries(page: Page): Promise<string> {
	await signIn(page, server, ada);
	const listUid = await groceries(page);
	await publish(page, {});
	return listUid;
}

async function publish(page: Page, show: Record<string, boolean>): Promise<void> {
	await page.goto(`${server.url}/settings/instance`);
	const list = page.getByLabel('List', { exact: true });
	await list.selectOption({
		value: (await list.locator('option', { hasText: 'Groceries' }).getAttribute('value')) ?? ''
	});
	for (const [label, isShown] of Object.entries(show))
		await page.getByLabel(label).setChecked(isShown);
	await page.getByRole('button', { name: 'Save settings' }).click();
	await expect(page.getByRole('status')).toContainText('saved');
}
