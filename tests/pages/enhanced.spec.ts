// What script adds to the forms: things happen at once, and on a bad line nothing is lost.
import { expect, test, type Page, type Route } from '@playwright/test';
import { startServer, type RunningServer } from '../support/server.ts';
import { ada, member, setUp, signIn, hydrated } from './household.ts';
import {
	call,
	choose,
	doneOf,
	field,
	labels,
	listWith,
	openList,
	row,
	tickOf
} from './list-page.ts';
import { expectNoFault } from './axe.ts';
import { keptOnDevice } from './offline.ts';
import { sectioned } from './sectioned.ts';

let server: RunningServer;

test.beforeAll(async () => {
	server = await startServer();
	await setUp(server);
});

test.afterAll(async () => {
	await server.stop();
});

test.beforeEach(async ({ page }) => {
	await signIn(page, server, ada);
});

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

test('on a wide screen the add field stays in sight while one adds to a long list', async ({
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
	await field(page).pressSequentially('more');
	await expect(row(page, 'Bread')).toBeInViewport();
	// A row that the page goes back to stands below the field.
	await row(page, 'Thing 1').evaluate((line) => line.scrollIntoView({ block: 'nearest' }));
	const bottom = await field(page).evaluate((input) => input.getBoundingClientRect().bottom);
	const top = await row(page, 'Thing 1').evaluate((line) => line.getBoundingClientRect().top);
	expect(top).toBeGreaterThan(bottom);
});

test('a section that was folded comes folded, until it is opened again', async ({ page }) => {
	const plan = { Dairy: ['Butter'], Bakery: ['Rolls'] };
	const uid = await sectioned(page, server, 'Folded', plan);
	const comes = async (shown: string[], hidden: string[]) => {
		await page.goto(`${server.url}/lists/${uid}`);
		for (const label of shown) await expect(page.getByText(label)).toBeVisible();
		for (const label of hidden) await expect(page.getByText(label)).toBeHidden();
	};
	const head = page.locator('summary', { hasText: 'Dairy' });
	/** What is folded is remembered a moment after the click. */
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

test('a link that was clicked is followed, whatever somebody changes on the way', async ({
	page
}) => {
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

test('a page whose stream was refused hears of changes again by itself', async ({ page }) => {
	const uid = await openList(page, server, 'Refused', ['Milk']);
	await refuse(page, '**/api/v1/events*', 1);
	await page.reload();
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Bread' });
	await expect.poll(() => labels(page), { timeout: 15_000 }).toEqual(['Milk', 'Bread']);
});

test('a change that was told, but could not be fetched, is fetched again', async ({ page }) => {
	const uid = await openList(page, server, 'Fetched again', ['Milk']);
	await refuse(page, '**/changes?*', 3);
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Bread' });
	await expect.poll(() => labels(page), { timeout: 15_000 }).toEqual(['Milk', 'Bread']);
});

test('of two quick taps the last one holds', async ({ page }) => {
	const uid = await openList(page, server, 'Taps', ['Milk']);
	const line = await slow(page);
	await tickOf(page, 'Tick Milk').click();
	await tickOf(page, 'Untick Milk').click();
	await tickOf(page, 'Tick Milk').click();
	await line.open();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
});

for (const media of [
	{ colorScheme: 'light' },
	{ colorScheme: 'dark' },
	{ forcedColors: 'active' },
	{ reducedMotion: 'reduce' }
] as const)
	test(`a tick is drawn first, as the row looks once it is handled: ${Object.values(media)}`, async ({
		page
	}) => {
		await page.emulateMedia(media);
		await openList(page, server, 'Drawn', ['Milk', 'Bread']);
		await page.mouse.move(0, 0);
		const open = await lookOf(page, 'Milk');
		let frames = await holdFrames(page);
		await tap(page, 'Tick Milk');
		await expect(tickOf(page, 'Tick Milk')).toBeVisible();
		const ticked = await lookOf(page, 'Milk');
		expect(ticked).not.toEqual(open);
		await frames.draw();
		await expect(tickOf(page, 'Untick Milk')).toBeVisible();
		await expect(page.locator('[data-tapped]')).toHaveCount(0);
		expect(await lookOf(page, 'Milk')).toEqual(ticked);
		frames = await holdFrames(page);
		await tap(page, 'Untick Milk');
		await expect(tickOf(page, 'Untick Milk')).toBeVisible();
		expect(await lookOf(page, 'Milk')).toEqual(open);
		await frames.draw();
		await expect(tickOf(page, 'Tick Milk')).toBeVisible();
		expect(await lookOf(page, 'Milk')).toEqual(open);
	});

test('a second tap before the frame undoes the first, and both are sent', async ({ page }) => {
	const uid = await openList(page, server, 'Undone', ['Milk', 'Bread']);
	const sent = await sentTicks(page);
	const open = await lookOf(page, 'Milk');
	const frames = await holdFrames(page);
	for (const name of ['Milk', 'Bread', 'Milk']) await tap(page, `Tick ${name}`);
	expect(await lookOf(page, 'Milk')).toEqual(open);
	expect(await lookOf(page, 'Bread')).not.toEqual(open);
	await frames.draw();
	await expect(page.locator('#announcements')).toHaveText('Milk unticked.');
	await expect.poll(sent).toEqual([true, true, false]);
	expect(await doneOf(page, server, uid)).toEqual(['Bread']);
	await expect(tickOf(page, 'Tick Milk')).toBeVisible();
});

test('twenty taps within one frame are all sent, in their order', async ({ page }) => {
	const names = Array.from({ length: 20 }, (_, index) => `Thing ${index + 1}`);
	const uid = await openList(page, server, 'Twenty', names);
	const urls: string[] = [];
	page.on('request', (request) => {
		if (request.method() === 'PUT') urls.push(request.url());
	});
	const order = await page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>('.items > li')].reverse().map((line) => {
			line.querySelector<HTMLElement>('.tick')?.click();
			return line.id;
		})
	);
	await expect.poll(() => doneOf(page, server, uid)).toEqual(names);
	expect(urls.map((url) => /items\/([^/]+)/.exec(url)?.[1])).toEqual(order);
	await expect(page.locator('[data-tapped]')).toHaveCount(0);
});

test('what is tapped is sent where the page goes away before it is drawn', async ({ page }) => {
	const uid = await openList(page, server, 'Away', ['Milk', 'Bread']);
	await holdFrames(page);
	await tap(page, 'Tick Milk');
	await page.evaluate(() => (location.href = 'about:blank'));
	await page.waitForURL('about:blank');
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
});

test('what is tapped without a connection is kept where the page goes away before it is drawn', async ({
	page
}) => {
	const uid = await openList(page, server, 'Away offline', ['Milk', 'Bread']);
	await expect
		.poll(() => page.evaluate(() => navigator.locks.query()))
		.toMatchObject({ held: [{}] });
	await page.evaluate(() => {
		window.fetch = () => Promise.reject(new TypeError());
		// As where the page is gone before its database has written anything: nothing is ever heard of it.
		IDBObjectStore.prototype.put = () =>
			Object.setPrototypeOf(new EventTarget(), IDBRequest.prototype);
	});
	await holdFrames(page);
	await tap(page, 'Tick Milk');
	await page.evaluate(() => (location.href = 'about:blank'));
	await page.waitForURL('about:blank');
	expect(await doneOf(page, server, uid)).toEqual([]);
	await page.goto(`${server.url}/lists/${uid}`);
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
	expect(await page.evaluate(() => localStorage.getItem('hearth-left'))).toBe(null);
});

test('what is tapped before the device is open is kept where the page goes away', async ({
	page
}) => {
	const uid = await listWith(page, server, 'Away early', ['Milk', 'Bread']);
	await page.addInitScript(() => {
		if (sessionStorage.getItem('opens')) return;
		// Of which nothing is ever heard.
		indexedDB.open = () => Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype);
	});
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	await tap(page, 'Tick Milk');
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
	expect(await doneOf(page, server, uid)).toEqual([]);
	await page.evaluate(() => sessionStorage.setItem('opens', 'yes'));
	await page.reload();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
});

test('what is tapped is handled where the tab is hidden, or is already', async ({ page }) => {
	const uid = await openList(page, server, 'Hidden', ['Milk', 'Bread']);
	await holdFrames(page);
	await tap(page, 'Tick Milk');
	await page.evaluate(() => {
		Object.defineProperty(document, 'hidden', { value: true });
		document.dispatchEvent(new Event('visibilitychange'));
	});
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
	await tap(page, 'Tick Bread');
	await expect(tickOf(page, 'Untick Bread')).toBeVisible();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk', 'Bread']);
});

test('what is tapped is with the browser, to be kept, in the task that handles it', async ({
	page
}) => {
	await openList(page, server, 'At once', ['Milk']);
	await page.route('**/api/v1/items/**', (route) => route.abort());
	const uid = await row(page, 'Milk').getAttribute('id');
	await expect
		.poll(() => page.evaluate(() => navigator.locks.query()))
		.toMatchObject({ held: [{}] });
	const put = await tickOf(page, 'Tick Milk').evaluate((box: HTMLElement) => {
		const uids: string[] = [];
		const { put } = IDBObjectStore.prototype;
		IDBObjectStore.prototype.put = function (value, ...key) {
			if (this.name === 'intents') uids.push(value.itemUid);
			return put.call(this, value, ...key);
		};
		Object.defineProperty(document, 'hidden', { value: true });
		box.click();
		return uids;
	});
	expect(put).toEqual([uid]);
	await page.reload();
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
});

test('what is done next comes after what was tapped', async ({ page }) => {
	const uid = await listWith(page, server, 'Next', ['Milk', 'Bread']);
	await page.goto(server.url);
	await hydrated(page);
	const link = page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: /^Next/ });
	await link.click();
	await expect(tickOf(page, 'Tick Milk')).toBeVisible();
	await holdFrames(page);
	await tap(page, 'Tick Milk');
	await page.keyboard.press('Shift');
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
	await tap(page, 'Tick Bread');
	await page.getByRole('heading', { level: 1 }).click();
	await expect(tickOf(page, 'Untick Bread')).toBeVisible();
	await tap(page, 'Untick Milk');
	await page.evaluate(() => history.back());
	await expect(link).not.toHaveAttribute('aria-current');
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Bread']);
});

test('what is said of a row that left before its tap was drawn is seen', async ({ page }) => {
	await openList(page, server, 'Left', ['Milk', 'Bread']);
	const milk = await row(page, 'Milk').getAttribute('id');
	const frames = await holdFrames(page);
	await tap(page, 'Tick Milk');
	await call(page, server, 'DELETE', `/items/${milk}`);
	await expect(row(page, 'Milk')).toHaveCount(0);
	await frames.draw();
	await expect(page.getByRole('alert')).toContainText("This item doesn't exist");
});

test('the page of today wakes with what was ticked before its script ran', async ({ page }) => {
	const uid = await listWith(page, server, 'Early bills', [{ label: 'Fees', dueOn: '2020-01-01' }]);
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	const itemUid = Array.isArray(items) ? String(items[0]?.uid) : '';
	await call(page, server, 'PUT', `/items/${itemUid}/done`, { done: true });
	const faults: Error[] = [];
	page.on('pageerror', (fault) => faults.push(fault));
	await page.goto(`${server.url}/today?ticked=${itemUid}`);
	await hydrated(page);
	await tickOf(page, 'Untick Fees').click();
	await expect(tickOf(page, 'Tick Fees')).toBeVisible();
	expect(faults).toEqual([]);
});

test('what is ticked on the page of today stays ticked in its place', async ({ page }) => {
	await listWith(page, server, 'Bills', [{ label: 'Rent', dueOn: '2020-01-01' }]);
	await page.goto(`${server.url}/today`);
	const bills = page.getByRole('navigation', { name: 'Lists' }).getByRole('link', {
		name: /^Bills/
	});
	await expect(bills).toContainText('1');
	await tickOf(page, 'Tick Rent').click();
	await expect(bills).not.toContainText('1');
	expect(await tickOf(page, 'Untick Rent').isVisible()).toBe(true);
});

test('what is said of an item that is gone stays when its row has left', async ({ page }) => {
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

test('what is typed for one list, or was refused there, waits for whoever comes back to it', async ({
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

test('one types on while the last is on its way, and the order stays', async ({ page }) => {
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

test.describe('on the pages that go by days', () => {
	// What is due is told by the days of UTC here.
	test.use({ timezoneId: 'UTC' });

	for (const path of ['/today', '/upcoming', '/calendar'])
		test(`each count follows each tick on ${path} at once, and once`, async ({ page }) => {
			await signIn(page, server, member(server, 'Ben'));
			const uid = await listWith(page, server, 'Due', [
				{ label: 'Bins', dueOn: dayFromNow(0) },
				{ label: 'Rent', dueOn: dayFromNow(0) },
				{ label: 'Tyres', dueOn: dayFromNow(1) }
			]);
			await page.goto(server.url + path);
			await keptOnDevice(page, uid);
			// A list that the device holds already is not asked for again.
			await page.reload();
			await hydrated(page);
			const changes = await changesOf(page, {
				today: 'nav a[href="/today"]',
				list: `nav a[href="/lists/${uid}"]`,
				left: '.head .sub'
			});
			const expectChanges = (expected: number[], timeout: number) =>
				expect
					.poll(changes, { timeout })
					.toEqual({ today: expected, list: expected, left: expected });
			const tap = async (name: string, expected: number[]) => {
				const line = await slow(page);
				await tickOf(page, name).click();
				await expectChanges(expected, 500);
				const isAnswered = page.waitForResponse(/__data/);
				await line.open();
				await isAnswered;
			};
			await tap('Tick Bins', [-1]);
			await tap('Tick Rent', [-1, -1]);
			await tap('Untick Bins', [-1, -1, 1]);
			await page.getByRole('button', { name: 'Undo' }).click();
			await expect.poll(() => doneOf(page, server, uid)).toEqual([]);
			await expectChanges([-1, -1, 1, 1], 5_000);
		});

	test('the square of a day in the calendar follows each tick at once', async ({ page }) => {
		await signIn(page, server, member(server, 'Ben'));
		await listWith(page, server, 'Month', [
			{ label: 'Cake', dueOn: '2031-05-14' },
			{ label: 'Dentist', dueOn: '2031-05-14' },
			{ label: 'Tyres', dueOn: '2031-06-02' }
		]);
		await page.goto(`${server.url}/calendar?day=2031-05-14`);
		await hydrated(page);
		const square = page.locator('td [aria-current=date]');
		const tap = async (name: string, left: string, inSquare: RegExp) => {
			const line = await slow(page);
			await tickOf(page, name).click();
			await expect(square).toHaveAccessibleName(inSquare, { timeout: 500 });
			await expect(page.locator('.head')).toContainText(left, { timeout: 500 });
			const isAnswered = page.waitForResponse(/__data/);
			await line.open();
			await isAnswered;
		};
		await tap('Tick Cake', '1 left', /, 1 item/);
		await tap('Untick Cake', '2 left', /, 2 items/);
	});

	test('the count beside Today stays when what is not due is ticked, and on the other pages of a list', async ({
		page
	}) => {
		await signIn(page, server, member(server, 'Ben'));
		const uid = await listWith(page, server, 'Not due', [
			{ label: 'Bins', dueOn: dayFromNow(0) },
			{ label: 'Tyres', dueOn: dayFromNow(1) }
		]);
		await page.goto(`${server.url}/upcoming`);
		await hydrated(page);
		const count = page.locator('nav a[href="/today"] .count');
		await tickOf(page, 'Tick Tyres').click();
		await expect.poll(() => doneOf(page, server, uid)).toEqual(['Tyres']);
		await page
			.getByRole('link', { name: /^Not due/ })
			.first()
			.click();
		await page.getByRole('link', { name: 'Only you' }).click();
		await expect(page).toHaveURL(/share$/);
		await expect(count).toHaveText(/^1 /);
	});
});

test('Enter in an empty field adds nothing, asks for nothing and says what is missing', async ({
	page
}) => {
	await openList(page, server, 'Twice', ['Milk']);
	await field(page).fill('milk');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('button', { name: 'Add another' })).toBeVisible();
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

test('what could not be added waits in the list, to be sent again', async ({ page }) => {
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

test('many lines pasted into the field for one are shown in the preview at once', async ({
	page
}) => {
	await openList(page, server, 'Paste', ['Milk']);
	await field(page).focus();
	await page.evaluate(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData('text/plain', 'milk\nbread');
		document.activeElement?.dispatchEvent(
			new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
		);
	});
	await expect(page.getByRole('heading', { name: '2 lines for Paste' })).toBeFocused();
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
	// Closed and opened before the page was told of either.
	await summary.evaluate((element: HTMLElement) => {
		element.focus();
		element.click();
		element.click();
	});
	await expect(page.getByLabel('One item per line')).toBeFocused();
});

test('what is written while pasted lines are on their way to the server stays', async ({
	page
}) => {
	await openList(page, server, 'On the way', []);
	await page.locator('summary', { hasText: 'Paste items' }).click();
	await page.getByLabel('One item per line').fill('bread\neggs');
	await page.getByRole('button', { name: 'Preview' }).click();
	// The box has a button of the same name until the preview has come.
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

test("an item's edit that gets no answer is kept and sent later, without a service worker too", async ({
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

test('what was typed or opened before the script ran is still there after', async ({ page }) => {
	const uid = await listWith(page, server, 'Early', ['Milk']);
	const wake = await openAsleep(page, `/lists/${uid}`);
	await field(page).fill('bread and b');
	await page.locator('summary', { hasText: 'Paste items' }).click();
	await page.getByLabel('One item per line').fill('eggs');
	wake();
	await hydrated(page);
	await expect(field(page)).toHaveValue('bread and b');
	await expect(page.getByLabel('One item per line')).toHaveValue('eggs');
	await expect(page.getByLabel('One item per line')).toBeVisible();
});

test('what was selected before the script ran is what is overwritten after', async ({ page }) => {
	const uid = await listWith(page, server, 'Selected early', []);
	const wake = await openAsleep(page, '/add?text=Soup');
	const lines = page.getByLabel('One item per line');
	await lines.selectText();
	wake();
	await hydrated(page);
	await page.keyboard.insertText('Tea');
	await expect(lines).toHaveValue('Tea');
	await page.unrouteAll();
	const wakeList = await openAsleep(page, `/lists/${uid}`);
	await field(page).fill('bread');
	await field(page).press('Home');
	wakeList();
	await hydrated(page);
	await page.keyboard.insertText('rye ');
	await expect(field(page)).toHaveValue('rye bread');
});

test('what was chosen before the script ran is done when it does', async ({ page }) => {
	const wake = await openAsleep(page, '/settings/account');
	await page.getByLabel('Dark', { exact: true }).check();
	wake();
	await hydrated(page);
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	await page.reload();
	await expect(page.getByLabel('Dark', { exact: true })).toBeChecked();
});

test('a menu closes when something in it was chosen, and the focus is on what opened it', async ({
	page
}) => {
	await openList(page, server, 'Menu', ['Milk', 'Bread']);
	await choose(page, 'Bread', 'Move up');
	await expect.poll(() => labels(page)).toEqual(['Bread', 'Milk']);
	await expect(page.locator('#menu')).toBeHidden();
	await expect(page.getByRole('button', { name: 'More actions for Bread' })).toBeFocused();
});

test('axe finds nothing in what opens: a menu, and the preview of pasted lines', async ({
	page
}) => {
	await openList(page, server, 'Opened', ['Milk', 'Bread']);
	await page.locator('summary', { hasText: 'Paste items' }).click();
	await page.getByLabel('One item per line').fill('milk\n2 l juice');
	await page.getByRole('button', { name: 'Preview' }).click();
	await expect(page.getByRole('heading', { name: '2 lines' })).toBeVisible();
	await page.getByRole('button', { name: 'More actions for Milk' }).click();
	await expectNoFault(page);
});

test.describe('far from the server', () => {
	// Where it is another day than at the server, at whatever hour this runs.
	const zone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
	test.use({ timezoneId: zone });

	test('today is the day where the member is', async ({ page, context }) => {
		await page.goto(`${server.url}/today`);
		const day = new Intl.DateTimeFormat('en-GB', {
			weekday: 'long',
			day: 'numeric',
			timeZone: zone
		});
		await expect(page.getByText(day.format(new Date()))).toBeVisible();
		expect(await context.cookies()).toContainEqual(
			expect.objectContaining({ name: 'hearth_zone', value: zone })
		);
	});
});

/** What gives, by name, how each number of what is open changed since, one change after the other. */
async function changesOf(
	page: Page,
	selectors: Record<string, string>
): Promise<() => Promise<Record<string, number[]>>> {
	await page.evaluate((chosen) => {
		window.changes = {};
		for (const [name, selector] of Object.entries(chosen)) {
			const element = document.querySelector(selector);
			const read = () => Number(/(\d+) (?:open|left)/.exec(element?.textContent ?? '')?.[1] ?? 0);
			const changes: number[] = (window.changes[name] = []);
			let before = read();
			const note = () => {
				const now = read();
				if (now !== before) changes.push(now - before);
				before = now;
			};
			const all = { childList: true, characterData: true, subtree: true };
			if (element) new MutationObserver(note).observe(element, all);
		}
	}, selectors);
	return () => page.evaluate(() => window.changes);
}

/** Opens a page whose script does not arrive until the function is called. */
async function openAsleep(page: Page, address: string): Promise<() => void> {
	let wake = () => {};
	const asleep = new Promise<void>((resolve) => (wake = resolve));
	await page.route('**/_app/**/*.js', async (route) => {
		await asleep;
		await route.continue();
	});
	await page.goto(server.url + address, { waitUntil: 'commit' });
	return wake;
}

/** From here on the page is told of no frame, until `draw`. */
async function holdFrames(page: Page) {
	await page.evaluate(() => {
		const { requestAnimationFrame, IntersectionObserver } = window;
		const held: FrameRequestCallback[] = [];
		window.requestAnimationFrame = (told) => held.push(told);
		window.IntersectionObserver = class extends IntersectionObserver {
			override observe(): void {}
		};
		window.draw = () => {
			Object.assign(window, { requestAnimationFrame, IntersectionObserver });
			for (const told of held) requestAnimationFrame(told);
		};
	});
	return { draw: () => page.evaluate(() => window.draw()) };
}

declare global {
	interface Window {
		draw: () => void;
		ticksSent: unknown[];
		changes: Record<string, number[]>;
	}
}

/** As a finger does, but without waiting for what comes of it. */
const tap = (page: Page, name: string): Promise<void> =>
	tickOf(page, name).evaluate((box: HTMLElement) => box.click());

/** What is drawn of a tick. */
const lookOf = (page: Page, label: string): Promise<string[]> =>
	row(page, label).evaluate((line) => {
		const look = (inRow: string, part: string, names: (keyof CSSStyleDeclaration)[]) => {
			const found = line.querySelector(inRow);
			const style = found && getComputedStyle(found, part);
			return names.map((name) => `${String(name)}: ${String(style?.[name])}`);
		};
		return [
			...look('.tick i', '', ['backgroundColor', 'borderColor', 'color']),
			...look('.tick i', '::before', ['content', 'backgroundColor', 'maskImage']),
			...look('.label a', '', ['textDecorationLine', 'color']),
			...look('.grip', '', ['visibility'])
		];
	});

/** What gives what each request has said that sends a tick. Firefox tells a test of no body, so the page keeps them. */
async function sentTicks(page: Page): Promise<() => Promise<unknown[]>> {
	await page.evaluate(() => {
		const { fetch } = window;
		window.ticksSent = [];
		window.fetch = (address, options) => {
			if (options?.method === 'PUT') window.ticksSent.push(JSON.parse(String(options.body)).done);
			return fetch(address, options);
		};
	});
	return () => page.evaluate(() => window.ticksSent);
}

/** What is sent waits on the line until it opens, or is refused. */
async function slow(page: Page) {
	await page.unrouteAll();
	const said = Promise.withResolvers<boolean>();
	await page.route('**/api/v1/**', async (route) => {
		if (route.request().method() === 'GET') return route.continue();
		if (await said.promise) return route.continue();
		return route.fulfill({
			status: 400,
			json: { code: 3, message: 'Not like this.', details: [] }
		});
	});
	return { open: async () => said.resolve(true), refuse: async () => said.resolve(false) };
}

async function refuse(page: Page, address: string, times: number): Promise<void> {
	await page.route(address, (route) => route.fulfill({ status: 503 }), { times });
}

/** As Kit answers a form's post when the server's own fault is in the way. */
const fault = (route: Route) =>
	route.request().method() === 'POST'
		? route.fulfill({
				status: 500,
				json: { type: 'error', error: { message: 'Something went wrong on our side.' } }
			})
		: route.continue();

const cut = (route: Route) =>
	route.request().method() === 'POST' ? route.abort() : route.continue();

const dayFromNow = (days: number): string =>
	new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
