// A line is parsed while it is typed: its quantity and date are chips above the field, beside suggestions of earlier items.
import { expect, test, type Page } from '@playwright/test';
import axe from 'axe-core';
import { adasHousehold, hydrated } from './household.ts';
import { call, doneOf, field, labels, openList, row, tickOf, toast } from './list-page.ts';
import { late, named, neitherSendNorWrite, onServer, rowOf } from './offline.ts';

test.use({ viewport: { width: 390, height: 844 } });

const server = adasHousehold();

const quantity = (page: Page) => page.getByRole('button', { name: /^Quantity .*, make it text$/ });
const due = (page: Page) => page.getByRole('button', { name: /^Due: .*, make it text$/ });
const suggested = (page: Page) =>
	page.getByRole('group', { name: 'Suggestions' }).getByRole('button');
const type = (page: Page, text: string) => field(page).pressSequentially(text);

test('the parsed quantity and date are shown above the field, and are added', async ({ page }) => {
	await openList(page, server, 'Read');
	await type(page, '2 l milk tomorrow');
	await expect(quantity(page)).toHaveAccessibleName('Quantity 2 l, make it text');
	await expect(due(page)).toHaveAccessibleName('Due: Tomorrow, make it text');
	await field(page).press('Enter');
	await expect(row(page, 'milk').locator('.qty')).toHaveText('2 l');
	await expect(row(page, 'milk').locator('time')).toHaveText('Tomorrow');
	await expect(quantity(page)).toHaveCount(0);
	await expect(due(page)).toHaveCount(0);
	await expect(field(page)).toBeFocused();
});

test('a short quantity is not cut off for the date beside it in large text', async ({ page }) => {
	await page.setViewportSize({ width: 320, height: 640 });
	await openList(page, server, 'Large');
	await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
	await type(page, '2 l milk tomorrow');
	await expect(due(page)).toBeVisible();
	const cut = await quantity(page)
		.locator('bdi')
		.evaluate((words) => words.scrollWidth - words.clientWidth);
	expect(cut).toBe(0);
	const { x = 0, width = 320 } = (await due(page).boundingBox()) ?? {};
	expect(x + width).toBeLessThanOrEqual(320);
});

test('a chip that is pressed becomes text again, and stays text', async ({ page }) => {
	await openList(page, server, 'Pressed');
	await type(page, '7 up tomorrow');
	await quantity(page).click();
	await expect(quantity(page)).toHaveCount(0);
	await expect(field(page)).toBeFocused();
	await due(page).press('Enter');
	await expect(due(page)).toHaveCount(0);
	await expect(field(page)).toBeFocused();
	await field(page).press('Enter');
	await expect.poll(() => labels(page)).toEqual(['7 up tomorrow']);
	await expect(row(page, '7 up tomorrow').locator('.qty, time')).toHaveCount(0);
	await type(page, '7 apples');
	await expect(quantity(page)).toBeVisible();
});

test('a second tap in the place of a chip hits nothing', async ({ page }) => {
	await openList(page, server, 'Tapped twice');
	await type(page, '2 l milk tomorrow');
	const box = await due(page).boundingBox();
	await due(page).dblclick();
	await expect(due(page)).toHaveCount(0);
	await expect(quantity(page)).toBeVisible();
	const beside = await quantity(page).boundingBox();
	expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(box?.x ?? 0);
});

test('Backspace turns a chip into text even if the date parser has loaded meanwhile', async ({
	page
}) => {
	const letCome = Promise.withResolvers<void>();
	await slowReader(page, () => letCome.promise);
	await type(page, 'milk 2 l');
	await expect(quantity(page)).toBeVisible();
	const came = page.waitForResponse(async (answer) =>
		(await answer.text()).includes('casualReference')
	);
	letCome.resolve();
	await came;
	// The line is parsed again with it, which shows nowhere.
	await page.waitForLoadState('networkidle');
	await field(page).press('Backspace');
	await expect(quantity(page)).toHaveCount(0);
	await expect(field(page)).toHaveValue('milk 2 l');
});

test('Backspace right after a chip turns it into text, and then deletes characters', async ({
	page
}) => {
	await openList(page, server, 'Back');
	await type(page, 'milk 2 l');
	await expect(quantity(page)).toBeVisible();
	await field(page).press('Backspace');
	await expect(quantity(page)).toHaveCount(0);
	await expect(field(page)).toHaveValue('milk 2 l');
	await type(page, ' tomorrow');
	await expect(quantity(page)).toHaveCount(0);
	await expect(due(page)).toBeVisible();
	await field(page).press('Backspace');
	await expect(due(page)).toHaveCount(0);
	await expect(field(page)).toHaveValue('milk 2 l tomorrow');
	await field(page).press('Backspace');
	await expect(field(page)).toHaveValue('milk 2 l tomorro');
	await type(page, 'w');
	await expect(due(page)).toHaveCount(0);
	await field(page).press('Enter');
	await expect.poll(() => labels(page)).toEqual(['milk 2 l tomorrow']);
});

test('quotes keep their words', async ({ page }) => {
	await openList(page, server, 'Quoted');
	await type(page, '"7 up tomorrow');
	await expect(suggested(page)).toHaveCount(0);
	await expect(due(page)).toHaveCount(0);
	await type(page, '" tomorrow');
	await expect(due(page)).toBeVisible();
	await expect(quantity(page)).toHaveCount(0);
	await field(page).press('Enter');
	await expect.poll(() => labels(page)).toEqual(['7 up tomorrow']);
	await expect(row(page, '7 up tomorrow').locator('time')).toHaveText('Tomorrow');
});

test('the parsed quantity and date are announced after a pause', async ({ page }) => {
	await openList(page, server, 'Told');
	const live = page.locator('[aria-live]:not(#svelte-announcer)').first();
	await type(page, '2 l milk');
	await expect(live).toContainText('Quantity 2 l');
	await type(page, ' tomorrow');
	await expect(live).toHaveText('Due: Tomorrow');
	await field(page).fill('');
	await type(page, '3 kg potatoes today');
	await expect(live).toHaveText('Quantity 3 kg. Due: Today');
});

test('in Arabic the chips run from right to left, in Arabic words', async ({ page }) => {
	const url = server.url;
	await page.context().addCookies([{ name: 'hearth_language', value: 'ar', url }]);
	await openList(page, server, 'من اليمين');
	await type(page, '2 كيلو طماطم غدا');
	const [amount, day] = [
		page.getByRole('button', { name: 'الكمية 2 كيلو، تحويلها إلى نص' }),
		page.getByRole('button', { name: 'الموعد: غدًا، تحويله إلى نص' })
	];
	await expect(day).toBeVisible();
	const [right, left] = [await amount.boundingBox(), await day.boundingBox()];
	expect(left?.x).toBeLessThan(right?.x ?? 0);
});

for (const [width, height] of [
	[390, 844],
	[1280, 844],
	[844, 390]
] as const)
	test(`nothing moves or is covered when chips appear, ${width} by ${height}`, async ({ page }) => {
		await page.setViewportSize({ width, height });
		const uid = await openList(page, server, `Still ${width}`, ['Milk', 'Bread']);
		await tick(page, uid, 'Milk');
		const places = async () => [
			await field(page).boundingBox(),
			await row(page, 'Bread').boundingBox(),
			await page.getByRole('button', { name: 'Add', exact: true }).boundingBox()
		];
		const before = await places();
		await field(page).focus();
		await expect(suggested(page)).toHaveText(['Milk']);
		expect(await places()).toEqual(before);
		await type(page, '2 l mi tomorrow');
		await expect(due(page)).toBeVisible();
		expect(await places()).toEqual(before);
		const strip = await suggested(page).boundingBox();
		const isLow = height < 480;
		// Above the field, and on a low screen between the field and the rows.
		const below = (isLow ? await row(page, 'Bread').boundingBox() : before[0])?.y;
		expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBeLessThanOrEqual(below ?? 0);
		const ring = (before[0]?.y ?? 0) + (before[0]?.height ?? 0) + 4;
		if (isLow) expect(strip?.y).toBeGreaterThanOrEqual(ring);
	});

test('earlier items of the list are suggested, narrowed by what is typed, and a tap adds one', async ({
	page
}) => {
	const uid = await openList(page, server, 'Held', [
		{ label: 'Crème fraîche', quantity: '200 g' },
		'Tomatoes',
		'Bread',
		'Rice',
		'Tea',
		'Leek',
		'Salt'
	]);
	for (const label of ['Crème fraîche', 'Tomatoes', 'Bread', 'Rice', 'Tea', 'Leek'])
		await tick(page, uid, label);
	await page.reload();
	await hydrated(page);
	await field(page).focus();
	await expect(suggested(page)).toHaveCount(5);
	await type(page, 'MATO');
	await expect(suggested(page)).toHaveText(['Tomatoes']);
	await field(page).fill('salt');
	await expect(suggested(page)).toHaveCount(0);
	await field(page).fill('creme');
	await suggested(page).click();
	await expect(field(page)).toHaveValue('');
	await expect(field(page)).toBeFocused();
	await expect(page.getByText('Crème fraîche is back on the list.').first()).toBeAttached();
	await expect(row(page, 'Crème fraîche')).toBeInViewport();
	await expect(row(page, 'Crème fraîche').locator('.qty')).toHaveText('200 g');
	await field(page).fill('3 tom tomorrow');
	await suggested(page).click();
	await expect(row(page, 'Tomatoes').locator('.qty')).toHaveText('3');
	await expect(row(page, 'Tomatoes').locator('time')).toHaveText('Tomorrow');
});

test('a deleted item is suggested with its last quantity', async ({ page }) => {
	const uid = await openList(page, server, 'Deleted', [{ label: '7 up', quantity: '6 cans' }]);
	await tick(page, uid, '7 up');
	await call(page, server, 'DELETE', `/items/${await uidOf(page, uid, '7 up')}`);
	await page.reload();
	await hydrated(page);
	await field(page).focus();
	await suggested(page).click();
	await expect(row(page, '7 up').locator('.qty')).toHaveText('6 cans');
});

test('a suggestion that is on the list already is scrolled into view', async ({ page }) => {
	const things = Array.from({ length: 40 }, (_, index) => `Thing ${index + 1}`);
	const uid = await openList(page, server, 'Brought', ['Milk', ...things]);
	await tick(page, uid, 'Milk');
	await page.reload();
	await hydrated(page);
	await field(page).focus();
	await expect(suggested(page)).toHaveText(['Milk']);
	await call(page, server, 'PUT', `/items/${await uidOf(page, uid, 'Milk')}/done`, { done: false });
	await expect(suggested(page)).toHaveCount(0);
	await type(page, 'milk');
	await field(page).press('Enter');
	await expect(toast(page, 'Milk is already on the list.')).toBeVisible();
	await expect(row(page, 'Milk')).toBeInViewport();
});

test('arrows lead to the suggestions and back, and Enter adds one', async ({ page }) => {
	const uid = await openList(page, server, 'Arrows', ['Milk', 'Bread']);
	await tick(page, uid, 'Milk');
	await tick(page, uid, 'Bread');
	await page.reload();
	await hydrated(page);
	await field(page).focus();
	await expect(suggested(page)).toHaveCount(2);
	await field(page).press('ArrowUp');
	await expect(suggested(page).first()).toBeFocused();
	await page.keyboard.press('ArrowRight');
	await expect(suggested(page).last()).toBeFocused();
	await page.keyboard.press('ArrowDown');
	await expect(field(page)).toBeFocused();
	await page.keyboard.press('Shift+Tab');
	await expect(suggested(page).last()).toBeFocused();
	const name = await suggested(page).last().innerText();
	await page.keyboard.press('Enter');
	await expect(field(page)).toBeFocused();
	await expect.poll(() => labels(page)).toEqual([name]);
});

test('suggestions are requested once in a pause of typing, and not again for a known text', async ({
	page
}) => {
	const many = Array.from({ length: 14 }, (_, index) => `Pot ${String.fromCharCode(97 + index)}`);
	const uid = await openList(page, server, 'Asked', ['Zebra paper', ...many]);
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	for (const item of Array.isArray(items) ? items : []) {
		await call(page, server, 'PUT', `/items/${item.uid}/done`, { done: true });
		await call(page, server, 'DELETE', `/items/${item.uid}`);
	}
	const asked: string[] = [];
	page.on('request', (request) => {
		const url = new URL(request.url());
		if (url.pathname.endsWith('/suggestions')) asked.push(url.searchParams.get('query') ?? '');
	});
	await page.reload();
	await hydrated(page);
	await field(page).focus();
	await expect(suggested(page)).toHaveCount(5);
	await type(page, 'pot');
	await expect(suggested(page)).toHaveCount(5);
	await field(page).fill('');
	await type(page, 'zebra');
	await expect(suggested(page)).toHaveText(['Zebra paper']);
	await type(page, ' pap');
	await expect(suggested(page)).toHaveText(['Zebra paper']);
	await page.waitForTimeout(500);
	expect(asked).toEqual(['zebra']);
});

test('only the date parser for the language of the page is loaded, once the field has the focus', async ({
	page
}) => {
	const loaded: string[] = [];
	page.on('response', async (response) => {
		if (/\.js$/.test(response.url())) loaded.push(await response.text().catch(() => ''));
	});
	await openList(page, server, 'Late', ['Milk']);
	await hydrated(page);
	const reading = (word: string) => loaded.filter((script) => script.includes(word)).length;
	expect(reading('casualReference')).toBe(0);
	await field(page).focus();
	await expect.poll(() => reading('casualReference')).toBeGreaterThan(0);
	await type(page, 'milk tomorrow');
	await expect(due(page)).toBeVisible();
	for (const word of ['sonntag', 'dimanche', 'domingo', 'الأحد']) expect(reading(word)).toBe(0);
});

test('a line that is sent before the date parser has loaded waits for it, and loses nothing', async ({
	page
}) => {
	let release = () => {};
	const released = new Promise<void>((resolve) => (release = resolve));
	const uid = await slowReader(page, () => released);
	for (const line of ['milk tomorrow', '2 l cream']) {
		await field(page).fill(line);
		await field(page).press('Enter');
		await expect(field(page)).toHaveValue('');
	}
	release();
	await expect.poll(() => labels(page)).toEqual(['milk', 'cream']);
	await expect(row(page, 'milk').locator('time')).toHaveText('Tomorrow');
	await expect.poll(async () => (await itemsOf(page, uid)).length).toBe(2);
});

test('a line is added as text when the date parser cannot be loaded', async ({ page }) => {
	await slowReader(page, () => Promise.reject(new Error('away')));
	await field(page).fill('2 l milk tomorrow');
	await field(page).press('Enter');
	await expect.poll(() => labels(page)).toEqual(['milk tomorrow']);
	await expect(row(page, 'milk tomorrow').locator('.qty')).toHaveText('2 l');
});

test('what could not be loaded with the first focus comes with the next one, with its styles', async ({
	page
}) => {
	const errors: Error[] = [];
	page.on('pageerror', (error) => errors.push(error));
	await openList(page, server, 'Later', ['Milk']);
	await page.context().setOffline(true);
	await field(page).focus();
	await page.waitForTimeout(300);
	await page.context().setOffline(false);
	await field(page).blur();
	await type(page, '2 l milk');
	await expect(quantity(page)).toBeVisible();
	await expect(page.locator('.add > .strip')).toHaveCSS('position', 'absolute');
	expect(errors).toEqual([]);
});

test('axe finds nothing wrong with the chips', async ({ page }) => {
	const uid = await openList(page, server, 'Axe', ['Milk', 'Bread']);
	await tick(page, uid, 'Milk');
	await type(page, '2 l mi tomorrow');
	await expect(due(page)).toBeVisible();
	await page.evaluate(axe.source);
	for (const colorScheme of ['light', 'dark'] as const)
		for (const width of [1280, 390]) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await page.setViewportSize({ width, height: 844 });
			const { violations } = await page.evaluate(() => window.axe.run());
			expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
			for (const button of [...(await suggested(page).all()), due(page), quantity(page)])
				await expect(button).toBeInViewport();
		}
});

test('the chips are at least as tall as a thumb', async ({ page }) => {
	const uid = await openList(page, server, 'Thumb', ['Milk']);
	await tick(page, uid, 'Milk');
	await type(page, '2 l mi tomorrow');
	await expect(due(page)).toBeVisible();
	for (const button of [suggested(page), due(page), quantity(page)]) {
		const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
		for (const off of [-21.5, 21.5]) {
			const at = { x: x + width / 2, y: y + height / 2 + off };
			const hit = await button.evaluate((shown, { x, y }) => {
				const there = document.elementFromPoint(x, y);
				return shown.contains(there) ? '' : (there?.outerHTML ?? 'nothing');
			}, at);
			expect(hit, `${await button.textContent()} ${off}`).toBe('');
		}
	}
});

test.describe('without a connection', () => {
	test.use({ serviceWorkers: 'allow' });

	test('a list on the device parses dates and suggests ticked items', async ({ page, context }) => {
		const uid = await openList(page, server, 'Kept', ['Tea', 'Bread']);
		await tick(page, uid, 'Tea');
		await page.reload();
		await hydrated(page);
		await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
		await page.goto(`${server.url}/lists/${uid}`);
		await hydrated(page);
		await context.setOffline(true);
		await page.reload();
		await type(page, '2 l milk tomorrow');
		await expect(due(page)).toBeVisible();
		await field(page).press('Enter');
		await expect(rowOf(page, 'milk').locator('time')).toHaveText('Tomorrow');
		await expect(suggested(page)).toHaveText(['Tea']);
		await suggested(page).click();
		await expect.poll(() => named(page)).toEqual(['Tea', 'Bread', 'milk']);
		await context.setOffline(false);
		await expect.poll(() => onServer(page, server, uid), late).toEqual(['Tea', 'Bread', 'milk']);
	});
});

test('a date after a no-break space is read as well, however late what reads dates comes', async ({
	page
}) => {
	const asked = Promise.withResolvers<void>();
	const mayCome = Promise.withResolvers<void>();
	await slowReader(page, () => {
		asked.resolve();
		return mayCome.promise;
	});
	await field(page).fill('milk\u00a0tomorrow');
	await asked.promise;
	await field(page).press('Enter');
	await expect(field(page)).toHaveValue('');
	mayCome.resolve();
	await expect(rowOf(page, 'milk').locator('time')).toHaveText('Tomorrow');
});

test('a line of one word lands below an earlier line that waits for what reads dates', async ({
	page
}) => {
	const mayCome = Promise.withResolvers<void>();
	await slowReader(page, () => mayCome.promise);
	for (const line of ['2 l milk', 'bread']) {
		await field(page).fill(line);
		await field(page).press('Enter');
		await expect(field(page)).toHaveValue('');
	}
	mayCome.resolve();
	await expect.poll(() => named(page)).toEqual(['milk', 'bread']);
});

test('a line is kept where the page is left before its dates can be read and the device has written it', async ({
	page
}) => {
	const never = Promise.withResolvers<void>();
	const uid = await slowReader(page, () => never.promise);
	await neitherSendNorWrite(page);
	await field(page).fill('salt');
	await field(page).press('Enter');
	await expect(field(page)).toHaveValue('');
	await page.evaluate(() => (location.href = 'about:blank'));
	await page.waitForURL('about:blank');
	await page.goto(`${server.url}/lists/${uid}`);
	await expect.poll(async () => (await itemsOf(page, uid)).length).toBe(1);
	never.reject(new Error('left'));
});

/** Opens a list whose date parser does not arrive before `until` is settled. */
async function slowReader(page: Page, until: () => Promise<void>): Promise<string> {
	await page.route('**/_app/immutable/chunks/*.js', async (route) => {
		const answer = await route.fetch();
		const body = await answer.text();
		if (body.includes('casualReference'))
			try {
				await until();
			} catch {
				return route.abort();
			}
		await route.fulfill({ response: answer, body });
	});
	const uid = await openList(page, server, 'Slow');
	await hydrated(page);
	return uid;
}

async function tick(page: Page, uid: string, label: string): Promise<void> {
	await call(page, server, 'PUT', `/items/${await uidOf(page, uid, label)}/done`, { done: true });
	await expect.poll(() => doneOf(page, server, uid)).toContain(label);
	await expect(tickOf(page, `Tick ${label}`)).toHaveCount(0);
}

async function itemsOf(page: Page, uid: string): Promise<{ uid: string; label: string }[]> {
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	return Array.isArray(items) ? items : [];
}

async function uidOf(page: Page, uid: string, label: string): Promise<string> {
	return (await itemsOf(page, uid)).find((item) => item.label === label)?.uid ?? '';
}
