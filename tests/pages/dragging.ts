// Helpers of the tests of dragging: holding a handle with a mouse and with a finger.
import { expect, type CDPSession, type Locator, type Page } from '@playwright/test';

export const handleOf = (page: Page, label: string): Locator =>
	page.getByRole('button', { name: `Move ${label}`, exact: true });

/** A row in its place, and not the floating one. */
export const rowOf = (page: Page, label: string): Locator =>
	page
		.getByRole('main')
		.locator('.items > li')
		.filter({ has: page.locator('.label').getByText(label, { exact: true }) });

/** The open items from the top, as shown while a row is held. */
export const orderOf = (page: Page): Promise<string[]> =>
	page.getByRole('main').locator('.open .label > :first-child').allTextContents();

/** The row that floats under the pointer. */
export const floating = (page: Page): Locator => page.locator('ul[data-floating]');

/** Presses the mouse on a handle and moves it just far enough to lift the row. */
export async function lift(page: Page, what: string | Locator): Promise<void> {
	const handle = typeof what === 'string' ? handleOf(page, what) : what;
	const { x, y } = await middleOf(handle);
	await page.mouse.move(x, y);
	await page.mouse.down();
	// The code of the handle is loaded with the first press.
	await expect(async () => {
		await page.mouse.move(x, y);
		await page.mouse.move(x, y + 5);
		await expect(floating(page)).toBeVisible({ timeout: 200 });
	}).toPass();
}

/** Moves the held row to the middle of another row or of a heading. */
export async function holdOver(page: Page, target: Locator): Promise<void> {
	const { x, y } = await middleOf(target);
	await page.mouse.move(x, y, { steps: 4 });
}

export const holdOverRow = (page: Page, label: string): Promise<void> =>
	holdOver(page, rowOf(page, label));

/** Releases the mouse, and waits until the row has come to rest. */
export async function letGo(page: Page): Promise<void> {
	await page.mouse.up();
	await expect(floating(page)).toHaveCount(0);
}

/** Collects every request to move an item from now on. */
export function movesSentBy(page: Page): string[] {
	const sent: string[] = [];
	page.on('request', (request) => {
		if (request.url().endsWith(':move')) sent.push(request.postData() ?? '');
	});
	return sent;
}

/** Fingers on the screen, as the browser itself gets them. */
export async function fingersOn(page: Page) {
	const devtools: CDPSession = await page.context().newCDPSession(page);
	const send = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', points: Point[]) =>
		devtools.send('Input.dispatchTouchEvent', {
			type,
			touchPoints: points.map((point, id) => ({ ...point, id }))
		});
	return {
		down: (...points: Point[]) => send('touchStart', points),
		move: (...points: Point[]) => send('touchMove', points),
		up: () => send('touchEnd', []),
		cancel: () => send('touchCancel', [])
	};
}

type Point = { x: number; y: number };

export async function middleOf(target: Locator): Promise<Point> {
	const box = await target.boundingBox();
	if (!box) throw new Error('it is not to be seen');
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
