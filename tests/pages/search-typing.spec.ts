// Searching while typing, with script: it shows the same as sending the form.
import { expect, test, type Page, type Route } from '@playwright/test';
import { servedHousehold, hydrated, member, signIn } from './household.ts';
import { listWith } from './list-page.ts';
import { expectNoFault } from './axe.ts';

const server = servedHousehold();
test.beforeEach(async ({ page }) => {
	await signIn(page, server, member(server, 'Ada'));
	await listWith(page, server, 'Groceries', ['Milk', 'Oat milk', 'Bread', 'Milk bread']);
});

/** Longer than the debounce after which the query is sent, in milliseconds. */
const pauseMs = 600;

const words = (page: Page) => page.getByRole('searchbox', { name: 'Search for' });
const hits = (page: Page) => page.getByRole('main').locator('.hits').getByRole('link');
const said = (page: Page) => page.locator('#announcements');

async function openSearch(page: Page): Promise<void> {
	await page.goto(server.url);
	await hydrated(page);
	const side = page.getByRole('navigation', { name: 'Lists' });
	await side.getByRole('link', { name: 'Search' }).click();
	await expect(words(page)).toBeFocused();
	await hydrated(page);
}

/** Collects the queries that are sent to the server, in order. */
function queriesAsked(page: Page): (string | null)[] {
	const asked: (string | null)[] = [];
	page.on('request', (request) => {
		const { pathname, searchParams } = new URL(request.url());
		if (pathname === '/search/__data.json') asked.push(searchParams.get('query'));
	});
	return asked;
}

const caret = (page: Page) =>
	words(page).evaluate((field) => {
		if (!(field instanceof HTMLInputElement)) throw new Error('no field');
		return [field.selectionStart, field.selectionEnd];
	});

test('results come after a pause in typing, the field keeps the focus and the caret, and one step back leaves the search', async ({
	page
}) => {
	const asked = queriesAsked(page);
	await openSearch(page);
	asked.length = 0;
	await page.keyboard.type('milk');
	await expect(hits(page)).toHaveCount(3);
	expect(asked).toEqual(['milk']);
	await expect(page).toHaveURL(`${server.url}/search?query=milk`);
	await expect(words(page)).toBeFocused();
	await page.keyboard.press('Home');
	await page.keyboard.type('oat ');
	await expect(hits(page)).toHaveCount(1);
	await expect(words(page)).toHaveValue('oat milk');
	await expect(words(page)).toBeFocused();
	expect(await caret(page)).toEqual([4, 4]);
	await expectNoFault(page);
	await page.goBack();
	await expect(page).toHaveURL(`${server.url}/`);
});

test('the number of results is announced once after each pause, and nothing else', async ({
	page
}) => {
	await openSearch(page);
	const spoken = await listenIn(page);
	await page.keyboard.type('milk');
	await expect(said(page)).toHaveText('Found 3 results');
	await page.keyboard.type(' b');
	await expect(said(page)).toHaveText('Found one result');
	await page.keyboard.type('x');
	await expect(said(page)).toHaveText('No results for “milk bx”. Try fewer words.');
	expect(await spoken()).toEqual([
		'Found 3 results',
		'Found one result',
		'No results for “milk bx”. Try fewer words.'
	]);
	await expect(page).toHaveTitle(/^Search · /);
});

test('one letter sends no query, and an empty field shows the page without results', async ({
	page
}) => {
	await openSearch(page);
	const asked = queriesAsked(page);
	await page.keyboard.type('m');
	await page.waitForTimeout(pauseMs);
	await page.keyboard.type('!');
	await page.waitForTimeout(pauseMs);
	expect(asked).toEqual([]);
	await words(page).fill('bread');
	await expect(hits(page)).toHaveCount(2);
	await page.keyboard.type(' ');
	await page.waitForTimeout(pauseMs);
	expect(asked).toEqual(['bread']);
	await words(page).fill('');
	await expect(page.getByText('Searches list names')).toBeVisible();
	await expect(page).toHaveURL(`${server.url}/search`);
	expect(asked).toEqual(['bread', null]);
});

test('a late answer never replaces a newer one', async ({ page }) => {
	await openSearch(page);
	const held = await hold(page, 'milk');
	await page.keyboard.type('milk');
	await held.asked;
	await page.keyboard.type(' bread');
	await expect(hits(page)).toHaveCount(1);
	await held.release();
	await page.waitForTimeout(pauseMs);
	await expect(hits(page)).toHaveText(/^Milk bread/);
	await expect(page).toHaveURL(`${server.url}/search?query=milk+bread`);
	await expect(words(page)).toHaveValue('milk bread');
});

test('a long wait is shown, and leaving the page meanwhile is not undone by the answer', async ({
	page
}) => {
	await openSearch(page);
	const held = await hold(page, 'milk');
	await page.keyboard.type('milk');
	await held.asked;
	await expect(page.getByRole('progressbar')).toBeVisible();
	await page.getByRole('main').press('Escape');
	await page.goBack();
	await expect(page).toHaveURL(`${server.url}/`);
	await held.release();
	await page.waitForTimeout(pauseMs);
	await expect(page).toHaveURL(`${server.url}/`);
	await expect(page.getByRole('progressbar')).toHaveCount(0);
});

for (const [what, answer] of [
	['too many requests', (route: Route) => route.fulfill({ status: 429, body: 'Slow down.' })],
	['a fault', (route: Route) => route.fulfill({ status: 500, body: '' })],
	['no connection', (route: Route) => route.abort('internetdisconnected')],
	[
		'a session that has ended',
		(route: Route) => route.fulfill({ json: { type: 'redirect', location: '/sign-in' } })
	]
] as const)
	test(`${what} leaves the page unchanged during typing`, async ({ page }) => {
		await openSearch(page);
		await page.keyboard.type('bread');
		await expect(hits(page)).toHaveCount(2);
		const spoken = await listenIn(page);
		await page.route('**/search/__data.json*', answer);
		const answered = page.waitForEvent('requestfinished').catch(() => undefined);
		const failed = page.waitForEvent('requestfailed').catch(() => undefined);
		await page.keyboard.type(' mi');
		await Promise.race([answered, failed]);
		await page.waitForTimeout(pauseMs);
		await expect(hits(page)).toHaveCount(2);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search');
		await expect(page).toHaveURL(`${server.url}/search?query=bread`);
		await expect(words(page)).toHaveValue('bread mi');
		await expect(words(page)).toBeFocused();
		await expect(page.getByRole('progressbar')).toHaveCount(0);
		expect(await spoken()).toEqual([]);
		await page.unroute('**/search/__data.json*');
		await page.keyboard.type('l');
		await expect(hits(page)).toHaveCount(1);
	});

test('a text from an input method is searched for when it is composed', async ({ page }) => {
	await listWith(page, server, '買い物', ['牛乳']);
	await openSearch(page);
	const asked = queriesAsked(page);
	const { devtools, compose } = await inputMethod(page);
	await compose('ぎゅう');
	await page.waitForTimeout(pauseMs);
	await compose('ぎゅうにゅう');
	await page.waitForTimeout(pauseMs);
	expect(asked).toEqual([]);
	await devtools.send('Input.insertText', { text: '牛乳' });
	await expect(hits(page)).toHaveText(/^牛乳/);
	expect(asked).toEqual(['牛乳']);
});

test('a word that a keyboard keeps composing is searched for after a longer wait, and can be continued', async ({
	page
}) => {
	await openSearch(page);
	const { compose } = await inputMethod(page);
	await compose('mil');
	await expect(hits(page)).toHaveCount(3);
	await compose('milky');
	await expect(words(page)).toHaveValue('milky');
	await expect(page.getByRole('main').getByText('No results for')).toBeVisible();
});

test('Enter shows the same results and focuses the best one, and another Enter opens it', async ({
	page
}) => {
	await openSearch(page);
	await page.keyboard.type('milk');
	await expect(hits(page)).toHaveCount(3);
	await page.keyboard.press('Enter');
	await expect(hits(page).first()).toBeFocused();
	await expect(hits(page)).toHaveCount(3);
	await expect(page).toHaveTitle(/^milk · Search · /);
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: 'Milk' })).toBeVisible();
	await page.goBack();
	await expect(hits(page)).toHaveCount(3);
	await expect(words(page)).toHaveValue('milk');
	await page.goBack();
	await expect(page).toHaveURL(`${server.url}/`);
});

test('Enter before the pause sends one query, and without results the field keeps the focus', async ({
	page
}) => {
	await openSearch(page);
	const asked = queriesAsked(page);
	await page.keyboard.type('zebra');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('main').getByText('No results for')).toBeVisible();
	await page.waitForTimeout(pauseMs);
	expect(asked).toEqual(['zebra']);
	await expect(words(page)).toBeFocused();
	await words(page).fill('bread');
	await page.keyboard.press('Enter');
	await expect(hits(page).first()).toBeFocused();
	await page.goBack();
	await expect(page).toHaveURL(`${server.url}/`);
});

/** Holds back the answer to one query until it is released. */
async function hold(page: Page, query: string) {
	const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	await page.route(
		(url) => url.pathname === '/search/__data.json' && url.searchParams.get('query') === query,
		async (route) => {
			asked.resolve();
			await released.promise;
			await route.continue().catch(() => undefined);
		}
	);
	return {
		asked: asked.promise,
		async release() {
			released.resolve();
			await page.unrouteAll({ behavior: 'wait' });
		}
	};
}

/** Collects everything that is put into a live region from now on, in order. */
async function listenIn(page: Page): Promise<() => Promise<string[]>> {
	await page.evaluate(() => {
		const heard: string[] = [];
		const watch = new MutationObserver((changes) => {
			for (const { target } of changes) {
				const region = (target instanceof Element ? target : target.parentElement)?.closest(
					'[aria-live], [role="status"], [role="alert"]'
				);
				const sentence = region?.textContent.trim();
				if (sentence && sentence !== heard.at(-1)) heard.push(sentence);
			}
		});
		watch.observe(document.body, { subtree: true, childList: true, characterData: true });
		Object.assign(window, { heard });
	});
	return () => page.evaluate(() => Object.assign({ heard: [''] }, window).heard);
}

/** Types as an input method does: `compose` replaces the word that is not final yet. */
async function inputMethod(page: Page) {
	const devtools = await page.context().newCDPSession(page);
	const compose = (text: string) =>
		devtools.send('Input.imeSetComposition', {
			text,
			selectionStart: text.length,
			selectionEnd: text.length
		});
	return { devtools, compose };
}
