// One list used by several at once: two tabs, a conflict with somebody else's edit, and rights that end meanwhile.
import { expect, test } from '@playwright/test';
import { openSpoiltProxy } from '../support/mobile-proxy.ts';
import { ada, adasHousehold, member, otherBrowser, signIn } from './household.ts';
import { call, doneOf, listWith, row, tickOf } from './list-page.ts';
import { add, awake, keptOnDevice, late, named, onServer, opened, rowOf } from './offline.ts';

test.use({ serviceWorkers: 'allow' });
const server = adasHousehold();

test('two tabs of one member show the same, and everything happens once', async ({
	page,
	context
}) => {
	const uid = await opened(page, server, 'Tabs', ['Milk']);
	const second = await context.newPage();
	await second.goto(page.url());
	await awake(second);
	await context.setOffline(true);
	await tickOf(page, 'Tick Milk').click();
	await expect(tickOf(second, 'Untick Milk')).toBeVisible();
	await add(second, 'bread');
	await expect(rowOf(page, 'bread')).toBeVisible();
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'bread']);
	await expect.poll(() => named(page)).toEqual(['Milk', 'bread']);
	await expect.poll(() => named(second)).toEqual(['Milk', 'bread']);
});

test("somebody else's tick touches one row and costs little", async ({ page, browser }) => {
	const items = Array.from({ length: 60 }, (_, index) => `Thing ${index}`);
	const uid = await opened(page, server, 'Busy', items);
	await call(page, server, 'PUT', `/lists/${uid}/sharing`, {
		sharing: 'SHARING_INSTANCE',
		canEdit: true
	});
	const ben = await otherBrowser(browser, {});
	await signIn(ben, server, member(server, 'Ben'));
	await page.reload();
	await awake(page);
	const { items: stored } = await call(ben, server, 'GET', `/lists/${uid}`);
	const uidAt = (place: number) => (Array.isArray(stored) ? String(stored[place]?.uid) : '');
	const tick = (itemUid: string) =>
		call(ben, server, 'PUT', `/items/${itemUid}/done`, { done: true });
	// After this the events about the opening of the page have passed.
	await tick(uidAt(3));
	await expect(tickOf(page, 'Untick Thing 3')).toBeVisible();
	await page.waitForTimeout(1500);
	const line = await page.context().newCDPSession(page);
	await line.send('Network.enable');
	let bytes = 0;
	line.on('Network.dataReceived', ({ encodedDataLength }) => (bytes += encodedDataLength));
	line.on('Network.responseReceived', ({ response }) => (bytes += response.encodedDataLength));
	await page.evaluate(() => {
		const touched = new Set<string>();
		new MutationObserver((changes) => {
			for (const { target } of changes) {
				const at = target instanceof Element ? target : target.parentElement;
				const row = at?.closest('.items > li');
				if (row) touched.add(row.id);
			}
			Reflect.set(window, 'touchedRows', [...touched].join());
		}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
	});
	await tick(uidAt(7));
	await expect(tickOf(page, 'Untick Thing 7')).toBeVisible();
	await page.waitForTimeout(1500);
	expect(await page.evaluate(() => String(Reflect.get(window, 'touchedRows')))).toBe(uidAt(7));
	expect(bytes).toBeGreaterThan(0);
	expect(bytes).toBeLessThanOrEqual(5 * 1024);
	await ben.context().close();
});

test('an edit that conflicts with somebody else’s shows both texts and asks', async ({
	page,
	browser
}) => {
	// The browser's own offline switch lets requests through that are sent while a page is closed.
	const proxy = await openSpoiltProxy(server.url);
	const uid = await opened(page, server, 'Overtaken', ['Cake'], proxy.url);
	await keptOnDevice(page, uid);
	const itemUid = (await row(page, 'Cake').getAttribute('id')) ?? '';
	const elsewhere = await otherBrowser(browser, {});
	await signIn(elsewhere, server, ada);
	proxy.spoil('refused');
	await page.goto(`${proxy.url}/items/${itemUid}`);
	await page.getByLabel('Name', { exact: true }).fill('Cheese cake');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(row(page, 'Cheese cake')).toBeVisible();
	await call(elsewhere, server, 'PATCH', `/items/${itemUid}`, { label: 'Carrot cake' });
	proxy.spoil('not');
	await expect(page.getByText('It now says “Carrot cake”.')).toBeVisible(late);
	await expect(page.getByText('You wrote “Cheese cake”.')).toBeVisible();
	await page.getByRole('button', { name: 'Save mine' }).click();
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Cheese cake']);
	await elsewhere.context().close();
	await proxy.close();
});

test('a change that is no longer allowed stays on its row until the member decides', async ({
	page,
	browser
}) => {
	const uid = await listWith(page, server, 'Look only', ['Milk']);
	const share = (canEdit: boolean) =>
		call(page, server, 'PUT', `/lists/${uid}/sharing`, { sharing: 'SHARING_INSTANCE', canEdit });
	await share(true);
	const ben = await otherBrowser(browser, {});
	await signIn(ben, server, member(server, 'Ben'));
	await ben.goto(`${server.url}/lists/${uid}`);
	await awake(ben);
	await ben.context().setOffline(true);
	await tickOf(ben, 'Tick Milk').click();
	await share(false);
	await ben.context().setOffline(false);
	await expect(row(ben, 'Milk').getByRole('alert')).toBeVisible(late);
	await ben.getByRole('button', { name: 'Discard' }).click();
	await expect(ben.getByRole('alert')).toHaveCount(0);
	expect(await doneOf(page, server, uid)).toEqual([]);
	await ben.context().close();
});
