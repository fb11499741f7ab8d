// Restoring what was deleted: at once, from the trash, and by undoing all that a token did.
import { expect, test, type Page } from '@playwright/test';
import { servedHousehold, member, signIn } from './household.ts';
import {
	call,
	choose,
	doneOf,
	labels,
	listWith,
	openList,
	row,
	tickOf,
	toast,
	uidIn
} from './list-page.ts';
import { expectNothingWrong } from './axe.ts';

const server = servedHousehold();

test('a deleted item is restored to its place from the same page', async ({ page }) => {
	await signIn(page, server, member(server, 'Ben'));
	const uid = await openList(page, server, 'Groceries', ['Milk', 'Bread', 'Eggs']);
	await choose(page, 'Bread', 'Delete');
	await expect(toast(page, 'Bread moved to the trash.')).toBeVisible();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Eggs']);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Bread', 'Eggs']);
	await expect(toast(page, 'moved to the trash')).toHaveCount(0);

	await row(page, 'Eggs').getByRole('link').first().click();
	await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
	await expect(toast(page, 'Eggs moved to the trash.')).toBeVisible();
	await call(page, server, 'DELETE', `/lists/${uid}`);
});

test('a moved item goes back to its old place, also from another list', async ({ page }) => {
	await signIn(page, server, member(server, 'Ida'));
	const other = await listWith(page, server, 'Baker', ['Cake']);
	await openList(page, server, 'Groceries', ['Milk', 'Bread', 'Eggs']);
	await choose(page, 'Eggs', 'Move to the top');
	await expect.poll(() => labels(page)).toEqual(['Eggs', 'Milk', 'Bread']);
	await expect(toast(page, 'Eggs moved.')).toBeVisible();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Bread', 'Eggs']);
	await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

	await row(page, 'Bread').getByRole('link').first().click();
	await page.getByLabel('Move to another list').selectOption('Baker');
	await page.getByRole('button', { name: 'Move' }).click();
	await expect(page).toHaveURL(new RegExp(`/lists/${other}`));
	await expect.poll(() => labels(page)).toEqual(['Cake', 'Bread']);
	await expect(toast(page, 'Bread moved to Baker.')).toBeVisible();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect.poll(() => labels(page)).toEqual(['Cake']);
	await page.goto(server.url);
	await page.getByRole('main').getByRole('link', { name: 'Groceries' }).click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Bread', 'Eggs']);
});

test('an accidental tick is undone from the toast', async ({ page }) => {
	await signIn(page, server, member(server, 'Jo'));
	const uid = await openList(page, server, 'Groceries', ['Milk', 'Bread']);
	await tickOf(page, 'Tick Bread').click();
	await expect(toast(page, 'Bread ticked.')).toBeVisible();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Bread']);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(toast(page, 'Bread ticked.')).toHaveCount(0);
	await expect.poll(() => doneOf(page, server, uid)).toEqual([]);
});

test('cleared items are restored together, still ticked', async ({ page }) => {
	await signIn(page, server, member(server, 'Cleo'));
	const uid = await openList(page, server, 'Groceries', ['Milk', 'Bread', 'Eggs', 'Rice']);
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	const [milk, bread, eggs] = Array.isArray(items) ? items : [];
	await call(page, server, 'DELETE', `/items/${eggs.uid}`);
	for (const item of [milk, bread])
		await call(page, server, 'PUT', `/items/${item.uid}/done`, { done: true });
	await page.goto(`${server.url}/lists/${uid}/clear`);
	await page.getByRole('button', { name: 'Clear ticked' }).click();
	await expect(toast(page, '2 items moved to the trash.')).toBeVisible();
	expect(await doneOf(page, server, uid)).toEqual([]);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByText('2 ticked')).toBeVisible();
	expect(await doneOf(page, server, uid)).toEqual(['Milk', 'Bread']);
	expect(await trashed(page)).toEqual(['Eggs']);
});

test('the trash shows what was deleted, from where, by whom and until when, and restores it', async ({
	page
}) => {
	const dan = member(server, 'Dan');
	await signIn(page, server, dan);
	const uid = await listWith(page, server, 'Groceries', ['Milk']);
	const old = await listWith(page, server, 'Old plans', ['Boat']);
	await page.goto(`${server.url}/trash`);
	await expect(page.getByText('The trash is empty.')).toBeVisible();
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	const milk = Array.isArray(items) ? items[0].uid : '';
	const { through } = await tokenOf(page, 'kitchen tablet');
	await through('DELETE', `/items/${milk}`);
	await call(page, server, 'DELETE', `/lists/${old}`);

	await page.goto(server.url);
	await page.getByRole('main').getByRole('link', { name: 'Trash' }).click();
	const entry = page.getByRole('main').getByRole('listitem');
	await expect(entry).toHaveCount(2);
	await expect(entry.filter({ hasText: 'Milk' })).toContainText('from Groceries');
	await expect(entry.filter({ hasText: 'Milk' })).toContainText('by Dan via kitchen tablet');
	await expect(entry.filter({ hasText: 'Old plans' })).toContainText(/for good on \d+ \w+ \d{4}/);

	await page.getByRole('button', { name: 'Restore Milk' }).click();
	await expect(page.getByRole('status')).toHaveText('Milk is back on Groceries.');
	await expect(entry).toHaveCount(1);
	await page.getByRole('button', { name: 'Restore Old plans' }).click();
	await expect(page.getByRole('status')).toContainText('Old plans is back, with everything');
	await page.getByRole('status').getByRole('link').click();
	await expect.poll(() => labels(page)).toEqual(['Boat']);
});

test('an entry that cannot be restored yet says why, and stays in the trash', async ({ page }) => {
	await signIn(page, server, member(server, 'Eve'));
	const uid = await listWith(page, server, 'Groceries', ['Milk']);
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	await call(page, server, 'DELETE', `/items/${Array.isArray(items) ? items[0].uid : ''}`);
	await call(page, server, 'POST', `/lists/${uid}/archived`, { archived: true });
	await page.goto(`${server.url}/trash`);
	await page.getByRole('button', { name: 'Restore Milk' }).click();
	await expect(page.getByRole('alert')).toContainText('Its list is archived.');
	expect(await trashed(page)).toEqual(['Milk']);
});

test('the address of a thing in the trash says so, and shows the thing again once it is restored', async ({
	page
}) => {
	await signIn(page, server, member(server, 'Kim'));
	const uid = await listWith(page, server, 'Groceries', ['Milk']);
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	const milk = Array.isArray(items) ? items[0].uid : '';
	const title = page.getByRole('heading', { level: 1 });
	const restore = page.getByRole('button', { name: 'Restore' });
	await call(page, server, 'DELETE', `/items/${milk}`);
	await page.goto(`${server.url}/items/${milk}`);
	await expect(title).toHaveText('This item is in the trash');
	await expect(page.getByRole('main')).toContainText(/Milk\s+deleted by Kim just now/);
	await expect(page.getByRole('main').getByRole('link', { name: 'Groceries' })).toBeVisible();
	await restore.click();
	await expect(page).toHaveURL(`${server.url}/items/${milk}`);
	await expect(title).toHaveText('Milk');

	await call(page, server, 'DELETE', `/lists/${uid}`);
	await page.goto(`${server.url}/lists/${uid}/share`);
	await expect(title).toHaveText('This list is in the trash');
	await page.getByRole('main').getByRole('link', { name: 'View trash' }).click();
	await expect(page).toHaveURL(`${server.url}/trash`);
	await page.goBack();
	await expect(title).toHaveText('This list is in the trash');
	await restore.click();
	await expect(page).toHaveURL(`${server.url}/lists/${uid}`);
	await expect.poll(() => labels(page)).toEqual(['Milk']);

	await call(page, server, 'DELETE', `/lists/${uid}`);
	await page.goto(`${server.url}/items/${milk}`);
	await expect(title).toHaveText("This item's list is in the trash");
	await restore.click();
	await expect(page).toHaveURL(`${server.url}/items/${milk}`);
	await expect(title).toHaveText('Milk');
});

test('a thing that cannot be restored from its own address says why in the trash', async ({
	page
}) => {
	await signIn(page, server, member(server, 'Lea'));
	const uid = await listWith(page, server, 'Groceries', ['Milk']);
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	const milk = Array.isArray(items) ? items[0].uid : '';
	await call(page, server, 'DELETE', `/items/${milk}`);
	await call(page, server, 'POST', `/lists/${uid}/archived`, { archived: true });
	await page.goto(`${server.url}/items/${milk}`);
	await page.getByRole('button', { name: 'Restore' }).click();
	await expect(page).toHaveURL(`${server.url}/trash`);
	await expect(page.getByRole('alert')).toContainText('Its list is archived.');
	await page.getByRole('main').getByRole('link', { name: 'Groceries' }).click();
	await expect(page).toHaveURL(`${server.url}/lists/${uid}`);
});

test('what a token did is listed, previewed and undone, except for what changed since', async ({
	page
}) => {
	await signIn(page, server, member(server, 'Fay'));
	const uid = await listWith(page, server, 'Groceries', ['Milk']);
	const { through, tokenUid } = await tokenOf(page, 'eager robot');
	const rice = uidIn(await through('POST', `/lists/${uid}/items`, { label: 'Rice' }), 'item');
	await through('POST', `/lists/${uid}/items`, { label: 'Salt' });
	await call(page, server, 'PATCH', `/items/${rice}`, { label: 'Brown rice' });

	await page.goto(`${server.url}/settings/tokens`);
	await page.getByRole('link', { name: 'Activity: eager robot' }).click();
	const lines = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
	await expect(lines).toHaveText([/Added Salt to Groceries/, /Added Brown rice to Groceries/]);
	await page.getByLabel('Since a date and time').check();
	await page.getByRole('button', { name: 'Preview' }).click();
	await expect(page.getByText('Choose a date and a time.')).toBeVisible();
	await page.getByLabel('Since when').last().fill('2020-01-01T08:30');
	await page.getByRole('button', { name: 'Preview' }).click();
	await expect(page.getByText('Since 1 Jan 2020, 08:30: one change will be undone')).toBeVisible();
	await expect(page.getByRole('listitem').filter({ hasText: 'Brown rice' })).toContainText(
		'Fay changed it since.'
	);
	expect(await open(page, uid)).toEqual(['Milk', 'Brown rice', 'Salt']);

	await page.getByRole('button', { name: 'Undo one change' }).click();
	await expect(page.getByRole('status')).toHaveText(
		'Undid one change; one thing stayed as it was.'
	);
	await expect(page).toHaveURL(new RegExp(`/settings/tokens/${tokenUid}`));
	expect(await open(page, uid)).toEqual(['Milk', 'Brown rice']);
	await lines.first().getByRole('link', { name: 'Salt' }).click();
	await expect(page).toHaveURL(`${server.url}/trash`);
});

test('an address whose count is no number of changes tells of no undo', async ({ page }) => {
	await signIn(page, server, member(server, 'Kim'));
	const { tokenUid } = await tokenOf(page, 'steady robot');
	const told = page.getByRole('main').getByRole('status');
	for (const count of ['1e400', '1.5', '-1', '0x10', ' ', 'x']) {
		await page.goto(`${server.url}/settings/tokens/${tokenUid}?undone=${count}&left=1`);
		await expect(told).toHaveCount(0);
		await page.goto(`${server.url}/settings/tokens/${tokenUid}?undone=2&left=${count}`);
		await expect(told).toHaveText('Undid 2 changes.');
	}
});

test('two things that a token changed of one list may both stay as they are', async ({ page }) => {
	await signIn(page, server, member(server, 'Jo'));
	const uid = await listWith(page, server, 'Groceries', ['Milk']);
	const { through, tokenUid } = await tokenOf(page, 'tidy robot');
	await through('PATCH', `/lists/${uid}`, { name: 'Market' });
	const bakery = uidIn(
		await through('POST', `/lists/${uid}/sections`, { name: 'Bakery' }),
		'section'
	);
	await call(page, server, 'PATCH', `/lists/${uid}`, { name: 'Shop' });
	await call(page, server, 'PATCH', `/sections/${bakery}`, { name: 'Bread' });

	const faults: string[] = [];
	page.on('pageerror', ({ message }) => faults.push(message));
	await page.goto(`${server.url}/settings/tokens/${tokenUid}/undo?since=hour`);
	await page.waitForLoadState('networkidle');
	const stays = page.getByRole('region', { name: 'What stays' }).getByRole('listitem');
	await expect(stays).toHaveText([/Jo changed it since/, /Jo changed it since/]);
	expect(faults).toEqual([]);
});

test('nobody but its member is told what a token did', async ({ page }) => {
	await signIn(page, server, member(server, 'Gus'));
	const { tokenUid } = await tokenOf(page, 'private key');
	await page.context().clearCookies();
	await signIn(page, server, member(server, 'Hal'));
	for (const below of ['', '/undo?since=hour']) {
		const answer = await page.goto(`${server.url}/settings/tokens/${tokenUid}${below}`);
		expect(answer?.status()).toBe(404);
	}
});

test(
	'nothing is wrong with these pages, whatever the light and the width',
	{ tag: '@apart' },
	async ({ page }) => {
		test.slow();
		await signIn(page, server, member(server, 'Ivy'));
		await page.goto(`${server.url}/trash`);
		await expectNothingWrong(page, [page.url()]);
		const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);
		const uid = await listWith(page, server, long, ['Milk', 'Bread']);
		const { through, tokenUid } = await tokenOf(page, 'robot');
		const item = uidIn(await through('POST', `/lists/${uid}/items`, { label: long }), 'item');
		await call(page, server, 'DELETE', `/items/${item}`);
		const token = `/settings/tokens/${tokenUid}`;
		const addresses = [
			'/trash',
			`/items/${item}`,
			`/lists/${uid}?trashed=${item}`,
			token,
			`${token}?when`,
			`${token}?undone=3&left=1`,
			`${token}/undo?since=today`
		];
		await expectNothingWrong(
			page,
			addresses.map((address) => server.url + address)
		);
	}
);

type Through = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

/** A token of the page's member with all abilities, and a function that sends requests with it. */
async function tokenOf(page: Page, name: string): Promise<{ tokenUid: string; through: Through }> {
	const made = await call(page, server, 'POST', '/access-tokens', {
		name,
		abilities: { read: true, write: true, delete: true },
		listUids: [],
		allLists: true,
		expiresAt: ''
	});
	const headers = {
		authorization: `Bearer ${String(made.secret)}`,
		'content-type': 'application/json'
	};
	const through: Through = async (method, path, body) => {
		const init = { method, headers, body: body ? JSON.stringify(body) : null };
		const answer = await fetch(`${server.url}/api/v1${path}`, init);
		expect(answer.status).toBe(200);
		return answer.json();
	};
	return { tokenUid: uidIn(made, 'token'), through };
}

async function trashed(page: Page): Promise<string[]> {
	const { entries } = await call(page, server, 'GET', '/trash');
	return Array.isArray(entries) ? entries.map(({ name }) => name) : [];
}

async function open(page: Page, uid: string): Promise<string[]> {
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	return Array.isArray(items) ? items.map(({ label }) => label) : [];
}
