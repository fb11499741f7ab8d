// Changes by others show on every open page, without a reload.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { ada, servedHousehold, hydrated, member, otherBrowser, signIn } from './household.ts';
import { call, doneOf, listWith, row, tickOf, uidIn } from './list-page.ts';
import { awake, keptOnDevice } from './offline.ts';

const server = servedHousehold();

/** Ada's list, shared with everyone, open in her browser and in Ben's. */
async function together(page: Page, browser: Browser, name: string) {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, name, ['Milk', 'Bread', 'Eggs']);
	await share(page, uid, 'SHARING_INSTANCE');
	await page.goto(`${server.url}/lists/${uid}`);
	const ben = await otherBrowser(browser, {});
	await signIn(ben, server, member(server, 'Ben'));
	await ben.goto(`${server.url}/lists/${uid}`);
	await expect(page.getByText('Ben is here')).toBeVisible();
	await expect(ben.getByText('Ada is here')).toBeVisible();
	return { uid, ben };
}

test('a tick, an addition and presence show on the other screen, and its counts follow', async ({
	page,
	browser
}) => {
	const { uid, ben } = await together(page, browser, 'Groceries');
	const count = page.getByRole('navigation', { name: 'Lists' }).getByRole('link', {
		name: 'Groceries'
	});
	await expect(count).toContainText('3');
	const warmed = page.waitForFunction(() => document.querySelector('.items > li.just'));
	await tickOf(ben, 'Tick Bread').click();
	await warmed;
	await expect(page.getByText('2 left')).toBeVisible();
	await expect(count).toContainText('2');
	await call(ben, server, 'POST', `/lists/${uid}/items`, { label: 'Rice' });
	await expect(row(page, 'Rice')).toBeVisible();
	await expect(count).toContainText('3');
	await ben.context().close();
	await expect(page.getByText('Ben is here')).toHaveCount(0);
});

test('what others change while the next page is on its way shows on that page', async ({
	page,
	browser
}) => {
	const { ben } = await together(page, browser, 'On the way');
	const milk = await row(page, 'Milk').getAttribute('id');
	const made = Promise.withResolvers<void>();
	const mayGoOn = Promise.withResolvers<void>();
	await page.route('**/items/*/__data.json*', async (route) => {
		const response = await route.fetch();
		made.resolve();
		await mayGoOn.promise;
		await route.fulfill({ response });
	});
	await row(page, 'Milk').getByRole('link').first().click();
	await made.promise;
	await call(ben, server, 'PATCH', `/items/${milk}`, { label: 'Oat milk' });
	await expect(row(page, 'Oat milk')).toBeVisible();
	mayGoOn.resolve();
	await page.waitForURL(/items/);
	await expect(page.getByRole('heading', { level: 1, name: 'Oat milk' })).toBeVisible();
	// One more refresh may be on its way.
	await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('what others change shows on the pages that tell of the items of a list, too', async ({
	page,
	browser
}) => {
	const { uid, ben } = await together(page, browser, 'Told of');
	const open = async (name: string): Promise<Page> => {
		const opened = await page.context().newPage();
		await opened.goto(`${server.url}/lists/${uid}/${name}`);
		await hydrated(opened);
		return opened;
	};
	const [clear, text, remove] = [await open('clear'), await open('text'), await open('delete')];
	await expect(clear.getByText('Nothing on this list is ticked.')).toBeVisible();
	await tickOf(ben, 'Tick Bread').click();
	await expect(clear.locator('.names')).toHaveText('Bread');
	await expect(text.locator('pre')).not.toContainText('Bread');
	await call(ben, server, 'POST', `/lists/${uid}/items`, { label: 'Rice' });
	await expect(text.locator('pre')).toContainText('Rice');
	await expect(remove.getByText('the 4 items on it')).toBeVisible();
	await ben.context().close();
});

test('what is selected in a text area stays selected while the page is refreshed', async ({
	page,
	browser
}) => {
	const { uid, ben } = await together(page, browser, 'Selected');
	const cake = { label: 'Cake', note: 'two eggs' };
	const cakeUid = uidIn(await call(ben, server, 'POST', `/lists/${uid}/items`, cake), 'item');
	const expectSelectionStays = async (label: string, change: () => Promise<unknown>) => {
		const area = page.getByLabel(label);
		await area.selectText();
		// Each refresh brings another key.
		const key = page.locator('form:has(textarea) [name="idempotencyKey"]');
		const before = await key.inputValue();
		await change();
		await expect(key).not.toHaveValue(before);
		await page.keyboard.type('X');
		await expect(area).toHaveValue('X');
	};
	await page.goto(`${server.url}/items/${cakeUid}`);
	await hydrated(page);
	await page.getByText('Edit note').click();
	await expectSelectionStays('Note', () =>
		call(ben, server, 'POST', `/lists/${uid}/items`, { label: 'Rice' })
	);
	// As another app shares lines.
	await page.goto(`${server.url}/lists/${uid}?paste=tea%0Asalt`);
	await hydrated(page);
	await expectSelectionStays('Edit the lines', () =>
		call(page, server, 'PATCH', `/lists/${uid}`, { name: 'Still selected' })
	);
});

test('a browser that translates the page leaves what people wrote, and shows what becomes of it', async ({
	page,
	browser
}) => {
	const { uid, ben } = await together(page, browser, 'Einkauf');
	await translate(page);
	await expect(page.getByRole('link', { name: 'Bread', exact: true })).toBeVisible();
	const { items } = await call(ben, server, 'GET', `/lists/${uid}`);
	const [, bread] = Array.isArray(items) ? items : [];
	await call(ben, server, 'PATCH', `/items/${bread.uid}`, { label: 'Rye bread' });
	await expect(row(page, 'Rye bread')).toBeVisible();
	await tickOf(page, 'Tick Milk').click();
	await expect(page.getByText('2 left')).toBeVisible();
	await ben.context().close();
});

test('changes made while there was no network show when it is back', async ({
	page,
	browser,
	context
}) => {
	const { uid, ben } = await together(page, browser, 'Camping');
	await context.setOffline(true);
	await call(ben, server, 'POST', `/lists/${uid}/items`, { label: 'Tent' });
	await context.setOffline(false);
	await expect(row(page, 'Tent')).toBeVisible();
	await ben.context().close();
});

test('a page that cannot be refreshed stays as it is, and follows again once the server is back', async ({
	page,
	context
}) => {
	await signIn(page, server, ada);
	await page.clock.install();
	await page.goto(server.url);
	await hydrated(page);
	await context.setOffline(true);
	const missed = page.waitForEvent('requestfailed', (asked) => asked.url().includes('__data.json'));
	await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
	await page.clock.runFor(1_000);
	await missed;
	await page.clock.runFor(15_000);
	await expect(page.getByRole('heading', { level: 1, name: 'Lists' })).toBeVisible();
	await context.setOffline(false);
	await listWith(page, server, 'While it was away', []);
	await page.clock.runFor(15_000);
	await expect(page.getByRole('main').getByText('While it was away')).toBeVisible();
});

test('a page that comes back from the back/forward cache opens its stream of events anew', async ({
	page
}) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Back again', ['Milk']);
	const streams: string[] = [];
	page.on('request', (request) => {
		if (request.url().includes('/api/v1/events')) streams.push(request.method());
	});
	await page.goto(`${server.url}/lists/${uid}`);
	await expect.poll(() => streams).toEqual(['GET']);
	await page.evaluate(() =>
		dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
	);
	await expect.poll(() => streams).toEqual(['GET', 'GET']);
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Rice' });
	await expect(row(page, 'Rice')).toBeVisible();
});

test('a page whose events are refused for good asks for them less and less often', async ({
	page
}) => {
	await signIn(page, server, ada);
	let asked = 0;
	await page.route('**/api/v1/events**', (route) => {
		if (route.request().method() === 'GET') asked += 1;
		return route.fulfill({ status: 401, json: {} });
	});
	await page.clock.install();
	await page.goto(`${server.url}/settings/groups`);
	await hydrated(page);
	for (let seconds = 0; seconds < 120; seconds += 5) {
		await page.clock.runFor(5000);
		// Answers come in real time.
		await page.waitForTimeout(50);
	}
	expect(asked).toBeGreaterThan(2);
	expect(asked).toBeLessThan(10);
	const before = asked;
	await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
	await expect.poll(() => asked).toBeGreaterThan(before);
});

for (const serviceWorkers of ['block', 'allow'] as const)
	test.describe(`tabs that nobody looks at, where the browser ${serviceWorkers}s a service worker`, () => {
		test.use({ serviceWorkers });

		/** Both members on a page that a service worker has loaded, if there may be one. */
		async function togetherAgain(page: Page, browser: Browser, name: string) {
			const opened = await together(page, browser, name);
			if (serviceWorkers === 'block') return opened;
			await awake(page);
			await page.reload();
			await hydrated(page);
			expect(await page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true);
			await expect(opened.ben.getByText('Ada is here')).toBeVisible();
			return opened;
		}

		test('they leave the connections of the browser to the others, and catch up', async ({
			page,
			browser
		}) => {
			const { ben } = await togetherAgain(page, browser, 'Left and shown');
			const [streams, reads] = [requestsFor(page, '/events'), requestsFor(page, '/changes')];
			const isHere = ben.getByText('Ada is here');
			await setHidden(page, true);
			await expect(isHere).toHaveCount(0);
			await setHidden(page, false);
			await expect(isHere).toBeVisible();
			await page.waitForTimeout(500);
			expect([streams(), reads()]).toEqual([1, 1]);
			await setHidden(page, true);
			await expect(isHere).toHaveCount(0);
			await tickOf(ben, 'Tick Bread').click();
			await expect(tickOf(ben, 'Untick Bread').or(ben.getByText('1 ticked'))).toBeVisible();
			await page.waitForTimeout(500);
			await expect(tickOf(page, 'Tick Bread')).toBeVisible();
			expect([streams(), reads()]).toEqual([1, 1]);
			await setHidden(page, false);
			await expect(page.getByText('2 left')).toBeVisible();
			await expect(isHere).toBeVisible();
			expect(streams()).toBe(2);
			await tickOf(ben, 'Tick Milk').click();
			await expect(page.getByText('1 left')).toBeVisible();
			await ben.context().close();
		});

		test('they begin so where they are opened in the background', async ({ page, browser }) => {
			const { uid, ben } = await togetherAgain(page, browser, 'Many tabs');
			const hidden = await page.context().newPage();
			await hidden.addInitScript(() =>
				Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
			);
			const streams = requestsFor(hidden, '/events');
			await hidden.goto(`${server.url}/lists/${uid}`);
			await hydrated(hidden);
			await hidden.waitForTimeout(500);
			expect(streams()).toBe(0);
			await tickOf(ben, 'Tick Bread').click();
			await expect(page.getByText('2 left')).toBeVisible();
			await setHidden(hidden, false);
			await expect(hidden.getByText('2 left')).toBeVisible();
			await tickOf(ben, 'Tick Milk').click();
			await expect(hidden.getByText('1 left')).toBeVisible();
			expect(streams()).toBe(1);
			await ben.context().close();
		});
	});

test('an older answer never undoes a newer tick', async ({ page, browser }) => {
	const { uid, ben } = await together(page, browser, 'House jobs');
	let answer = () => {};
	const asked = new Promise<void>((resolve) => (answer = resolve));
	const held = new Promise<void>((resolve) => {
		void page.route('**/changes*', async (route) => {
			const response = await route.fetch();
			resolve();
			await asked;
			await route.fulfill({ response });
		});
	});
	await call(ben, server, 'POST', `/lists/${uid}/items`, { label: 'Sweep' });
	await held;
	await tickOf(page, 'Tick Milk').click();
	answer();
	await expect(row(page, 'Sweep')).toBeVisible();
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
	await page.unrouteAll({ behavior: 'wait' });
	await expect(tickOf(ben, 'Untick Milk').or(ben.getByText('1 ticked'))).toBeVisible();
	await ben.context().close();
});

for (const where of ['today', 'the page of another list'])
	test(`changes made before the stream was opened again show on ${where}`, async ({ page }) => {
		await signIn(page, server, member(server, 'Ben'));
		const uid = await listWith(page, server, 'Chores', [{ label: 'Bins', dueOn: '2020-01-01' }]);
		const other = await listWith(page, server, 'Other');
		const { item } = await call(page, server, 'POST', `/lists/${uid}/items`, {
			label: 'Rent',
			dueOn: '2020-01-01'
		});
		const stream = await lateStream(page);
		const count = page.getByRole('navigation', { name: 'Lists' }).getByRole('link', {
			name: 'Chores'
		});
		await page.goto(`${server.url}/today`);
		await hydrated(page);
		for (const held of [uid, other]) await keptOnDevice(page, held);
		const heard = page.waitForResponse('**/changes?*');
		await tickOf(page, 'Tick Rent').click();
		await heard;
		if (where !== 'today') await page.getByRole('link', { name: 'Other' }).first().click();
		await expect(count).toHaveText(/Chores 1 /);
		await call(page, server, 'PUT', `/items/${uidIn({ item }, 'item')}/done`, { done: false });
		await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Soap' });
		expect(await doneOf(page, server, uid)).toEqual([]);
		stream.beginAnew();
		await expect(count).toHaveText(/Chores 3 /);
		if (where === 'today') {
			await expect(tickOf(page, 'Tick Rent')).toBeVisible();
			await expect(page.getByText('2 left')).toBeVisible();
		}
	});

test('a list that is no longer shared disappears from the screen', async ({ page, browser }) => {
	const { uid, ben } = await together(page, browser, 'Plans');
	await share(page, uid, 'SHARING_PRIVATE');
	await expect(ben.getByRole('heading', { level: 1, name: 'Plans' })).toHaveCount(0);
	await expect(ben.getByText('Milk')).toHaveCount(0);
	await ben.context().close();
});

test('an admin is told at once that somebody asks to join', async ({ page }) => {
	await signIn(page, server, ada);
	await call(page, server, 'POST', '/activity:mark-read');
	const open = page.waitForResponse('**/api/v1/events*');
	await page.goto(`${server.url}/today`);
	await open;
	const activity = page.getByRole('navigation', { name: 'Lists' }).getByRole('link', {
		name: /^Activity/
	});
	await expect(activity).toHaveText(/^\s*Activity\s*$/);
	const asking = { name: 'Dan', email: 'dan@mill.test', message: '' };
	await call(page, server, 'POST', '/auth/join-requests', asking);
	await expect(activity).toContainText('1');
});

test('a request to join shows on the page of requests that an admin has open, and keeps what another admin types', async ({
	page,
	browser
}) => {
	await signIn(page, server, ada);
	const other = await otherBrowser(browser, {});
	await signIn(other, server, ada);
	const open = [page, other].map((each) =>
		each.waitForResponse('**/api/v1/events*', { timeout: 5_000 })
	);
	await page.goto(`${server.url}/settings/requests`);
	await other.goto(`${server.url}/settings/members`);
	await hydrated(other);
	await other.getByLabel('Name').fill('Half a na');
	await Promise.all(open);
	const requests = other.getByRole('link', { name: /^Requests/ });
	const before = await requests.innerText();
	const asking = { name: 'Elif', email: 'elif@mill.test', message: '' };
	await call(page, server, 'POST', '/auth/join-requests', asking);
	await expect(page.getByText('Elif asked to join')).toBeVisible();
	await expect(requests).not.toHaveText(before);
	await expect(other.getByLabel('Name')).toHaveValue('Half a na');
	await other.context().close();
});

test('a visitor on the public page sees ticks', async ({ page, browser }) => {
	await signIn(page, server, ada);
	const listUid = await listWith(page, server, 'Open house', ['Milk', 'Bread']);
	const publicList = { listUid, showNames: true, showMeta: true, allowJoin: false };
	const settings = { name: 'Mill Lane', publicSignup: false, publicList, defaultLocale: 'en' };
	await call(page, server, 'PUT', '/instance/settings', { settings });
	const stranger = await otherBrowser(browser, {});
	const open = stranger.waitForResponse('**/public-list/events*');
	await stranger.goto(`${server.url}/public`);
	await expect(stranger.getByText('2 left')).toBeVisible();
	await open;
	await page.goto(`${server.url}/lists/${listUid}`);
	await tickOf(page, 'Tick Milk').click();
	await expect(stranger.getByText('1 left')).toBeVisible();
	await stranger.context().close();
});

test('the icon of the installed app shows the number of unread entries, until they are read or the member signs out', async ({
	page
}) => {
	await page.addInitScript(() => {
		// A headless browser has no app icon.
		const setAppBadge = (count: number) => {
			document.documentElement.dataset.badge = String(count);
			return Promise.resolve();
		};
		Object.defineProperty(Navigator.prototype, 'setAppBadge', { value: setAppBadge });
	});
	const expectBadge = (count: number) =>
		expect(page.locator('html')).toHaveAttribute('data-badge', String(count));
	const join = (name: string) =>
		call(page, server, 'POST', '/auth/join-requests', {
			name,
			email: `${name.toLowerCase()}@mill.test`,
			message: ''
		});
	const read = async () => {
		await page.goto(`${server.url}/activity`);
		await page.getByRole('button', { name: 'Mark all as read' }).click();
	};
	await signIn(page, server, ada);
	await join('Cleo');
	await read();
	await expectBadge(0);
	await join('Dan');
	await expectBadge(1);
	await read();
	await expectBadge(0);
	await join('Eva');
	await expectBadge(1);
	await page.goto(`${server.url}/sign-out`);
	await page.getByRole('button', { name: 'Sign out' }).click();
	await expect(page).toHaveURL(/sign-in/);
	await expectBadge(0);
});

const share = (page: Page, uid: string, sharing: string) =>
	call(page, server, 'PUT', `/lists/${uid}/sharing`, { sharing, canEdit: true });

/**
 * Holds back the event stream until it is to begin with a reset, as one that has missed too much. A header says so, because
 * Firefox hands no events to an EventSource whose URL was changed on the way.
 */
async function lateStream(page: Page) {
	const begun = Promise.withResolvers<void>();
	await page.route('**/api/v1/events*', async (route) => {
		await begun.promise;
		await route.continue({ headers: { ...route.request().headers(), 'last-event-id': '999999' } });
	});
	return { beginAnew: () => begun.resolve() };
}

/** Counts the requests of the page from here on whose URL contains the text. */
function requestsFor(page: Page, text: string): () => number {
	let count = 0;
	page.on('request', (request) => (count += request.url().includes(text) ? 1 : 0));
	return () => count;
}

/** Hides or shows the page, as another tab in front of it does. A browser without a window hides none. */
const setHidden = (page: Page, isHidden: boolean) =>
	page.evaluate((hidden) => {
		Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
		document.dispatchEvent(new Event('visibilitychange'));
	}, isHidden);

/** Replaces every text as a browser does that translates a page: the elements that hold the translation are its own. */
async function translate(page: Page): Promise<void> {
	await hydrated(page);
	await page.evaluate(() => {
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const found: Text[] = [];
		while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
		for (const text of found) {
			if (!text.data.trim() || text.parentElement?.closest('script, style, [translate=no]'))
				continue;
			const font = document.createElement('font');
			font.textContent = `«${text.data}»`;
			text.replaceWith(font);
		}
	});
}
