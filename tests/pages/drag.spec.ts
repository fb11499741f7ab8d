// Items are reordered by their handles.
import { expect, test } from '@playwright/test';
import {
	floating,
	handleOf,
	holdOverRow,
	letGo,
	lift,
	middleOf,
	movesSentBy,
	orderOf,
	rowOf
} from './dragging.ts';
import { adasHousehold, hydrated } from './household.ts';
import { listWith, openList, tickOf, toast } from './list-page.ts';
import { keptOnDevice, onServer } from './offline.ts';

const server = adasHousehold();

const four = ['Milk', 'Bread', 'Eggs', 'Tea'];

for (const [screen, viewport] of [
	['a wide page', { width: 1280, height: 800 }],
	['a narrow page', { width: 390, height: 844 }]
] as const)
	test(`an item is dragged with the mouse, sent once, and put back by undo, on ${screen}`, async ({
		page
	}) => {
		await page.setViewportSize(viewport);
		const uid = await openList(page, server, 'Mouse', four);
		const sent = movesSentBy(page);
		await lift(page, 'Milk');
		await holdOverRow(page, 'Eggs');
		// The row is shown where it would land, and nothing is sent before it is dropped.
		await expect.poll(() => orderOf(page)).toEqual(['Bread', 'Eggs', 'Milk', 'Tea']);
		await holdOverRow(page, 'Tea');
		await expect.poll(() => orderOf(page)).toEqual(['Bread', 'Eggs', 'Tea', 'Milk']);
		expect(sent).toEqual([]);
		await letGo(page);
		const dropped = ['Bread', 'Eggs', 'Tea', 'Milk'];
		await expect.poll(() => onServer(page, server, uid)).toEqual(dropped);
		expect(await orderOf(page)).toEqual(dropped);
		expect(sent).toHaveLength(1);
		await expect(page.locator('#announcements')).toHaveText('Milk, place 4 of 4. Dropped.');
		await expect(toast(page, 'Milk moved.')).toBeVisible();
		await page.getByRole('button', { name: 'Undo' }).click();
		await expect.poll(() => onServer(page, server, uid)).toEqual(four);
	});

test('of a long list few rows are measured while one is dragged', async ({ page }) => {
	const labels = Array.from({ length: 200 }, (_, number) => `Thing ${number + 1}`);
	await openList(page, server, 'Long', labels);
	await lift(page, 'Thing 2');
	await page.evaluate(() => {
		window.measured = 0;
		const { getBoundingClientRect } = Element.prototype;
		Element.prototype.getBoundingClientRect = function () {
			window.measured += 1;
			return getBoundingClientRect.call(this);
		};
		for (const name of ['offsetTop', 'offsetHeight']) {
			const getter = Object.getOwnPropertyDescriptor(HTMLElement.prototype, name)?.get;
			Object.defineProperty(HTMLElement.prototype, name, {
				get() {
					window.measured += 1;
					return getter?.call(this);
				}
			});
		}
	});
	await holdOverRow(page, 'Thing 6');
	await expect.poll(async () => (await orderOf(page)).indexOf('Thing 2')).toBe(5);
	await letGo(page);
	expect(await page.evaluate(() => window.measured)).toBeLessThan(1500);
});

declare global {
	interface Window {
		/** How often the place or the height of an element was read. */
		measured: number;
	}
}

test('the row follows the mouse', async ({ page }) => {
	await openList(page, server, 'Follow', four);
	const from = await rowOf(page, 'Bread').boundingBox();
	await lift(page, 'Bread');
	await page.mouse.move(500, (from?.y ?? 0) + 90);
	await expect
		.poll(async () => (await floating(page).locator('li').boundingBox())?.y)
		.toBeCloseTo((from?.y ?? 0) + 90 - (from?.height ?? 0) / 2, -0.5);
	expect((await floating(page).locator('li').boundingBox())?.width).toBe(from?.width);
	await expect(floating(page).locator('.grip')).toBeVisible();
	await page.keyboard.press('Escape');
	await page.mouse.up();
});

test('a press without movement, and a drop in the same place, send nothing', async ({ page }) => {
	const uid = await openList(page, server, 'Same', four);
	const sent = movesSentBy(page);
	await handleOf(page, 'Milk').click();
	await lift(page, 'Bread');
	await holdOverRow(page, 'Tea');
	await expect.poll(() => orderOf(page)).toEqual(['Milk', 'Eggs', 'Tea', 'Bread']);
	await holdOverRow(page, 'Eggs');
	await expect.poll(() => orderOf(page)).toEqual(four);
	await letGo(page);
	await expect(page.locator('#announcements')).toHaveText('Bread, place 2 of 4. Put back.');
	await expect(toast(page, 'moved')).toHaveCount(0);
	await tickOf(page, 'Tick Tea').click();
	await expect.poll(() => onServer(page, server, uid)).toEqual(['Milk', 'Bread', 'Eggs', 'Tea*']);
	expect(sent).toEqual([]);
});

test('one row is lifted, also where two handles were pressed before the code for it was there', async ({
	page
}) => {
	await openList(page, server, 'Twice', four);
	const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
	await page.route('**/_app/immutable/**', async (route) => {
		await loaded;
		await route.continue();
	});
	await handleOf(page, 'Milk').click();
	const { x, y } = await middleOf(handleOf(page, 'Bread'));
	await page.mouse.move(x, y);
	await page.mouse.down();
	load();
	await expect(async () => {
		await page.mouse.move(x, y);
		await page.mouse.move(x, y + 5);
		expect(await floating(page).count()).toBeGreaterThan(0);
	}).toPass();
	await expect(floating(page).locator('.label')).toHaveText('Bread');
	await letGo(page);
});

test('Escape puts a row back while the mouse holds it', async ({ page }) => {
	await openList(page, server, 'Escape', four);
	const sent = movesSentBy(page);
	await lift(page, 'Tea');
	await holdOverRow(page, 'Milk');
	await expect.poll(() => orderOf(page)).toEqual(['Tea', 'Milk', 'Bread', 'Eggs']);
	await page.keyboard.press('Escape');
	await expect.poll(() => orderOf(page)).toEqual(four);
	await letGo(page);
	expect(await orderOf(page)).toEqual(four);
	expect(sent).toEqual([]);
});

test('from right to left the handle is on the other side and works the same', async ({ page }) => {
	const uid = await listWith(page, server, 'Right to left', four);
	await page.context().addCookies([{ name: 'hearth_language', value: 'ar', url: server.url }]);
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
	const handle = rowOf(page, 'Milk').locator('.grip');
	const row = await rowOf(page, 'Milk').boundingBox();
	const { x, width } = (await handle.boundingBox()) ?? { x: 0, width: 0 };
	expect(x + width).toBeCloseTo((row?.x ?? 0) + (row?.width ?? 0), 0);
	await lift(page, handle);
	const copy = await floating(page).locator('li').boundingBox();
	expect([copy?.x, copy?.width]).toEqual([row?.x, row?.width]);
	await holdOverRow(page, 'Bread');
	await letGo(page);
	await expect.poll(() => onServer(page, server, uid)).toEqual(['Bread', 'Milk', 'Eggs', 'Tea']);
});

test('the page scrolls by itself while a row is held at its foot, and the row lands far away', async ({
	page
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	const many = Array.from({ length: 40 }, (_, number) => `Thing ${number + 1}`);
	const uid = await openList(page, server, 'Far', many);
	await lift(page, 'Thing 2');
	await page.mouse.move(40, 640, { steps: 4 });
	await expect.poll(() => page.evaluate(() => scrollY), { timeout: 15_000 }).toBeGreaterThan(800);
	await page.mouse.move(40, 400);
	await expect(rowOf(page, 'Thing 2')).toBeInViewport();
	const shownNow = await orderOf(page);
	expect(shownNow.indexOf('Thing 2')).toBeGreaterThan(12);
	await letGo(page);
	expect(await orderOf(page)).toEqual(shownNow);
	await expect.poll(() => onServer(page, server, uid)).toEqual(shownNow);
});

test.describe('with a service worker', () => {
	test.use({ serviceWorkers: 'allow' });

	test('offline a row is dropped at once, and the move is sent later', async ({
		page,
		context
	}) => {
		const uid = await openList(page, server, 'Offline', four);
		await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
		await keptOnDevice(page, uid);
		await page.reload();
		await hydrated(page);
		await context.setOffline(true);
		await lift(page, 'Tea');
		await holdOverRow(page, 'Bread');
		await letGo(page);
		const dropped = ['Milk', 'Tea', 'Bread', 'Eggs'];
		expect(await orderOf(page)).toEqual(dropped);
		await expect(page.getByText('1 change not sent')).toBeVisible();
		// The offline page has handles too.
		await page.reload();
		await expect.poll(() => orderOf(page)).toEqual(dropped);
		await lift(page, 'Eggs');
		await holdOverRow(page, 'Milk');
		await letGo(page);
		const twice = ['Eggs', 'Milk', 'Tea', 'Bread'];
		expect(await orderOf(page)).toEqual(twice);
		await context.setOffline(false);
		await expect.poll(() => onServer(page, server, uid), { timeout: 15_000 }).toEqual(twice);
		await expect(page.getByText('not sent')).toHaveCount(0);
	});
});
