// From first run to a full household: how people join, reset a password, and read the public list as visitors.
import { expect, test, type Page } from '@playwright/test';
import { startServer, type RunningServer } from '../support/server.ts';
import { ada, otherBrowser } from './household.ts';

let server: RunningServer;
test.beforeAll(async () => void (server = await startServer()));
test.afterAll(() => server.stop());

test('First-run to full house', async ({ page, browser, contextOptions }) => {
	test.setTimeout(120_000);
	const open = () => otherBrowser(browser, contextOptions);

	await setUp(page);
	const groceries = await makeList(page, 'Groceries', 'Milk', 'Eggs');
	await share(page, groceries);
	await publish(page, 'Groceries');

	const visitor = await open();
	await visitor.goto(server.url);
	await expect(visitor).toHaveURL(`${server.url}/public`);
	await expect(visitor.getByRole('heading', { level: 1, name: 'Groceries' })).toBeVisible();

	const dan = await open();
	await askToJoin(dan);
	const waitingPage = dan.url();
	await approveJoin(page);
	await expect(page.getByRole('status')).toContainText('Approved');
	await onlyTheBrowserThatAskedGoesOn(visitor, waitingPage);
	await lookAgain(dan, 'Welcome');
	await dan.getByLabel('Password').fill('a password of his own');
	await dan.getByRole('button', { name: 'Join' }).click();
	await dan.waitForURL(`${server.url}/`);
	await expect(dan.getByRole('main').getByRole('link', { name: 'Groceries' })).toBeVisible();

	const phone = await open();
	const words = await askForReset(phone, 'Dan');
	await page.goto(`${server.url}/settings/requests`);
	await expect(page.getByText(words, { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Approve: a new password for Dan' }).click();
	await expect(page.getByRole('status')).toContainText('for one hour');
	await lookAgain(phone, 'Choose a new password');
	await phone.getByLabel('New password').fill('one that he will keep');
	await phone.getByRole('button', { name: 'Save and sign in' }).click();
	await expect(phone.getByRole('status')).toContainText('Password changed.');
	await dan.goto(`${server.url}/settings/account`);
	await expect(dan).toHaveURL(/\/sign-in/);

	await visitor.goto(server.url);
	await visitor.getByRole('link', { name: 'Tick Milk' }).click();
	await visitor
		.getByRole('listitem')
		.filter({ hasText: 'Milk' })
		.getByRole('link', { name: 'Sign in' })
		.click();
	await visitor.getByLabel('Email').fill('dan@mill.test');
	await visitor.getByLabel('Password').fill('not the right one at first');
	await visitor.getByRole('button', { name: 'Sign in' }).click();
	await expect(visitor.getByRole('alert')).toBeVisible();
	await visitor.getByLabel('Password').fill('one that he will keep');
	await visitor.getByRole('button', { name: 'Sign in' }).click();
	await expect(visitor).toHaveURL(new RegExp(`/lists/${groceries}`));
	await expect(visitor.getByRole('button', { name: 'Untick Milk' })).toBeVisible();
	await page.goto(`${server.url}/lists/${groceries}`);
	await expect(page.getByText('1 left')).toBeVisible();
	for (const other of [visitor, dan, phone]) await other.context().close();
});

async function setUp(page: Page): Promise<void> {
	await page.goto(server.url);
	await page.getByLabel('Household name').fill('Mill Lane');
	await page.getByLabel('Your name').fill(ada.name);
	await page.getByLabel('Your email').fill(ada.email);
	await page.getByLabel('Password').fill(ada.password);
	await page.getByRole('button', { name: 'Create household' }).click();
	await page.waitForURL(`${server.url}/`);
}

async function makeList(page: Page, name: string, ...labels: string[]): Promise<string> {
	const send = async (path: string, data: object) =>
		(
			await page.request.post(`${server.url}/api/v1${path}`, {
				data,
				headers: { origin: server.url }
			})
		).json();
	const { list } = await send('/lists', { name });
	for (const label of labels) await send(`/lists/${list.uid}/items`, { label });
	return String(list.uid);
}

async function share(page: Page, listUid: string): Promise<void> {
	const data = { sharing: 'SHARING_INSTANCE', canEdit: true, memberUids: [], groupUids: [] };
	await page.request.put(`${server.url}/api/v1/lists/${listUid}/sharing`, {
		data,
		headers: { origin: server.url }
	});
}

async function publish(page: Page, list: string): Promise<void> {
	await page.goto(`${server.url}/settings/instance`);
	await page
		.getByLabel('List', { exact: true })
		.selectOption({ label: `${list} (Everyone in Mill Lane)` });
	await page.getByLabel('Link to join').check();
	await page.getByRole('button', { name: 'Save settings' }).click();
	await expect(page.getByRole('status')).toContainText('saved');
	await expect(page.getByLabel('Link to join')).toBeChecked();
}

async function askToJoin(page: Page): Promise<void> {
	await page.goto(server.url);
	await page.getByRole('link', { name: 'Ask to join' }).click();
	await page.getByLabel('Your name').fill('Dan');
	await page.getByLabel('Your email').fill('dan@mill.test');
	await page.getByLabel('Message to the admins').fill('Dan from upstairs.\nWe met on the stairs.');
	await page.getByRole('button', { name: 'Ask to join' }).click();
	await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
}

async function approveJoin(page: Page): Promise<void> {
	await page.goto(`${server.url}/activity`);
	await expect(page.getByText('Dan from upstairs. We met on the stairs.')).toBeVisible();
	await page.getByRole('button', { name: 'Approve: Dan joins' }).click();
}

async function onlyTheBrowserThatAskedGoesOn(page: Page, address: string): Promise<void> {
	await page.goto(address);
	await expect(page.getByText('Only the browser that asked can continue.')).toBeVisible();
	await expect(page.getByLabel('Password')).toHaveCount(0);
}

async function lookAgain(page: Page, title: string): Promise<void> {
	await page.getByRole('button', { name: 'Check now' }).click();
	await expect(page.getByRole('heading', { name: title })).toBeVisible();
}

/** Asks for a reset. Returns the words that the member has to read out. */
async function askForReset(page: Page, emailOrName: string): Promise<string> {
	await page.goto(`${server.url}/sign-in`);
	await page.getByRole('link', { name: 'Forgot your password?' }).click();
	await page.getByLabel('Your email or name').fill(emailOrName);
	await page.getByRole('button', { name: 'Request a password reset' }).click();
	const words = (await page.getByText(/^[a-z]+ [a-z]+ [a-z]+$/).innerText()).trim();
	expect(words.split(' ')).toHaveLength(3);
	return words;
}
