// No page of lists and items shuts anybody out, by its colours, its size or what it tells a screen reader.
import { expect, test, type Page } from '@playwright/test';
import { startServer, type RunningServer } from '../support/server.ts';
import { ada, setUp, signIn } from './household.ts';
import { call, listWith } from './list-page.ts';
import { expectNothingWrong } from './axe.ts';

const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(2);

let server: RunningServer;
let pages: Record<string, string>;

test.beforeAll(async ({ browser }) => {
	server = await startServer();
	await setUp(server);
	const page = await browser.newPage();
	await signIn(page, server, ada);
	pages = await everyPage(page);
	await page.close();
});

test.afterAll(() => server.stop());

test.beforeEach(({ page }) => signIn(page, server, ada));

for (const name of [
	'lists',
	'list',
	'empty',
	'archived',
	'item',
	'today',
	'archive',
	'delete',
	'clear',
	'rename'
])
	test(`axe finds nothing on the page "${name}", light or dark, wide or narrow`, async ({
		page
	}) => {
		await expectNothingWrong(page, [server.url + pages[name]]);
	});

test('nothing is wider than the narrowest phone', async ({ page }) => {
	await page.setViewportSize({ width: 320, height: 640 });
	for (const [name, path] of Object.entries(pages)) {
		await page.goto(server.url + path);
		const over = await page.evaluate(
			() => document.documentElement.scrollWidth - document.documentElement.clientWidth
		);
		expect(over, name).toBe(0);
	}
});

test('every button, link in a row and tick is as large as a thumb', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	for (const [name, path] of Object.entries(pages)) {
		await page.goto(server.url + path);
		const targets = page
			.locator('main')
			.locator(
				'button, summary, .items .label, .quiet, select, input:not([type=hidden], [type=checkbox])'
			);
		for (const target of await targets.all()) {
			if (!(await target.isVisible())) continue;
			const { height = 0 } = (await target.boundingBox()) ?? {};
			expect(Math.round(height), `${name}: ${await target.innerText()}`).toBeGreaterThanOrEqual(44);
		}
	}
});

/** Every page of this part, each with something on it. */
async function everyPage(page: Page): Promise<Record<string, string>> {
	const uid = await listWith(page, server, `A list with ${long}`, [
		{ label: long, quantity: '12 x 1500 ml', note: long, dueOn: '2020-01-01' },
		{ label: 'Milk' },
		{ label: 'Bread' }
	]);
	const old = await listWith(page, server, `Archived ${long}`, ['Tent']);
	await call(page, server, 'POST', `/lists/${old}/archived`, { archived: true });
	const empty = await listWith(page, server, 'Bike repairs');
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	const [first, , third] = Array.isArray(items) ? items : [];
	await call(page, server, 'PUT', `/items/${third.uid}/done`, { done: true });
	const list = `/lists/${uid}`;
	return {
		lists: '/',
		list,
		empty: `/lists/${empty}`,
		archived: `/lists/${old}`,
		item: `/items/${first.uid}`,
		today: '/today',
		archive: '/archive',
		delete: `${list}/delete`,
		clear: `${list}/clear`,
		rename: `${list}/rename`
	};
}
