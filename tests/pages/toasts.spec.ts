// The position of a toast, with script: in the middle of its column, and not over anything that is used next.
import { expect, test, type Locator } from '@playwright/test';
import { ada, servedHousehold, signIn } from './household.ts';
import { choose, field, openList, toast } from './list-page.ts';

const server = servedHousehold();

for (const width of [1600, 1280, 800, 390])
	test(`a toast is in the middle of the column, ${width} wide`, async ({ page }) => {
		await page.setViewportSize({ width, height: 844 });
		await signIn(page, server, ada);
		const long = 'Something for Sunday lunch with the whole family, and a cake';
		await openList(page, server, 'Toasts', ['Milk', long]);
		for (const label of ['Milk', long]) {
			await choose(page, label, 'Delete');
			const shown = toast(page, label).locator('..');
			await expect(shown).toBeVisible();
			const [it, column] = await Promise.all([box(shown), box(page.locator('.sheet').first())]);
			expect(Math.abs(middle(it) - middle(column))).toBeLessThanOrEqual(1);
			expect(it.x).toBeGreaterThanOrEqual(column.x);
			await page.getByRole('button', { name: 'Undo', exact: true }).click();
			await expect(shown).toHaveCount(0);
		}
	});

test('with text of twice the size a phone shows the words of a toast and of the chips', async ({
	page
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await signIn(page, server, ada);
	await openList(page, server, 'Large', ['Milk', 'Tea']);
	await choose(page, 'Tea', 'Delete');
	expect((await box(toast(page, 'Tea').locator('..'))).height).toBeLessThan(80);
	await page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync('html { font-size: 200% }');
		document.adoptedStyleSheets = [sheet];
	});
	await field(page).fill('2 l oat milk tomorrow');
	for (const words of await page.locator('.read bdi').all())
		expect(await words.evaluate((chip) => chip.scrollWidth - chip.clientWidth)).toBe(0);
	await expect(page.locator('.read bdi')).toHaveText(['2 l', 'Tomorrow']);
	await field(page).fill('');
	await choose(page, 'Milk', 'Delete');
	const { width, height } = await box(toast(page, 'Milk'));
	expect(width).toBeGreaterThan(height);
});

test('with text of twice the size on the narrowest phone no word of a toast is broken', async ({
	page
}) => {
	await page.setViewportSize({ width: 320, height: 640 });
	await signIn(page, server, ada);
	await openList(page, server, 'Narrow', ['Milk']);
	await page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync('html { font-size: 200% }');
		document.adoptedStyleSheets = [sheet];
	});
	await choose(page, 'Milk', 'Delete');
	const linesOfWords = await toast(page, 'Milk').evaluate((words) => {
		const texts = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
		const counts: Record<string, number> = {};
		while (texts.nextNode())
			for (const { index, 0: word } of (texts.currentNode.textContent ?? '').matchAll(/\S+/g)) {
				const range = document.createRange();
				range.setStart(texts.currentNode, index);
				range.setEnd(texts.currentNode, index + word.length);
				counts[word] = range.getClientRects().length;
			}
		return counts;
	});
	expect(linesOfWords).toEqual({ Milk: 1, moved: 1, to: 1, the: 1, 'trash.': 1 });
	const { width, height } = await box(toast(page, 'Milk'));
	expect(width).toBeGreaterThan(height);
});

test('of a long name a toast shows three lines, and the rest of its sentence', async ({ page }) => {
	await page.setViewportSize({ width: 320, height: 640 });
	await signIn(page, server, ada);
	const long = 'a thing that takes many words '.repeat(16).trim();
	await openList(page, server, 'Long', ['Milk', long]);
	await page.getByRole('button', { name: `Tick ${long}` }).click();
	const words = toast(page, 'ticked.');
	await expect(words).toHaveText(`${long} ticked.`);
	expect((await box(words)).height).toBeLessThan(110);
	const sentence = await words.evaluate((p) => {
		const range = document.createRange();
		range.selectNodeContents(p.lastChild ?? p);
		return { end: range.getBoundingClientRect().bottom, edge: p.getBoundingClientRect().bottom };
	});
	expect(sentence.end).toBeLessThanOrEqual(sentence.edge + 1);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await choose(page, 'Milk', 'Delete');
	expect((await box(toast(page, 'Milk'))).height).toBeLessThan(50);
});

test('a toast is in the middle of a column on the left', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 844 });
	await signIn(page, server, ada);
	await openList(page, server, 'Toasts', ['Milk']);
	await choose(page, 'Milk', 'Delete');
	await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
	const shown = toast(page, 'Milk').locator('..');
	const [it, column] = await Promise.all([box(shown), box(page.locator('.sheet').first())]);
	expect(Math.abs(middle(it) - middle(column))).toBeLessThanOrEqual(1);
	expect(column.x).toBeLessThan(1280 - column.x - column.width);
});

test('on a phone a toast covers neither the field for adding nor the bar', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await signIn(page, server, ada);
	await openList(page, server, 'Toasts', ['Milk', 'Bread']);
	await choose(page, 'Milk', 'Delete');
	const shown = toast(page, 'Milk').locator('..');
	await expect(shown).toBeVisible();
	await field(page).focus();
	const strip = page.locator('.add .strip');
	await expect(strip).toBeVisible();
	const bar = page.getByRole('navigation', { name: 'Main' });
	const it = await box(shown);
	for (const used of [field(page), strip, bar])
		expect(it.y + it.height).toBeLessThanOrEqual((await box(used)).y);
});

async function box(element: Locator) {
	const found = await element.boundingBox();
	if (!found) throw new Error('it is not drawn');
	return found;
}

const middle = ({ x, width }: { x: number; width: number }): number => x + width / 2;
