// Many lines at once: the text is never lost, and the result is told.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { adasHousehold, hasScript } from './household.ts';
import { call, doneOf, field, labels, openList, row, tickOf, toast } from './list-page.ts';

test.use({ viewport: { width: 390, height: 844 } });

const server = adasHousehold();

/** Ticked rows stay in their place for some seconds. */
const late = { timeout: 9_000 };
const things = Array.from({ length: 60 }, (_, index) => `Thing ${index + 1}`);

test('lines that are edited after the preview are previewed again before any is added', async ({
	page
}) => {
	await openList(page, server, 'Edited', ['Milk']);
	await preview(page, 'bread\neggs');
	await page.getByLabel('Edit the lines').fill('bread\neggs\nbutter');
	await expect(main(page)).toHaveText(hasScript() ? 'Preview again' : 'Add all');
	await main(page).click();
	await expect(page.getByRole('heading', { name: '3 lines for Edited' })).toBeVisible();
	await expect(page.getByLabel('Edit the lines')).toHaveValue('bread\neggs\nbutter');
	const sentence = page.getByRole('alert').filter({ hasText: 'Nothing was added yet' });
	await expect(sentence).toHaveCount(hasScript() ? 0 : 1);
	expect(await labels(page)).toEqual(['Milk']);
	await expect(main(page)).toHaveText('Add all');
	await main(page).click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'bread', 'eggs', 'butter']);
});

test('previewed lines are added, whatever blank lines surround them', async ({ page }) => {
	await openList(page, server, 'Around', []);
	await preview(page, '\n\nbread\n\neggs\n');
	await page.getByRole('checkbox', { name: 'bread' }).uncheck();
	await main(page).click();
	await expect.poll(() => labels(page)).toEqual(['eggs']);
});

test('the box is empty again once its lines were added', async ({ page }) => {
	await openList(page, server, 'Emptied', ['Milk']);
	await preview(page, 'bread\neggs');
	await main(page).click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'bread', 'eggs']);
	await expect(main(page)).toBeHidden();
	await openPaste(page);
	await expect(box(page)).toHaveValue('');
	await expect(page.getByRole('heading', { name: 'lines for Emptied' })).toHaveCount(0);
	await box(page).fill('butter');
	await page.getByRole('button', { name: 'Add all' }).click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'bread', 'eggs', 'butter']);
	await expect(box(page)).toBeHidden();
	await openPaste(page);
	await expect(box(page)).toHaveValue('');
});

test('adding many lines tells the result and shows the first new item', async ({ page }) => {
	const uid = await openList(page, server, 'Told', ['Milk', 'Butter', ...things]);
	await tickOf(page, 'Tick Butter').click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Butter']);
	await page.goto(`${server.url}/lists/${uid}`);
	await preview(page, 'milk\nbutter\nbread\neggs\neggs');
	await main(page).click();
	const told = toast(page, '2 added');
	await expect(told).toHaveText('2 added, 1 brought back, 2 already there');
	await expect(told).toBeVisible();
	await expect(row(page, 'bread')).toBeInViewport();
	if (!hasScript()) return;
	await expect(page.locator('[aria-live="polite"]').first()).toContainText('2 added, 1 brought');
	await expect(field(page)).toBeFocused();
	await expect(told).toBeHidden({ timeout: 12_000 });
});

test('lines that were just added are undone together', async ({ page }) => {
	const uid = await openList(page, server, 'Undone', ['Milk', 'Butter']);
	await tickOf(page, 'Tick Butter').click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Butter']);
	await page.goto(`${server.url}/lists/${uid}`);
	const posted: string[] = [];
	page.on('request', (sent) => void (sent.method() === 'POST' && posted.push(sent.url())));
	await preview(page, 'milk\nbutter\nbread\neggs');
	await main(page).click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Butter', 'bread', 'eggs']);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect.poll(() => labels(page), late).toEqual(['Milk']);
	expect(posted.filter((url) => url.includes('undoPaste'))).toHaveLength(1);
	expect(await doneOf(page, server, uid)).toEqual(['Butter']);
	await expect(toast(page, '2 items moved to the trash.')).toBeVisible();
	await expect(toast(page, '2 added')).toHaveCount(0);
	if (hasScript()) await expect(page.locator('[aria-live="polite"]').first()).toHaveText('Undone.');
	// A tap is ignored right after rows have folded away.
	await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
	await expect.poll(() => labels(page)).toEqual(['Milk', 'bread', 'eggs']);
});

test('undoing lines that only unticked items ticks them again, and skips deleted ones', async ({
	page
}) => {
	const uid = await openList(page, server, 'Back again', ['Milk', 'Butter', 'Bread']);
	for (const label of ['Milk', 'Butter']) await tickOf(page, `Tick ${label}`).click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk', 'Butter']);
	await page.goto(`${server.url}/lists/${uid}`);
	await preview(page, 'milk\nbutter');
	await main(page).click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Butter', 'Bread']);
	const butter = await row(page, 'Butter').getAttribute('id');
	await call(page, server, 'DELETE', `/items/${butter}`);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
	await expect.poll(() => labels(page), late).toEqual(['Bread']);
	await expect(toast(page, 'brought back')).toHaveCount(0);
});

test('adding the same lines again is announced again', async ({ page }) => {
	await openList(page, server, 'Twice', ['Milk', 'Bread']);
	const told = page.locator('p.toast').filter({ hasText: '2 already there' });
	for (const text of ['milk\nbread', 'bread\nmilk']) {
		await openPaste(page);
		await box(page).fill(text);
		await page.getByRole('button', { name: 'Add all' }).click();
		await expect(told).toHaveText('2 already there');
		await expect(told).toBeVisible();
		if (hasScript()) await expect(told).toBeHidden({ timeout: 12_000 });
	}
	expect(await labels(page)).toEqual(['Milk', 'Bread']);
});

test('lines of which none is chosen are kept', async ({ page }) => {
	await openList(page, server, 'None chosen', []);
	await preview(page, 'bread');
	const chosen = page.getByRole('checkbox', { name: 'bread' });
	await chosen.uncheck();
	await main(page).click();
	await expect(page.getByRole('alert').filter({ hasText: 'at least one line' })).toBeVisible();
	await expect(chosen).not.toBeChecked();
	await expect(main(page)).toHaveText('Add selected');
	await expect(page.getByLabel('Edit the lines')).toHaveValue('bread');
});

for (const width of [320, 390, 1280])
	test(`in a preview ${width} pixels wide the quantity and the date of a line stand together`, async ({
		page
	}) => {
		await page.setViewportSize({ width, height: 844 });
		await openList(page, server, 'Together', []);
		const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze';
		await preview(page, `2 l milk tomorrow\n12x1500 ml ${long} tomorrow\nbread tomorrow\n3 eggs`);
		const lines = page.locator('label.choice');
		for (const [index, parts] of [
			['.qty', 'time'],
			['.qty', 'time'],
			['time'],
			['.qty']
		].entries()) {
			const line = lines.nth(index);
			const whole = await boxOf(line);
			const words = await boxOf(line.locator('bdi').first());
			const boxes = await Promise.all(parts.map((part) => boxOf(line.locator(part))));
			for (const part of boxes) {
				expect(part.x).toBeGreaterThanOrEqual(words.x - 1);
				expect(part.x + part.width).toBeLessThanOrEqual(whole.x + whole.width + 1);
				expect(part.y + part.height).toBeLessThanOrEqual(whole.y + whole.height + 1);
			}
			const [quantity, date] = boxes;
			if (quantity && date) expect(Math.abs(middleOf(quantity) - middleOf(date))).toBeLessThan(4);
		}
	});

async function openPaste(page: Page): Promise<void> {
	await page.locator('summary', { hasText: 'Paste items' }).click();
}

async function preview(page: Page, text: string): Promise<void> {
	await openPaste(page);
	await box(page).fill(text);
	await page.getByRole('button', { name: 'Preview' }).click();
	await expect(page.getByLabel('Edit the lines')).toBeVisible();
}

const box = (page: Page): Locator => page.getByLabel('One item per line');

/** The button that adds what the preview shows. */
const main = (page: Page): Locator => page.locator('.paste .button.main').first();

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(part: Locator): Promise<Box> {
	const found = await part.boundingBox();
	if (!found) throw new Error('it is not drawn');
	return found;
}

const middleOf = ({ y, height }: Box): number => y + height / 2;
