// A tick is drawn before it is handled, and is sent even if the page goes away meanwhile.
import { expect, test, type Page } from '@playwright/test';
import { adasHousehold, hydrated } from './household.ts';
import { call, doneOf, listWith, openList, row, tickOf } from './list-page.ts';
import { keptOnDevice, neitherSendNorWrite } from './offline.ts';

const server = adasHousehold();

for (const media of [
	{ colorScheme: 'light' },
	{ colorScheme: 'dark' },
	{ forcedColors: 'active' },
	{ reducedMotion: 'reduce' }
] as const)
	test(`a tick is drawn first, and the row looks the same after it is handled: ${Object.values(media)}`, async ({
		page
	}) => {
		await page.emulateMedia(media);
		await openList(page, server, 'Drawn', ['Milk', 'Bread']);
		await page.mouse.move(0, 0);
		const open = await lookOf(page, 'Milk');
		let frames = await holdFrames(page);
		await tap(page, 'Tick Milk');
		await expect(tickOf(page, 'Tick Milk')).toBeVisible();
		const ticked = await lookOf(page, 'Milk');
		expect(ticked).not.toEqual(open);
		await frames.draw();
		await expect(tickOf(page, 'Untick Milk')).toBeVisible();
		await expect(page.locator('[data-tapped]')).toHaveCount(0);
		expect(await lookOf(page, 'Milk')).toEqual(ticked);
		frames = await holdFrames(page);
		await tap(page, 'Untick Milk');
		await expect(tickOf(page, 'Untick Milk')).toBeVisible();
		expect(await lookOf(page, 'Milk')).toEqual(open);
		await frames.draw();
		await expect(tickOf(page, 'Tick Milk')).toBeVisible();
		expect(await lookOf(page, 'Milk')).toEqual(open);
	});

test('a second tap before the frame undoes the first, and both are sent', async ({ page }) => {
	const uid = await openList(page, server, 'Undone', ['Milk', 'Bread']);
	const sent = await sentTicks(page);
	const open = await lookOf(page, 'Milk');
	const frames = await holdFrames(page);
	for (const name of ['Milk', 'Bread', 'Milk']) await tap(page, `Tick ${name}`);
	expect(await lookOf(page, 'Milk')).toEqual(open);
	expect(await lookOf(page, 'Bread')).not.toEqual(open);
	await frames.draw();
	await expect(page.locator('#announcements')).toHaveText('Milk unticked.');
	await expect.poll(sent).toEqual([true, true, false]);
	expect(await doneOf(page, server, uid)).toEqual(['Bread']);
	await expect(tickOf(page, 'Tick Milk')).toBeVisible();
});

test('twenty taps within one frame are all sent, in order', async ({ page }) => {
	const names = Array.from({ length: 20 }, (_, index) => `Thing ${index + 1}`);
	const uid = await openList(page, server, 'Twenty', names);
	const urls: string[] = [];
	page.on('request', (request) => {
		if (request.method() === 'PUT') urls.push(request.url());
	});
	const order = await page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>('.items > li')].reverse().map((line) => {
			line.querySelector<HTMLElement>('.tick')?.click();
			return line.id;
		})
	);
	await expect.poll(() => doneOf(page, server, uid)).toEqual(names);
	expect(urls.map((url) => /items\/([^/]+)/.exec(url)?.[1])).toEqual(order);
	await expect(page.locator('[data-tapped]')).toHaveCount(0);
});

test('a tap is sent even if the page goes away before the tap is drawn', async ({ page }) => {
	const uid = await openList(page, server, 'Away', ['Milk', 'Bread']);
	await holdFrames(page);
	await tap(page, 'Tick Milk');
	await page.evaluate(() => (location.href = 'about:blank'));
	await page.waitForURL('about:blank');
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
});

test('an offline tap is stored even if the page goes away before the tap is drawn', async ({
	page
}) => {
	const uid = await openList(page, server, 'Away offline', ['Milk', 'Bread']);
	await neitherSendNorWrite(page);
	await holdFrames(page);
	await tap(page, 'Tick Milk');
	await page.evaluate(() => (location.href = 'about:blank'));
	await page.waitForURL('about:blank');
	expect(await doneOf(page, server, uid)).toEqual([]);
	// The next page keeps it on the device again before it is tried.
	const kept = Promise.withResolvers<void>();
	await page.route('**/done', async (route) => {
		await kept.promise;
		await route.continue();
	});
	await page.goto(`${server.url}/lists/${uid}`);
	await keptOnDevice(page, '"failures":0');
	kept.resolve();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
	expect(await page.evaluate(() => localStorage.getItem('hearth-left'))).toBe(null);
});

test('a tap before the device’s database is open is kept even if the page goes away', async ({
	page
}) => {
	const uid = await listWith(page, server, 'Away early', ['Milk', 'Bread']);
	await page.addInitScript(() => {
		if (sessionStorage.getItem('opens')) return;
		// The device's database never opens.
		indexedDB.open = () => Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype);
	});
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	await tap(page, 'Tick Milk');
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
	expect(await doneOf(page, server, uid)).toEqual([]);
	await page.evaluate(() => sessionStorage.setItem('opens', 'yes'));
	await page.reload();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
});

test('a tap is handled when the tab becomes hidden, or is hidden already', async ({ page }) => {
	const uid = await openList(page, server, 'Hidden', ['Milk', 'Bread']);
	await holdFrames(page);
	await tap(page, 'Tick Milk');
	await page.evaluate(() => {
		Object.defineProperty(document, 'hidden', { value: true });
		document.dispatchEvent(new Event('visibilitychange'));
	});
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
	await tap(page, 'Tick Bread');
	await expect(tickOf(page, 'Untick Bread')).toBeVisible();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk', 'Bread']);
});

test('a tap is handed to the browser’s database in the same task that handles it', async ({
	page
}) => {
	await openList(page, server, 'At once', ['Milk']);
	await page.route('**/api/v1/items/**', (route) => route.abort());
	const uid = await row(page, 'Milk').getAttribute('id');
	await expect
		.poll(() => page.evaluate(() => navigator.locks.query()))
		.toMatchObject({ held: [{}] });
	const put = await tickOf(page, 'Tick Milk').evaluate((box: HTMLElement) => {
		const uids: string[] = [];
		const { put } = IDBObjectStore.prototype;
		IDBObjectStore.prototype.put = function (value, ...key) {
			if (this.name === 'intents') uids.push(value.itemUid);
			return put.call(this, value, ...key);
		};
		Object.defineProperty(document, 'hidden', { value: true });
		box.click();
		return uids;
	});
	expect(put).toEqual([uid]);
	await page.reload();
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
});

test('the next action takes effect after the tap', async ({ page }) => {
	const uid = await listWith(page, server, 'Next', ['Milk', 'Bread']);
	await page.goto(server.url);
	await hydrated(page);
	const link = page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: /^Next/ });
	await link.click();
	await expect(tickOf(page, 'Tick Milk')).toBeVisible();
	await holdFrames(page);
	await tap(page, 'Tick Milk');
	await page.keyboard.press('Shift');
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
	await tap(page, 'Tick Bread');
	await page.getByRole('heading', { level: 1 }).click();
	await expect(tickOf(page, 'Untick Bread')).toBeVisible();
	await tap(page, 'Untick Milk');
	await page.evaluate(() => history.back());
	await expect(link).not.toHaveAttribute('aria-current');
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Bread']);
});

test('the refusal of a tap is shown even if its row left before the tap was drawn', async ({
	page
}) => {
	await openList(page, server, 'Left', ['Milk', 'Bread']);
	const milk = await row(page, 'Milk').getAttribute('id');
	const frames = await holdFrames(page);
	await tap(page, 'Tick Milk');
	await call(page, server, 'DELETE', `/items/${milk}`);
	await expect(row(page, 'Milk')).toHaveCount(0);
	await frames.draw();
	await expect(page.getByRole('alert')).toContainText("This item doesn't exist");
});

/** Stops animation frames of the page until `draw`. */
async function holdFrames(page: Page) {
	await page.evaluate(() => {
		const { requestAnimationFrame, IntersectionObserver } = window;
		const held: FrameRequestCallback[] = [];
		window.requestAnimationFrame = (told) => held.push(told);
		window.IntersectionObserver = class extends IntersectionObserver {
			override observe(): void {}
		};
		window.draw = () => {
			Object.assign(window, { requestAnimationFrame, IntersectionObserver });
			for (const told of held) requestAnimationFrame(told);
		};
	});
	return { draw: () => page.evaluate(() => window.draw()) };
}

declare global {
	interface Window {
		draw: () => void;
		ticksSent: unknown[];
	}
}

/** Taps the box without waiting for the result. */
const tap = (page: Page, name: string): Promise<void> =>
	tickOf(page, name).evaluate((box: HTMLElement) => box.click());

/** How a tick is drawn. */
const lookOf = (page: Page, label: string): Promise<string[]> =>
	row(page, label).evaluate((line) => {
		const look = (inRow: string, part: string, names: (keyof CSSStyleDeclaration)[]) => {
			const found = line.querySelector(inRow);
			const style = found && getComputedStyle(found, part);
			return names.map((name) => `${String(name)}: ${String(style?.[name])}`);
		};
		return [
			...look('.tick i', '', ['backgroundColor', 'borderColor', 'color']),
			...look('.tick i', '::before', ['content', 'backgroundColor', 'maskImage']),
			...look('.label a', '', ['textDecorationLine', 'color']),
			...look('.grip', '', ['visibility'])
		];
	});

/** Returns a function that gives the bodies of all requests for a tick. The page records them, because Firefox shows a test no bodies. */
async function sentTicks(page: Page): Promise<() => Promise<unknown[]>> {
	await page.evaluate(() => {
		const { fetch } = window;
		window.ticksSent = [];
		window.fetch = (address, options) => {
			if (options?.method === 'PUT') window.ticksSent.push(JSON.parse(String(options.body)).done);
			return fetch(address, options);
		};
	});
	return () => page.evaluate(() => window.ticksSent);
}
