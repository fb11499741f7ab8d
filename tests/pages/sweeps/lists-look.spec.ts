// The pages of lists and items are accessible: their colours, their sizes and what they tell a screen reader.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { ada, adasHousehold, hasScript, hydrated, signIn } from '../household.ts';
import { call, listWith, uidIn } from '../list-page.ts';
import { expectNothingWrong } from '../axe.ts';

const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(2);

const server = adasHousehold();
let pages: Record<string, string>;

test.beforeAll(async ({ browser }) => {
	const page = await browser.newPage();
	await signIn(page, server, ada);
	pages = await everyPage(page);
	await page.close();
});

const looked = `lists list empty archived item today upcoming calendar month add archive delete clear
	rename sectioned sections deleteSection`;
for (const name of looked.split(/\s+/))
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
				'button, summary, .items .label, .quiet, select, .choice, input:not([type=hidden], [type=checkbox], [type=radio])'
			);
		for (const target of await targets.all()) {
			if (!(await target.isVisible())) continue;
			const { height = 0 } = (await target.boundingBox()) ?? {};
			expect(Math.round(height), `${name}: ${await target.innerText()}`).toBeGreaterThanOrEqual(44);
		}
	}
});

test('what is pressed answers before the finger or the button goes up', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	for (const selector of ['.tick', '.items .label a', '.add button', '.head summary', '.bar a']) {
		await page.goto(server.url + pages.list);
		// Lifted on the page that follows, where it clicks on nothing.
		await page.mouse.up();
		const target = page.locator(selector).first();
		await target.hover();
		await page.mouse.down();
		await expect(target, selector).toHaveCSS('opacity', '0.7');
	}
});

test('in forced colours the current entry and buttons can be recognised', async ({ page }) => {
	await page.emulateMedia({ forcedColors: 'active' });
	const background = (selector: string) => styleOf(page, selector, 'background-color');
	for (const [width, current, other] of [
		[1280, '.side [aria-current]', '.side li a:not([aria-current])'],
		[390, '.bar [aria-current]', '.bar a:not([aria-current])']
	] as const) {
		await page.setViewportSize({ width, height: 844 });
		await page.goto(server.url + pages.list);
		expect(await background(current)).not.toBe(await background(other));
		expect(await styleOf(page, '.add button', 'border-top-width')).not.toBe('0px');
	}
});

test('in forced colours the menu and the handle of a row, the current tab, today and a tag can be seen', async ({
	page
}) => {
	await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
	await page.setViewportSize({ width: 1280, height: 844 });
	await page.goto(server.url + pages.list);
	await hydrated(page);
	const row = page.locator('.items > li').first();
	await row.hover();
	for (const drawn of ['.dots', ...(hasScript() ? ['.grip'] : [])])
		expect(await isSeen(row.locator(drawn)), drawn).toBe(true);
	await page.goto(`${server.url}/calendar`);
	const line = (selector: string) => styleOf(page, selector, 'border-bottom-color');
	const tabs = 'main nav:has([href="/upcoming"]) a';
	expect(await line(`${tabs}[aria-current]`)).not.toBe(await line(`${tabs}:not([aria-current])`));
	expect(await styleOf(page, 'td .today', 'outline-style')).toBe('solid');
	await page.goto(`${server.url}/settings/members`);
	expect(await styleOf(page, '.tag', 'border-top-width')).toBe('1px');
});

test('who asks the system for more contrast gets it in soft words and in borders', async ({
	page
}) => {
	await page.emulateMedia({ contrast: 'more' });
	await page.goto(server.url + pages.list);
	const ink = await styleOf(page, 'h1', 'color');
	expect(await styleOf(page, '.head .sub', 'color')).toBe(ink);
	expect(await styleOf(page, '.add', 'border-top-color')).toBe(ink);
});

test('the accessible name of a day in the calendar has everything that the day shows', async ({
	page
}) => {
	await page.setViewportSize({ width: 1280, height: 844 });
	await page.goto(server.url + pages.month);
	const day = page.getByRole('link', { name: `Wednesday 1 January, 1 item ${long}`, exact: true });
	await expect(day).toBeVisible();
	await expect(day).toContainText(`1 ${long}`);
});

test('the link that skips to the page is first, and leads there', async ({ page }) => {
	await page.goto(server.url + pages.list);
	await hydrated(page);
	await page.keyboard.press('Tab');
	const skip = page.getByRole('link', { name: 'Skip to the page' });
	await expect(skip).toBeFocused();
	await expect(skip).toBeInViewport();
	await page.keyboard.press('Enter');
	await expect(page.locator('#main')).toBeFocused();
	await page.keyboard.press('Tab');
	await expect(page.locator('#main :focus')).toHaveCount(1);
});

test('every element that the Tab key reaches has a focus ring', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 844 });
	await page.goto(server.url + pages.sectioned);
	await hydrated(page);
	const stops = new Set<string>();
	for (let stop = 0; stop < 60; stop++) {
		await page.keyboard.press('Tab');
		const seen = await page.evaluate(ringOfFocus);
		if (!seen) break;
		expect(seen.ring, seen.name).toBe('2px solid');
		stops.add(seen.name);
	}
	expect(stops.size).toBeGreaterThan(15);
});

test('the ring round a row keeps off its words, and the ring round a long quantity is whole', async ({
	page
}) => {
	await page.setViewportSize({ width: 1280, height: 844 });
	const uid = await listWith(page, server, 'Rings', [{ label: 'Eggs', quantity: 'q'.repeat(50) }]);
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	const boxOf = (selector: string) =>
		page
			.locator(`.items ${selector}`)
			.first()
			.evaluate((element) => {
				const { left, top, bottom } = element.getBoundingClientRect();
				return { left, top, bottom };
			});
	const words = await boxOf('.label a');
	expect(words.left - (await boxOf('.label')).left).toBeGreaterThanOrEqual(4);
	if (!hasScript()) return;
	const row = await boxOf('> li');
	const quantity = await boxOf('.meta button');
	expect(quantity.top).toBeGreaterThanOrEqual(row.top);
	expect(quantity.bottom).toBeLessThanOrEqual(row.bottom);
});

test('read-only text keeps a distance from the edge of its card', async ({ page }) => {
	const uid = await listWith(page, server, 'Looked at', ['Bread '.repeat(30)]);
	await call(page, server, 'POST', `/lists/${uid}/archived`, { archived: true });
	for (const width of [390, 1280]) {
		await page.setViewportSize({ width, height: 844 });
		await page.goto(`${server.url}/lists/${uid}`);
		const card = await page.locator('.items').first().boundingBox();
		const label = await page.locator('.items .label').first().boundingBox();
		const gap = (card?.x ?? 0) + (card?.width ?? 0) - (label?.x ?? 0) - (label?.width ?? 0);
		expect(gap).toBeGreaterThanOrEqual(10);
	}
});

test('on a phone no row shows between the add field and the bar', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(server.url + pages.list);
	const strip = await page.locator('.add').boundingBox();
	const bar = await page.locator('.bar').boundingBox();
	expect(strip).toMatchObject({ x: 0, width: 390 });
	expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBeGreaterThanOrEqual((bar?.y ?? 0) - 0.5);
	expect(await styleOf(page, '.add', 'background-color')).toMatch(/^oklch\([^/]*\)$/);
});

test('right-to-left text starts on the same side as the other text of the page', async ({
	page
}) => {
	const uid = await listWith(page, server, 'Both ways', ['Milk', 'حليب']);
	await page.goto(`${server.url}/lists/${uid}`);
	const startOf = (label: string) =>
		page.getByRole('link', { name: label, exact: true }).evaluate((element) => {
			const words = document.createRange();
			words.selectNodeContents(element);
			return words.getBoundingClientRect().left;
		});
	expect(await startOf('حليب')).toBeCloseTo(await startOf('Milk'), 0);
});

test('the arrow of the fold points in the direction of reading', async ({ page }) => {
	await page.goto(server.url + pages.list);
	const turned = () => styleOf(page, '.fold:has(.items) > summary svg', 'transform');
	expect(await turned()).toBe('matrix(0, -1, 1, 0, 0, 0)');
	await page.evaluate(() => (document.documentElement.dir = 'rtl'));
	expect(await turned()).toBe('matrix(0, 1, -1, 0, 0, 0)');
});

/** Runs in the page: the element with the focus, and its outline or that of the row or form that draws it instead. */
function ringOfFocus(): { name: string; ring: string } | undefined {
	const { activeElement: element } = document;
	if (!element || element === document.body) return undefined;
	const drawn = element.matches('.label a, .add input') ? element.parentElement : element;
	const { outlineWidth, outlineStyle } = getComputedStyle(drawn ?? element);
	return { name: element.outerHTML.slice(0, 200), ring: `${outlineWidth} ${outlineStyle}` };
}

const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
	page
		.locator(selector)
		.first()
		.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/** The addresses of the pages of lists and items, each with something on it. */
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
	const sectioned = await listWith(page, server, 'Sectioned', ['Soap']);
	const sectionUids: string[] = [];
	for (const name of [long, 'Dairy']) {
		const made = await call(page, server, 'POST', `/lists/${sectioned}/sections`, { name });
		const sectionUid = uidIn(made, 'section');
		sectionUids.push(sectionUid);
		const body = { label: `In ${name}`, sectionUid };
		await call(page, server, 'POST', `/lists/${sectioned}/items`, body);
	}
	return {
		lists: '/',
		list,
		empty: `/lists/${empty}`,
		archived: `/lists/${old}`,
		item: `/items/${first.uid}`,
		today: '/today',
		upcoming: '/upcoming',
		calendar: '/calendar',
		month: '/calendar?day=2020-01-01',
		add: '/add?text=Milk',
		archive: '/archive',
		delete: `${list}/delete`,
		clear: `${list}/clear`,
		rename: `${list}/rename`,
		sectioned: `/lists/${sectioned}`,
		sections: `/lists/${sectioned}/sections`,
		deleteSection: `/lists/${sectioned}/sections/${sectionUids[0]}/delete`
	};
}

/** Whether an element draws anything: without it its place looks different. */
async function isSeen(element: Locator): Promise<boolean> {
	const { x, y, width, height } = (await element.boundingBox()) ?? {
		x: 0,
		y: 0,
		width: 1,
		height: 1
	};
	const picture = () => element.page().screenshot({ clip: { x, y, width, height } });
	const before = await picture();
	await element.evaluate((hidden) => hidden.style.setProperty('opacity', '0', 'important'));
	return !before.equals(await picture());
}
