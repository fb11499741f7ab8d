// Changes on a list are shown where they happen, and announced by one live region that is always on the page.
import { expect, test, type Page } from '@playwright/test';
import { adasHousehold, hydrated, member, otherBrowser, signIn } from './household.ts';
import { call, choose, field, labels, listWith, openList, row, tickOf } from './list-page.ts';

test.use({ viewport: { width: 390, height: 844 } });

const server = adasHousehold();

const things = Array.from({ length: 200 }, (_, index) => `Thing ${index + 1}`);

test('a new row at the end of a long list comes into sight above the field, warm and announced', async ({
	page
}) => {
	await openList(page, server, 'Long', things);
	const warmed = page.waitForFunction(() => document.querySelector('.items > li.just'));
	await field(page).fill('marzipan');
	await field(page).press('Enter');
	await warmed;
	await expect(said(page)).toHaveText('marzipan added.');
	await expect.poll(() => isUncovered(page, 'marzipan')).toBe(true);
});

test('a new row comes into sight below rows that are taller than they are taken for before they are drawn', async ({
	page
}) => {
	const note = 'From the shop at the corner, the blue one with the large letters on it';
	await openList(
		page,
		server,
		'Tall',
		things.map((label) => ({ label, note, quantity: '2 l' }))
	);
	await field(page).fill('marzipan');
	await field(page).press('Enter');
	await expect.poll(() => isUncovered(page, 'marzipan')).toBe(true);
});

test('the page does not scroll to an added row once the focus has left the field', async ({
	page
}) => {
	// A smooth scroll that is still running would add to the scrolling of the test.
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openList(page, server, 'Left', things);
	let answer = () => {};
	const held = new Promise<void>((resolve) => (answer = resolve));
	await page.route('**/api/v1/**', async (route) => {
		if (route.request().method() === 'POST') await held;
		return route.continue();
	});
	await field(page).fill('Thing 1');
	await field(page).press('Enter');
	await expect(page.getByText('Thing 1 is already on the list.').first()).toBeVisible();
	await page.evaluate(() => window.scrollTo(0, 3000));
	await field(page).fill('marzipan');
	await field(page).press('Enter');
	await expect(said(page)).toHaveText('marzipan added.');
	await page.getByRole('button', { name: 'Tick Thing 70' }).focus();
	await page.evaluate(() => window.scrollTo(0, 3000));
	answer();
	// The answer gives the row its uid, and so its link.
	await expect(row(page, 'marzipan')).toHaveCount(1);
	expect(await page.evaluate(() => window.scrollY)).toBe(3000);
});

test('ticks, undos, moves and deletions are announced', async ({ page }) => {
	await openList(page, server, 'Own', ['Milk', 'Bread', 'Eggs']);
	await tickOf(page, 'Tick Milk').click();
	await expect(said(page)).toHaveText('Milk ticked.');
	await tickOf(page, 'Untick Milk').click();
	await expect(said(page)).toHaveText('Milk unticked.');
	await choose(page, 'Eggs', 'Move up');
	await expect(said(page)).toHaveText('Eggs moved.');
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(said(page)).toHaveText('Undone.');
	await choose(page, 'Bread', 'Delete');
	await expect(said(page)).toHaveText('Bread moved to the trash.');
});

test('what the menu of a list does is announced', async ({ page }) => {
	await openList(page, server, 'From the menu', ['Milk']);
	const choices = [
		['Pin', 'List pinned.'],
		['Unpin', 'List unpinned.'],
		['Add new items on top', 'New items go on top now.'],
		['Add new items at the end', 'New items go to the end now.'],
		['Share with everyone in Mill Lane', 'Shared with everyone.'],
		['Archive', 'List archived.']
	] as const;
	for (const [button, words] of choices) {
		await page.locator('header.head summary').click();
		await page.getByRole('button', { name: button, exact: true }).click();
		await expect(said(page)).toHaveText(words);
	}
});

test('a tick on the page of an item is announced', async ({ page }) => {
	await openList(page, server, 'On its page', ['Milk']);
	await row(page, 'Milk').getByRole('link', { name: 'Milk' }).click();
	await page.getByRole('button', { name: 'Tick', exact: true }).click();
	await expect(said(page)).toHaveText('Milk ticked.');
	await page.getByRole('button', { name: 'Untick', exact: true }).click();
	await expect(said(page)).toHaveText('Milk unticked.');
});

test('a new section is announced, and one that is there already is not called new', async ({
	page
}) => {
	const uid = await openList(page, server, 'Sectioned');
	await page.goto(`${server.url}/lists/${uid}/sections`);
	await hydrated(page);
	const name = page.getByLabel('Name', { exact: true });
	await name.fill('Dairy');
	await name.press('Enter');
	await expect(said(page)).toHaveText('Dairy added.');
	await name.fill('Bakery');
	await name.press('Enter');
	await expect(said(page)).toHaveText('Bakery added.');
	await name.fill('dairy');
	await name.press('Enter');
	await expect(page.getByRole('main').getByRole('status')).toHaveText(
		'“Dairy” is already on this list.'
	);
	await expect(said(page)).toHaveText('Bakery added.');
});

test('an item that is saved on its page is announced, back on the list or on Today', async ({
	page
}) => {
	await openList(page, server, 'Edited', [{ label: 'Milk', dueOn: '2020-01-01' }]);
	const name = page.getByLabel('Name', { exact: true });
	const save = async (label: string) => {
		await name.fill(label);
		await page.getByRole('button', { name: 'Save' }).click();
	};
	await page.getByRole('link', { name: 'Milk' }).click();
	await save(' ');
	await expect(name).toHaveAttribute('aria-invalid', 'true');
	await expect(said(page)).toHaveText('');
	await save(' Oat milk ');
	await expect(page).toHaveURL(/\/lists\//);
	await expect(said(page)).toHaveText('Oat milk saved.');
	await page.goto(`${server.url}/today`);
	await hydrated(page);
	await page.getByRole('link', { name: 'Oat milk' }).click();
	await save('Rice milk');
	await expect(page).toHaveURL(/\/today/);
	await expect(said(page)).toHaveText('Rice milk saved.');
});

test('what others do is announced', async ({ page, browser }) => {
	const uid = await openList(page, server, 'Others', ['Milk', 'Bread']);
	await call(page, server, 'PUT', `/lists/${uid}/sharing`, {
		sharing: 'SHARING_INSTANCE',
		canEdit: true
	});
	const ben = await otherBrowser(browser, {});
	await signIn(ben, server, member(server, 'Ben'));
	const milk = await row(page, 'Milk').getAttribute('id');
	await call(ben, server, 'PUT', `/items/${milk}/done`, { done: true });
	await expect(said(page)).toHaveText('Ben ticked Milk.');
	await call(ben, server, 'POST', `/lists/${uid}/items`, { label: 'Rice' });
	await expect(said(page)).toHaveText('Ben added Rice.');
	await ben.context().close();
});

test('a change is announced with the first answer that contains it, and not with an older one', async ({
	page,
	browser
}) => {
	const uid = await openList(page, server, 'Late', ['Milk', 'Bread']);
	await call(page, server, 'PUT', `/lists/${uid}/sharing`, {
		sharing: 'SHARING_INSTANCE',
		canEdit: true
	});
	const ben = await otherBrowser(browser, {});
	await signIn(ben, server, member(server, 'Ben'));
	const answered = Promise.withResolvers<void>();
	const told = Promise.withResolvers<void>();
	await page.route(
		'**/changes?*',
		async (route) => {
			const response = await route.fetch();
			answered.resolve();
			await told.promise;
			await route.fulfill({ response });
		},
		{ times: 1 }
	);
	await call(page, server, 'PATCH', `/lists/${uid}`, { name: 'Late today' });
	await answered.promise;
	const milk = await row(page, 'Milk').getAttribute('id');
	await call(ben, server, 'PUT', `/items/${milk}/done`, { done: true });
	await expect(page.locator('.items > li.just')).toHaveCount(1);
	told.resolve();
	await expect(said(page)).toHaveText('Ben ticked Milk.');
	await ben.context().close();
});

test('changes by others on another list are not counted with those on this list', async ({
	page,
	browser
}) => {
	const elsewhere = await listWith(page, server, 'Elsewhere', ['Tea', 'Rice', 'Oats', 'Salt']);
	const uid = await openList(page, server, 'Here', ['Milk']);
	const toAll = { sharing: 'SHARING_INSTANCE', canEdit: true };
	for (const shared of [elsewhere, uid])
		await call(page, server, 'PUT', `/lists/${shared}/sharing`, toAll);
	const ben = await otherBrowser(browser, {});
	await signIn(ben, server, member(server, 'Ben'));
	const { items } = await call(ben, server, 'GET', `/lists/${elsewhere}`);
	expect(items).toHaveLength(4);
	for (const item of Array.isArray(items) ? items : [])
		await call(ben, server, 'PUT', `/items/${item.uid}/done`, { done: true });
	const milk = await row(page, 'Milk').getAttribute('id');
	await call(ben, server, 'PUT', `/items/${milk}/done`, { done: true });
	await expect(said(page)).toHaveText('Ben ticked Milk.');
	await ben.context().close();
});

test('the state of the connection is announced in a region that is on the page before', async ({
	page,
	context
}) => {
	await openList(page, server, 'Connected', ['Milk']);
	const line = page.locator('p[role="status"]');
	await expect(line).toHaveText('');
	await line.evaluate((region) => (region.dataset.isFirst = 'yes'));
	await context.setOffline(true);
	await tickOf(page, 'Tick Milk').click();
	await expect(line).not.toHaveText('', { timeout: 15_000 });
	await expect(line).toHaveAttribute('data-is-first', 'yes');
	await context.setOffline(false);
	await expect(said(page)).toHaveText('All changes are sent.', { timeout: 15_000 });
	await expect(line).toHaveText('');
});

test('all changes are said to be sent once the last one is, and not where one was refused', async ({
	page,
	context
}) => {
	await openList(page, server, 'Slowly sent', ['Milk', 'Bread', 'Tea']);
	const line = page.locator('p[role="status"]');
	const sending: (() => void)[] = [];
	await page.route('**/api/v1/items/**', async (route) => {
		await new Promise<void>((resolve) => sending.push(resolve));
		await route.continue();
	});
	await tickOf(page, 'Tick Milk').click();
	await expect(line).not.toHaveText('', { timeout: 15_000 });
	await tickOf(page, 'Tick Bread').click();
	sending.shift()?.();
	await expect.poll(() => sending.length).toBe(1);
	await expect(line).toHaveText('');
	await expect(said(page)).toHaveText('Bread ticked.');
	sending.shift()?.();
	await expect(said(page)).toHaveText('All changes are sent.');
	await context.setOffline(true);
	await tickOf(page, 'Tick Tea').click();
	await expect(line).not.toHaveText('', { timeout: 15_000 });
	await page.unrouteAll();
	const refusal = { code: 3, message: 'Not like this.', details: [] };
	await page.route('**/api/v1/items/**', (route) => route.fulfill({ status: 400, json: refusal }));
	await context.setOffline(false);
	await expect(row(page, 'Tea').getByRole('alert')).toHaveText('Tea. Not like this.');
	await expect(line).toHaveText('');
	await expect(said(page)).toHaveText('Tea ticked.');
});

test('the alert of a refused change names its item, and so does the group of its buttons', async ({
	page
}) => {
	await openList(page, server, 'Named', ['Milk', 'Bread']);
	const refusal = { code: 3, message: 'Not like this.', details: [] };
	await page.route('**/api/v1/items/**', (route) => route.fulfill({ status: 400, json: refusal }));
	for (const label of ['Milk', 'Bread']) {
		await tickOf(page, `Tick ${label}`).click();
		await expect(row(page, label).getByRole('alert')).toHaveText(`${label}. Not like this.`);
		const buttons = row(page, label).getByRole('group', { name: label, exact: true });
		await expect(buttons.getByRole('button')).toHaveText(['Try again', 'Discard']);
	}
});

test('the alert of a refused change of an item that has left the list names it', async ({
	page,
	context
}) => {
	await openList(page, server, 'Left', ['Milk', 'Bread']);
	const refusal = { code: 7, message: 'Not like this.', details: [] };
	await page.route('**/api/v1/items/**', (route) => route.fulfill({ status: 403, json: refusal }));
	await context.setOffline(true);
	const milk = await row(page, 'Milk').getAttribute('id');
	await tickOf(page, 'Tick Milk').click();
	await call(page, server, 'DELETE', `/items/${milk}`);
	await context.setOffline(false);
	const refused = page.getByRole('group', { name: 'Milk', exact: true }).getByRole('alert');
	await expect(row(page, 'Milk')).toHaveCount(0, { timeout: 15_000 });
	await expect(refused).toHaveText('Milk. Not like this.');
});

test('on Today the alert of a refused tick names its item', async ({ page }) => {
	await listWith(page, server, 'Due', [{ label: 'Bills', dueOn: '2020-01-01' }]);
	await page.goto(`${server.url}/today`);
	await hydrated(page);
	await page.route('**/api/v1/items/**', (route) =>
		route.fulfill({ status: 400, json: { code: 3, message: 'Not like this.', details: [] } })
	);
	await tickOf(page, 'Tick Bills').click();
	await expect(page.getByRole('main').getByRole('alert')).toHaveText('Bills. Not like this.');
});

test('the field for adding says beforehand that several pasted lines open a preview', async ({
	page
}) => {
	await openList(page, server, 'Pasted', ['Milk']);
	await expect(field(page)).toHaveAccessibleDescription(
		'Pasting several lines opens a preview of them.'
	);
});

test('a refused text never gets into what is typed next', async ({ page }) => {
	await openList(page, server, 'Refused', ['Milk']);
	const refusal = { code: 3, message: 'Not like this.', details: [] };
	await page.route('**/api/v1/lists/*/items', (route) =>
		route.fulfill({ status: 400, json: refusal })
	);
	await field(page).focus();
	await page.keyboard.type('saffron');
	await page.keyboard.press('Enter');
	await expect(page.getByLabel('Not added yet')).toHaveValue('saffron');
	await page.keyboard.type('cloves');
	await expect(field(page)).toHaveValue('cloves');
	expect(await labels(page)).toEqual(['Milk']);
});

const said = (page: Page) => page.locator('#announcements');

/** Whether the whole row is in sight, with nothing fixed in front of it. */
function isUncovered(page: Page, label: string): Promise<boolean> {
	return row(page, label).evaluate((line) => {
		const { left, width, top, bottom } = line.getBoundingClientRect();
		const at = (y: number) => line.contains(document.elementFromPoint(left + width / 2, y));
		return at(top + 2) && at(bottom - 2);
	});
}
