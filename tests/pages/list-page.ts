// Helpers of the tests of lists: lists to work on, and the elements of their page.
import type { Locator, Page } from '@playwright/test';
import type { RunningServer } from '../support/server.ts';
import { hydrated } from './household.ts';

type Body = Record<string, unknown>;

/** Calls the REST interface with the session of the page. */
export async function call(
	page: Page,
	server: RunningServer,
	method: string,
	path: string,
	body?: Body
): Promise<Body> {
	const response = await page.request.fetch(`${server.url}/api/v1${path}`, {
		method,
		// The server may close an idle connection at the moment that it is used again.
		headers: { origin: server.url, connection: 'close' },
		...(body ? { data: body } : {})
	});
	if (!response.ok())
		throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
	return response.json();
}

/** Creates a list with these items. Returns its uid. */
export async function listWith(
	page: Page,
	server: RunningServer,
	name: string,
	labels: (string | Body)[] = []
): Promise<string> {
	const uid = uidIn(await call(page, server, 'POST', '/lists', { name }), 'list');
	const items = labels.map((label) => (typeof label === 'string' ? { label } : label));
	if (items.length > 0) await call(page, server, 'POST', `/lists/${uid}/items:batch`, { items });
	return uid;
}

/** Creates a list with these items and opens its page. */
export async function openList(
	page: Page,
	server: RunningServer,
	name: string,
	labels: (string | Body)[] = []
): Promise<string> {
	const uid = await listWith(page, server, name, labels);
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	return uid;
}

export function uidIn(answer: Body, what: string): string {
	const thing = answer[what];
	if (
		typeof thing === 'object' &&
		thing !== null &&
		'uid' in thing &&
		typeof thing.uid === 'string'
	)
		return thing.uid;
	throw new Error(`there is no ${what} in ${JSON.stringify(answer)}`);
}

export const field = (page: Page): Locator => page.locator('#add');

export const tickOf = (page: Page, name: string): Locator =>
	page.getByRole('button', { name, exact: true });

export function row(page: Page, label: string): Locator {
	return page
		.getByRole('main')
		.getByRole('listitem')
		.filter({ has: page.getByRole('link', { name: label, exact: true }) });
}

/** The labels of the open items, from the top. Empty while the next page is loading. */
export async function labels(page: Page): Promise<string[]> {
	return page
		.getByRole('list', { name: 'Open items' })
		.locator('.label a[href]')
		.allInnerTexts()
		.catch(() => []);
}

/** The labels of the items that are ticked on the server. */
export async function doneOf(page: Page, server: RunningServer, uid: string): Promise<string[]> {
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	return Array.isArray(items) ? items.filter(({ done }) => done).map(({ label }) => label) : [];
}

/** The toast with an undo button, and not the announcement for screen readers. */
export const toast = (page: Page, words: string): Locator =>
	page.locator('form.undo p', { hasText: words });

/** Chooses an entry in the menu of a row. */
export async function choose(page: Page, label: string, what: string): Promise<void> {
	await row(page, label).getByRole('button', { name: 'More actions for' }).click();
	// With script, an entry that changes nothing sends nothing, such as moving the last row down.
	const sent = page
		.waitForResponse((response) => response.request().method() !== 'GET', { timeout: 3_000 })
		.catch(() => undefined);
	await page.locator('#menu').getByRole('button', { name: what }).click();
	await sent;
}

/** Holds back requests that change something until `open` lets them through, or `refuse` answers them with an error. */
export async function slow(page: Page) {
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

/**
 * Returns a function that takes the scripts off the server, as a newer build does. To be called before a page is opened: what a page
 * asks for right after its first `route`, Chromium may send past the route.
 */
export async function scriptsUntilNewer(page: Page): Promise<() => void> {
	let isNewer = false;
	await page.route('**/_app/**', (route) =>
		isNewer ? route.fulfill({ status: 404 }) : route.fallback()
	);
	return () => void (isNewer = true);
}
