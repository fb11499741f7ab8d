// What a device stores: lists that open offline, for one member and while they are signed in.
import { expect, test, type Browser, type Page, type Route } from '@playwright/test';
import { openSpoiltProxy } from '../support/mobile-proxy.ts';
import {
	ada,
	adasHousehold,
	hydrated,
	member,
	otherBrowser,
	signIn,
	signInByForm,
	type Person
} from './household.ts';
import { call, doneOf, field, listWith, openList, row, tickOf } from './list-page.ts';
import {
	add,
	awake,
	deviceHolds,
	isEmpty,
	keptOnDevice,
	late,
	named,
	neitherSendNorWrite,
	onServer,
	opened,
	pick,
	rowOf
} from './offline.ts';

test.use({ serviceWorkers: 'allow' });
const server = adasHousehold();
type SpoiltProxy = Awaited<ReturnType<typeof openSpoiltProxy>>;

test('lists, visited or not, and Today open without a connection and can be used', async ({
	page,
	context
}) => {
	const other = await listWith(page, server, 'Never opened', [
		{ label: 'Tent', dueOn: '2020-01-01' }
	]);
	const uid = await opened(page, server, 'Visited', ['Milk']);
	await keptOnDevice(page, other);
	await context.setOffline(true);
	await page.reload();
	await expect(page.getByRole('heading', { level: 1, name: 'Visited' })).toBeVisible();
	await expect(page.getByText(/No connection\. Updated/)).toBeVisible();
	await tickOf(page, 'Tick Milk').click();
	await add(page, 'bread');
	await page
		.getByRole('navigation', { name: 'Lists' })
		.getByRole('link', { name: /^Never opened/ })
		.click();
	await expect(page.getByRole('heading', { level: 1, name: 'Never opened' })).toBeVisible();
	await tickOf(page, 'Tick Tent').click();
	await page.goBack();
	await expect(page.getByText('1 ticked')).toBeVisible();
	await page.goto(`${server.url}/today`);
	await expect(row(page, 'Tent')).toBeVisible();
	await page.goto(server.url);
	await expect(page.getByRole('main').getByRole('link', { name: 'Visited' })).toBeVisible();
	await page.goto(`${server.url}/settings/account`);
	await expect(
		page.getByRole('status').filter({ hasText: "this page isn't kept on this device" })
	).toBeVisible();
	await page.goto(`${server.url}/lists/${uid}`);
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'bread']);
	await expect.poll(() => onServer(page, server, other), late).toEqual(['Tent*']);
	await expect(page.getByRole('link', { name: 'Only you' })).toBeVisible(late);
});

test('offline lists are shown as online: in their groups and order, without the archive', async ({
	page,
	context
}) => {
	await signIn(page, server, member(server, 'Cleo'));
	await opened(page, server, 'Older', ['Milk']);
	const pinned = await listWith(page, server, 'Pinned later', ['Tea']);
	const archived = await opened(page, server, 'Put away', ['Skis']);
	await keptOnDevice(page, pinned);
	await call(page, server, 'POST', `/lists/${archived}/archived`, { archived: true });
	await call(page, server, 'PUT', `/lists/${pinned}/pinned`, { pinned: true });
	const newest = await listWith(page, server, 'Newest', [{ label: 'Rent', dueOn: '2020-01-01' }]);
	await page.goto(server.url);
	await keptOnDevice(page, newest);
	await keptOnDevice(page, 'Rent');
	await keptOnDevice(page, '"isPinned":true');
	const beside = page.getByRole('navigation', { name: 'Lists' });
	const online = await beside.innerText();
	expect(online).toMatch(/Pinned.*Pinned later.*Newest.*Older/s);
	await context.setOffline(true);
	await page.reload();
	await expect(page.getByText('No connection')).toBeVisible();
	expect(await beside.innerText()).toBe(online);
	await expect(page.getByRole('main').getByRole('link')).toHaveText([
		/Pinned later/,
		/Newest/,
		/Older/
	]);
	await context.setOffline(false);
});

test('offline an empty list and a completed one say so, as online', async ({ page, context }) => {
	await signIn(page, server, member(server, 'Fred'));
	const ticked = await opened(page, server, 'Shopped', ['Milk']);
	await call(page, server, 'PUT', `/items/${await row(page, 'Milk').getAttribute('id')}/done`, {
		done: true
	});
	const empty = await opened(page, server, 'Bare', []);
	await page.goto(server.url);
	await keptOnDevice(page, ticked);
	await keptOnDevice(page, empty);
	await context.setOffline(true);
	await page.reload();
	await expect(page.getByText('No connection')).toBeVisible();
	await expect(page.locator('main li')).toHaveText([/Bare\s+empty/, /Shopped\s+all ticked/]);
	await page.getByRole('main').getByRole('link', { name: 'Bare' }).click();
	await expect(page.getByText('Type what you need and press Enter')).toBeVisible();
	await context.setOffline(false);
});

test('an archived list that is no longer shared leaves the device when a page is opened', async ({
	page,
	browser
}) => {
	const owner = await otherBrowser(browser, {});
	await signIn(owner, server, member(server, 'Dora'));
	const uid = await listWith(owner, server, 'Was shared', ['Skis']);
	const share = (sharing: string) =>
		call(owner, server, 'PUT', `/lists/${uid}/sharing`, { sharing, canEdit: false });
	await share('SHARING_INSTANCE');
	await call(owner, server, 'POST', `/lists/${uid}/archived`, { archived: true });
	await page.goto(`${server.url}/lists/${uid}`);
	await awake(page);
	await keptOnDevice(page, uid);
	await page.goto(`${server.url}/healthz`);
	await share('SHARING_PRIVATE');
	await page.goto(server.url);
	await expect.poll(() => deviceHolds(page, uid), late).toBe(false);
	await owner.context().close();
});

test('a list that is no longer among the 200 latest leaves the device, unless it was just opened or changes of it wait', async ({
	page,
	context
}) => {
	await signIn(page, server, member(server, 'Gus'));
	const unsent = await opened(page, server, 'With a change that waits', ['Soap']);
	await context.route('**/api/v1/items/*/done', (route) => route.abort());
	await tickOf(page, 'Tick Soap').click();
	await keptOnDevice(page, '"kind":"tick"');
	const [dropped, openedLater] = [
		await listWith(page, server, 'Dropped'),
		await listWith(page, server, 'Opened later')
	];
	await page.goto(server.url);
	for (const uid of [dropped, openedLater]) await keptOnDevice(page, uid);
	for (let count = 0; count < 200; count += 1) await listWith(page, server, `Later ${count}`);
	await page.goto(`${server.url}/lists/${openedLater}`);
	await expect.poll(() => deviceHolds(page, dropped), late).toBe(false);
	expect(await deviceHolds(page, unsent)).toBe(true);
	expect(await deviceHolds(page, openedLater)).toBe(true);
});

test('a list that was created while the device fetched all lists stays on the device', async ({
	page,
	context
}) => {
	await signIn(page, server, member(server, 'Cara'));
	const first = await listWith(page, server, 'First', ['Soap']);
	const released = Promise.withResolvers<void>();
	await context.route('**/api/v1/lists', async (route) => {
		if (route.request().method() !== 'GET') return route.continue();
		const response = await route.fetch();
		await released.promise;
		await route.fulfill({ response });
	});
	await page.goto(server.url);
	await awake(page);
	await page.getByRole('main').getByRole('textbox').first().fill('Camping');
	await page.getByRole('main').getByRole('button', { name: 'Create' }).click();
	await page.waitForURL(/lists\/lst/);
	await add(page, 'tent');
	await keptOnDevice(page, 'tent');
	released.resolve();
	await keptOnDevice(page, first);
	await expect(rowOf(page, 'tent')).toBeVisible();
	expect(await deviceHolds(page, 'tent')).toBe(true);
});

test('lists are stored one at a time, each when the browser is idle', async ({ page }) => {
	await page.addInitScript(() => {
		window.idle = [];
		window.requestIdleCallback = (work) => window.idle.push(work);
	});
	const asked: string[] = [];
	page.on('request', (request) => {
		if (/\/changes(\?|$)/.test(request.url())) asked.push(request.url());
	});
	for (const name of ['First', 'Second']) await listWith(page, server, name);
	await openList(page, server, 'Shown', ['Milk']);
	/** Idle callbacks: for the lists, the time zone, the hydration of the lists beside the page, and the service worker. */
	const waiting = () => page.evaluate(() => window.idle.length);
	await expect.poll(waiting).toBe(4);
	expect(asked).toEqual([]);
	await page.evaluate(beIdle);
	await expect.poll(() => asked.length).toBe(1);
	await expect.poll(waiting).toBeGreaterThanOrEqual(1);
	expect(asked).toHaveLength(1);
});

test('lists are stored once the member no longer touches the page', async ({ page }) => {
	const uids: string[] = [];
	for (const name of ['Third', 'Fourth']) uids.push(await listWith(page, server, name));
	const asked: string[] = [];
	page.on('request', (request) => {
		if (/\/changes(\?|$)/.test(request.url())) asked.push(request.url());
	});
	const touched = Promise.withResolvers<void>();
	await page.route('**/api/v1/lists', async (route) => {
		await touched.promise;
		await route.continue();
	});
	await opened(page, server, 'At hand', ['Milk']);
	await page.mouse.click(5, 5);
	touched.resolve();
	for (let clicks = 0; clicks < 8; clicks += 1) {
		await page.waitForTimeout(400);
		await page.mouse.click(5, 5);
	}
	expect(asked).toEqual([]);
	for (const uid of uids) await keptOnDevice(page, uid);
});

/** Runs in the page. */
function beIdle(): void {
	for (const work of window.idle.splice(0)) work({ didTimeout: false, timeRemaining: () => 50 });
}

declare global {
	interface Window {
		/** The callbacks that wait for the browser to be idle. */
		idle: IdleRequestCallback[];
	}
}

/** A list that everybody may read and only Ben may change. Returns its uid. */
async function billsOfBen(browser: Browser): Promise<string> {
	const ben = await otherBrowser(browser, {});
	await signIn(ben, server, member(server, 'Ben'));
	const item = { label: 'Rent', quantity: '2 flats', dueOn: '2020-01-01' };
	const bills = await listWith(ben, server, 'Bills', [item]);
	const sharing = { sharing: 'SHARING_INSTANCE', canEdit: false };
	await call(ben, server, 'PUT', `/lists/${bills}/sharing`, sharing);
	await ben.context().close();
	return bills;
}

test('the menu of a row works without a connection, on a list and on Today', async ({
	page,
	context,
	browser
}) => {
	const bills = await billsOfBen(browser);
	const uid = await opened(page, server, 'Menus', ['Milk', 'Bread', 'Eggs']);
	await keptOnDevice(page, bills);
	await context.setOffline(true);
	await page.reload();
	await expect(page.getByText(/No connection\. Updated/)).toBeVisible();
	await pick(page, 'Eggs', 'Move to the top');
	await expect.poll(() => named(page)).toEqual(['Eggs', 'Milk', 'Bread']);
	await pick(page, 'Milk', 'Delete');
	await expect.poll(() => named(page)).toEqual(['Eggs', 'Bread']);
	expect(await page.evaluate(hasIcons)).toBe(true);
	await page.goto(`${server.url}/today`);
	await rowOf(page, 'Rent').getByRole('button', { name: 'More actions for' }).click();
	await page.locator('#menu').getByRole('link', { name: 'Go to Bills' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Bills' })).toBeVisible();
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Eggs', 'Bread']);
});

test('an item that may only be read shows its quantity and its date without a connection', async ({
	page,
	context,
	browser
}) => {
	const bills = await billsOfBen(browser);
	await page.goto(`${server.url}/lists/${bills}`);
	await awake(page);
	await keptOnDevice(page, bills);
	const address = `${server.url}/items/${await row(page, 'Rent').getAttribute('id')}`;
	await context.setOffline(true);
	await page.goto(address);
	await expect(page.getByText(/No connection\. Updated/)).toBeVisible();
	await expect(page.getByRole('definition')).toHaveText(['2 flats', '1 Jan 2020']);
});

test('the checklist of a note is read and ticked without a connection', async ({
	page,
	context
}) => {
	const uid = await listWith(page, server, 'Party', [
		{ label: 'Cake', note: 'For **Sunday**\n- [ ] eggs\n- [ ] milk' }
	]);
	await page.goto(`${server.url}/lists/${uid}`);
	await awake(page);
	await keptOnDevice(page, uid);
	await row(page, 'Cake').getByRole('link').first().click();
	await page.waitForURL(/items/);
	const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
	await expect(box('eggs')).toBeVisible();
	await context.setOffline(true);
	await box('eggs').click();
	await expect(box('eggs')).toBeChecked();
	await expect.poll(() => deviceHolds(page, '[x] eggs'), late).toBe(true);
	await page.reload();
	await expect(page.getByText('1 change not sent')).toBeVisible();
	await expect(page.getByRole('main').locator('strong')).toHaveText('Sunday');
	await expect(box('eggs')).toBeChecked();
	await box('milk').click();
	await expect(box('milk')).toBeChecked();
	await context.setOffline(false);
	await expect
		.poll(async () => JSON.stringify(await call(page, server, 'GET', `/lists/${uid}`)), late)
		.toContain(JSON.stringify('For **Sunday**\n- [x] eggs\n- [x] milk'));
});

/** Runs in the page: whether the file with the icons can be read. */
async function hasIcons(): Promise<boolean> {
	const file = document.querySelector('use')?.getAttribute('href');
	const answer = file ? await fetch(file).catch(() => undefined) : undefined;
	return !!answer?.ok;
}

test('a session that was ended elsewhere clears the device at the next contact with the server', async ({
	page,
	context
}) => {
	await opened(page, server, 'Ended', ['Milk']);
	await expect.poll(() => deviceHolds(page, 'Milk')).toBe(true);
	await endSessions(page);
	await expect(page).toHaveURL(/sign-in/, late);
	await expect.poll(() => isEmpty(page)).toBe(true);
	await context.setOffline(true);
	await page.goto(server.url);
	await expect(page.getByText('No lists are kept on this device')).toBeVisible();
});

test('lists open offline in the language that was chosen last', async ({ page, context }) => {
	const uid = await opened(page, server, 'Spoken', ['Milk']);
	await page.goto(`${server.url}/settings/account`);
	await page.getByLabel('Language of these pages').selectOption('de');
	await page.getByRole('button', { name: 'Save language' }).click();
	await expect(page.locator('html')).toHaveAttribute('lang', 'de');
	const keptIn = () =>
		page.evaluate(async () => (await caches.match('/offline'))?.headers.get('content-language'));
	await expect.poll(keptIn, late).toBe('de');
	await context.setOffline(true);
	await page.goto(`${server.url}/lists/${uid}`);
	await expect(page.getByText(/Keine Verbindung/)).toBeVisible();
	await tickOf(page, 'Milk abhaken').click();
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*']);
});

test('after an update the new version is used offline', async ({ page, context }) => {
	await page.goto(`${server.url}/healthz`);
	await page.evaluate(async () => {
		const headers = { 'content-type': 'text/html', 'content-language': 'en' };
		const older = new Response('<h1>The program before this one</h1>', { headers });
		await (await caches.open('hearth-0')).put('/offline', older);
	});
	await opened(page, server, 'Updated', ['Milk']);
	await keptOnDevice(page, 'Milk');
	await context.setOffline(true);
	await page.reload();
	await expect(page.getByText(/No connection\. Updated/)).toBeVisible();
});

test('unsent text can be copied when a session has ended, and is stored nowhere else', async ({
	page,
	context
}) => {
	await opened(page, server, 'Ended before', ['Milk']);
	await context.setOffline(true);
	await add(page, 'bread');
	await endSessions(page);
	await context.setOffline(false);
	await expect(page.getByRole('alert')).toContainText("You're signed out here", late);
	await expect(page.getByRole('button', { name: 'Copy what I wrote' })).toBeVisible();
	await expect(page.getByText('bread', { exact: true })).toBeVisible();
	await expect.poll(() => isEmpty(page)).toBe(true);
});

test('unsent text can be copied as well where the end of the session is known late, and is not lost on the way to sign-in', async ({
	page
}) => {
	await keptOnDevice(page, await opened(page, server, 'Ended late', ['Milk']));
	await page.route('**/sign-in', async (route) => {
		const isOfPage = !!route.request().headers()['x-member'];
		if (isOfPage) await new Promise((resolve) => setTimeout(resolve, 5_000));
		await route.continue();
	});
	await page.route('**/api/v1/**', (route) => route.abort());
	await add(page, 'bread');
	await endSessions(page);
	await page.unroute('**/api/v1/**');
	await expect(page.getByRole('button', { name: 'Copy what I wrote' })).toBeVisible({
		timeout: 40_000
	});
});

for (const [where, link] of [
	['the lists', 'Lists'],
	['the settings', 'Ada']
] as const)
	test(`unsent text can be copied on the page of ${where} after the session has ended elsewhere`, async ({
		page
	}) => {
		await opened(page, server, `Left for ${where}`, ['Milk']);
		await page.route('**/api/v1/**', (route) => route.abort());
		await add(page, 'bread');
		if (link === 'Ada') await page.locator('.side .me').click();
		else await page.locator('.side .home').click();
		await expect(field(page)).toHaveCount(0);
		await endSessions(page);
		await page.unrouteAll();
		// The page itself would lead to sign-in.
		await page.route('**/api/v1/events**', (route) => route.abort());
		await expect(page.getByRole('alert')).toContainText("You're signed out here", {
			timeout: 40_000
		});
		await expect(page.getByRole('button', { name: 'Copy what I wrote' })).toBeVisible();
	});

test('unsent text can still be copied on the offline page after a session has ended', async ({
	page,
	context
}) => {
	await signIn(page, server, member(server, 'Dee'));
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await keptOnDevice(page, await opened(page, server, 'Opened offline', ['Milk']));
	await context.setOffline(true);
	await page.reload();
	await expect(page.getByText(/No connection\. Updated/)).toBeVisible();
	await add(page, 'bread');
	await endSessions(page);
	await context.setOffline(false);
	const alert = page.getByRole('alert');
	await expect(alert).toContainText("You're signed out here", late);
	await page.waitForTimeout(7_000);
	await alert.getByRole('button', { name: 'Copy what I wrote' }).click();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('bread');
	await alert.getByRole('link', { name: 'Sign in' }).click();
	await expect(page).toHaveURL(/sign-in/);
});

test('without a clipboard unsent text is shown when a session has ended', async ({
	page,
	context
}) => {
	// On plain http there is no clipboard.
	await page.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'clipboard'));
	await opened(page, server, 'Without clipboard', ['Milk']);
	await context.setOffline(true);
	await add(page, 'bread');
	await endSessions(page);
	await context.setOffline(false);
	const alert = page.getByRole('alert');
	await expect(alert).toContainText('bread', late);
	await expect(alert.getByRole('button')).toHaveCount(0);
	await expect(alert.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test.describe('where late scripts cannot be loaded', () => {
	test.use({ serviceWorkers: 'block' });

	test('a page says that changes are not sent after the session has ended elsewhere', async ({
		page
	}) => {
		await openList(page, server, 'Ended without scripts', ['Milk']);
		await page.waitForTimeout(1_000);
		await page.route('**/_app/immutable/**', (route) => route.abort());
		await page.route('**/api/v1/**', (route) => route.abort());
		await add(page, 'bread');
		await endSessions(page);
		await page.unroute('**/api/v1/**');
		await page.route('**/api/v1/events**', (route) => route.abort());
		await expect(page.getByRole('alert')).toHaveText('1 change not sent', { timeout: 40_000 });
	});
});

test('a refused item that nobody touches does not keep the page on its offline version', async ({
	page,
	context
}) => {
	await keptOnDevice(page, await opened(page, server, 'Refused', ['Milk']));
	await context.setOffline(true);
	await page.reload();
	await add(page, 'bread');
	await context.route('**/api/v1/lists/*/items', (route) =>
		route.fulfill({ status: 400, json: { code: 3, message: 'Not that.', details: [] } })
	);
	await context.setOffline(false);
	await expect(page.getByRole('link', { name: 'Only you' })).toBeVisible(late);
	const notAdded = page.getByLabel('Not added yet');
	await expect(notAdded).toHaveValue('bread');
	// The field stands in the form of the rows, and Enter in it presses none of their buttons.
	await page.evaluate(() => addEventListener('submit', () => (document.title = 'sent'), true));
	await notAdded.press('Enter');
	await expect(page).not.toHaveTitle('sent');
});

test('a tick of a refused item does not keep the page on its offline version either', async ({
	page,
	context
}) => {
	await keptOnDevice(page, await opened(page, server, 'Refused and ticked', ['Milk']));
	await context.setOffline(true);
	await page.reload();
	await add(page, 'bread');
	await tickOf(page, 'Tick bread').click();
	await context.route('**/api/v1/lists/*/items', (route) =>
		route.fulfill({ status: 400, json: { code: 3, message: 'Not that.', details: [] } })
	);
	await context.setOffline(false);
	await expect(page.getByRole('link', { name: 'Only you' })).toBeVisible(late);
	await expect(page.getByLabel('Not added yet')).toHaveValue('bread');
	await context.unrouteAll();
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect
		.poll(() => doneOf(page, server, page.url().split('/').at(-1) ?? ''))
		.toEqual(['bread']);
});

test('the offline page of another member is hidden until its writer signs in again', async ({
	page,
	context
}) => {
	await keptOnDevice(page, await opened(page, server, 'Of Ada alone', ['Milk']));
	await context.setOffline(true);
	await page.reload();
	await add(page, 'bread');
	await page.route(
		() => true,
		(route) => route.abort()
	);
	await context.setOffline(false);
	const second = await context.newPage();
	const openAs = async (person: Person) => {
		await signIn(second, server, person);
		await second.goto(server.url);
	};
	await openAs(member(server, 'Ben'));
	await expect(page.getByRole('alert')).toContainText('hidden until Ada signs in again', late);
	for (const words of ['Milk', 'bread', 'Of Ada alone'])
		await expect(page.getByText(words, { exact: true }).filter({ visible: true })).toHaveCount(0);
	await expect(page).not.toHaveTitle(/Of Ada alone/);
	// The second page would send what Ada kept, and then there is nothing left to copy.
	await second.route('**/api/v1/**', (route) => route.abort());
	await openAs(ada);
	await expect(page.getByText('bread', { exact: true })).toBeVisible(late);
	await expect(page.getByRole('button', { name: 'Copy what I wrote' })).toBeVisible();
});

for (const isOpen of [false, true])
	test(`Today changes at midnight without a connection${isOpen ? ', where it was open before' : ''}`, async ({
		page,
		context
	}) => {
		const day = (offset: number) =>
			new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
		await signIn(page, server, member(server, 'Eve'));
		const items = [{ label: 'Party', dueOn: day(1) }];
		const uid = await listWith(page, server, 'Midnight', items);
		await page.goto(`${server.url}/lists/${uid}`);
		await awake(page);
		await keptOnDevice(page, uid);
		await context.setOffline(!isOpen);
		await page.clock.install({ time: `${day(0)}T23:58:00Z` });
		await page.goto(`${server.url}/today`);
		if (isOpen) await hydrated(page);
		await context.setOffline(true);
		await page.clock.runFor(2_000);
		await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
		await expect(row(page, 'Party')).toHaveCount(0);
		await page.clock.runFor('05:00');
		await expect(row(page, 'Party')).toBeVisible();
	});

for (const [why, hold] of [
	['the server answers with a fault', (page: Page) => page.route('**/today', fault)],
	['something typed would be lost', typeAndGoOffline]
] as const)
	test(`Today stays at midnight where ${why}`, async ({ page }) => {
		const today = new Date().toISOString().slice(0, 10);
		await page.goto(`${server.url}/today`);
		await awake(page);
		await page.clock.install({ time: `${today}T23:58:00Z` });
		await page.reload();
		await hydrated(page);
		await page.evaluate(() => (document.body.id = 'stays'));
		await hold(page);
		let asked = 0;
		page.on('request', (request) => (asked += Number(request.method() === 'HEAD')));
		// The first look after midnight is at most five seconds before the end: a question waits for ten.
		await page.clock.runFor('02:05');
		// Once before a refresh, and once before the page would be left.
		await expect.poll(() => asked).toBeGreaterThan(1);
		await page.clock.runFor(1000);
		await expect(page.locator('#stays')).toBeVisible();
	});

const fault = (route: Route) => route.fulfill({ status: 500, headers: { 'x-request-id': 'req' } });

async function typeAndGoOffline(page: Page): Promise<void> {
	await page.evaluate(() => {
		const form = document.createElement('form');
		form.method = 'post';
		form.append(Object.assign(document.createElement('textarea'), { name: 'note' }));
		document.querySelector('main')?.append(form);
	});
	await page.locator('textarea[name=note]').fill('two eggs');
	await page.context().setOffline(true);
}

test('a kept list changes at midnight without a connection', async ({ page, context }) => {
	const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
	const uid = await listWith(page, server, 'Tonight', [{ label: 'Party', dueOn: day }]);
	await page.goto(`${server.url}/lists/${uid}`);
	await awake(page);
	await keptOnDevice(page, uid);
	await context.setOffline(true);
	await page.clock.install({ time: `${new Date().toISOString().slice(0, 10)}T23:58:00Z` });
	await page.reload();
	await page.clock.runFor(2_000);
	await expect(row(page, 'Party')).toContainText('Tomorrow');
	await page.clock.runFor('05:00');
	await expect(row(page, 'Party')).toContainText('Today');
});

test('on a kept list the focus never leaves the field while items are added with the button', async ({
	page,
	context
}) => {
	await keptOnDevice(page, await opened(page, server, 'Tapped', ['Milk']));
	await context.setOffline(true);
	await page.reload();
	await field(page).click();
	const left = await field(page).evaluateHandle((input) => {
		const count = { blurs: 0 };
		input.addEventListener('blur', () => (count.blurs += 1));
		return count;
	});
	for (const text of ['bread', 'tea']) {
		await field(page).pressSequentially(text);
		await page.getByRole('button', { name: 'Add', exact: true }).click();
		await expect(field(page)).toHaveValue('');
	}
	await expect.poll(() => named(page)).toEqual(['Milk', 'bread', 'tea']);
	expect(await left.jsonValue()).toEqual({ blurs: 0 });
});

test('signing out clears the device, and the next member to sign in sees nothing of the last one', async ({
	page,
	context
}) => {
	const uid = await opened(page, server, 'Secret', ['Milk']);
	await expect.poll(() => deviceHolds(page, 'Milk')).toBe(true);
	await page.goto(`${server.url}/sign-out`);
	await page.getByRole('button', { name: 'Sign out' }).click();
	await expect(page).toHaveURL(/sign-in/);
	await expect.poll(() => isEmpty(page)).toBe(true);
	await signIn(page, server, ada);
	await page.goto(`${server.url}/lists/${uid}`);
	await expect.poll(() => deviceHolds(page, 'Milk')).toBe(true);
	// Her open page would reload during the next step.
	await page.goto('about:blank');
	await signIn(page, server, member(server, 'Ben'));
	await page.goto(server.url);
	await expect.poll(() => deviceHolds(page, 'Milk')).toBe(false);
	await context.setOffline(true);
	await page.goto(`${server.url}/lists/${uid}`);
	await expect(page.getByText('Milk')).toHaveCount(0);
	await expect(page.getByText("isn't kept on this device")).toBeVisible();
});

test('the page for signing out says how many changes would be lost, and cancelling saves them', async ({
	page
}) => {
	const proxy = await openSpoiltProxy(server.url);
	const uid = await opened(page, server, 'Before signing out', ['Milk'], proxy.url);
	await keptOnDevice(page, uid);
	proxy.spoil('refused');
	await tickOf(page, 'Tick Milk').click();
	await add(page, 'bread');
	await keptOnDevice(page, 'bread');
	await page.goto('about:blank');
	proxy.spoil('not');
	await page.goto(`${proxy.url}/sign-out`);
	await expect(page.getByRole('alert')).toContainText('2 changes are not saved yet.');
	await page.getByRole('link', { name: 'Cancel' }).click();
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'bread']);
	// What is on the server is still unsent to a page that left before it had the answer.
	await expect.poll(() => deviceHolds(page, '"state":"waiting"'), late).toBe(false);
	await page.goto(`${proxy.url}/sign-out`);
	await hydrated(page);
	await expect(page.getByRole('alert')).toHaveCount(0);
	await proxy.close();
});

test('an open tab becomes that of the next member to sign in, and their changes in it are sent', async ({
	page,
	context
}) => {
	await opened(page, server, 'Of Ada', ['Milk']);
	const second = await context.newPage();
	await signIn(second, server, member(server, 'Ben'));
	const uid = await listWith(second, server, 'Of Ben', ['Beer', 'Chips']);
	const reloaded = page.waitForEvent('load', late);
	await second.goto(server.url);
	await reloaded;
	await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
	await page
		.getByRole('navigation', { name: 'Lists' })
		.getByRole('link', { name: /^Of Ben/ })
		.click();
	await tickOf(page, 'Tick Beer').click();
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Beer*', 'Chips']);
	await expect(page.getByText('signed out here')).toHaveCount(0);
});

test('what waits on an open page as the session expires is told of at sign-in, and sent for the same member', async ({
	page,
	context
}) => {
	const uid = await opened(page, server, 'Expired while open', ['Milk', 'Bread']);
	await keptOnDevice(page, uid);
	await context.setOffline(true);
	await tickOf(page, 'Tick Milk').click();
	await add(page, 'eggs');
	await expireAndSignIn(page, '2 changes');
	await expect(page.getByRole('heading', { level: 1, name: 'Expired while open' })).toBeVisible();
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'Bread', 'eggs']);
	await tickOf(page, 'Tick Bread').click();
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'Bread*', 'eggs']);
});

test('what waits on the offline page and in another tab as the session expires is sent as well', async ({
	page,
	context
}) => {
	const uid = await opened(page, server, 'Expired offline', ['Milk', 'Bread']);
	await keptOnDevice(page, uid);
	const second = await context.newPage();
	await second.goto(`${server.url}/lists/${uid}`);
	await awake(second);
	await context.setOffline(true);
	await tickOf(second, 'Tick Bread').click();
	await page.reload();
	await expect(page.getByText('1 change not sent')).toBeVisible(late);
	await tickOf(page, 'Tick Milk').click();
	await expireAndSignIn(page, '2 changes');
	await expect(second).toHaveURL(/sign-in/, late);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'Bread*']);
	await second.close();
});

test('where nothing is kept, the open page of an expired session says what was not saved', async ({
	page,
	context
}) => {
	const uid = await listWith(page, server, 'Not kept', ['Milk']);
	await page.goto(`${server.url}/settings/account`);
	await page.getByLabel('Keep lists on this device').uncheck();
	await expect.poll(() => isEmpty(page)).toBe(true);
	await page.goto(`${server.url}/lists/${uid}`);
	await awake(page);
	await context.setOffline(true);
	await add(page, 'bread');
	await context.clearCookies();
	await context.setOffline(false);
	await expect(page.getByText('one change was not saved')).toBeVisible(late);
	await expect(page.getByRole('button', { name: 'Copy what I wrote' })).toBeVisible();
	await signIn(page, server, ada);
	await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click();
	await expect(page.getByText('not saved')).toHaveCount(0);
});

/** The session expires without a connection: browsers drop its cookie. Back online the page leads to sign-in, and its member signs in. */
async function expireAndSignIn(page: Page, unsaved: string): Promise<void> {
	await page.context().clearCookies();
	await page.context().setOffline(false);
	await expect(page.getByText(`${unsaved} on this device are not saved yet`)).toBeVisible(late);
	expect(await deviceHolds(page, '"list":')).toBe(false);
	await page.getByLabel('Email').fill(ada.email);
	await page.getByRole('textbox', { name: 'Password' }).fill(ada.password);
	await page.getByRole('button', { name: 'Sign in', exact: true }).click();
	await expect(page).not.toHaveURL(/sign-in/);
}

/** Leaves the browser with one tick and one added item that are not sent, and no tab open. The item was added as the page went away. */
async function leaveUnsent(page: Page, proxy: SpoiltProxy, name: string): Promise<string> {
	const uid = await opened(page, server, name, ['Milk'], proxy.url);
	await keptOnDevice(page, uid);
	proxy.spoil('refused');
	await tickOf(page, 'Tick Milk').click();
	await keptOnDevice(page, '"kind":"tick"');
	await neitherSendNorWrite(page);
	await add(page, 'bread');
	await page.goto('about:blank');
	proxy.spoil('not');
	return uid;
}

/** As `leaveUnsent`. Then the session expires, and the browser comes back to sign-in, which tells of both. */
async function leaveAndExpire(page: Page, proxy: SpoiltProxy, name: string): Promise<string> {
	const uid = await leaveUnsent(page, proxy, name);
	// Browsers drop the cookie as the session expires.
	await page.context().clearCookies();
	await page.goto(proxy.url);
	const told = page.locator('.said', { hasText: '2 changes on this device are not saved yet' });
	await expect(told).toBeVisible(late);
	// It is a caution, and no error: nothing went wrong.
	await expect(told).toHaveClass(/\bnote\b/);
	return uid;
}

test('what was unsent as the session expired is told of at sign-in, shown to nobody, and sent for the same member', async ({
	page
}) => {
	const proxy = await openSpoiltProxy(server.url);
	const uid = await leaveAndExpire(page, proxy, 'Expired');
	await expect.poll(() => deviceHolds(page, 'Expired')).toBe(false);
	await page.goto(`${proxy.url}/lists/${uid}`);
	await expect(page.getByText('2 changes on this device are not saved yet')).toBeVisible(late);
	await page.getByLabel('Email').fill(ada.email);
	await page.getByRole('textbox', { name: 'Password' }).fill(ada.password);
	await page.getByRole('button', { name: 'Sign in', exact: true }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Expired' })).toBeVisible();
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'bread']);
	await proxy.close();
});

test('what was unsent as the session expired goes as another member signs in, or at a wish', async ({
	page
}) => {
	const proxy = await openSpoiltProxy(server.url);
	const uid = await leaveAndExpire(page, proxy, 'Of another');
	await signIn(page, server, member(server, 'Ben'));
	await page.goto(proxy.url);
	await expect.poll(() => deviceHolds(page, 'bread'), late).toBe(false);
	// Ben's page would load itself anew as soon as it hears of Ada, in place of the page that is asked for.
	await page.goto('about:blank');
	await signIn(page, server, ada);
	await leaveAndExpire(page, proxy, 'Not wanted');
	await page.getByRole('button', { name: 'Discard them' }).click();
	await expect(page.getByText('not saved yet')).toHaveCount(0);
	await expect.poll(() => isEmpty(page)).toBe(true);
	await signIn(page, server, ada);
	await page.goto(`${proxy.url}/lists/${uid}`);
	await awake(page);
	expect(await onServer(page, server, uid)).toEqual(['Milk']);
	await proxy.close();
});

test('what was unsent as the session was ended elsewhere is removed, and sign-in says so', async ({
	page
}) => {
	const proxy = await openSpoiltProxy(server.url);
	await leaveUnsent(page, proxy, 'Ended elsewhere');
	await endSessions(page);
	await page.goto(proxy.url);
	await expect(page.getByText('2 changes that were not saved were removed')).toBeVisible(late);
	await expect.poll(() => isEmpty(page)).toBe(true);
	await proxy.close();
});

test('signing out removes what is unsent, also before the next visit', async ({ page }) => {
	const proxy = await openSpoiltProxy(server.url);
	await leaveUnsent(page, proxy, 'Signed out of');
	await page.request.post(`${server.url}/api/v1/auth/sign-out`, {
		headers: { origin: server.url }
	});
	await page.goto(proxy.url);
	await expect(page).toHaveURL(/sign-in/);
	await expect.poll(() => isEmpty(page), late).toBe(true);
	await signInByForm(page, server, ada);
	await page.goto(proxy.url);
	expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('hearth_ended');
	await proxy.close();
});

test('what is to be removed is removed, also where the browser closes its database meanwhile', async ({
	page
}) => {
	await opened(page, server, 'Closed at sign-in', ['Milk']);
	await expect.poll(() => deviceHolds(page, 'Milk')).toBe(true);
	await page.goto(`${server.url}/healthz`);
	await page.addInitScript<Asked>(failFirst, 'deleteDatabase');
	await page.request.post(`${server.url}/api/v1/auth/sign-out`, {
		headers: { origin: server.url }
	});
	await page.goto(server.url);
	await expect(page).toHaveURL(/sign-in/);
	await expect.poll(() => isEmpty(page), late).toBe(true);
});

test('what was unsent as the session expired stays, also where the browser closes its database meanwhile', async ({
	page
}) => {
	const proxy = await openSpoiltProxy(server.url);
	const uid = await leaveUnsent(page, proxy, 'Closed as it expired');
	await page.context().clearCookies();
	await page.addInitScript<Asked>(failFirst, 'open');
	await page.goto(proxy.url);
	await expect(page.getByText('2 changes on this device are not saved yet')).toBeVisible(late);
	await signIn(page, server, ada);
	await page.goto(`${proxy.url}/lists/${uid}`);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'bread']);
	await proxy.close();
});

test('what could not be removed as a device was set to store nothing is removed by the next page', async ({
	page
}) => {
	await opened(page, server, 'Set while closing', ['Milk']);
	await expect.poll(() => deviceHolds(page, 'Milk')).toBe(true);
	await page.goto(`${server.url}/settings/account`);
	await page.evaluate(() => {
		IDBFactory.prototype.deleteDatabase = () => {
			throw new DOMException('The connection was lost.', 'UnknownError');
		};
	});
	await page.getByLabel('Keep lists on this device').uncheck();
	await page.waitForTimeout(500);
	expect(await isEmpty(page)).toBe(false);
	await page.goto(server.url);
	await expect.poll(() => isEmpty(page), late).toBe(true);
});

test('what was sent while the browser closed its database leaves the device as the database opens again', async ({
	page,
	context
}) => {
	await page.addInitScript(closeOnDemand);
	const uid = await opened(page, server, 'Sent while closing', ['Milk']);
	await keptOnDevice(page, uid);
	await context.setOffline(true);
	await add(page, 'bread');
	await keptOnDevice(page, '"kind":"add"');
	await page.evaluate(() => {
		const { delete: remove } = IDBObjectStore.prototype;
		IDBObjectStore.prototype.delete = () => {
			throw new DOMException('The connection was lost.', 'UnknownError');
		};
		addEventListener('close-database', () =>
			Object.assign(IDBObjectStore.prototype, { delete: remove })
		);
	});
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk', 'bread']);
	await expect(rowOf(page, 'bread').getByRole('link')).toHaveAttribute('href', /itm_/);
	await page.waitForTimeout(500);
	expect(await deviceHolds(page, '"kind":"add"')).toBe(true);
	await page.evaluate(() => dispatchEvent(new Event('close-database')));
	await expect.poll(() => deviceHolds(page, '"kind":"'), late).toBe(false);
});

type Asked = 'open' | 'deleteDatabase';

/** Runs in the page: the first such request of each page fails, as where the browser has closed its database. */
function failFirst(name: Asked): void {
	const asked = IDBFactory.prototype[name];
	IDBFactory.prototype[name] = () => {
		IDBFactory.prototype[name] = asked;
		throw new DOMException('The connection was lost.', 'UnknownError');
	};
}

/** Runs in the page: the event `close-database` closes the database, as the browser does by itself. */
function closeOnDemand(): void {
	const { open } = IDBFactory.prototype;
	IDBFactory.prototype.open = function (...asked) {
		const opening = open.apply(this, asked);
		opening.addEventListener('success', () =>
			addEventListener('close-database', () => {
				opening.result.close();
				opening.result.dispatchEvent(new Event('close'));
			})
		);
		return opening;
	};
}

test('a browser that cannot store anything still has a working page, which says what that means', async ({
	page,
	context
}) => {
	await page.addInitScript(() => {
		const forbidden = () => new DOMException('forbidden', 'SecurityError');
		IDBFactory.prototype.open = () => {
			throw forbidden();
		};
		LockManager.prototype.request = () => Promise.reject(forbidden());
		Object.defineProperty(window, 'localStorage', {
			get: () => {
				throw forbidden();
			}
		});
	});
	const uid = await opened(page, server, 'Private', ['Milk']);
	await tickOf(page, 'Tick Milk').click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
	await context.setOffline(true);
	await add(page, 'bread');
	await expect(page.getByText('Keep this page open')).toBeVisible();
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'bread']);
	await page.goto(`${server.url}/settings/account`);
	await expect(page.getByText('This browser stores nothing for Hearth')).toBeVisible();
});

test('a device without free space goes on working, and says what that means', async ({
	page,
	context
}) => {
	const faults: Error[] = [];
	page.on('pageerror', (fault) => faults.push(fault));
	const uid = await opened(page, server, 'No room', ['Milk']);
	await expect.poll(() => deviceHolds(page, 'Milk')).toBe(true);
	await page.evaluate(() => {
		IDBObjectStore.prototype.put = () => {
			throw new DOMException('no room', 'QuotaExceededError');
		};
	});
	await context.setOffline(true);
	await add(page, 'bread');
	await tickOf(page, 'Tick Milk').click();
	await expect(page.getByText('Keep this page open; this device has no room')).toBeVisible();
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'bread']);
	expect(faults).toEqual([]);
});

test('what a device had no room for is kept with the next change, once it has room', async ({
	page,
	context
}) => {
	const uid = await opened(page, server, 'Room again', ['Milk']);
	await keptOnDevice(page, uid);
	await context.setOffline(true);
	await page.evaluate(() => {
		const { put } = IDBObjectStore.prototype;
		IDBObjectStore.prototype.put = () => {
			throw new DOMException('no room', 'QuotaExceededError');
		};
		addEventListener('room', () => (IDBObjectStore.prototype.put = put));
	});
	await add(page, 'bread');
	const full = page.getByText('Keep this page open; this device has no room');
	await expect(full).toBeVisible();
	await page.evaluate(() => dispatchEvent(new Event('room')));
	await tickOf(page, 'Tick Milk').click();
	await keptOnDevice(page, '"kind":"tick"');
	expect(await deviceHolds(page, '"label":"bread"')).toBe(true);
	await expect(full).toBeHidden();
	await expect(page.getByText('2 changes not sent')).toBeVisible();
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'bread']);
	await expect.poll(() => deviceHolds(page, '"kind":"')).toBe(false);
});

test('a device that had no room for a list says so in the settings until the list is kept, and keeps changes', async ({
	page,
	context
}) => {
	const uid = await opened(page, server, 'Too large', ['Milk']);
	await keptOnDevice(page, uid);
	await page.evaluate(noRoomForLists);
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Rice' });
	await expect(rowOf(page, 'Rice')).toBeVisible();
	const noRoom = page.getByText('This device has no room left for all of your lists');
	await page.locator('.side .me').click();
	await expect(noRoom).toBeVisible();
	await page.goBack();
	await expect(rowOf(page, 'Rice')).toBeVisible();
	await context.setOffline(true);
	await tickOf(page, 'Tick Milk').click();
	await keptOnDevice(page, '"kind":"tick"');
	await expect(page.getByText(/1 change not sent\. Updated \d\d:\d\d$/)).toBeVisible();
	await page.waitForTimeout(500);
	await expect(page.getByText(/1 change not sent\. Updated \d\d:\d\d$/)).toBeVisible();
	expect(await deviceHolds(page, 'Rice')).toBe(false);
	await page.evaluate(() => dispatchEvent(new Event('room')));
	await add(page, 'bread');
	await keptOnDevice(page, 'Rice');
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toContain('bread');
	await page.locator('.side .me').click();
	await expect(page.getByLabel('Keep lists on this device')).toBeVisible();
	await expect(noRoom).toBeHidden();
});

test('what waits as the session expires is kept, also on a device that has no room for a list', async ({
	page,
	context
}) => {
	const uid = await opened(page, server, 'Expired without room', ['Milk']);
	await keptOnDevice(page, uid);
	await page.evaluate(noRoomForLists);
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Rice' });
	await expect(rowOf(page, 'Rice')).toBeVisible();
	await context.setOffline(true);
	await tickOf(page, 'Tick Milk').click();
	await add(page, 'bread');
	await expireAndSignIn(page, '2 changes');
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'Rice', 'bread']);
});

/** Runs in the page: lists have no room, and changes do, until the event `room`. */
function noRoomForLists(): void {
	const { put } = IDBObjectStore.prototype;
	IDBObjectStore.prototype.put = function (...stored) {
		if (this.name === 'lists') throw new DOMException('no room', 'QuotaExceededError');
		return put.apply(this, stored);
	};
	addEventListener('room', () => (IDBObjectStore.prototype.put = put));
}

test('what was sent while a device had no room leaves it with the next change, once it has room', async ({
	page,
	context
}) => {
	const uid = await opened(page, server, 'Sent without room', ['Milk']);
	await keptOnDevice(page, uid);
	await context.setOffline(true);
	await add(page, 'bread');
	await keptOnDevice(page, '"kind":"add"');
	await page.evaluate(() => {
		const { put, delete: remove } = IDBObjectStore.prototype;
		IDBObjectStore.prototype.put = IDBObjectStore.prototype.delete = () => {
			throw new DOMException('no room', 'QuotaExceededError');
		};
		addEventListener('room', () =>
			Object.assign(IDBObjectStore.prototype, { put, delete: remove })
		);
	});
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk', 'bread']);
	await expect(rowOf(page, 'bread').getByRole('link')).toHaveAttribute('href', /itm_/);
	await page.waitForTimeout(500);
	await page.evaluate(() => dispatchEvent(new Event('room')));
	await tickOf(page, 'Tick Milk').click();
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'bread']);
	await expect.poll(() => deviceHolds(page, '"kind":"'), late).toBe(false);
});

test('a page for no connection that the browser has removed is kept again', async ({
	page,
	context
}) => {
	await keptOnDevice(page, await opened(page, server, 'Removed by itself', ['Milk']));
	await page.evaluate(async () => {
		for (const name of await caches.keys()) await caches.delete(name);
	});
	await page.reload();
	await expect
		.poll(() => page.evaluate(() => caches.match('/offline').then(Boolean)), late)
		.toBe(true);
	await context.setOffline(true);
	await page.reload();
	await expect(page.getByText(/No connection\. Updated/)).toBeVisible();
});

test('what is kept is sent, and what is done is kept, also where the database opens late', async ({
	page,
	context
}) => {
	const proxy = await openSpoiltProxy(server.url);
	const uid = await opened(page, server, 'Opens late', ['Milk', 'Bread'], proxy.url);
	await keptOnDevice(page, uid);
	proxy.spoil('refused');
	await tickOf(page, 'Tick Milk').click();
	await keptOnDevice(page, '"kind":"tick"');
	await page.goto('about:blank');
	proxy.spoil('not');
	const slow = await context.newPage();
	await slow.addInitScript(() => {
		const { open } = IDBFactory.prototype;
		IDBFactory.prototype.open = function (...asked) {
			const opening = open.apply(this, asked);
			const listen = opening.addEventListener.bind(opening);
			opening.addEventListener = (type: string, heard: (event: Event) => void) =>
				listen(type, (event) => setTimeout(() => heard(event), 5_000));
			return opening;
		};
	});
	await slow.goto(`${proxy.url}/lists/${uid}`);
	await tickOf(slow, 'Tick Bread').click();
	await expect.poll(() => onServer(slow, server, uid), late).toEqual(['Milk*', 'Bread*']);
	await expect(tickOf(slow, 'Untick Milk')).toBeVisible();
	await proxy.close();
});

test('what is done after the browser closed its database by itself is kept all the same', async ({
	page,
	context
}) => {
	await page.addInitScript(closeOnDemand);
	const proxy = await openSpoiltProxy(server.url);
	const uid = await opened(page, server, 'Closed by itself', ['Milk'], proxy.url);
	await keptOnDevice(page, uid);
	proxy.spoil('refused');
	await add(page, 'bread');
	await keptOnDevice(page, 'bread');
	await page.evaluate(() => dispatchEvent(new Event('close-database')));
	await add(page, 'eggs');
	await expect(page.getByText(/2 changes not sent\. Updated \d\d:\d\d$/)).toBeVisible(late);
	await page.close();
	proxy.spoil('not');
	const next = await context.newPage();
	await next.goto(`${proxy.url}/search`);
	await expect.poll(() => onServer(next, server, uid), late).toEqual(['Milk', 'bread', 'eggs']);
	await proxy.close();
});

test('what is done is kept, also where the browser closes its database during the first reads', async ({
	page,
	context
}) => {
	await page.addInitScript(() => {
		const { getAll } = IDBObjectStore.prototype;
		IDBObjectStore.prototype.getAll = function () {
			IDBObjectStore.prototype.getAll = getAll;
			const { db } = this.transaction;
			setTimeout(() => {
				db.close();
				db.dispatchEvent(new Event('close'));
			});
			throw new DOMException('The connection was lost.', 'UnknownError');
		};
	});
	const uid = await opened(page, server, 'Closed at once', ['Milk']);
	await keptOnDevice(page, uid);
	await context.setOffline(true);
	await add(page, 'bread');
	await keptOnDevice(page, '"kind":"add"');
	await expect(page.getByText(/1 change not sent\. Updated \d\d:\d\d$/)).toBeVisible(late);
});

test('a page that comes back from the back/forward cache shows and sends what was done on other pages', async ({
	page,
	context
}) => {
	// No tab hears another, as a page in the back/forward cache hears nothing.
	await context.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
	const proxy = await openSpoiltProxy(server.url);
	const uid = await opened(page, server, 'Back again', ['Milk', 'Bread'], proxy.url);
	await keptOnDevice(page, uid);
	proxy.spoil('refused');
	const other = await context.newPage();
	await other.goto(`${proxy.url}/lists/${uid}`);
	await tickOf(other, 'Tick Milk').click();
	await add(other, 'eggs');
	await keptOnDevice(other, 'eggs');
	await other.close();
	await expect(tickOf(page, 'Tick Milk')).toBeVisible();
	// Chromium's headless shell has no such cache.
	await page.evaluate(() =>
		dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
	);
	await expect(tickOf(page, 'Untick Milk')).toBeVisible(late);
	await expect(rowOf(page, 'eggs')).toBeVisible();
	await expect(page.getByText('2 changes not sent')).toBeVisible();
	proxy.spoil('not');
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'Bread', 'eggs']);
	await expect(page.getByText('not sent')).toHaveCount(0);
	await proxy.close();
});

test('a page that was put away before it had opened the device begins anew when it comes back', async ({
	page
}) => {
	const uid = await opened(page, server, 'Put away', ['Milk']);
	await keptOnDevice(page, uid);
	// As where another page holds the database: it is opened only later, which is never here.
	await page.addInitScript(() => {
		if (sessionStorage.getItem('isPutAway')) return;
		sessionStorage.setItem('isPutAway', 'yes');
		IDBFactory.prototype.open = () =>
			Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype);
	});
	await page.goto(`${server.url}/lists/${uid}`);
	await awake(page);
	const again = page.waitForEvent('load');
	// Chromium's headless shell has no such cache.
	await page.evaluate(() => {
		dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
		dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
	});
	await again;
	await add(page, 'bread');
	await keptOnDevice(page, 'bread');
});

test('what waits on a page from the back/forward cache is never sent as the member who has signed in since', async ({
	page,
	context
}) => {
	// No tab hears another, as a page in the back/forward cache hears nothing. On plain http each of them sends.
	await context.addInitScript(() => {
		Reflect.deleteProperty(window, 'BroadcastChannel');
		Reflect.deleteProperty(Navigator.prototype, 'locks');
	});
	const uid = await opened(page, server, 'Of everyone', ['Milk']);
	await call(page, server, 'PUT', `/lists/${uid}/sharing`, {
		...{ sharing: 'SHARING_INSTANCE', canEdit: true },
		...{ memberUids: [], groupUids: [] }
	});
	await page.route('**/api/v1/**', (route) => route.abort());
	await tickOf(page, 'Tick Milk').click();
	await add(page, 'bread');
	await expect(page.getByText('2 changes not sent')).toBeVisible(late);
	const second = await context.newPage();
	await signIn(second, server, member(server, 'Ben'));
	await second.goto(`${server.url}/lists/${uid}`);
	await keptOnDevice(second, uid);
	await page.unrouteAll();
	await page.evaluate(() =>
		dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
	);
	// The rows may be hidden rather than gone.
	await expect(page.getByText('not sent').filter({ visible: true })).toHaveCount(0, late);
	expect(await onServer(second, server, uid)).toEqual(['Milk']);
	await expect(rowOf(second, 'Milk')).toBeVisible();
	await tickOf(second, 'Tick Milk').click();
	await expect.poll(() => onServer(second, server, uid), late).toEqual(['Milk*']);
});

test('a page from the back/forward cache begins anew where the device keeps the lists of another member by then', async ({
	page
}) => {
	const proxy = await openSpoiltProxy(server.url);
	const uid = await opened(page, server, 'Kept for Ada', ['Milk'], proxy.url);
	await keptOnDevice(page, uid);
	proxy.spoil('refused');
	await page.goto(proxy.url);
	await expect(page.getByRole('main').getByRole('link', { name: 'Kept for Ada' })).toBeVisible();
	await expect(page.locator('.side .me')).toContainText('Ada');
	await page.evaluate(
		(ofAda) =>
			new Promise<void>((resolve) => {
				const opening = indexedDB.open('hearth');
				opening.onsuccess = () => {
					const writing = opening.result.transaction(['lists', 'about'], 'readwrite');
					const lists = writing.objectStore('lists');
					const kept = lists.get(ofAda);
					kept.onsuccess = () => {
						const list = { ...kept.result.list, uid: 'lst_ben', name: 'Kept for Ben' };
						lists.clear();
						lists.put({ ...kept.result, uid: 'lst_ben', list });
						const ben = { uid: 'usr_ben', name: 'Ben', household: 'Hearth', zone: 'UTC' };
						writing.objectStore('about').put(ben, 'member');
					};
					writing.oncomplete = () => resolve();
				};
			}),
		uid
	);
	// A page in the back/forward cache hears nothing of other tabs, and Chromium's headless shell has no such cache.
	const again = page.waitForEvent('load');
	await page.evaluate(() =>
		dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
	);
	await again;
	await expect(page.getByRole('main').getByRole('link', { name: 'Kept for Ben' })).toBeVisible();
	await expect(page.locator('.side .me')).toContainText('Ben');
	await proxy.close();
});

test('what waits in a tab of a device that stores nothing is shown and sent by the tab that was opened since', async ({
	page,
	context
}) => {
	await context.addInitScript(() => localStorage.setItem('hearth-keeps-nothing', 'yes'));
	const uid = await opened(page, server, 'In two tabs', ['Milk']);
	await page.route('**/api/v1/**', (route) => route.abort());
	await add(page, 'bread');
	await expect(page.getByText('1 change not sent')).toBeVisible(late);
	const other = await context.newPage();
	await other.goto(`${server.url}/lists/${uid}`);
	await expect(rowOf(other, 'bread')).toBeVisible();
	await expect.poll(() => onServer(other, server, uid), late).toEqual(['Milk', 'bread']);
	await other.close();
});

test('a device that is set to store nothing stores nothing', async ({ page }) => {
	await opened(page, server, 'Shared device', ['Milk']);
	await expect.poll(() => deviceHolds(page, 'Milk')).toBe(true);
	await page.goto(`${server.url}/settings/account`);
	await page.getByLabel('Keep lists on this device').uncheck();
	await expect.poll(() => isEmpty(page)).toBe(true);
	await page.goto(server.url);
	await awake(page);
	await page.waitForTimeout(300);
	expect(await isEmpty(page)).toBe(true);
});

test('what was refused and not decided about stays when a device is set to store nothing, until it is discarded', async ({
	page,
	context
}) => {
	const uid = await opened(page, server, 'Refused and set', ['Milk']);
	await keptOnDevice(page, uid);
	await context.route('**/api/v1/lists/*/items', (route) =>
		route.fulfill({ status: 400, json: { code: 3, message: 'Not that.', details: [] } })
	);
	await add(page, 'bread');
	await expect(page.getByLabel('Not added yet')).toHaveValue('bread');
	await keptOnDevice(page, '"state":"refused"');
	await page.goto(`${server.url}/settings/account`);
	const box = page.getByLabel('Keep lists on this device');
	await box.click();
	await expect(page.getByRole('alert')).toContainText('One change is not saved yet.');
	await expect(box).toBeChecked();
	await page.goto(`${server.url}/lists/${uid}`);
	await expect(page.getByLabel('Not added yet')).toHaveValue('bread');
	const other = await context.newPage();
	await other.goto(`${server.url}/lists/${uid}`);
	await expect(other.getByLabel('Not added yet')).toHaveValue('bread');
	await page.goto(`${server.url}/settings/account`);
	await box.click();
	await page.getByRole('button', { name: 'Discard them' }).click();
	await expect(box).not.toBeChecked();
	await expect.poll(() => isEmpty(page)).toBe(true);
	await expect(other.getByLabel('Not added yet')).toHaveCount(0);
	await page.locator('a.home').click();
	await page.getByRole('link', { name: 'Refused and set' }).first().click();
	await expect.poll(() => named(page)).toEqual(['Milk']);
	await expect(page.getByLabel('Not added yet')).toHaveCount(0);
});

/** Ends Ada's sessions, as from another device of hers. */
async function endSessions(page: Page): Promise<void> {
	const { sessions } = await call(page, server, 'GET', '/sessions');
	for (const { uid } of Array.isArray(sessions) ? sessions : [])
		await call(page, server, 'DELETE', `/sessions/${uid}`).catch(() => undefined);
}
