// What the tests of lists share: lists to work on, and where things stand on their page.
import type { Locator, Page } from '@playwright/test';
import type { RunningServer } from '../support/server.ts';
import { hydrated } from './household.ts';

type Body = Record<string, unknown>;

/** Asks the REST interface with the session of the page. */
export async function call(
	page: Page,
	server: RunningServer,
	method: string,
	path: string,
	body?: Body
): Promise<Body> {
	const response = await page.request.fetch(`${server.url}/api/v1${path}`, {
		method,
		// One that is kept open may be closed by the server in the moment that it is used again.
		headers: { origin: server.url, connection: 'close' },
		...(body ? { data: body } : {})
	});
	if (!response.ok())
		throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
	return response.json();
}

/** A list with these items on it, and its uid. */
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

/** The same, with its page open. */
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

/** What is open, from the top; between two pages there is nothing to read yet. */
export async function labels(page: Page): Promise<string[]> {
	return page
		.getByRole('list', { name: 'Open items' })
		.locator('.label a[href]')
		.allInnerTexts()
		.catch(() => []);
}

/** What the server has as ticked. */
export async function doneOf(page: Page, server: RunningServer, uid: string): Promise<string[]> {
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	return Array.isArray(items) ? items.filter(({ done }) => done).map(({ label }) => label) : [];
}

/** What is told with a way back, apart from what is told to screen readers. */
export const toast = (page: Page, words: string): Locator =>
	page.locator('form.undo p', { hasText: words });

/** Something from the menu of a row. */
export async function choose(page: Page, label: string, what: string): Promise<void> {
	await row(page, label).getByRole('button', { name: 'More actions for' }).click();
	// What changes nothing, such as the last row's step down, is not sent where there is script.
	const sent = page
		.waitForResponse((response) => response.request().method() !== 'GET', { timeout: 3_000 })
		.catch(() => undefined);
	await page.locator('#menu').getByRole('button', { name: what }).click();
	await sent;
}

/** What changes something waits until `open` lets it through, or `refuse` answers it with an error. */
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
