// Helpers of the offline tests: a hydrated page, what it shows, and what the browser stores.
import { expect, type Page } from '@playwright/test';
import type { RunningServer } from '../support/server.ts';
import { hydrated } from './household.ts';
import { call, field, listWith } from './list-page.ts';

export const late = { timeout: 15_000 };

/** Opens the page of a new list, and waits until it is hydrated. */
export async function opened(
	page: Page,
	server: RunningServer,
	name: string,
	items: Parameters<typeof listWith>[3],
	origin = server.url
): Promise<string> {
	const uid = await listWith(page, server, name, items);
	await page.goto(`${origin}/lists/${uid}`);
	await awake(page);
	return uid;
}

export async function awake(page: Page): Promise<void> {
	await hydrated(page);
	await page.evaluate(() => navigator.serviceWorker?.ready.then(() => undefined));
}

/** What has become of the service worker, and whether there is a page for no connection. */
export const installWorker = (page: Page): Promise<[string | undefined, boolean]> =>
	page.evaluate(async () => {
		const { installing } = await navigator.serviceWorker.register('/service-worker.js');
		await new Promise((resolve) => installing?.addEventListener('statechange', resolve));
		return [installing?.state, await caches.match('/offline').then(Boolean)];
	});

export async function add(page: Page, text: string): Promise<void> {
	await field(page).fill(text);
	await field(page).press('Enter');
	await expect(field(page)).toHaveValue('');
}

export async function pick(page: Page, label: string, what: string): Promise<void> {
	await rowOf(page, label).getByRole('button', { name: 'More actions for' }).click();
	await page.locator('#menu').getByRole('button', { name: what }).click();
}

/** A row, sent or not. */
export const rowOf = (page: Page, label: string) =>
	page
		.locator('.items > li')
		.filter({ has: page.locator('.label').getByText(label, { exact: true }) });

export const named = (page: Page): Promise<string[]> =>
	page.getByRole('list', { name: 'Open items' }).locator('.label > :first-child').allInnerTexts();

/** The items on the server, ticked ones with a star. */
export async function onServer(page: Page, server: RunningServer, uid: string): Promise<string[]> {
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	return Array.isArray(items) ? items.map(({ label, done }) => label + (done ? '*' : '')) : [];
}

/** Whether anything that is stored in this browser contains the text. */
export const deviceHolds = (page: Page, text: string): Promise<boolean> =>
	page.evaluate(async (wanted) => {
		const known = await indexedDB.databases();
		if (!known.some(({ name }) => name === 'hearth')) return false;
		const database = await new Promise<IDBDatabase>((resolve, reject) => {
			const opening = indexedDB.open('hearth');
			opening.onsuccess = () => resolve(opening.result);
			opening.onerror = () => reject(opening.error);
		});
		const stores = [...database.objectStoreNames];
		const reading = stores.length > 0 ? database.transaction(stores) : undefined;
		const all = await Promise.all(
			stores.map(
				(name) =>
					new Promise((resolve) => {
						const asked = reading?.objectStore(name).getAll();
						if (asked) asked.onsuccess = () => resolve(asked.result);
					})
			)
		);
		database.close();
		return JSON.stringify(all).includes(wanted);
	}, text);

export const isEmpty = (page: Page): Promise<boolean> =>
	page.evaluate(async () => !(await indexedDB.databases()).some(({ name }) => name === 'hearth'));

export const keptOnDevice = (page: Page, uid: string): Promise<void> =>
	expect.poll(() => deviceHolds(page, uid), late).toBe(true);

/** From now on nothing reaches the server, and no write to the device ends, as when the page goes away first. */
export async function neitherSendNorWrite(page: Page): Promise<void> {
	// By then this is the tab that sends.
	await expect
		.poll(() => page.evaluate(() => navigator.locks.query()))
		.toMatchObject({ held: [{}] });
	await page.evaluate(() => {
		window.fetch = () => Promise.reject(new TypeError());
		IDBObjectStore.prototype.put = () =>
			Object.setPrototypeOf(new EventTarget(), IDBRequest.prototype);
		IDBTransaction.prototype.addEventListener = () => {};
	});
}
