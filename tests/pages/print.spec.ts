// A printed list, to be taken along and ticked with a pen.
import { expect, test, type Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import { adasHousehold, hasScript, hydrated } from './household.ts';
import { call, listWith, tickOf, uidIn } from './list-page.ts';
import { sectioned } from './sectioned.ts';

const server = adasHousehold();

test('a printed list has large rows, boxes for a pen, room for more, and no buttons', async ({
	page
}) => {
	await printed(page);
	expect(await sizeOf(page, 'h1', 'font-size')).toBeCloseTo(27 * pt, 0);
	expect(await sizeOf(page, '.items > li', 'font-size')).toBeCloseTo(16 * pt, 0);
	expect(await sizeOf(page, '.items .label a', 'font-size')).toBeCloseTo(16 * pt, 0);
	expect(await sizeOf(page, '.section h2', 'font-size')).toBeCloseTo(16 * pt, 0);
	// One line below each row, and none above it.
	await expect(page.locator('.section li').nth(1)).toHaveCSS('border-top-width', '0px');
	expect(await sizeOf(page, '.items .tick i', 'width')).toBeCloseTo(6 * mm, 0);
	await expect(page.locator('.paper .tick i')).toHaveCount(3);
	// Its foot is no higher than the empty rows and one line.
	expect((await page.locator('.paper').boundingBox())?.height).toBeLessThan(45 * mm);
	for (const blank of await page.locator('.paper .tick i').all()) await expect(blank).toBeVisible();
	await expect(page.locator('.paper')).toHaveText(/^ *Mill Lane · \w+, \d+ \w+ \d{4} *$/);
	for (const pressed of ['Only you', 'Paste items', 'Add', '1 ticked', 'Soap'])
		await expect(page.getByRole('main').getByText(pressed, { exact: true })).toBeHidden();
});

test('who may only look has boxes for a pen, too', async ({ page }) => {
	await printed(page);
	await call(
		page,
		server,
		'POST',
		`/lists/${new URL(page.url()).pathname.split('/')[2]}/archived`,
		{
			archived: true
		}
	);
	await page.reload();
	const box = page.locator('.items .tick i').first();
	await expect(box).toHaveCSS('border-top-style', 'solid');
	expect(await sizeOf(page, '.items .tick i', 'width')).toBeCloseTo(6 * mm, 0);
	await page.emulateMedia({ media: 'screen' });
	await expect(box).toHaveCSS('border-top-style', 'none');
});

test('what is not sent is printed below the title, and not over it', async ({ page, context }) => {
	if (!hasScript()) return;
	const uid = await listWith(page, server, 'Everything for the long weekend by the sea', ['Milk']);
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	await context.setOffline(true);
	await tickOf(page, 'Tick Milk').click();
	const line = page.locator('.connection');
	await expect(line).not.toHaveText('', { timeout: 15_000 });
	await page.emulateMedia({ media: 'print' });
	const [title, words] = await Promise.all(
		[page.locator('h1'), line].map((it) => it.boundingBox())
	);
	expect(words?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0));
});

test('an empty list is printed without the words on how to fill it', async ({ page }) => {
	const list = await call(page, server, 'POST', '/lists', { name: 'Party' });
	await page.goto(`${server.url}/lists/${uidIn(list, 'list')}`);
	await expect(page.getByText('This list is empty.')).toBeVisible();
	await page.emulateMedia({ media: 'print' });
	await expect(page.getByText('This list is empty.')).toBeHidden();
	await expect(page.locator('.paper .tick i')).toHaveCount(3);
});

test('no other page prints a button either', async ({ page }) => {
	const list = await call(page, server, 'POST', '/lists', { name: 'Hardware store' });
	const items = `/lists/${uidIn(list, 'list')}/items`;
	const nails = await call(page, server, 'POST', items, { label: 'Nails' });
	await page.emulateMedia({ media: 'print' });
	for (const path of [`/items/${uidIn(nails, 'item')}`, '/settings/tokens', '/settings/account']) {
		await page.goto(server.url + path);
		await expect(page.locator('h1')).toBeVisible();
		const buttons = page.locator('button, .button');
		expect(await buttons.count(), path).toBeGreaterThan(0);
		for (const button of await buttons.all()) await expect(button, path).toBeHidden();
	}
});

test('the code on a printed list leads a camera back to it', async ({ page }) => {
	const address = await printed(page);
	const code = page.locator('.paper img');
	await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
	const { pixels, ...size } = await code.evaluate(drawn);
	expect(decodeQR({ ...size, data: Uint8Array.from(pixels) })).toBe(address);
});

test('a short list fits on one page of A4 and of Letter', async ({ page }) => {
	await printed(page);
	for (const format of ['A4', 'Letter']) {
		const paper = (await page.pdf({ format })).toString('latin1');
		expect(paper.match(/\/Type \/Page\b(?!s)/g), format).toHaveLength(1);
	}
});

const pt = 96 / 72;
const mm = 96 / 25.4;

/** Shows a list as it would be printed: five items in two sections, and one ticked. Returns its address. */
async function printed(page: Page): Promise<string> {
	const plan = { Dairy: ['Butter', 'Milk', 'Yoghurt'], Bakery: ['Rolls', 'Rye bread'] };
	const listUid = await sectioned(page, server, 'Groceries', plan);
	const soap = await call(page, server, 'POST', `/lists/${listUid}/items`, { label: 'Soap' });
	await call(page, server, 'PUT', `/items/${uidIn(soap, 'item')}/done`, { done: true });
	const address = `${server.url}/lists/${listUid}`;
	await page.goto(address);
	await page.emulateMedia({ media: 'print' });
	return address;
}

const sizeOf = (page: Page, selector: string, property: 'font-size' | 'width'): Promise<number> =>
	page
		.locator(selector)
		.first()
		.evaluate(
			(element, name) => Number.parseFloat(getComputedStyle(element).getPropertyValue(name)),
			property
		);

/** Runs in the page: an image as pixels, on white. */
function drawn(image: HTMLImageElement): { width: number; height: number; pixels: number[] } {
	const size = 400;
	const canvas = new OffscreenCanvas(size, size);
	const pen = canvas.getContext('2d');
	if (!pen) throw new Error('There is nothing to draw on.');
	pen.fillStyle = 'white';
	pen.fillRect(0, 0, size, size);
	pen.drawImage(image, 20, 20, size - 40, size - 40);
	return { width: size, height: size, pixels: [...pen.getImageData(0, 0, size, size).data] };
}
