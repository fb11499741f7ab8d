// A handle under a finger: only the handle drags, and the rest of the row can be scrolled and tapped.
import { expect, test } from '@playwright/test';
import {
	fingersOn,
	floating,
	handleOf,
	middleOf,
	movesSentBy,
	orderOf,
	rowOf
} from './dragging.ts';
import { adasHousehold } from './household.ts';
import { openList } from './list-page.ts';
import { onServer } from './offline.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
const server = adasHousehold();

const many = Array.from({ length: 30 }, (_, number) => `Thing ${number + 1}`);

test('a finger on the handle drags, and the page does not scroll', async ({ page }) => {
	const uid = await openList(page, server, 'Touch', ['Milk', 'Bread', 'Eggs', 'Tea', ...many]);
	const finger = await fingersOn(page);
	const { x, y } = await middleOf(handleOf(page, 'Tea'));
	await finger.down({ x, y });
	await expect(async () => {
		await finger.move({ x, y });
		await finger.move({ x, y: y - 6 });
		await expect(floating(page)).toBeVisible({ timeout: 200 });
	}).toPass();
	await finger.move({ x, y: (await middleOf(rowOf(page, 'Bread'))).y });
	await expect
		.poll(async () => (await orderOf(page)).slice(0, 4))
		.toEqual(['Milk', 'Tea', 'Bread', 'Eggs']);
	// A second finger changes nothing, wherever it goes.
	const second = await middleOf(rowOf(page, 'Thing 3'));
	const held = { x, y: (await middleOf(rowOf(page, 'Tea'))).y };
	await finger.down(held, second);
	await finger.move(held, { x: second.x, y: second.y - 200 });
	expect((await orderOf(page)).slice(0, 4)).toEqual(['Milk', 'Tea', 'Bread', 'Eggs']);
	expect(await page.evaluate(() => scrollY)).toBe(0);
	await finger.up();
	await expect(floating(page)).toHaveCount(0);
	// The focus is where the row is, without the ring that a keyboard shows.
	await expect(handleOf(page, 'Tea')).toBeFocused();
	await expect(page.locator('.grip:focus-visible')).toHaveCount(0);
	await expect
		.poll(async () => (await onServer(page, server, uid)).slice(0, 4))
		.toEqual(['Milk', 'Tea', 'Bread', 'Eggs']);
});

test('a row is put back when the browser cancels the touch', async ({ page }) => {
	await openList(page, server, 'Cancel', ['Milk', 'Bread', 'Eggs']);
	const sent = movesSentBy(page);
	const finger = await fingersOn(page);
	const { x, y } = await middleOf(handleOf(page, 'Eggs'));
	await finger.down({ x, y });
	await expect(async () => {
		await finger.move({ x, y: y - 60 });
		await finger.move({ x, y: y - 110 });
		await expect(floating(page)).toBeVisible({ timeout: 200 });
	}).toPass();
	await expect.poll(() => orderOf(page)).toEqual(['Eggs', 'Milk', 'Bread']);
	await finger.cancel();
	await expect.poll(() => orderOf(page)).toEqual(['Milk', 'Bread', 'Eggs']);
	await expect(floating(page)).toHaveCount(0);
	expect(sent).toEqual([]);
});

test('a thumb on a row scrolls and drags nothing', async ({ page }) => {
	await openList(page, server, 'Thumb', many);
	const sent = movesSentBy(page);
	const finger = await fingersOn(page);
	for (const part of ['.tick', '.label', '.tool']) {
		await page.evaluate(() => scrollTo(0, 0));
		const { x, y } = await middleOf(rowOf(page, 'Thing 8').locator(part));
		await finger.down({ x, y });
		for (let step = 1; step <= 6; step++) await finger.move({ x, y: y - 50 * step });
		await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(150);
		await expect(floating(page)).toHaveCount(0);
		await finger.up();
	}
	expect(await orderOf(page)).toEqual(many);
	expect(sent).toEqual([]);
});

test('a handle is as large as a thumb, and always visible', async ({ page }) => {
	await openList(page, server, 'Thumbs', ['Milk']);
	const { width = 0, height = 0 } = (await handleOf(page, 'Milk').boundingBox()) ?? {};
	expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
	await expect(handleOf(page, 'Milk')).toHaveCSS('opacity', '1');
	await expect(handleOf(page, 'Milk')).toHaveCSS('touch-action', 'none');
	await expect(rowOf(page, 'Milk')).toHaveCSS('touch-action', 'auto');
});
