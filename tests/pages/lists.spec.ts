// Every action on the pages of lists and items, with plain forms and with script.
import { expect, test, type Page } from '@playwright/test';
import { adasHousehold, hasScript, hydrated } from './household.ts';
import {
	call,
	choose,
	doneOf,
	field,
	labels,
	listWith,
	openList,
	row,
	tickOf,
	toast,
	uidIn
} from './list-page.ts';

const server = adasHousehold();

test('a visitor is sent to the sign-in and then to the page that they asked for', async ({
	page,
	context
}) => {
	await context.clearCookies();
	await page.goto(`${server.url}/today`);
	await expect(page).toHaveURL(`${server.url}/sign-in?next=%2Ftoday`);
});

test('a long word in a sentence about an item widens no page', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await openList(page, server, 'Long words', ['Milk']);
	await field(page).fill('x'.repeat(300));
	await field(page).press('Enter');
	await expect(row(page, 'x'.repeat(300))).toBeVisible();
	const over = () =>
		page.evaluate(
			() =>
				[...document.querySelectorAll('.sheet *')].filter(
					(element) => element.getBoundingClientRect().right > innerWidth + 1
				).length
		);
	await expect.poll(over).toBe(0);
});

for (const width of [390, 1280])
	test(`nothing that has the focus is behind a menu that it left, ${width} wide`, async ({
		page
	}) => {
		await page.setViewportSize({ width, height: 844 });
		await openList(page, server, 'Tabbed', ['Milk', 'Bread', 'Oats']);
		await page.locator('.head summary').focus();
		await page.keyboard.press('Enter');
		await expect(page.locator('.head .panel')).toBeVisible();
		const passed: string[] = [];
		// The last item is the twentieth stop or so. A focus that never comes to it fails here, with the stops that it made.
		while (!passed.includes('Oats') && passed.length < 60) {
			await page.keyboard.press('Tab');
			passed.push(await page.evaluate(wordsOfFocus));
			expect(await page.evaluate(isFocusUncovered), passed.at(-1)).toBe(true);
		}
		expect(passed).toEqual(expect.arrayContaining(['Rename…', 'Oats']));
		await page.locator('.head summary').focus();
		if (hasScript()) await page.keyboard.press('Enter');
		await expect(page.locator('.head .panel')).toBeVisible();
	});

test('a list is created on the overview, but not without a name', async ({ page }) => {
	await page.goto(server.url);
	await page.getByLabel('New list').fill('x'.repeat(201));
	await page.getByRole('button', { name: 'Create' }).click();
	await expect(page.getByText('at most 200 characters')).toBeVisible();
	await expect(page.getByLabel('New list')).toHaveValue('x'.repeat(201));
	await expect(page.getByLabel('New list')).toBeFocused();
	await page.getByLabel('New list').fill('House jobs');
	await page.getByRole('button', { name: 'Create' }).click();
	await expect(page).toHaveTitle('House jobs · Mill Lane');
	await page.goto(server.url);
	await expect(page.getByRole('main').getByRole('link', { name: /House jobs/ })).toContainText(
		'empty'
	);
});

test('items are added one after another, with the quantity in a place of its own', async ({
	page
}) => {
	await openList(page, server, 'Adding');
	for (const text of ['2 l milk', 'bread']) {
		await field(page).fill(text);
		await page.keyboard.press('Enter');
		await expect(row(page, text.replace('2 l ', ''))).toBeVisible();
		await expect(field(page)).toHaveValue('');
		await expect(field(page)).toBeFocused();
	}
	await expect(row(page, 'milk').locator('.qty')).toHaveText('2 l');
	await expect(page.getByText('2 left · Only you')).toBeVisible();
});

test('a label that is too long stays in the field, with a sentence beside it', async ({ page }) => {
	await openList(page, server, 'Too long');
	await field(page).fill('y'.repeat(501));
	await page.keyboard.press('Enter');
	await expect(page.getByText('at most 500 characters')).toBeVisible();
	const typed = page.getByLabel('Not added yet').or(field(page)).last();
	await expect(typed).toHaveValue('y'.repeat(501));
	await expect(field(page)).toBeFocused();
	for (const words of await page.locator('.items .label').all())
		expect((await words.boundingBox())?.height).toBeLessThan(100);
});

test('pasted lines say what they would do, and one confirmation adds and unticks', async ({
	page
}) => {
	const uid = await openList(page, server, 'Pasting', ['Milk', 'Crème fraîche']);
	await tickOf(page, 'Tick Crème fraîche').click();
	await expect(tickOf(page, 'Untick Crème fraîche')).toBeAttached();
	await page.goto(`${server.url}/lists/${uid}`);
	await openPaste(page);
	await page
		.getByLabel('One item per line')
		.fill(' MILK \ncreme fraiche 200 g\n- eggs x12\n\n[ ] eggs');
	await page.getByRole('button', { name: 'Preview' }).click();
	const line = (label: string) => page.locator('label.choice', { hasText: label });
	await expect(line('MILK')).toContainText('already on the list');
	await expect(line('creme fraiche')).toContainText('ticked: will be unticked');
	await expect(line('eggs').first()).toContainText('new');
	await expect(line('eggs').first()).toContainText('12');
	await expect(line('eggs').last()).toContainText('already on the list');
	await page.getByRole('button', { name: 'Add selected' }).click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Crème fraîche', 'eggs']);
	await expect(row(page, 'Crème fraîche').locator('.qty')).toHaveText('200 g');
});

test('many lines are added in one step too', async ({ page }) => {
	await openList(page, server, 'One step', ['Milk']);
	await openPaste(page);
	await page.getByLabel('One item per line').fill('milk\n• bread\nbin bags');
	await page.getByRole('button', { name: 'Add all' }).click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'bread', 'bin bags']);
});

test('pasted lines that cannot all be added come back unchanged', async ({ page }) => {
	await openList(page, server, 'Refused lines');
	const text = `bread\n${'z'.repeat(501)}`;
	await openPaste(page);
	await page.getByLabel('One item per line').fill(text);
	await page.getByRole('button', { name: 'Add all' }).click();
	await expect(page.getByText('at most 500 characters')).toBeVisible();
	await expect(page.getByLabel('One item per line')).toHaveValue(text);
	await page.getByRole('button', { name: 'Preview' }).click();
	const line = (label: string) => page.locator('label.choice', { hasText: label });
	await expect(line('bread')).toContainText('new');
	await expect(line('zzz')).toContainText('at most 500 characters');
	expect((await line('zzz').boundingBox())?.height).toBeLessThan(150);
	await expect(page.getByRole('alert')).toBeHidden();
	await page.getByRole('button', { name: 'Add all' }).click();
	await expect(page.getByRole('alert').filter({ hasText: 'at most 500 characters' })).toBeVisible();
	await expect(page.getByLabel('Edit the lines')).toHaveValue(text);
	await page.getByLabel('Edit the lines').fill('  \n ');
	await page.getByRole('button', { name: 'Preview again' }).last().click();
	await expect(page.getByText('There is nothing to add')).toBeVisible();
	await expect(page.getByLabel('One item per line')).toBeFocused();
});

test('a ticked row stays in its place to be undone, and is folded away later', async ({ page }) => {
	const uid = await openList(page, server, 'Ticking', ['Milk', 'Bread', 'Eggs']);
	await tickOf(page, 'Tick Bread').click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Bread', 'Eggs']);
	await expect(page.getByText('2 left')).toBeVisible();
	await tickOf(page, 'Untick Bread').click();
	await expect(page.getByText('3 left')).toBeVisible();
	await tickOf(page, 'Tick Bread').click();
	await expect(page.getByText('2 left')).toBeVisible();
	await expect.poll(async () => doneOf(page, server, uid)).toEqual(['Bread']);
	await page.goto(`${server.url}/lists/${uid}`);
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Eggs']);
	await page.locator('summary', { hasText: '1 ticked' }).click();
	await tickOf(page, 'Untick Bread').click();
	// With script the row moves once nobody touches the list.
	await expect.poll(() => labels(page), { timeout: 9000 }).toEqual(['Milk', 'Bread', 'Eggs']);
});

test('an item moves up, down and to the top, past ticked items', async ({ page }) => {
	const uid = await openList(page, server, 'Moving', ['a', 'b', 'c', 'd']);
	await tickOf(page, 'Tick b').click();
	await expect.poll(async () => doneOf(page, server, uid)).toEqual(['b']);
	await page.goto(`${server.url}/lists/${uid}`);
	await choose(page, 'c', 'Move up');
	await expect.poll(() => labels(page)).toEqual(['c', 'a', 'd']);
	await choose(page, 'c', 'Move down');
	await expect.poll(() => labels(page)).toEqual(['a', 'c', 'd']);
	await choose(page, 'd', 'Move to the top');
	await expect.poll(() => labels(page)).toEqual(['d', 'a', 'c']);
	await choose(page, 'c', 'Move down');
	await choose(page, 'd', 'Move up');
	await expect.poll(() => labels(page)).toEqual(['d', 'a', 'c']);
});

test('an item is deleted from its row', async ({ page }) => {
	await openList(page, server, 'Deleting', ['Milk', 'Bread']);
	await choose(page, 'Milk', 'Delete');
	await expect.poll(() => labels(page)).toEqual(['Bread']);
});

test('an item that somebody deleted meanwhile cannot be ticked, and the page says so', async ({
	page
}) => {
	// A page that has not been told of the deletion yet.
	await page.route('**/api/v1/events*', (route) => route.abort());
	await openList(page, server, 'Gone', ['Milk', 'Bread']);
	await hydrated(page);
	const milk = await row(page, 'Milk').getAttribute('id');
	const letRefresh = await holdRefreshes(page);
	await call(page, server, 'DELETE', `/items/${milk}`);
	await tickOf(page, 'Tick Milk').click();
	letRefresh();
	await expect.poll(() => labels(page)).toEqual(['Bread']);
	await expect(page.getByRole('alert')).toContainText("This item doesn't exist");
});

test('an item that was deleted meanwhile cannot be ticked on the page of today either', async ({
	page
}) => {
	await page.route('**/api/v1/events*', (route) => route.abort());
	await listWith(page, server, 'Gone bills', [{ label: 'Fine', dueOn: '2020-01-01' }]);
	await page.goto(`${server.url}/today`);
	await hydrated(page);
	const fine = await row(page, 'Fine').getAttribute('id');
	const letRefresh = await holdRefreshes(page);
	await call(page, server, 'DELETE', `/items/${fine}`);
	await tickOf(page, 'Tick Fine').click();
	letRefresh();
	await expect(page.getByText('Fine', { exact: true })).toHaveCount(0);
	await expect(page.getByRole('alert')).toContainText("This item doesn't exist");
});

test('a list is renamed, and an invalid name comes back', async ({ page }) => {
	await openList(page, server, 'Old name');
	await menu(page, 'Rename…');
	await page.getByLabel('Name', { exact: true }).fill('');
	await page.getByRole('button', { name: 'Rename' }).click();
	await expect(page.getByText('A name for the list is required.')).toBeVisible();
	await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
	await page.getByLabel('Name', { exact: true }).fill('New name');
	await page.getByRole('button', { name: 'Rename' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('New name');
});

test('a long name of a list is as small on the pages that are about it as on its own', async ({
	page
}) => {
	const uid = await openList(page, server, 'A long name. '.repeat(9).trim());
	const sizeOfTitle = () =>
		page.locator('h1').evaluate((title) => getComputedStyle(title).fontSize);
	const size = await sizeOfTitle();
	for (const about of ['rename', 'delete', 'clear']) {
		await page.goto(`${server.url}/lists/${uid}/${about}`);
		expect(await sizeOfTitle(), about).toBe(size);
	}
});

test('a title that is a sentence runs as its language does, whatever name it begins with', async ({
	page
}) => {
	const uid = await openList(page, server, 'متجر');
	const { section } = await call(page, server, 'POST', `/lists/${uid}/sections`, { name: 'خبز' });
	const sectionUid = uidIn({ section }, 'section');
	const direction = () => page.locator('h1').evaluate((title) => getComputedStyle(title).direction);
	expect(await direction()).toBe('rtl');
	const german = { name: 'hearth_language', value: 'de', url: server.url };
	await page.context().addCookies([german]);
	const about = ['rename', 'delete', 'clear', 'text', 'share', `sections/${sectionUid}/delete`];
	for (const path of about) {
		await page.goto(`${server.url}/lists/${uid}/${path}`);
		await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
		expect(await direction(), path).toBe('ltr');
	}
});

test('a list is pinned and unpinned in the sidebar', async ({ page }) => {
	await openList(page, server, 'To pin');
	const pinned = page
		.getByRole('navigation', { name: 'Lists' })
		.locator('.lists', { has: page.getByRole('heading', { name: 'Pinned' }) });
	await menu(page, 'Pin');
	await expect(pinned).toContainText('To pin');
	await menu(page, 'Unpin');
	await expect(pinned).toHaveCount(0);
});

test('an archived list can be read and brought back, from its page and from the archive', async ({
	page
}) => {
	const uid = await openList(page, server, 'Camping', ['Tent']);
	await menu(page, 'Archive');
	await expect(page.getByText('Ada archived this list.')).toBeVisible();
	await expect(page.getByLabel('Add to Camping')).toHaveCount(0);
	await expect(tickOf(page, 'Tick Tent')).toHaveCount(0);
	await page.getByRole('button', { name: 'Restore' }).click();
	await expect(page.getByLabel('Add to Camping')).toBeVisible();
	await menu(page, 'Archive');
	await expect(page.getByText('archived this list')).toBeVisible();
	await page.goto(`${server.url}/archive`);
	await page.getByRole('button', { name: 'Restore Camping' }).click();
	await expect(page).toHaveURL(`${server.url}/lists/${uid}`);
	await expect(tickOf(page, 'Tick Tent')).toBeVisible();
});

test('a list is duplicated with its open items', async ({ page }) => {
	await openList(page, server, 'Every week', ['Milk', 'Bread']);
	await menu(page, 'Duplicate');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every week (copy)');
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Bread']);
});

test('ticked items are cleared after a question, and kept when the answer is no', async ({
	page
}) => {
	const uid = await openList(page, server, 'Clearing', ['Milk', 'Bread']);
	await tickOf(page, 'Tick Milk').click();
	await expect.poll(async () => doneOf(page, server, uid)).toEqual(['Milk']);
	await page.goto(`${server.url}/lists/${uid}/clear`);
	await page.getByRole('link', { name: 'Cancel' }).click();
	await page.locator('summary', { hasText: '1 ticked' }).click();
	await page.getByRole('link', { name: 'Clear or untick…' }).last().click();
	await page.getByRole('button', { name: 'Clear ticked' }).click();
	await expect(page).toHaveURL(new RegExp(`/lists/${uid}\\?trashed=itm_`));
	await expect.poll(() => labels(page)).toEqual(['Bread']);
	await expect(page.locator('summary', { hasText: 'ticked' })).toHaveCount(0);
});

test('a list is sent to somebody as text', async ({ page, context }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	const milk = { label: 'Milk', quantity: '2 l' };
	const uid = await openList(page, server, 'Market', [milk, 'Cheese', 'Eggs']);
	await tickOf(page, 'Tick Cheese').click();
	await expect.poll(async () => (await doneOf(page, server, uid)).length).toBe(1);
	await menu(page, 'As text…');
	await expect(page.getByRole('heading', { name: 'Market as text' })).toBeVisible();
	expect(await page.locator('pre').textContent()).toBe('- Milk 2 l\n- Eggs');
	if (!hasScript()) return;
	await page.getByRole('button', { name: 'Copy' }).click();
	await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
	await expect(page.locator('#announcements')).toHaveText('It is on the clipboard.');
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('- Milk 2 l\n- Eggs');
});

test('a list is used again: all that is ticked is open again, in its place', async ({ page }) => {
	const uid = await openList(page, server, 'Packing', ['Passport', 'Socks', 'Charger']);
	for (const label of ['Passport', 'Socks', 'Charger']) await tickOf(page, `Tick ${label}`).click();
	await expect.poll(async () => (await doneOf(page, server, uid)).length).toBe(3);
	await menu(page, 'Clear or untick…');
	await page.getByRole('button', { name: 'Untick all' }).click();
	await expect(toast(page, 'Everything is open again.')).toBeVisible();
	await expect.poll(() => labels(page)).toEqual(['Passport', 'Socks', 'Charger']);
	await expect(page.locator('summary', { hasText: 'ticked' })).toHaveCount(0);
	expect(await doneOf(page, server, uid)).toEqual([]);
});

test('what was unticked by mistake is ticked again on the spot, and nothing else', async ({
	page
}) => {
	const uid = await openList(page, server, 'Slipped', ['Milk', 'Bread', 'Salt']);
	for (const label of ['Milk', 'Bread']) await tickOf(page, `Tick ${label}`).click();
	await expect.poll(async () => (await doneOf(page, server, uid)).length).toBe(2);
	await menu(page, 'Clear or untick…');
	await page.getByRole('button', { name: 'Untick all' }).click();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk', 'Bread']);
	// With script the rows move once nobody touches the list.
	await expect(page.locator('summary', { hasText: '2 ticked' })).toBeVisible({ timeout: 9000 });
	await expect(toast(page, 'Everything is open again.')).toHaveCount(0);
	await expect(page).toHaveURL(`${server.url}/lists/${uid}`);
});

test('a list is deleted after a question', async ({ page }) => {
	const uid = await openList(page, server, 'Over', ['Milk']);
	await menu(page, 'Delete…');
	await expect(page.getByText('with the one item on it')).toBeVisible();
	await page.getByRole('button', { name: 'Delete list' }).click();
	await expect(page).toHaveURL(`${server.url}/?trashed=${uid}`);
	await expect(toast(page, 'Over moved to the trash.')).toBeVisible();
	expect((await page.goto(`${server.url}/lists/${uid}`))?.status()).toBe(404);
});

test('a list that was deleted by mistake is brought back on the spot, once', async ({ page }) => {
	const uid = await openList(page, server, 'Oops', ['Milk']);
	await menu(page, 'Delete…');
	await page.getByRole('button', { name: 'Delete list' }).click();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page).toHaveURL(`${server.url}/lists/${uid}`);
	expect(await labels(page)).toEqual(['Milk']);
	await page.goto(`${server.url}/?trashed=${uid}`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lists');
	await expect(toast(page, 'moved to the trash')).toHaveCount(0);
});

test('an edit that came too late is told under Activity until it is made again', async ({
	page
}) => {
	const uid = await openList(page, server, 'Too late');
	const cake = uidIn(
		await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Cake' }),
		'item'
	);
	await page.goto(`${server.url}/items/${cake}`);
	await page.getByLabel('Name', { exact: true }).fill('Cheese cake');
	await call(page, server, 'PATCH', `/items/${cake}`, { label: 'Carrot cake' });
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByRole('alert')).toContainText('It is now called “Carrot cake”.');
	const activity = await page.context().newPage();
	await activity.goto(`${server.url}/activity`);
	const entry = activity.getByRole('listitem').filter({ hasText: 'Your change to “Carrot cake”' });
	await expect(entry).toContainText('New:');
	await expect(entry.getByRole('link', { name: 'Open item' })).toHaveAttribute(
		'href',
		new RegExp(`/items/${cake}$`)
	);
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Too late');
	await activity.goto(`${server.url}/activity`);
	await expect(entry).toBeVisible();
	await expect(entry).not.toContainText('New:');
});

test('an item is changed on its page, and an invalid date comes back with everything that was typed', async ({
	page
}) => {
	await openList(page, server, 'Details', ['Coffee']);
	await row(page, 'Coffee').getByRole('link').first().click();
	await page.getByLabel('Name', { exact: true }).fill('');
	await page.getByLabel('Note').fill('The dark one\nfrom the corner shop');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('A name for the item is required.')).toBeVisible();
	await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
	await expect(page.getByLabel('Note')).toHaveValue('The dark one\nfrom the corner shop');
	await page.getByLabel('Name', { exact: true }).fill('Coffee beans');
	await page.getByLabel('Quantity').fill('500 g');
	await page.getByLabel('Due date').fill('2031-05-17');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Details');
	await expect(row(page, 'Coffee beans')).toContainText('500 g');
	await expect(row(page, 'Coffee beans')).toContainText('17 May 2031');
	await expect(row(page, 'Coffee beans')).toContainText('The dark one');
});

test('a note of the greatest length is kept, in any script', async ({ page }) => {
	const uid = await openList(page, server, 'Long', ['A story']);
	const story = '漢'.repeat(64_000);
	await row(page, 'A story').getByRole('link').first().click();
	await page.getByLabel('Note').fill(story);
	await page.getByRole('button', { name: 'Save' }).click();
	await page.waitForURL(`**/lists/${uid}*`);
	expect(await call(page, server, 'GET', `/lists/${uid}`)).toMatchObject({
		items: [{ note: story }]
	});
});

test('two members who edit the same note both keep their text', async ({ page }) => {
	const uid = await openList(page, server, 'Conflict');
	const item = uidIn(
		await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Cake', note: 'a\r\nb' }),
		'item'
	);
	await page.goto(`${server.url}/items/${item}`);
	await page.getByText('Edit note').click();
	await page.getByLabel('Note').fill("ada's words");
	await call(page, server, 'PATCH', `/items/${item}`, { note: "ben's words" });
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByRole('alert')).toContainText('Someone else changed this item.');
	await expect(page.getByRole('alert')).toContainText("ben's words");
	await expect(page.getByLabel('Note')).toHaveValue("ada's words");
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conflict');
	expect(await call(page, server, 'GET', `/items/${item}`)).toMatchObject({
		item: { note: "ada's words" }
	});
});

test('a due date can be saved while somebody else changes the note, and old line breaks in a note stay', async ({
	page
}) => {
	const uid = await openList(page, server, 'Beside');
	const item = uidIn(
		await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Cake', note: 'a\r\nb' }),
		'item'
	);
	await page.goto(`${server.url}/items/${item}`);
	await page.getByLabel('Due date').fill('2031-05-17');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(row(page, 'Cake')).toContainText('17 May 2031');
	expect(await call(page, server, 'GET', `/items/${item}`)).toMatchObject({
		item: { note: 'a\r\nb', dueOn: '2031-05-17' }
	});
	await page.goto(`${server.url}/items/${item}`);
	await call(page, server, 'PATCH', `/items/${item}`, { note: "ben's words" });
	await page.getByLabel('Due date').fill('');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Beside');
	expect(await call(page, server, 'GET', `/items/${item}`)).toMatchObject({
		item: { note: "ben's words", dueOn: '' }
	});
});

test('an item is ticked, moved to another list and deleted on its page', async ({ page }) => {
	const to = await listWith(page, server, 'Other list', ['First']);
	await openList(page, server, 'From here', ['Milk', 'Bread']);
	await row(page, 'Milk').getByRole('link').first().click();
	await page.getByRole('button', { name: 'Tick', exact: true }).click();
	await expect(page.getByText('Ticked by Ada')).toBeVisible();
	await page.getByRole('button', { name: 'Untick' }).click();
	await page.getByLabel('Move to another list').selectOption('Other list');
	await page.getByRole('button', { name: 'Move' }).click();
	await expect(page).toHaveURL(new RegExp(`/lists/${to}`));
	await expect.poll(() => labels(page)).toEqual(['First', 'Milk']);
	await row(page, 'Milk').getByRole('link').first().click();
	await page.getByRole('button', { name: 'Delete' }).click();
	await expect.poll(() => labels(page)).toEqual(['First']);
});

test('a move to another list is undone to the nearest place, where the item above is deleted meanwhile', async ({
	page
}) => {
	await listWith(page, server, 'Elsewhere');
	const uid = await openList(page, server, 'Nearest', ['Rice', 'Bread', 'Milk', 'Eggs']);
	const bread = await row(page, 'Bread').getByRole('link').first().getAttribute('href');
	await row(page, 'Milk').getByRole('link').first().click();
	await page.getByLabel('Move to another list').selectOption('Elsewhere');
	await page.getByRole('button', { name: 'Move' }).click();
	await expect(toast(page, 'Milk moved to Elsewhere.')).toBeVisible();
	await call(page, server, 'DELETE', bread ?? '');
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(row(page, 'Milk')).toHaveCount(0);
	await page.goto(`${server.url}/lists/${uid}`);
	await expect.poll(() => labels(page)).toEqual(['Rice', 'Milk', 'Eggs']);
});

test('today shows overdue and due items, which can be ticked there', async ({ page }) => {
	const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
	const uid = await listWith(page, server, 'Dates', [
		{ label: 'Late bill', dueOn: '2020-01-01' },
		{ label: 'Due now', dueOn: day(0) },
		{ label: 'Later', dueOn: day(9) }
	]);
	await page.context().addCookies([{ name: 'hearth_zone', value: 'UTC', url: server.url }]);
	await page.goto(`${server.url}/today`);
	const shelf = (name: string) => page.getByRole('region', { name });
	await expect(shelf('Overdue')).toContainText('Late bill');
	await expect(page.getByText('Later', { exact: true })).toHaveCount(0);
	await tickOf(page, 'Tick Late bill').click();
	await tickOf(page, 'Untick Late bill').click();
	await expect(tickOf(page, 'Tick Late bill')).toBeVisible();
	await tickOf(page, 'Tick Late bill').click();
	await expect(tickOf(page, 'Untick Late bill')).toBeVisible();
	// Wait until the tick is sent. Otherwise the next page would send it, after it has already asked what is due.
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Late bill']);
	await page.goto(`${server.url}/today`);
	await expect(page.getByText('Late bill')).toHaveCount(0);
});

test('markup in a name, a label, a quantity or a note stays text', async ({ page }) => {
	const payload = `</title><img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
	const broken: string[] = [];
	page.on('console', (message) => {
		if (!message.text().includes('blocked by Playwright')) broken.push(message.text());
	});
	const uid = await listWith(page, server, payload, [
		{ label: payload, quantity: '<s>1</s>', note: payload, dueOn: '2020-01-01' }
	]);
	const [item] = Object.values(await call(page, server, 'GET', `/lists/${uid}`)).flatMap((value) =>
		Array.isArray(value) ? value : []
	);
	for (const path of [
		'/',
		`/lists/${uid}`,
		`/items/${item.uid}`,
		`/lists/${uid}/delete`,
		`/lists/${uid}/rename`,
		'/today'
	]) {
		await page.goto(server.url + path);
		await expect(page.locator('img:not(.paper img), s')).toHaveCount(0);
		expect(await page.title()).not.toBe('owned');
		await expect(page.getByRole('main')).toContainText(
			path.endsWith('rename') ? 'onerror' : payload
		);
	}
	// An open page would ask for the deleted list, and be answered 404.
	await page.goto('about:blank');
	await call(page, server, 'DELETE', `/lists/${uid}`);
	expect(broken).toEqual([]);
});

test('after a tick far down the page comes back to the same place', async ({ page }) => {
	const names = Array.from({ length: 60 }, (_, index) => `Thing ${index + 1}`);
	await openList(page, server, 'Long', names);
	await row(page, 'Thing 50').scrollIntoViewIfNeeded();
	await tickOf(page, 'Tick Thing 50').click();
	await expect(tickOf(page, 'Untick Thing 50')).toBeVisible();
	await expect(row(page, 'Thing 50')).toBeInViewport();
	await choose(page, 'Thing 52', 'Move up');
	await expect
		.poll(async () => (await labels(page)).filter((label) => /5[12]/.test(label)))
		.toEqual(['Thing 52', 'Thing 51']);
	await expect(row(page, 'Thing 52')).toBeInViewport();
});

test('a row that is ticked on a phone stays about where it was', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	const names = Array.from({ length: 60 }, (_, index) => `Thing ${index + 1}`);
	await openList(page, server, 'Long on a phone', names);
	const top = async () => (await row(page, 'Thing 30').boundingBox())?.y ?? 0;
	await page.evaluate((y) => window.scrollBy(0, y - 420), await top());
	const before = await top();
	await tickOf(page, 'Tick Thing 30').click();
	await expect(tickOf(page, 'Untick Thing 30')).toBeVisible();
	await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(120);
});

test('a list can be used with the keyboard alone', async ({ page }) => {
	await openList(page, server, 'Keys', ['Milk', 'Bread']);
	await field(page).focus();
	await page.keyboard.type('eggs');
	await page.keyboard.press('Enter');
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Bread', 'eggs']);
	await field(page).focus();
	await tabTo(page, 'Tick Milk');
	await page.keyboard.press('Space');
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
	await field(page).focus();
	await tabTo(page, 'More actions for eggs');
	await page.keyboard.press('Enter');
	await tabTo(page, 'Move to the top');
	await page.keyboard.press('Enter');
	await expect.poll(async () => (await labels(page))[0]).toBe('eggs');
});

async function menu(page: Page, what: string): Promise<void> {
	await page.locator('.head summary').click();
	await page.locator('.head .panel').getByText(what, { exact: true }).click();
}

async function openPaste(page: Page): Promise<void> {
	await page.locator('summary', { hasText: 'Paste items' }).click();
}

async function tabTo(page: Page, name: string): Promise<void> {
	const target = page
		.locator(':focus')
		.and(page.getByRole('button', { name }).or(page.locator('summary', { hasText: name })));
	for (let step = 0; step < 40; step += 1) {
		await page.keyboard.press('Tab');
		if ((await target.count()) > 0) return;
	}
	throw new Error(`${name} was not reached with the Tab key`);
}

/** Holds back the page's own refreshes until the returned function is called, so that none comes before a tap. */
async function holdRefreshes(page: Page): Promise<() => void> {
	const held = Promise.withResolvers<void>();
	for (const address of ['**/changes?*', '**/__data.json*'])
		await page.route(address, async (route) => {
			await held.promise;
			await route.continue();
		});
	return () => held.resolve();
}

test('the field to add to a list begins at the edge of its form', async ({ page }) => {
	const uid = await listWith(page, server, 'Aligned');
	await page.goto(`${server.url}/lists/${uid}`);
	const gap = await field(page).evaluate((input: HTMLInputElement) => {
		const form = input.closest('form');
		if (!form) throw new Error('the field is in no form');
		const { borderLeftWidth, paddingLeft } = getComputedStyle(form);
		const edge = form.getBoundingClientRect().left;
		return (
			input.getBoundingClientRect().left -
			edge -
			parseFloat(borderLeftWidth) -
			parseFloat(paddingLeft)
		);
	});
	expect(Math.abs(gap)).toBeLessThan(1);
});

const wordsOfFocus = (): string => document.activeElement?.textContent.trim() ?? '';

/** Whether what has the focus is what a click in its middle would meet. */
function isFocusUncovered(): boolean {
	const focused = document.activeElement;
	if (!focused) return false;
	const { left, top, width, height } = focused.getBoundingClientRect();
	return focused.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
