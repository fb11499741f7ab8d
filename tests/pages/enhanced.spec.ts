// What script adds to the forms: changes show at once, and nothing is lost on a bad connection.
import { expect, test, type Page, type Route } from '@playwright/test';
import { ada, adasHousehold, hydrated, member, signIn } from './household.ts';
import {
	call,
	choose,
	doneOf,
	field,
	labels,
	listWith,
	openList,
	row,
	slow,
	tickOf,
	toast
} from './list-page.ts';
import { expectNoFault } from './axe.ts';
import { sectioned } from './sectioned.ts';

const server = adasHousehold();
// A refresh that is still held back when a test has ended is no fault of the next one.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('a tick shows before the server has answered, and folds away five seconds later', async ({
	page
}) => {
	const uid = await openList(page, server, 'Ticks', ['Milk', 'Bread']);
	const line = await slow(page);
	await tickOf(page, 'Tick Milk').click();
	await expect(tickOf(page, 'Untick Milk')).toBeVisible({ timeout: 500 });
	await expect(page.getByText('1 left')).toBeVisible({ timeout: 500 });
	expect(await doneOf(page, server, uid)).toEqual([]);
	await line.open();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
	await page.mouse.move(0, 0);
	expect(await labels(page)).toEqual(['Milk', 'Bread']);
	await expect.poll(() => labels(page), { timeout: 7_000 }).toEqual(['Bread']);
	await expect(page.locator('summary', { hasText: '1 ticked' })).toBeVisible();
});

test('what became of the ticked items is told once, and not again by a reload or after Back', async ({
	page
}) => {
	const uid = await openList(page, server, 'Told once', ['Milk']);
	await tickOf(page, 'Tick Milk').click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
	await page.goto(`${server.url}/lists/${uid}/clear`);
	await hydrated(page);
	await page.getByRole('button', { name: 'Untick all' }).click();
	const said = toast(page, 'Everything is open again.');
	await expect(said).toBeVisible();
	await page.reload();
	await expect(tickOf(page, 'Tick Milk')).toBeVisible();
	await expect(said).toHaveCount(0);
	await page.goto(`${server.url}/today`);
	await page.goBack();
	await expect(tickOf(page, 'Tick Milk')).toBeVisible();
	await expect(said).toHaveCount(0);
});

test('a list without a name is refused in the words of the page, at its field', async ({
	page
}) => {
	await page.goto(server.url);
	await hydrated(page);
	await page.getByRole('button', { name: 'Create' }).click();
	await expect(page.getByRole('alert')).toHaveText('A name for the list is required.');
	await expect(page.getByRole('textbox', { name: 'New list' })).toBeFocused();
});

test('a form whose answer was lost is the same request when it is sent again, also after a refresh', async ({
	page
}) => {
	await page.goto(server.url);
	await hydrated(page);
	// Playwright's own `route.fetch` does not end here in Firefox.
	await page.route('**/?/create', async (route) => {
		const asked = route.request();
		const { cookie = '', origin = '', 'content-type': type = '' } = await asked.allHeaders();
		const headers = { cookie, origin, 'content-type': type, 'sec-fetch-site': 'same-origin' };
		const body = asked.postData();
		await fetch(asked.url(), { method: 'POST', headers, body, redirect: 'manual' });
		await route.abort();
	});
	await page.getByRole('textbox', { name: 'New list' }).fill('Camping');
	await page.getByRole('button', { name: 'Create' }).click();
	await expect(page.getByRole('alert')).toBeVisible();
	const key = page.locator('form.add input[name="idempotencyKey"]');
	const before = await key.inputValue();
	await call(page, server, 'POST', '/lists', { name: 'From elsewhere' });
	await expect(page.getByRole('main').getByText('From elsewhere')).toBeVisible();
	expect(await key.inputValue()).not.toBe(before);
	await page.unroute('**/?/create');
	await page.getByRole('button', { name: 'Create' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Camping' })).toBeVisible();
	const { lists } = await call(page, server, 'GET', '/lists');
	expect(Array.isArray(lists) && lists.filter(({ name }) => name === 'Camping').length).toBe(1);
});

test('Back to the sign-in after signing in shows the lists at their own address, where one can be created', async ({
	page,
	context
}) => {
	await context.clearCookies();
	await page.goto(`${server.url}/sign-in`);
	await hydrated(page);
	await page.getByLabel('Email').fill(ada.email);
	await page.getByLabel('Password', { exact: true }).fill(ada.password);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForURL(`${server.url}/`);
	await page.goBack();
	await expect(page.getByRole('heading', { level: 1, name: 'Lists' })).toBeVisible();
	await expect(page).toHaveURL(`${server.url}/`);
	await page.getByLabel('New list').fill('After Back');
	await page.getByRole('button', { name: 'Create' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'After Back' })).toBeVisible();
});

test('on a wide screen the add field stays in sight while adding to a long list', async ({
	page
}) => {
	await page.setViewportSize({ width: 1280, height: 800 });
	const long = Array.from({ length: 60 }, (_, index) => `Thing ${index + 1}`);
	await openList(page, server, 'Long', long);
	for (const label of ['Milk', 'Bread']) {
		await field(page).fill(label);
		await field(page).press('Enter');
		await expect(row(page, label)).toBeInViewport();
		await expect(field(page)).toBeFocused();
		await expect(field(page)).toBeInViewport({ ratio: 1 });
	}
	const [coverEnds, lineEnds] = await page.locator('form.add').evaluate((form) => {
		const cover = getComputedStyle(form, '::before');
		return [parseFloat(cover.bottom), form.clientHeight + form.clientTop];
	});
	expect(coverEnds, 'the line above the field is drawn').toBeGreaterThanOrEqual(lineEnds ?? NaN);
	await field(page).pressSequentially('more');
	await expect(row(page, 'Bread')).toBeInViewport();
	// A row that the page scrolls back to is below the field.
	await row(page, 'Thing 1').evaluate((line) => line.scrollIntoView({ block: 'nearest' }));
	const bottom = await field(page).evaluate((input) => input.getBoundingClientRect().bottom);
	const top = await row(page, 'Thing 1').evaluate((line) => line.getBoundingClientRect().top);
	expect(top).toBeGreaterThan(bottom);
});

test('a section that was folded stays folded on later pages, until it is opened again', async ({
	page
}) => {
	const plan = { Dairy: ['Butter'], Bakery: ['Rolls'] };
	const uid = await sectioned(page, server, 'Folded', plan);
	const comes = async (shown: string[], hidden: string[]) => {
		await page.goto(`${server.url}/lists/${uid}`);
		for (const label of shown) await expect(page.getByText(label)).toBeVisible();
		for (const label of hidden) await expect(page.getByText(label)).toBeHidden();
	};
	const head = page.locator('summary', { hasText: 'Dairy' });
	/** The folded sections are stored a moment after the click. */
	const remembered = () => page.evaluate(() => /hearth_folded=\w/.test(document.cookie));
	await comes(['Butter', 'Rolls'], []);
	await hydrated(page);
	await head.click();
	await expect.poll(remembered).toBe(true);
	await comes(['Rolls'], ['Butter']);
	await hydrated(page);
	await head.click();
	await expect.poll(remembered).toBe(false);
	await comes(['Butter', 'Rolls'], []);
});

test('a clicked link is followed even if somebody changes the list meanwhile', async ({ page }) => {
	const uid = await openList(page, server, 'Clicks', ['Milk']);
	await page.waitForTimeout(500);
	const held = Promise.withResolvers<void>();
	await page.route(/\/items\/.*__data\.json/, async (route) => {
		await held.promise;
		await route.continue();
	});
	await row(page, 'Milk').getByRole('link', { name: 'Milk', exact: true }).click();
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Bread' });
	await page.waitForTimeout(500);
	held.resolve();
	await expect(page).toHaveURL(/\/items\//);
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Milk');
});

for (const when of ['has gone', 'is on the way'])
	test(`who ${when} to another page is not pulled back by the answer to a form`, async ({
		page
	}) => {
		const uid = await openList(page, server, `Pulled, ${when}`, ['Milk']);
		await editItem(page, 'Milk', 'Oat milk');
		const [upcoming, answer] = [
			await hold(page, '**/upcoming/__data.json*'),
			await hold(page, saving)
		];
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByRole('link', { name: 'Upcoming' }).first().click();
		const heading = page.getByRole('heading', { level: 1, name: 'Upcoming' });
		if (when === 'has gone') {
			upcoming();
			await expect(heading).toBeVisible();
		}
		const answered = page.waitForResponse(saving);
		answer();
		await (await answered).finished();
		await page.waitForTimeout(300);
		upcoming();
		await expect(heading).toBeVisible();
		await expect(page.getByText('Oat milk saved.')).toBeAttached();
		await expect(page).toHaveURL(/upcoming/);
		const { items } = await call(page, server, 'GET', `/lists/${uid}`);
		expect(items).toMatchObject([{ label: 'Oat milk' }]);
	});

test('what a fault leaves unsaved is not put into the form of another item', async ({ page }) => {
	await openList(page, server, 'Unsaved', ['Milk', 'Bread']);
	await editItem(page, 'Milk', 'Oat milk');
	const answer = Promise.withResolvers<void>();
	await page.route(saving, async (route) => {
		await answer.promise;
		await route.fulfill({ status: 500, json: { type: 'error', error: { message: 'A fault.' } } });
	});
	const answered = page.waitForResponse(saving);
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByRole('main').getByRole('link', { name: 'Unsaved' }).click();
	await editItem(page, 'Bread', 'Rye bread');
	answer.resolve();
	await answered;
	await page.waitForTimeout(500);
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Rye bread');
	await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
	await expect(page.getByRole('alert')).toHaveText('A fault.');
});

test('who has gone to another page is told there that a form was refused', async ({ page }) => {
	const uid = await openList(page, server, 'Gone on', ['Milk']);
	await page.goto(`${server.url}/lists/${uid}/rename`);
	await hydrated(page);
	const answer = await hold(page, /\/rename$/);
	await page.getByLabel('Name').fill('');
	await page.getByRole('button', { name: 'Rename' }).click();
	await page.getByRole('main').getByRole('link', { name: 'Gone on' }).click();
	await expect(row(page, 'Milk')).toBeVisible();
	answer();
	await expect(page.getByRole('alert')).toContainText('is required');
	await expect(page.getByRole('alert')).toBeInViewport();
	await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
	await tickOf(page, 'Tick Milk').click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
});

test('what cannot be asked because of what is not sent is told on the page where somebody is', async ({
	page
}) => {
	const uid = await openList(page, server, 'Asked too early', ['Milk', 'Bread']);
	await tickOf(page, 'Tick Milk').click();
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
	await page.reload();
	await hydrated(page);
	await page.route('**/api/v1/items/**', (route) => route.abort());
	await tickOf(page, 'Tick Bread').click();
	await page.locator('summary', { hasText: 'More actions for Asked too early' }).click();
	await page.getByRole('link', { name: 'Clear or untick' }).first().click();
	await page.getByRole('button', { name: 'Clear ticked' }).click();
	await page.getByRole('link', { name: 'Upcoming' }).first().click();
	await expect(page.getByRole('heading', { level: 1, name: 'Upcoming' })).toBeVisible();
	await expect(page.getByRole('alert')).toContainText("The server can't be reached");
	await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	expect(items).toHaveLength(2);
});

test('a page whose event stream was refused reconnects by itself', async ({ page }) => {
	const uid = await openList(page, server, 'Refused', ['Milk']);
	await refuse(page, '**/api/v1/events*', 1);
	await page.reload();
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Bread' });
	await expect.poll(() => labels(page), { timeout: 15_000 }).toEqual(['Milk', 'Bread']);
});

test('a change that was announced but could not be fetched is fetched again', async ({ page }) => {
	const uid = await openList(page, server, 'Fetched again', ['Milk']);
	await refuse(page, '**/changes?*', 3);
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Bread' });
	await expect.poll(() => labels(page), { timeout: 15_000 }).toEqual(['Milk', 'Bread']);
});

test('of several quick taps the last one counts', async ({ page }) => {
	const uid = await openList(page, server, 'Taps', ['Milk']);
	const line = await slow(page);
	await tickOf(page, 'Tick Milk').click();
	await tickOf(page, 'Untick Milk').click();
	await tickOf(page, 'Tick Milk').click();
	await line.open();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
});

test('the refusal of a tick stays when the row of the deleted item has gone', async ({ page }) => {
	await page.route('**/api/v1/events*', (route) => route.abort());
	await openList(page, server, 'Gone', ['Milk', 'Bread']);
	const milk = await row(page, 'Milk').getAttribute('id');
	const tapped = Promise.withResolvers<void>();
	await page.route('**/changes?*', async (route) => {
		await tapped.promise;
		await route.continue();
	});
	await call(page, server, 'DELETE', `/items/${milk}`);
	await tickOf(page, 'Tick Milk').click();
	tapped.resolve();
	await expect(row(page, 'Milk')).toHaveCount(0);
	await expect(page.getByRole('alert')).toContainText("This item doesn't exist");
	await tickOf(page, 'Tick Bread').click();
	await page.getByRole('button', { name: 'Discard' }).click();
	await expect(page.getByRole('alert')).toHaveCount(0);
});

test('text that was typed for a list, or refused there, is still there when the member comes back', async ({
	page
}) => {
	const here = await listWith(page, server, 'Here');
	await openList(page, server, 'There', ['Tent']);
	const go = async (name: string) => {
		await page
			.getByRole('navigation', { name: 'Lists' })
			.getByRole('link', { name: new RegExp(`^${name}`) })
			.click();
		await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
	};
	await go('Here');
	const line = await slow(page);
	await field(page).fill('Rope');
	await field(page).press('Enter');
	await field(page).fill('Pegs');
	await go('There');
	await line.refuse();
	await expect(field(page)).toHaveValue('');
	await expect(page.getByLabel('Not added yet')).toHaveCount(0);
	await page.getByRole('link', { name: 'Settings' }).click();
	await expect(page).toHaveURL(`${server.url}/settings/account`);
	await page.goBack();
	await go('Here');
	await expect(field(page)).toHaveValue('Pegs');
	await expect(page.getByLabel('Not added yet')).toHaveValue('Rope');
	await page.unrouteAll();
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(row(page, 'Rope')).toBeVisible();
	const { items } = await call(page, server, 'GET', `/lists/${here}`);
	expect(items).toMatchObject([{ label: 'Rope' }]);
});

test('items that are typed while earlier ones are being sent keep their order', async ({
	page
}) => {
	await openList(page, server, 'Typing on', []);
	const line = await slow(page);
	await field(page).focus();
	for (const label of ['milk', 'bread', 'eggs']) {
		await page.keyboard.type(label);
		await page.keyboard.press('Enter');
	}
	await page.keyboard.type('half a wo');
	await expect(page.getByText('3 left')).toBeVisible();
	await line.open();
	await expect.poll(() => labels(page)).toEqual(['milk', 'bread', 'eggs']);
	await expect(field(page)).toHaveValue('half a wo');
	await expect(field(page)).toBeFocused();
});

test('Enter in an empty field adds nothing, sends nothing and says what is missing', async ({
	page
}) => {
	// A member with one list, because the pages fetch the other lists in the background.
	await signIn(page, server, member(server, 'Ben'));
	await openList(page, server, 'Twice', ['Milk']);
	await field(page).fill('milk');
	await page.keyboard.press('Enter');
	// The toast goes after eight seconds, which axe alone may take on a busy machine; under the pointer it stays.
	const stay = () => page.getByRole('button', { name: 'Add another' }).hover();
	await stay();
	await page.evaluate(() => {
		const complain = () => (document.title = 'A bubble');
		document.addEventListener('invalid', complain, true);
	});
	const sent: string[] = [];
	page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
	const expectRefused = async () => {
		await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
		await expect(field(page)).toHaveAccessibleDescription(/^A name for the item is required\./);
		await expect(page.getByRole('alert')).toHaveText('A name for the item is required.');
		await expect(field(page)).toBeFocused();
	};
	const expectNothingWrong = async () => {
		await expect(field(page)).not.toHaveAttribute('aria-invalid');
		await expect(page.getByRole('alert')).toHaveCount(0);
	};
	await page.keyboard.press('Enter');
	await page.keyboard.press('Enter');
	await expectRefused();
	await expectNoFault(page);
	await page.keyboard.type(' ');
	await expectNothingWrong();
	await page.getByRole('button', { name: 'Add', exact: true }).click();
	await stay();
	await expectRefused();
	await page.keyboard.type('x');
	await expectNothingWrong();
	await page.keyboard.press('ControlOrMeta+A');
	await page.keyboard.press('Delete');
	await page.waitForTimeout(300);
	await expectNothingWrong();
	expect(sent.filter((request) => !request.includes('/suggestions'))).toEqual([]);
	await expect(page).not.toHaveTitle('A bubble');
	await expect(page.getByRole('button', { name: 'Add another' })).toBeVisible();
	await expect(field(page)).toBeFocused();
	expect(await labels(page)).toEqual(['Milk']);
});

test('Enter or Add that is pressed twice, or held, adds once, and does not say that anything is missing', async ({
	page
}) => {
	await openList(page, server, 'Pressed twice', ['Milk']);
	const expectAdded = async (...added: string[]) => {
		await expect.poll(() => labels(page)).toEqual(['Milk', ...added]);
		await expect(field(page)).not.toHaveAttribute('aria-invalid');
		await expect(page.getByRole('alert')).toHaveCount(0);
		await expect(field(page)).toBeFocused();
	};
	await field(page).fill('bread');
	await page.keyboard.press('Enter');
	await page.keyboard.press('Enter');
	await expectAdded('bread');
	await field(page).fill('tea');
	await page.getByRole('button', { name: 'Add', exact: true }).dblclick();
	await expectAdded('bread', 'tea');
	await field(page).fill('rice');
	for (let times = 0; times < 6; times += 1) await page.keyboard.down('Enter');
	await page.keyboard.up('Enter');
	await expectAdded('bread', 'tea', 'rice');
	await page.keyboard.press('Enter');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('alert')).toHaveText('A name for the item is required.');
});

test('a form that is pressed a second time as the first answer comes does not say that anything is missing', async ({
	page
}) => {
	await openList(page, server, 'Sections pressed twice', ['Milk']);
	await page.goto(`${page.url()}/sections`);
	await hydrated(page);
	const name = page.getByRole('textbox', { name: 'Name', exact: true });
	await name.fill('Dairy');
	await name.press('Enter');
	await expect(name).toHaveValue('');
	await name.press('Enter');
	await expect(page.getByRole('textbox', { name: 'New name for Dairy' })).toBeVisible();
	await page.waitForTimeout(300);
	await expect(name).not.toHaveAttribute('aria-invalid');
	await name.press('Enter');
	await expect(name).toHaveAttribute('aria-invalid', 'true');
});

test('an item that could not be added waits in the list, to be sent again', async ({ page }) => {
	await openList(page, server, 'Refused', ['Milk']);
	const line = await slow(page);
	await field(page).fill('bread');
	await page.keyboard.press('Enter');
	await line.refuse();
	const waiting = page.getByLabel('Not added yet');
	await expect(waiting).toHaveValue('bread');
	await expect(page.getByRole('alert')).toContainText('Not like this.');
	await page.unrouteAll();
	await waiting.fill('rye bread');
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'rye bread']);
	await expect(field(page)).toHaveValue('');
});

test('an item that could not be added is sent again as it was, where nobody corrects it', async ({
	page
}) => {
	await openList(page, server, 'Refused number', ['Milk']);
	const line = await slow(page);
	await field(page).fill('"7 up"');
	await page.keyboard.press('Enter');
	await line.refuse();
	await expect(page.getByLabel('Not added yet')).toHaveValue('7 up');
	await page.unrouteAll();
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByLabel('Not added yet')).toHaveCount(0);
	await expect.poll(() => labels(page)).toEqual(['Milk', '7 up']);
});

test('many lines pasted into the field for one are shown in the preview at once', async ({
	page
}) => {
	await openList(page, server, 'Paste', ['Milk']);
	await field(page).fill('milk');
	await field(page).press('Enter');
	await expect(toast(page, 'Milk is already on the list.')).toBeVisible();
	await page.evaluate(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData('text/plain', 'milk\nbread');
		document.activeElement?.dispatchEvent(
			new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
		);
	});
	await expect(page.getByRole('heading', { name: '2 lines for Paste' })).toBeFocused();
	// It would cover the buttons of the preview.
	expect(await toast(page, 'Milk is already on the list.').count()).toBe(0);
	const line = (label: string) => page.locator('label.choice', { hasText: label });
	await expect(line('milk')).toContainText('already on the list');
	await page.getByLabel('Edit the lines').fill('milk\nbread\nbutter');
	await page.getByRole('button', { name: 'Preview again' }).last().click();
	await expect(page.getByRole('heading', { name: '3 lines for Paste' })).toBeFocused();
	await page.getByRole('button', { name: 'Add selected' }).click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'bread', 'butter']);
	await expect(page.getByRole('heading', { name: 'lines for Paste' })).toHaveCount(0);
	await expect(field(page)).toBeFocused();
});

test('opening the box for many lines puts the focus into it', async ({ page }) => {
	await openList(page, server, 'To the box', ['Milk']);
	const summary = page.locator('summary', { hasText: 'Paste items' });
	await summary.click();
	await expect(page.getByLabel('One item per line')).toBeFocused();
	await summary.click();
	await expect(page.getByLabel('One item per line')).toBeHidden();
	await summary.press('Enter');
	await expect(page.getByLabel('One item per line')).toBeFocused();
	// Closed and opened again before the page handles either event.
	await summary.evaluate((element: HTMLElement) => {
		element.focus();
		element.click();
		element.click();
	});
	await expect(page.getByLabel('One item per line')).toBeFocused();
});

test('text that is typed while pasted lines are being sent stays', async ({ page }) => {
	await openList(page, server, 'On the way', []);
	await page.locator('summary', { hasText: 'Paste items' }).click();
	await page.getByLabel('One item per line').fill('bread\neggs');
	await page.getByRole('button', { name: 'Preview' }).click();
	// The box has a button of the same name until the preview has arrived.
	await expect(page.getByRole('heading', { name: '2 lines for On the way' })).toBeFocused();
	const held = Promise.withResolvers<void>();
	await page.route('**/lists/*?/addAll', async (route) => {
		await held.promise;
		await route.continue();
	});
	await page.getByRole('button', { name: 'Add all' }).click();
	await page.getByLabel('Edit the lines').fill('butter');
	held.resolve();
	await expect.poll(() => labels(page)).toEqual(['bread', 'eggs']);
	await expect(page.getByLabel('One item per line')).toBeVisible();
	await expect(page.getByLabel('One item per line')).toHaveValue('butter');
	await expect(page.getByLabel('One item per line')).toBeFocused();
});

test('lines that were not added after their list was left are there when somebody comes back to it, and gone once they are added', async ({
	page
}) => {
	await openList(page, server, 'Left behind', []);
	const box = page.getByLabel('One item per line');
	const addAll = page.getByRole('button', { name: 'Add all' });
	const leave = () => page.locator('.side .home').click();
	const comeBack = () => page.getByRole('link', { name: 'Left behind' }).first().click();
	await page.locator('summary', { hasText: 'Paste items' }).click();
	await box.fill('bread\neggs');
	await page.route('**/lists/*?/addAll', async (route) => {
		await leave();
		await expect(box).toHaveCount(0);
		await route.abort();
	});
	await addAll.click();
	await expect(page.getByRole('alert')).toContainText("The server can't be reached");
	await page.unrouteAll();
	await comeBack();
	await expect(box).toHaveValue('bread\neggs');
	await page.route('**/lists/*?/addAll', async (route) => {
		await leave();
		await expect(box).toHaveCount(0);
		await route.continue();
	});
	const handled = handledAnswer(page);
	await addAll.click();
	await handled;
	await comeBack();
	await expect.poll(() => labels(page)).toEqual(['bread', 'eggs']);
	await expect(box).toBeHidden();
	await expect(box).toHaveValue('');
});

test('lines that are added once their list was left and opened again leave its box, and the focus stays', async ({
	page
}) => {
	const { box, leave, comeBack, letThrough } = await sendLinesSlowly(page, 'Back early');
	await leave();
	await comeBack();
	await expect(box).toHaveValue('bread\neggs');
	await page.locator('.side .home').focus();
	await letThrough();
	await expect.poll(() => labels(page)).toEqual(['bread', 'eggs']);
	await expect(box).toHaveValue('');
	await expect(page.locator('.side .home')).toBeFocused();
});

test('lines that are typed once their list was left and opened again stay as the earlier ones are added', async ({
	page
}) => {
	const { box, leave, comeBack, letThrough } = await sendLinesSlowly(page, 'Back to type');
	await leave();
	await comeBack();
	await box.fill('jam\nnuts');
	await leave();
	await letThrough();
	await comeBack();
	await expect.poll(() => labels(page)).toEqual(['bread', 'eggs']);
	await expect(box).toHaveValue('jam\nnuts');
});

test('a form that does not get through keeps what was typed', async ({ page }) => {
	const uid = await listWith(page, server, 'Keep', []);
	await page.goto(`${server.url}/lists/${uid}/rename`);
	await hydrated(page);
	const name = page.getByLabel('Name', { exact: true });
	await name.fill('Kept');
	await page.route('**/rename*', cut);
	await page.getByRole('button', { name: 'Rename' }).click();
	await expect(page.getByRole('alert')).toContainText("The server can't be reached");
	await expect(name).toHaveValue('Kept');
	await page.unrouteAll();
	await page.route('**/rename*', fault);
	await page.getByRole('button', { name: 'Rename' }).click();
	await expect(page.getByRole('alert')).toHaveText('Something went wrong on our side.');
	await expect(name).toHaveValue('Kept');
	await page.unrouteAll();
	await page.getByRole('button', { name: 'Rename' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Kept' })).toBeVisible();
});

test("an item's edit that gets no answer is kept and sent later, also without a service worker", async ({
	page
}) => {
	const uid = await openList(page, server, 'Edit later', ['Milk']);
	await row(page, 'Milk').getByRole('link').first().click();
	await page.waitForURL(/items/);
	await page.getByLabel('Note').fill('two bottles');
	await page.route('**/items/**', (route) => route.abort());
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('Not sent yet')).toBeVisible();
	await expect(page.getByLabel('Note')).toHaveValue('two bottles');
	await page.unrouteAll();
	await expect(page.getByText('Not sent yet')).toHaveCount(0, { timeout: 15_000 });
	await page.goto(`${server.url}/lists/${uid}`);
	await expect(row(page, 'Milk')).toContainText('two bottles');
});

test('a menu closes when an entry was chosen, and the focus returns to its button', async ({
	page
}) => {
	await openList(page, server, 'Menu', ['Milk', 'Bread']);
	await choose(page, 'Bread', 'Move up');
	await expect.poll(() => labels(page)).toEqual(['Bread', 'Milk']);
	await expect(page.locator('#menu')).toBeHidden();
	await expect(page.getByRole('button', { name: 'More actions for Bread' })).toBeFocused();
});

test('axe finds nothing in an open menu and in the preview of pasted lines', async ({ page }) => {
	await openList(page, server, 'Opened', ['Milk', 'Bread']);
	await page.locator('summary', { hasText: 'Paste items' }).click();
	await page.getByLabel('One item per line').fill('milk\n2 l juice');
	await page.getByRole('button', { name: 'Preview' }).click();
	await expect(page.getByRole('heading', { name: '2 lines' })).toBeVisible();
	await page.getByRole('button', { name: 'More actions for Milk' }).click();
	await expectNoFault(page);
});

async function refuse(page: Page, address: string, times: number): Promise<void> {
	await page.route(address, (route) => route.fulfill({ status: 503 }), { times });
}

/** Answers a form's POST as SvelteKit does after a fault of the server. */
const fault = (route: Route) =>
	route.request().method() === 'POST'
		? route.fulfill({
				status: 500,
				json: { type: 'error', error: { message: 'Something went wrong on our side.' } }
			})
		: route.continue();

const cut = (route: Route) =>
	route.request().method() === 'POST' ? route.abort() : route.continue();

/** The requests that save the form of an item. */
const saving = /\/items\/.*\?\/save/;

/** Opens the page of an item, and types a name into its form. */
async function editItem(page: Page, label: string, name: string): Promise<void> {
	await row(page, label).getByRole('link', { name: label, exact: true }).click();
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue(label);
	await page.getByLabel('Name', { exact: true }).fill(name);
}

/** Holds back these requests, and so their answers, until the returned function is called. */
async function hold(page: Page, requests: string | RegExp): Promise<() => void> {
	const held = Promise.withResolvers<void>();
	await page.route(requests, async (route) => {
		await held.promise;
		await route.continue();
	});
	return held.resolve;
}

/** Sends two lines from the box of a list, and holds their request back until `letThrough`, which waits for the page to handle the answer. */
async function sendLinesSlowly(page: Page, name: string) {
	await openList(page, server, name, []);
	const box = page.getByLabel('One item per line');
	await page.locator('summary', { hasText: 'Paste items' }).click();
	await box.fill('bread\neggs');
	const held = Promise.withResolvers<void>();
	await page.route('**/lists/*?/addAll', async (route) => {
		await held.promise;
		await route.continue();
	});
	const sent = page.waitForRequest(/addAll/);
	await page.getByRole('button', { name: 'Add all' }).click();
	await sent;
	return {
		box,
		leave: async () => {
			await page.locator('.side .home').click();
			await expect(box).toHaveCount(0);
		},
		comeBack: () => page.getByRole('link', { name }).first().click(),
		letThrough: () => {
			const handled = handledAnswer(page);
			held.resolve();
			return handled;
		}
	};
}

/** Resolves once the page has handled the answer to lines that are added: then it asks for its data again. */
async function handledAnswer(page: Page): Promise<void> {
	await page.waitForResponse(/addAll/);
	await page.waitForResponse(/__data\.json/);
}
