// An offline edit never replaces what somebody else wrote meanwhile, unless the member confirms it.
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { openSpoiltProxy } from '../support/mobile-proxy.ts';
import { adasHousehold, hydrated } from './household.ts';
import { call, listWith, openList, row, tickOf } from './list-page.ts';
import {
	add,
	awake,
	deviceHolds,
	keptOnDevice,
	late,
	named,
	onServer,
	opened,
	pick,
	rowOf
} from './offline.ts';

test.use({ serviceWorkers: 'allow' });
const server = adasHousehold();

/** Between the pages and the server: the browser's own switch lets requests through that are sent while a page is closed. */
let proxy: Awaited<ReturnType<typeof openSpoiltProxy>>;
test.beforeEach(async () => {
	proxy = await openSpoiltProxy(server.url);
});
test.afterEach(() => proxy.close());

async function setOffline(context: BrowserContext, isOffline: boolean): Promise<void> {
	proxy.spoil(isOffline ? 'refused' : 'not');
	await context.setOffline(isOffline);
}

const openedThere = (page: Page, name: string, items: Parameters<typeof opened>[3]) =>
	opened(page, server, name, items, proxy.url);

const name = (page: Page) => page.getByLabel('Name', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('an edit of an item that was opened offline is based on the text that was shown then', async ({
	page,
	context
}) => {
	const { uid, cake } = await writtenOffline(page, context, 'Opened offline', 'Milk');
	await call(page, server, 'PATCH', `/items/${cake}`, { note: 'no eggs' });
	await setOffline(context, false);
	await expect(page.getByText('no eggs')).toBeVisible(late);
	await save(page);
	await expect(rowOf(page, 'Cake').getByText('It now says “no eggs”.')).toBeVisible(late);
	await expect(rowOf(page, 'Cake').getByText('You wrote “two eggs, vanilla”.')).toBeVisible();
	expect(await noteOf(page, uid)).toBe('no eggs');
});

test('what is typed about an item stays where somebody deletes the item, and can be saved', async ({
	page,
	context
}) => {
	const { uid, cake } = await writtenOffline(page, context, 'Deleted while typing', 'Milk');
	await call(page, server, 'DELETE', `/items/${cake}`);
	await setOffline(context, false);
	await expect.poll(() => onServer(page, server, uid), late).toContain('Milk*');
	await expect.poll(() => deviceHolds(page, cake), late).toBe(false);
	await expect(page.getByLabel('Note')).toHaveValue('two eggs, vanilla');
	await save(page);
	await page.getByRole('button', { name: 'Bring it back and save' }).click(late);
	await expect.poll(() => noteOf(page, uid), late).toBe('two eggs, vanilla');
});

test('what is selected in a note offline stays selected while another text is changed in another tab', async ({
	page,
	context
}) => {
	const { cake } = await editedOffline(page, context, 'Selected offline');
	await page.goto(`${proxy.url}/items/${cake}`);
	const note = page.getByLabel('Note');
	await note.selectText();
	const tab = await context.newPage();
	await tab.goto(`${proxy.url}/items/${cake}`);
	await tab.getByLabel('Quantity').fill('3');
	await save(tab);
	await expect(page.getByLabel('Quantity')).toHaveValue('3');
	await page.keyboard.type('X');
	await expect(note).toHaveValue('X');
});

test('of two edited texts, only the one that somebody else changed is shown as a conflict', async ({
	page
}) => {
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
});

test('an item without a name is not saved offline, and its field says so', async ({
	page,
	context
}) => {
	const { uid, cake } = await cakeOn(page, 'No name');
	await awake(page);
	await keptOnDevice(page, uid);
	await setOffline(context, true);
	await page.goto(`${proxy.url}/items/${cake}`);
	await page.getByLabel('Note').fill('two eggs, vanilla');
	for (const empty of ['', '   ']) {
		await name(page).fill(empty);
		await page.getByLabel('Note').focus();
		await save(page);
		await expect(page.getByText('A name for the item is required.')).toBeVisible();
		await expect(name(page)).toHaveAccessibleDescription('A name for the item is required.');
		await expect(name(page)).toBeFocused();
	}
	await expect(page.getByLabel('Note')).toHaveValue('two eggs, vanilla');
	await name(page).fill('Carrot cake');
	await save(page);
	await expect(rowOf(page, 'Carrot cake')).toBeVisible();
});

test('each text of an item is shown and edited offline, and arrives as it was typed', async ({
	page,
	context
}) => {
	const before = { label: 'Cake', quantity: '1', dueOn: '2030-01-02', note: 'two eggs\nbutter' };
	const uid = await listWith(page, server, 'Each text', [before]);
	await page.goto(`${proxy.url}/lists/${uid}`);
	await awake(page);
	await keptOnDevice(page, uid);
	await setOffline(context, true);
	const [{ uid: cake = '' } = {}] = await itemsOf(page, uid);
	const shown: Record<string, string> = { ...before };
	const edits = [
		['label', 'Apple cake'],
		['quantity', '2'],
		['dueOn', '2031-02-03'],
		['note', '\nthe first line is empty\n'],
		['quantity', ''],
		['dueOn', '']
	] as const;
	for (const [edited, typed] of edits) {
		await page.goto(`${proxy.url}/items/${cake}`);
		for (const [name, text] of Object.entries(shown))
			await expect(page.locator(`form [name=${name}]`)).toHaveValue(text);
		await page.locator(`form [name=${edited}]`).fill(typed);
		shown[edited] = typed;
		await save(page);
		await expect(rowOf(page, shown['label'] ?? '')).toBeVisible();
	}
	expect(await itemsOf(page, uid)).toMatchObject([before]);
	await setOffline(context, false);
	await expect.poll(() => itemsOf(page, uid), late).toMatchObject([shown]);
});

test('a space at the end of a name makes no conflict between two edits of one member', async ({
	page,
	context
}) => {
	const { uid, cake } = await cakeOn(page, 'Spaces');
	await awake(page);
	await keptOnDevice(page, uid);
	await setOffline(context, true);
	for (const label of ['Carrot cake ', 'Apple cake ']) {
		await page.goto(`${proxy.url}/items/${cake}`);
		await name(page).fill(label);
		await save(page);
		await expect(rowOf(page, label.trim())).toBeVisible();
	}
	await setOffline(context, false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk', 'Apple cake']);
});

test('an item that somebody brought back and changed is not overwritten by an edit that was refused, and a tick leaves that', async ({
	page,
	context
}) => {
	const { uid, cake } = await editedOffline(page, context, 'Brought back');
	await deleteOn(page, uid, ['Cake']);
	await setOffline(context, false);
	await expect(page.getByRole('button', { name: 'Bring it back and save' })).toBeVisible(late);
	await call(page, server, 'POST', `/trash/${cake}:restore`, {});
	await call(page, server, 'PATCH', `/items/${cake}`, { note: 'no eggs' });
	await rowOf(page, 'Cake').getByRole('button', { name: 'Try again' }).click(late);
	await expect(rowOf(page, 'Cake').getByText('It now says “no eggs”.')).toBeVisible();
	await expect(rowOf(page, 'Cake').getByText('You wrote “two eggs, vanilla”.')).toBeVisible();
	expect(await noteOf(page, uid)).toBe('no eggs');
	await tickOf(page, 'Tick Cake').click();
	await expect.poll(() => onServer(page, server, uid), late).toContain('Cake*');
	await expect(rowOf(page, 'Cake').getByText('You wrote “two eggs, vanilla”.')).toBeVisible();
});

test('a deleted item that was changed before it was deleted is brought back, and both texts are shown', async ({
	page,
	context
}) => {
	const { uid, cake } = await editedOffline(page, context, 'Changed and deleted');
	await call(page, server, 'PATCH', `/items/${cake}`, { note: 'no eggs' });
	await deleteOn(page, uid, ['Cake']);
	await setOffline(context, false);
	await page.getByRole('button', { name: 'Bring it back and save' }).click(late);
	await expect(rowOf(page, 'Cake').getByText('It now says “no eggs”.')).toBeVisible(late);
	expect(await noteOf(page, uid)).toBe('no eggs');
	await rowOf(page, 'Cake').getByRole('button', { name: 'Save mine' }).click();
	await expect.poll(() => noteOf(page, uid)).toBe('two eggs, vanilla');
});

test('an item that cannot be brought back is told of by its name, once however often it is tried', async ({
	page,
	context
}) => {
	const uid = await openedThere(page, 'Purged', ['Milk', { label: 'Cake', quantity: '1' }]);
	await keptOnDevice(page, uid);
	await setOffline(context, true);
	await page.getByRole('button', { name: 'Quantity of Cake: 1' }).click();
	await page.getByLabel('Quantity of Cake').fill('2');
	await page.keyboard.press('Enter');
	await deleteOn(page, uid, ['Cake']);
	await context.route('**/api/v1/trash/**', (route) =>
		route.fulfill({
			status: 404,
			json: { code: 5, message: "This entry doesn't exist.", details: [] }
		})
	);
	await setOffline(context, false);
	for (let tries = 0; tries < 2; tries += 1) {
		const restored = page.waitForResponse(/trash/, late);
		await page.getByRole('button', { name: 'Bring it back and save' }).click(late);
		await restored;
		await expect(page.getByText('You wrote “2”.')).toBeVisible(late);
		await expect(page.getByRole('alert').filter({ hasText: '“Cake”' })).toHaveCount(2);
		await expect(page.getByRole('alert')).toHaveCount(2);
		await expect(page.getByRole('button', { name: 'Copy what I wrote' })).toBeVisible();
	}
});

test('the quantity of an item that is on the list already is set offline', async ({
	page,
	context
}) => {
	const uid = await openedThere(page, 'More', [{ label: 'Milk', quantity: '1 l' }, 'Bread']);
	await keptOnDevice(page, uid);
	await setOffline(context, true);
	await page.reload();
	await add(page, '3 l milk');
	await page.getByRole('button', { name: 'Set quantity to 3 l' }).click();
	await expect(rowOf(page, 'Milk')).toContainText('3 l');
	expect(await quantityOf(page, uid)).toBe('1 l');
	await setOffline(context, false);
	await expect.poll(() => quantityOf(page, uid), late).toBe('3 l');
});

test('the date that was typed with it is set offline too', async ({ page, context }) => {
	const uid = await openedThere(page, 'More, later', [{ label: 'Milk', quantity: '1 l' }]);
	await keptOnDevice(page, uid);
	await setOffline(context, true);
	await page.reload();
	await add(page, '3 l milk tomorrow');
	await page.getByRole('button', { name: 'Set to 3 l · Tomorrow' }).click();
	await expect(rowOf(page, 'Milk')).toContainText('Tomorrow');
	await setOffline(context, false);
	await expect.poll(() => quantityOf(page, uid), late).toBe('3 l');
	await expect
		.poll(async () => JSON.stringify(await call(page, server, 'GET', `/lists/${uid}`)), late)
		.toMatch(/"dueOn":"\d{4}-/);
});

test('offline changes to items that somebody deleted meanwhile are reported once, by the items’ names', async ({
	page,
	context
}) => {
	const uid = await openedThere(page, 'Deleted', ['Milk', 'Bread', 'Eggs', 'Tea', 'Rice']);
	await keptOnDevice(page, uid);
	await setOffline(context, true);
	for (const label of ['Milk', 'Bread']) await tickOf(page, `Tick ${label}`).click();
	await pick(page, 'Rice', 'Move up');
	await deleteOn(page, uid, ['Milk', 'Bread', 'Rice']);
	await setOffline(context, false);
	const said = page.getByRole('alert').filter({ hasText: 'Rice' });
	await expect(said).toHaveText(
		"3 items couldn't be changed: Milk, Bread and Rice. They don't exist any more, or you can't see them. Look in the trash for what you still need.",
		late
	);
	await expect.poll(() => named(page)).toEqual(['Eggs', 'Tea']);
	await expect(page.getByRole('link', { name: 'View trash' })).toBeVisible();
	await page.getByRole('button', { name: 'Discard' }).click();
	await expect(page.getByRole('alert')).toHaveCount(0);
	await page.reload();
	await hydrated(page);
	await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a tick that was made before a page was closed names the item that is gone when it opens again', async ({
	page
}) => {
	const uid = await openedThere(page, 'Closed', ['Milk', 'Bread']);
	await keptOnDevice(page, uid);
	proxy.spoil('refused');
	await tickOf(page, 'Tick Milk').click();
	await expect(page.getByText(/not sent/)).toBeVisible(late);
	await page.goto('about:blank');
	await deleteOn(page, uid, ['Milk']);
	proxy.spoil('not');
	await page.goto(`${proxy.url}/lists/${uid}`);
	await expect(page.getByRole('alert')).toContainText("“Milk” couldn't be ticked.", late);
	expect(await named(page)).toEqual(['Bread']);
});

test('an undo of a deletion that somebody else has undone leaves nothing to decide', async ({
	page
}) => {
	const uid = await openedThere(page, 'Brought back', ['Milk', 'Bread']);
	const milk = (await row(page, 'Milk').getAttribute('id')) ?? '';
	await pick(page, 'Milk', 'Delete');
	await expect.poll(() => onServer(page, server, uid)).toEqual(['Bread']);
	await call(page, server, 'POST', `/trash/${milk}:restore`, {});
	const refused = page.waitForResponse(/:restore$/);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	expect((await refused).status()).toBe(404);
	await expect.poll(() => named(page)).toEqual(['Milk', 'Bread']);
	await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
	await expect(page.getByRole('alert')).toHaveCount(0);
});

test('for a deleted item, its refused edit is kept separately from its tick', async ({
	page,
	context
}) => {
	const uid = await openedThere(page, 'Both', ['Milk', { label: 'Cake', quantity: '1' }]);
	await keptOnDevice(page, uid);
	await setOffline(context, true);
	await page.getByRole('button', { name: 'Quantity of Cake: 1' }).click();
	await page.getByLabel('Quantity of Cake').fill('2');
	await page.keyboard.press('Enter');
	await tickOf(page, 'Tick Cake').click();
	await deleteOn(page, uid, ['Cake']);
	await setOffline(context, false);
	const said = page.getByRole('alert');
	await expect(said.filter({ hasText: "“Cake” couldn't be ticked." })).toBeVisible(late);
	await expect(said.filter({ hasText: "“Cake” couldn't be changed." })).toBeVisible();
	await page.getByRole('button', { name: 'Bring it back and save' }).click();
	await expect.poll(() => onServer(page, server, uid)).toEqual(['Milk', 'Cake']);
	await expect(rowOf(page, 'Cake')).toContainText('2');
});

test.describe('without a service worker', () => {
	test.use({ serviceWorkers: 'block' });

	test('what is done on the page of an item comes after what is not sent yet', async ({ page }) => {
		const { uid } = await cakeOn(page, 'In order');
		await page.route('**/api/v1/items/**', (route) => route.abort());
		await tickOf(page, 'Tick Cake').click();
		await row(page, 'Cake').getByRole('link').first().click();
		await page.getByRole('button', { name: 'Untick', exact: true }).click();
		await expect(page.getByRole('button', { name: 'Tick', exact: true })).toBeVisible();
		await page.unrouteAll();
		await page.evaluate(() => dispatchEvent(new Event('online')));
		await page.getByLabel('Name', { exact: true }).fill('Carrot cake');
		await save(page);
		await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk', 'Carrot cake']);
	});

	for (const [button, left] of [
		['Clear ticked', []],
		['Untick all', ['Bread', 'Milk']]
	] as const)
		test(`"${button}" comes after a tick that is not sent yet, and is refused while it cannot be sent`, async ({
			page
		}) => {
			const uid = await openList(page, server, `${button} later`, ['Bread', 'Milk']);
			await tickOf(page, 'Tick Bread').click();
			await expect.poll(() => onServer(page, server, uid)).toEqual(['Bread*', 'Milk']);
			let tries = 0;
			await page.route('**/api/v1/items/**', (route) => {
				tries += 1;
				return route.abort();
			});
			await tickOf(page, 'Tick Milk').click();
			await page.locator('.head summary').click();
			await page.locator('.head .panel').getByText('Clear or untick…').click();
			await page.getByRole('button', { name: button }).click();
			await expect(page.getByText("The server can't be reached.")).toBeVisible();
			expect(await onServer(page, server, uid)).toEqual(['Bread*', 'Milk']);
			// The next try is seconds away then.
			await expect.poll(() => tries, late).toBeGreaterThan(3);
			await page.unrouteAll();
			await page.getByRole('button', { name: button }).click();
			await expect(page).not.toHaveURL(/clear/);
			await expect(page.getByText('not sent')).toHaveCount(0, late);
			expect(await onServer(page, server, uid)).toEqual(left);
		});

	test('an edit that is saved twice offline does not conflict with itself', async ({
		page,
		context
	}) => {
		const { uid } = await cakeOn(page, 'Saved twice');
		await row(page, 'Cake').getByRole('link').first().click();
		await page.waitForURL(/items/);
		await setOffline(context, true);
		for (const label of ['Carrot cake', 'Apple cake']) {
			await name(page).fill(label);
			await save(page);
			await page.waitForTimeout(500);
		}
		await setOffline(context, false);
		await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk', 'Apple cake']);
		await expect(page.getByRole('button', { name: 'Save mine' })).toHaveCount(0);
	});
});

/** Opens the page of a list with a cake on it. */
async function cakeOn(page: Page, listName: string): Promise<{ uid: string; cake: string }> {
	const uid = await listWith(page, server, listName, ['Milk', { label: 'Cake', note: 'two eggs' }]);
	await page.goto(`${proxy.url}/lists/${uid}`);
	await hydrated(page);
	return { uid, cake: (await itemsOf(page, uid)).find(({ label }) => label === 'Cake')?.uid ?? '' };
}

/** Opens the page of a list with a cake on it, goes offline, may tick another item, and writes vanilla into the note of the cake. */
async function writtenOffline(page: Page, context: BrowserContext, listName: string, ticked = '') {
	const { uid, cake } = await cakeOn(page, listName);
	await awake(page);
	await keptOnDevice(page, uid);
	await setOffline(context, true);
	if (ticked) await tickOf(page, `Tick ${ticked}`).click();
	await page.goto(`${proxy.url}/items/${cake}`);
	await page.getByLabel('Note').fill('two eggs, vanilla');
	return { uid, cake };
}

/** Does the same, and saves it. */
async function editedOffline(page: Page, context: BrowserContext, listName: string) {
	const { uid, cake } = await writtenOffline(page, context, listName);
	await save(page);
	await expect(rowOf(page, 'Cake')).toContainText('vanilla');
	return { uid, cake };
}

/** Deletes items over REST, as somebody else would. */
async function deleteOn(page: Page, uid: string, labels: string[]): Promise<void> {
	for (const { uid: itemUid, label } of await itemsOf(page, uid))
		if (labels.includes(label)) await call(page, server, 'DELETE', `/items/${itemUid}`);
}

const noteOf = async (page: Page, uid: string): Promise<string | undefined> =>
	(await itemsOf(page, uid)).find(({ label }) => label === 'Cake')?.note;

const quantityOf = async (page: Page, uid: string): Promise<string | undefined> =>
	(await itemsOf(page, uid)).find(({ label }) => label === 'Milk')?.quantity;

type Item = { uid: string; label: string; quantity: string; note: string };

async function itemsOf(page: Page, uid: string): Promise<Item[]> {
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	return Array.isArray(items) ? items : [];
}
