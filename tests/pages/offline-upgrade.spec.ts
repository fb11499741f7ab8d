// The server gets a new build while devices hold the pages, the files and the unsent changes of the one before.
import { expect, test, type Page } from '@playwright/test';
import { openUpgradingProxy } from '../support/upgrading-proxy.ts';
import { adasHousehold } from './household.ts';
import { listWith, tickOf } from './list-page.ts';
import {
	add,
	awake,
	deviceHolds,
	installWorker,
	keptOnDevice,
	late,
	onServer,
	opened,
	rowOf
} from './offline.ts';

test.use({ serviceWorkers: 'allow' });
const server = adasHousehold();

test('what an older build has kept and not sent is sent by the new one, and its open tab goes on', async ({
	page,
	context
}) => {
	const proxy = await openUpgradingProxy(server.url);
	const uid = await opened(page, server, 'Upgraded', ['Milk', 'Bread'], proxy.url);
	await keptOnDevice(page, uid);
	const faults: string[] = [];
	page.on('pageerror', (fault) => faults.push(String(fault)));
	proxy.goAway(true);
	await tickOf(page, 'Tick Milk').click();
	await add(page, 'eggs');
	await keptOnDevice(page, 'eggs');
	proxy.upgrade();
	const next = await context.newPage();
	await next.goto(`${proxy.url}/lists/${uid}`);
	await expect(next.getByText('2 changes not sent')).toBeVisible();
	await expect(rowOf(next, 'eggs')).toBeVisible();
	proxy.goAway(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'Bread', 'eggs']);
	await expect.poll(() => buildOf(next), late).toBe('new');
	await page.bringToFront();
	await page.getByRole('link', { name: 'Settings' }).first().click();
	await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
	await page.goBack();
	await tickOf(page, 'Tick Bread').click();
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'Bread*', 'eggs']);
	expect(faults).toEqual([]);
	await proxy.close();
});

test('after a rollback, what only the newer build can send is said in its row, and the rest is sent', async ({
	page
}) => {
	const uid = await opened(page, server, 'Rolled back', ['Milk', 'Bread']);
	await keptOnDevice(page, uid);
	const itemUid = await rowOf(page, 'Milk').getAttribute('id');
	await page.evaluate(
		(of) =>
			new Promise((resolve) => {
				indexedDB.open('hearth').onsuccess = ({ target }) => {
					const { result } = target as IDBOpenDBRequest;
					const writing = result.transaction('intents', 'readwrite');
					const newer = { key: 'newer', kind: 'paint', state: 'waiting', failures: 0, order: 1 };
					writing.objectStore('intents').put({ ...newer, ...of, madeAt: 1 });
					writing.oncomplete = () => resolve(result.close());
				};
			}),
		{ itemUid, listUid: uid }
	);
	await page.reload();
	await expect(rowOf(page, 'Milk')).toContainText('made with a newer version of Hearth', late);
	await tickOf(page, 'Tick Bread').click();
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk', 'Bread*']);
	await rowOf(page, 'Milk').getByRole('button', { name: 'Discard' }).click();
	await expect.poll(() => deviceHolds(page, 'paint')).toBe(false);
});

test('a tab of a build that is two builds old still works', async ({ page, context }) => {
	await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
	const proxy = await openUpgradingProxy(server.url);
	const uid = await listWith(page, server, 'Two builds old', ['Milk', 'Bread']);
	await page.goto(`${proxy.url}/lists/${uid}`);
	await awake(page).catch(() => undefined);
	proxy.goAway(true);
	await tickOf(page, 'Tick Milk').click();
	await keptOnDevice(page, '"kind":"tick"');
	proxy.upgrade();
	proxy.goAway(false);
	await page.getByRole('link', { name: 'Settings' }).first().click();
	await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk*', 'Bread']);
	expect(await buildOf(page)).toBe('new');
	await proxy.close();
});

test('what a tab loads late is there after three upgrades', async ({ page, context }) => {
	const proxy = await openUpgradingProxy(server.url);
	const uid = await opened(page, server, 'Left open', ['Milk'], proxy.url);
	await page.reload();
	await awake(page);
	const other = await context.newPage();
	const devtools = await context.newCDPSession(other);
	await devtools.send('ServiceWorker.enable');
	for (let upgrades = 0; upgrades < 3; upgrades++) {
		proxy.upgrade();
		await other.goto(`${proxy.url}/lists/${uid}`);
		await other.evaluate(async () => (await navigator.serviceWorker.ready).update());
		await expect.poll(() => isWaiting(other), late).toBe(true);
		// The next page lets the new worker in once the old one is idle, which no worker is while it is debugged, as here.
		const letIn = async () => {
			await other.reload();
			await awake(other);
			await devtools.send('ServiceWorker.stopAllWorkers');
			return isWaiting(other);
		};
		await expect.poll(letIn, late).toBe(false);
	}
	// The browser's own cache may have them too, for a while.
	await devtools.send('Network.clearBrowserCache');
	await page.bringToFront();
	await page.keyboard.press('?');
	await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
	await proxy.close();
});

test('a first visit during a rolling upgrade does not keep the page of one build with the files of the other', async ({
	page
}) => {
	const proxy = await openUpgradingProxy(server.url);
	proxy.upgrade('/offline');
	await page.goto(`${proxy.url}/favicon.svg`);
	await installWorker(page);
	proxy.upgrade();
	const uid = await opened(page, server, 'Rolling', ['Milk'], proxy.url);
	await keptOnDevice(page, uid);
	proxy.goAway(true);
	await page.reload();
	await expect(rowOf(page, 'Milk')).toBeVisible();
	await proxy.close();
});

test('a list that an older build has kept is fetched anew by the next one', async ({ page }) => {
	const proxy = await openUpgradingProxy(server.url);
	const other = await listWith(page, server, 'Kept before', [{ label: 'Milk', quantity: '2 l' }]);
	const uid = await opened(page, server, 'Opened before', ['Bread'], proxy.url);
	await keptOnDevice(page, other);
	await page.goto(`${proxy.url}/healthz`);
	await page.evaluate(loseQuantities);
	expect(await deviceHolds(page, '2 l')).toBe(false);
	proxy.upgrade();
	await page.goto(`${proxy.url}/lists/${uid}`);
	await keptOnDevice(page, '2 l');
	await proxy.close();
});

/** The build of the page; "" while it is loaded. */
const buildOf = async (page: Page) => {
	const html = await page.content().catch(() => '');
	return html && (html.includes('next-build') ? 'new' : 'old');
};

/** Whether a newer worker is there and not in use yet. */
const isWaiting = (page: Page) =>
	page.evaluate(async () => !!(await navigator.serviceWorker.getRegistration())?.waiting);

/** Runs in the page: the lists as a build wrote them that knew no quantities. */
async function loseQuantities(): Promise<void> {
	const database = await new Promise<IDBDatabase>((resolve) => {
		const opening = indexedDB.open('hearth');
		opening.onsuccess = () => resolve(opening.result);
	});
	const lists = database.transaction('lists', 'readwrite').objectStore('lists');
	await new Promise<void>((resolve) => {
		const asked = lists.getAll();
		asked.onsuccess = () => {
			for (const list of asked.result) {
				for (const item of list.items) delete item.quantity;
				lists.put(list);
			}
			lists.transaction.oncomplete = () => resolve();
		};
	});
	database.close();
}
