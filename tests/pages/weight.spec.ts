// How many bytes a browser receives when it opens a list of fifty items for the first time.
import { expect, test, type Page } from '@playwright/test';
import { ada, servedHousehold, signIn } from './household.ts';
import { call, listWith, uidIn } from './list-page.ts';

const server = servedHousehold();

test('a list of fifty items stays within its limits of bytes and requests', async ({ page }) => {
	await signIn(page, server, ada);
	const items = Array.from({ length: 50 }, (_, number) => ({
		label: `Thing number ${number + 1}`,
		quantity: `${number} l`,
		note: 'the blue one',
		dueOn: number % 5 ? '' : '2020-01-01'
	}));
	const uid = await listWith(page, server, 'Light', items);
	const { bytes, requests } = await received(page, `${server.url}/lists/${uid}`);
	expect(bytes.get('Document')).toBeLessThanOrEqual(20 * 1024);
	expect(bytes.get('Script') ?? 0).toBeLessThanOrEqual(80 * 1024);
	expect(bytes.get('Stylesheet')).toBeLessThanOrEqual(10 * 1024);
	expect(requests).toBeLessThanOrEqual(15);
});

test('a row is at most twenty elements and 1.4 KB', async ({ page }) => {
	await signIn(page, server, ada);
	const item = { label: 'Oat milk', quantity: '2 l', note: 'the blue one', dueOn: '2020-01-01' };
	const uid = await listWith(page, server, 'Rows', [item]);
	const html = await (await page.request.get(`${server.url}/lists/${uid}`)).text();
	const row = /<li id="itm_[^]*?<\/li>/.exec(html)?.[0] ?? '';
	expect(row).toContain('Oat milk');
	expect(row.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(20);
	expect(Buffer.byteLength(row)).toBeLessThanOrEqual(1.4 * 1024);
	// Each block of Svelte leaves a comment at both ends. Hydrating blocks is most of the cost of a row on a phone.
	expect(row.match(/<!--/g)?.length).toBeLessThanOrEqual(18);
});

test('the buttons of rows and notes stand in their form, so that their number costs no more than itself', async ({
	page
}) => {
	await signIn(page, server, ada);
	const item = { label: 'Oat milk', quantity: '2 l', dueOn: '2020-01-01' };
	const uid = await listWith(page, server, 'Rows in a form', [item]);
	const noted = { ...item, note: '- [ ] shake it' };
	const itemUid = uidIn(await call(page, server, 'POST', `/lists/${uid}/items`, noted), 'item');
	// With each button that belongs to a form by its attribute, Chromium goes through all others.
	for (const path of [`/lists/${uid}`, '/today', '/search?query=oat', `/items/${itemUid}`]) {
		await page.goto(server.url + path);
		const buttons = page.locator(':is(.items, .note) button:not([type="button"])');
		await expect(buttons.first()).toBeVisible();
		expect(
			await buttons.evaluateAll((all) =>
				all.filter((button) => button.hasAttribute('form') || !button.closest('form'))
			)
		).toEqual([]);
	}
});

test('an element of a row that is empty takes no room', async ({ page }) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Plain', ['Salt']);
	await page.goto(`${server.url}/lists/${uid}`);
	const words = page.locator('li[id^="itm_"] .words');
	await expect(words).toContainText('Salt');
	const empty = await words.evaluate((row) =>
		[...row.querySelectorAll('*')]
			.filter(({ textContent }) => !textContent?.trim())
			.map((element) => ({ html: element.outerHTML, isShown: element.checkVisibility() }))
	);
	expect(empty.length).toBeGreaterThan(0);
	expect(empty.filter(({ isShown }) => isShown)).toEqual([]);
});

test('rows are drawn when they are scrolled to', async ({ page }) => {
	await signIn(page, server, ada);
	const many = Array.from({ length: 200 }, (_, number) => `Thing ${number + 1}`);
	await page.setViewportSize({ width: 390, height: 844 });
	const uid = await listWith(page, server, 'Two hundred', many);
	await page.goto(`${server.url}/lists/${uid}`);
	const label = page.getByText('Thing 200', { exact: true });
	const isDrawn = () =>
		label.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
	const height = () => page.evaluate(() => document.documentElement.scrollHeight);
	expect(await isDrawn()).toBe(false);
	const before = await height();
	await label.scrollIntoViewIfNeeded();
	await expect.poll(isDrawn).toBe(true);
	await expect(label).toBeInViewport();
	// Rows of one line take exactly the reserved height, so the page does not jump.
	expect(await height()).toBe(before);
});

/** Bytes on the wire by kind, and the number of requests, until the page is at rest. */
async function received(page: Page, address: string) {
	const bytes = new Map<string, number>();
	const kinds = new Map<string, string>();
	const devtools = await page.context().newCDPSession(page);
	devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
	devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		const kind = kinds.get(requestId) ?? '';
		bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
	});
	await devtools.send('Network.enable');
	await page.goto(address, { waitUntil: 'load' });
	// The event stream never ends, so the network is never idle. Everything else has arrived after this time.
	await page.waitForTimeout(1000);
	return { bytes, requests: kinds.size };
}
