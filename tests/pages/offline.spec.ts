// A list that never fails: offline changes show at once, survive closing the tab, and arrive once.
import { expect, test, type Page } from '@playwright/test';
import { freshDatabase } from '../support/postgres.ts';
import { openHttpProxy } from '../support/http-proxy.ts';
import { openPostgresProxy } from '../support/postgres-proxy.ts';
import { startServer } from '../support/server.ts';
import { openSpoiltProxy } from '../support/mobile-proxy.ts';
import { ada, adasHousehold, setUp, signInByForm } from './household.ts';
import { call, labels, listWith, row, tickOf } from './list-page.ts';
import {
	add,
	awake,
	installWorker,
	keptOnDevice,
	late,
	named,
	onServer,
	opened,
	pick,
	rowOf
} from './offline.ts';
import { sectioned, shown } from './sectioned.ts';

test.use({ serviceWorkers: 'allow' });
const server = adasHousehold();

test('in a shop without signal everything works, is marked, and arrives by itself', async ({
	page,
	context
}) => {
	const uid = await opened(page, server, 'Shop', ['Milk', 'Bread', 'Eggs', 'Tea']);
	await context.setOffline(true);
	await tickOf(page, 'Tick Milk').click();
	await add(page, '2 l juice');
	await add(page, 'rice');
	await tickOf(page, 'Tick rice').click();
	await pick(page, 'Eggs', 'Move to the top');
	await pick(page, 'Tea', 'Delete');
	await expect(tickOf(page, 'Untick Milk')).toBeVisible({ timeout: 500 });
	await expect.poll(() => named(page)).toEqual(['Eggs', 'Milk', 'Bread', 'juice', 'rice']);
	await expect(page.getByText(/6 changes not sent\. Updated \d/)).toBeVisible();
	await expect(rowOf(page, 'juice').getByText('Not sent yet')).toBeAttached();
	await context.setOffline(false);
	await expect(page.getByText('not sent')).toHaveCount(0);
	await expect
		.poll(() => onServer(page, server, uid))
		.toEqual(['Eggs', 'Milk*', 'Bread', 'juice', 'rice*']);
	await expect(row(page, 'juice')).toBeVisible();
});

test('offline, added and moved items are in their sections at once', async ({ page, context }) => {
	const plan = { '': ['Soap'], Dairy: ['Milk'], Bakery: ['Bread'] };
	const uid = await sectioned(page, server, 'Cellar', plan);
	await page.goto(`${server.url}/lists/${uid}`);
	await pick(page, 'Milk', 'Delete');
	await expect.poll(() => onServer(page, server, uid)).toEqual(['Soap', 'Bread']);
	await context.setOffline(true);
	await add(page, '2 l milk');
	await pick(page, 'Soap', 'Move down');
	await expect.poll(() => shown(page)).toBe('Dairy: Soap, milk | Bakery: Bread');
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Soap', 'milk', 'Bread']);
	await page.reload();
	await expect.poll(() => shown(page)).toBe('Dairy: Soap, milk | Bakery: Bread');
});

test('nothing is lost while the server is down, and it gets everything when it is back', async ({
	page
}) => {
	const uid = await opened(page, server, 'Restart', ['Milk']);
	await server.kill();
	await tickOf(page, 'Tick Milk').click();
	await add(page, 'bread');
	await expect(page.getByText('2 changes not sent')).toBeVisible();
	await page.waitForTimeout(1500);
	expect(await named(page)).toEqual(['Milk', 'bread']);
	await server.restart();
	await expect
		.poll(() => onServer(page, server, uid).catch(() => []), late)
		.toEqual(['Milk*', 'bread']);
	await expect(page.getByText('not sent')).toHaveCount(0);
});

test('the title says offline which page is shown', async ({ page, context }) => {
	const uid = await opened(page, server, 'Titled', ['Milk']);
	await keptOnDevice(page, uid);
	const item = await row(page, 'Milk').getAttribute('id');
	await context.setOffline(true);
	for (const [path, title] of [
		['/', 'Lists'],
		['/today', 'Today'],
		[`/lists/${uid}`, 'Titled'],
		[`/items/${item}`, 'Milk'],
		['/settings/account', 'Offline']
	]) {
		await page.goto(server.url + path);
		await expect(page).toHaveTitle(`${title} · Mill Lane`);
	}
});

test('offline, the name of a list has room in large text on a narrow window', async ({
	page,
	context
}) => {
	await keptOnDevice(page, await opened(page, server, 'Groceries', ['Milk']));
	await context.setOffline(true);
	await page.goto(server.url);
	await page.setViewportSize({ width: 320, height: 800 });
	await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
	const name = page.getByRole('main').getByText('Groceries', { exact: true });
	expect((await name.boundingBox())?.width).toBeGreaterThan(100);
	const lines = await name.evaluate((words) => {
		const range = document.createRange();
		range.selectNodeContents(words);
		return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
	});
	expect(lines).toBe(1);
});

for (const spoilt of ['refused', 'silent'] as const)
	test(`Back to a row of a list shows the list from the device where the line is ${spoilt}`, async ({
		page
	}) => {
		const proxy = await openSpoiltProxy(server.url);
		const uid = await opened(page, server, `Back on a ${spoilt} line`, ['Milk'], proxy.url);
		await keptOnDevice(page, uid);
		// The worker looks after the next page that is loaded, and not after the first one.
		await page.reload();
		await awake(page);
		const milk = row(page, 'Milk').getByRole('link').first();
		await milk.click();
		await page.getByRole('main').getByRole('link', { name: 'Back on a' }).first().click();
		await expect(page).toHaveURL(/lists.*#itm_/);
		await milk.click();
		await page.waitForURL(/items/);
		proxy.spoil(spoilt);
		await page.evaluate(() => history.back());
		await expect(page.getByText(/No connection\. Updated/)).toBeVisible(late);
		await expect(rowOf(page, 'Milk')).toBeVisible();
		await proxy.close();
	});

test('Lists and Today say offline how old they are', async ({ page, context }) => {
	await keptOnDevice(page, await opened(page, server, 'Aged', ['Milk']));
	await context.setOffline(true);
	for (const path of ['/', '/today', '/upcoming']) {
		await page.goto(server.url + path);
		await expect(page.getByText(/^No connection\. Updated \d\d:\d\d/)).toBeVisible();
	}
});

test('a list opens from the device without reloading again and again while the database is down', async ({
	page
}) => {
	test.setTimeout(60_000);
	const proxy = await openPostgresProxy(await freshDatabase());
	const away = await startServer({ databaseUrl: proxy.url });
	await setUp(away);
	await page.goto(`${away.url}/sign-in`);
	await signInByForm(page, away, ada);
	await keptOnDevice(page, await opened(page, away, 'No database', ['Milk']));
	proxy.cut();
	const loads = loadsOf(page);
	await page.reload();
	await expect(page.getByText(/No connection\. Updated/)).toBeVisible(late);
	await page.waitForTimeout(10_000);
	expect(loads()).toBeLessThan(4);
	await tickOf(page, 'Tick Milk').click();
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
	await away.stop();
});

test('a list opens from the device where a proxy says in its own way that the server is away', async ({
	page
}) => {
	const proxy = await openSpoiltProxy(server.url);
	await keptOnDevice(page, await opened(page, server, 'Away', ['Milk'], proxy.url));
	// Cloudflare's statuses for a server that is down, not reached and not connected, and Traefik's for a container that starts.
	for (const status of [521, 522, 530, 404]) {
		proxy.spoil(status);
		await page.reload();
		await expect(page.getByText(/No connection\. Updated/)).toBeVisible();
		await expect(tickOf(page, 'Tick Milk')).toBeVisible();
	}
	const loads = loadsOf(page);
	await page.waitForTimeout(7_000);
	expect(loads()).toBe(0);
	await proxy.close();
});

test('where the sign-in of a proxy has ended, an open page leads to it', async ({ page }) => {
	let endStream: (() => void) | undefined;
	let hasEnded = false;
	const proxy = await openHttpProxy(server.url, (asked, answer, passOn) => {
		if (asked.url?.includes('/events')) endStream ??= () => asked.socket.destroy();
		if (!hasEnded) return passOn();
		answer.writeHead(401, { 'content-type': 'text/plain' }).end('Sign in to the proxy');
	});
	await page.goto(proxy.url);
	await expect.poll(() => endStream).toBeDefined();
	hasEnded = true;
	endStream?.();
	await expect(page.getByText('Sign in to the proxy')).toBeVisible(late);
	await proxy.close();
});

test('a proxy that knows no server for a moment makes no page one that is not found', async ({
	page
}) => {
	await listWith(page, server, 'Stays shown', ['Milk']);
	const proxy = await openHttpProxy(server.url, (asked, answer, passOn) => {
		if (!/events|__data/.test(asked.url ?? '')) return passOn();
		answer.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
	});
	const refused = page.waitForResponse(
		(answer) => answer.url().includes('/events') && answer.request().method() === 'HEAD'
	);
	await page.goto(proxy.url);
	await refused;
	await page.waitForTimeout(1_000);
	await expect(page.getByRole('heading', { level: 1, name: 'Lists' })).toBeVisible();
	await page.getByRole('link', { name: 'Today' }).first().click();
	await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
	await proxy.close();
});

for (const how of ['leads to', 'answers'])
	test(`a page that a proxy ${how} in place of the page for no connection is not kept as that page`, async ({
		page
	}) => {
		let hasEnded = true;
		const proxy = await openHttpProxy(server.url, (asked, answer, passOn) => {
			if (!hasEnded || asked.url !== '/offline') return passOn();
			answer.writeHead(how === 'answers' ? 200 : 302, { location: '/sign-in' }).end('Sign in');
		});
		await page.goto(`${proxy.url}/lists`);
		expect(await installWorker(page)).toEqual(['redundant', false]);
		hasEnded = false;
		expect(await installWorker(page)).toEqual(['installed', true]);
		await proxy.close();
	});

for (const [status, message] of [
	[401, 'Unauthorized'],
	[404, 'no Route matched with those values'],
	[409, 'Conflict']
] as const)
	test(`what a gateway answers in JSON (${status}) takes no list, no change and no session away`, async ({
		page
	}) => {
		const proxy = await openSpoiltProxy(server.url);
		const name = `Behind a gateway ${status}`;
		const uid = await opened(page, server, name, ['Milk', 'Bread'], proxy.url);
		await keptOnDevice(page, uid);
		proxy.spoil({ status, json: { message } });
		await pick(page, 'Bread', 'Delete');
		await tickOf(page, 'Tick Milk').click();
		await page.evaluate(() => dispatchEvent(new Event('online')));
		await expect(page.getByText('2 changes not sent')).toBeVisible(late);
		await page.waitForTimeout(6_000);
		await expect(page.getByText('2 changes not sent')).toBeVisible();
		await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
		await expect(page.getByRole('alert')).toHaveCount(0);
		proxy.spoil('not');
		await expect.poll(() => onServer(page, server, uid), { timeout: 40_000 }).toEqual(['Milk*']);
		await expect(page.getByText('not sent')).toHaveCount(0);
		await proxy.close();
	});

for (const how of [200, { status: 404, json: { message: 'no Route matched' } }])
	test(`Today stays where a gateway answers in place of the server (${JSON.stringify(how)})`, async ({
		page
	}) => {
		const proxy = await openSpoiltProxy(server.url);
		await listWith(page, server, 'Due', [{ label: 'Rent', dueOn: '2020-01-01' }]);
		await page.goto(`${proxy.url}/today`);
		await awake(page);
		proxy.spoil(how);
		await page.evaluate(() => dispatchEvent(new Event('online')));
		await page.waitForTimeout(4_000);
		await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
		await expect(row(page, 'Rent').first()).toBeVisible();
		await proxy.close();
	});

test('a page that is too slow is not requested again and again', async ({ page }) => {
	test.setTimeout(60_000);
	const proxy = await openSpoiltProxy(server.url);
	const uid = await opened(page, server, 'Slow page', ['Milk'], proxy.url);
	await keptOnDevice(page, uid);
	proxy.spoil('slow pages');
	const loads = loadsOf(page);
	await page.reload();
	await page.waitForTimeout(15_000);
	expect(loads()).toBeLessThan(4);
	await proxy.close();
});

/** Counts how often the page is loaded from now on. */
function loadsOf(page: Page): () => number {
	let loads = 0;
	page.on('framenavigated', (frame) => void (loads += frame === page.mainFrame() ? 1 : 0));
	return () => loads;
}

test('a hanging connection is shown after three seconds, blocks nothing, and loses nothing', async ({
	page
}) => {
	test.setTimeout(60_000);
	const proxy = await openSpoiltProxy(server.url);
	const uid = await opened(page, server, 'Hanging', ['Milk'], proxy.url);
	proxy.spoil('silent');
	await tickOf(page, 'Tick Milk').click();
	await expect(tickOf(page, 'Untick Milk')).toBeVisible({ timeout: 500 });
	await expect(page.getByText('1 change not sent')).toBeVisible({ timeout: 4_500 });
	await add(page, 'bread');
	proxy.spoil('not');
	await expect
		.poll(() => onServer(page, server, uid), { timeout: 20_000 })
		.toEqual(['Milk*', 'bread']);
	await proxy.close();
});

test('a change on a hanging connection is marked in the other tabs as well', async ({
	page,
	context
}) => {
	const proxy = await openSpoiltProxy(server.url);
	const uid = await opened(page, server, 'Hangs in two tabs', ['Milk'], proxy.url);
	const other = await context.newPage();
	await other.goto(`${proxy.url}/lists/${uid}`);
	await awake(other);
	proxy.spoil('silent');
	await tickOf(page, 'Tick Milk').click();
	for (const tab of [page, other])
		await expect(tab.getByText('1 change not sent')).toBeVisible({ timeout: 7_000 });
	await other.close();
	await proxy.close();
});

test('the page of an item saves, ticks and deletes without a connection', async ({
	page,
	context
}) => {
	const uid = await opened(page, server, 'Item pages', ['Milk', 'Bread']);
	await row(page, 'Milk').getByRole('link').first().click();
	await page.waitForURL(/items/);
	await context.setOffline(true);
	await page.getByLabel('Name', { exact: true }).fill('Oat milk');
	await page.getByRole('button', { name: 'Tick', exact: true }).click();
	await expect(page.getByRole('button', { name: 'Untick' })).toBeVisible();
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Oat milk');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Item pages' })).toBeVisible();
	await expect(page.getByText('2 changes not sent')).toBeVisible(late);
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Oat milk*', 'Bread']);
	await page.goto(`${server.url}/lists/${uid}`);
	await row(page, 'Bread').getByRole('link').first().click();
	await page.waitForURL(/items/);
	await context.setOffline(true);
	await page.getByRole('button', { name: 'Delete' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Item pages' })).toBeVisible();
	await expect(rowOf(page, 'Bread')).toHaveCount(0);
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Oat milk*']);
});

test('an edit on a hanging connection is kept on the device after three seconds', async ({
	page
}) => {
	const proxy = await openSpoiltProxy(server.url);
	const uid = await opened(page, server, 'Hanging edit', ['Milk'], proxy.url);
	await row(page, 'Milk').getByRole('link').first().click();
	await page.waitForURL(/items/);
	proxy.spoil('silent');
	await page.getByLabel('Note').fill('two bottles');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Hanging edit' })).toBeVisible(late);
	await expect(rowOf(page, 'Milk')).toContainText('two bottles');
	proxy.spoil('not');
	await expect
		.poll(async () => JSON.stringify(await call(page, server, 'GET', `/lists/${uid}`)), late)
		.toContain('two bottles');
	await proxy.close();
});

test('who goes on while an edit hangs stays there, and the edit is kept on the device', async ({
	page
}) => {
	const uid = await opened(page, server, 'Left hanging', ['Milk']);
	await row(page, 'Milk').getByRole('link').first().click();
	await page.waitForURL(/items/);
	await page.route(/save/, () => {});
	await page.getByLabel('Note').fill('two bottles');
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByRole('link', { name: 'Upcoming' }).first().click();
	await expect
		.poll(async () => JSON.stringify(await call(page, server, 'GET', `/lists/${uid}`)), late)
		.toContain('two bottles');
	await page.waitForTimeout(500);
	await expect(page).toHaveURL(/upcoming/);
	expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('two bottles');
	// What was typed is no draft any more, which would be taken for an edit of the old note.
	await page.unrouteAll();
	await page.getByRole('link', { name: 'Left hanging' }).first().click();
	await row(page, 'Milk').getByRole('link').first().click();
	await page.waitForURL(/items/);
	await expect(page.locator('textarea')).toHaveValue('two bottles');
	await expect(page.locator('form:has(textarea) [name="expectedNote"]')).toHaveValue(
		'"two bottles"'
	);
});

test('answers after ten seconds make nothing happen twice', async ({ page }) => {
	test.setTimeout(90_000);
	const proxy = await openSpoiltProxy(server.url);
	const uid = await opened(page, server, 'Slow', ['Milk'], proxy.url);
	proxy.spoil('slow');
	await add(page, 'bread');
	await tickOf(page, 'Tick Milk').click();
	await expect(page.getByText('2 changes not sent')).toBeVisible(late);
	await expect
		.poll(() => onServer(page, server, uid), { timeout: 45_000 })
		.toEqual(['Milk*', 'bread']);
	proxy.spoil('not');
	await expect(page.getByText('not sent')).toHaveCount(0, { timeout: 45_000 });
	expect(await onServer(page, server, uid)).toEqual(['Milk*', 'bread']);
	expect(await named(page)).toContain('bread');
	await proxy.close();
});

for (const how of ['cut', 'every third'] as const)
	test(`answers that are lost (${how}) make nothing happen twice`, async ({ page }) => {
		const proxy = await openSpoiltProxy(server.url);
		const uid = await opened(page, server, `Lossy ${how}`, [], proxy.url);
		proxy.spoil(how);
		const items = ['one', 'two', 'three', 'four', 'five', 'six'];
		for (const item of items) await add(page, item);
		await expect.poll(() => onServer(page, server, uid).then(([first]) => first), late).toBe('one');
		proxy.spoil('not');
		await expect.poll(() => onServer(page, server, uid), late).toEqual(items);
		await expect.poll(() => labels(page)).toEqual(items);
		await proxy.close();
	});

test('waiting changes survive closing the tab, and are sent when any page is opened again', async ({
	page,
	context
}) => {
	const uid = await opened(page, server, 'Tab', ['Milk']);
	await context.setOffline(true);
	for (const item of ['bread', 'eggs', 'tea']) await add(page, item);
	await tickOf(page, 'Tick Milk').click();
	await page.waitForTimeout(300);
	await page.close();
	await context.setOffline(false);
	const next = await context.newPage();
	await next.goto(`${server.url}/search`);
	await expect
		.poll(() => onServer(next, server, uid), late)
		.toEqual(['Milk*', 'bread', 'eggs', 'tea']);
});

test('slow answers to reads give no more time to what is sent, so that a lost change is sent again as soon', async ({
	page
}) => {
	await page.addInitScript(() => {
		const [send, now, timeout] = [
			window.fetch,
			performance.now.bind(performance),
			AbortSignal.timeout
		];
		let [shiftMs, lastMs, sending] = [0, 0, 0];
		const times: [string, number][] = [];
		Object.assign(window, { times });
		performance.now = () => now() + shiftMs;
		AbortSignal.timeout = (ms) => timeout.call(AbortSignal, (lastMs = ms));
		window.fetch = async (address, options) => {
			const kind = /\/(changes|done)(\?|$)/.exec(String(address))?.[1];
			if (kind) times.push([kind, lastMs]);
			if (kind === 'done') sending += 1;
			const answer = await send(address, options);
			if (kind === 'done') sending -= 1;
			// One clock measures both, so a read that ends while something is sent would make that slow too.
			if (kind === 'changes' && sending === 0) shiftMs += 12_000;
			return answer;
		};
	});
	await opened(page, server, 'Slow to read', ['Milk', 'Bread']);
	const times = (): Promise<[string, number][]> =>
		page.evaluate(() => Reflect.get(window, 'times'));
	for (const label of ['Milk', 'Bread']) {
		const count = (await times()).length;
		await tickOf(page, `Tick ${label}`).click();
		await expect
			.poll(async () => (await times()).slice(count).map(([kind]) => kind))
			.toEqual(expect.arrayContaining(['done', 'changes']));
	}
	const all = await times();
	const read = all.filter(([kind]) => kind === 'changes').map(([, ms]) => ms);
	expect(Math.max(...read)).toBeGreaterThan(20_000);
	const sent = all.filter(([kind]) => kind === 'done').map(([, ms]) => ms);
	expect(sent).toEqual([10_000, 10_000]);
});
