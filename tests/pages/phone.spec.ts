// On a phone in the shop: no words are cut off, read-only lists say so, and pending requests are shown.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { startServer } from '../support/server.ts';
import { ada, servedHousehold, member, otherBrowser, setUp, signIn } from './household.ts';
import { call, field, labels, listWith, row } from './list-page.ts';

test.use({ viewport: { width: 390, height: 844 } });

const server = servedHousehold();

const lunch = 'Something for Sunday lunch with the whole family, and a cake';
const bag = 'a big bag of the coarse kind';
const note = 'Only if the ones from the market are gone, else none this time';

test('a label is shown whole, a note takes two lines, and quantity and date are below, whole', async ({
	page
}) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Words', [
		{ label: lunch, quantity: bag, note, dueOn: '2020-01-01' },
		{ label: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen' },
		{ label: 'Milk', quantity: '2 l' },
		{ label: 'very long '.repeat(40) }
	]);
	await page.goto(`${server.url}/lists/${uid}`);
	const long = row(page, lunch);
	for (const part of ['.label a', '.note', '.qty', 'time']) await expectWhole(long.locator(part));
	const words = await long.locator('.label').boundingBox();
	const below = await long.locator('.qty').boundingBox();
	expect(below?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0) - 1);
	await expectWhole(page.locator('.items .label a', { hasText: 'Donau' }));
	const milk = await row(page, 'Milk').locator('.label').boundingBox();
	const litres = await row(page, 'Milk').locator('.qty').boundingBox();
	expect(litres?.y).toBeLessThan((milk?.y ?? 0) + (milk?.height ?? 0));
	await expectWhole(page.locator('.items .label a', { hasText: 'very long' }));
});

test('Today names the list of an item, whole', async ({ page }) => {
	const cleo = member(server, 'Cleo');
	await signIn(page, server, cleo);
	const name = 'Everything that has to be done before the summer holidays begin';
	await listWith(page, server, name, [{ label: 'Passports', dueOn: '2020-01-01' }]);
	await page.goto(`${server.url}/today`);
	await expectWhole(row(page, 'Passports').locator('.note'));
	await expect(row(page, 'Passports').locator('.note')).toHaveText(name);
});

test('a title is shown whole, and smaller when it is long; the link back takes one line', async ({
	page
}) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'All that we need '.repeat(10), ['Milk']);
	await page.goto(`${server.url}/lists/${uid}`);
	const title = page.getByRole('heading', { level: 1 });
	await expectWhole(title);
	const size = await title.evaluate((heading) => parseFloat(getComputedStyle(heading).fontSize));
	expect(size).toBeLessThan(24);
	await row(page, 'Milk').getByRole('link').first().click();
	expect(await linesOf(page.getByRole('link', { name: /^All/ }).locator('span'))).toBe(1);
});

test('on a phone on its side nothing is behind the camera or in the round corners', async ({
	page
}) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Notch', ['Milk']);
	await page.setViewportSize({ width: 844, height: 390 });
	const devtools = await page.context().newCDPSession(page);
	const insets = { top: 0, bottom: 21, left: 47, right: 47 };
	await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
	for (const path of ['/', `/lists/${uid}`, '/settings/account', '/sign-out', '/public']) {
		await page.goto(server.url + path);
		const ends = await page
			.locator(':is(.side, main) :is(a, button, input, h1, h2, .tick)')
			.evaluateAll((all) =>
				all
					.filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
					.map((element) => element.getBoundingClientRect())
					.flatMap(({ left, right }) => [left, right])
			);
		expect(ends).not.toHaveLength(0);
		expect(Math.min(...ends)).toBeGreaterThanOrEqual(47);
		expect(Math.max(...ends)).toBeLessThanOrEqual(844 - 47);
	}
});

test('a list that can only be read says so, and has nothing to tap', async ({ page, browser }) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Look', ['Milk', 'Bread']);
	await share(page, uid, false);
	const ben = await asMember(page, browser, 'Ben');
	await ben.goto(`${server.url}/lists/${uid}`);
	await expect(ben.locator('.sub')).toHaveText([
		'2 left · Everyone in Mill Lane',
		'You can look, not change · Ask Ada'
	]);
	await expect(ben.locator('.items .tick')).toHaveCount(2);
	await expect(ben.locator('.items .tick i').first()).toHaveCSS('border-top-width', '0px');
	await expect(ben.locator('.items button')).toHaveCount(0);
	await ben.getByRole('link', { name: 'Milk' }).click();
	await expect(ben.getByRole('heading', { name: 'Milk' })).toBeVisible();
	await expect(ben.getByText('You can look, not change · Ask Ada')).toBeVisible();
	await page.goto(`${server.url}/lists/${uid}`);
	await expect(page.getByText('You can look')).toHaveCount(0);
	await page.getByRole('link', { name: 'Milk' }).click();
	await expect(page.getByLabel('Quantity')).toBeVisible();
	await expect(page.getByText('You can look')).toHaveCount(0);
	await ben.context().close();
});

test('a list that only its owner sees is shared with all in one tap', async ({ page, browser }) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'New');
	await page.goto(`${server.url}/lists/${uid}`);
	const button = page.locator('.nothing').getByRole('button');
	await expect(button).toHaveText('Share with everyone in Mill Lane');
	await button.click();
	await expect(page.getByRole('link', { name: 'Everyone in Mill Lane' })).toBeVisible();
	await expect(button).toHaveCount(0);
	const ben = await asMember(page, browser, 'Ben');
	await ben.goto(`${server.url}/lists/${uid}`);
	await field(ben).fill('Milk');
	await field(ben).press('Enter');
	await expect.poll(() => labels(ben)).toEqual(['Milk']);
	await ben.context().close();
});

test('a new member without shared lists is told so, and the first member is told where to begin', async ({
	page,
	browser
}) => {
	const alone = await startServer();
	await setUp(alone);
	await signIn(page, alone, ada);
	await page.goto(alone.url);
	await expect(page.getByText('Name your first one in the field')).toBeVisible();
	const ben = await otherBrowser(browser, {});
	await signIn(ben, alone, member(alone, 'Ben'));
	await ben.goto(alone.url);
	await expect(ben.getByText('Nobody has shared a list with you yet.')).toBeVisible();
	await ben.context().close();
	await alone.stop();
});

test('people who wait for an admin are counted on "More" and named above the lists', async ({
	page,
	browser
}) => {
	const home = await startServer();
	await setUp(home);
	await signIn(page, home, ada);
	await page.goto(home.url);
	const more = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /More/ });
	await expect(more).toHaveText('More');
	const tom = member(home, 'Tom');
	await call(page, home, 'POST', '/auth/join-requests', {
		name: 'Nana',
		email: 'nana@mill.test',
		message: ''
	});
	await page.reload();
	await expect(more).toHaveText(/^\s*More\s+1 waiting\s*$/);
	await expect(page.getByText('Nana asks to join')).toBeVisible();
	await call(page, home, 'POST', '/auth/reset-requests', { emailOrName: tom.email });
	await page.reload();
	await expect(page.getByText('Nana and one other are waiting')).toBeVisible();
	const ben = await otherBrowser(browser, {});
	await signIn(ben, home, tom);
	await ben.goto(home.url);
	await expect(ben.getByText('waiting')).toHaveCount(0);
	await ben.context().close();
	await page.getByRole('link', { name: 'Look' }).click();
	await expect(page).toHaveURL(`${home.url}/settings/requests`);
	await expect(more).toHaveText(/^\s*More\s+2 waiting\s*$/);
	await home.stop();
});

/** Checks that the text is not cut off. */
test('on the page of an item, the button that ticks it is in sight, also above a long note', async ({
	page
}) => {
	await signIn(page, server, ada);
	const list = await listWith(page, server, 'Reach', [
		{ label: lunch, note: `${note}\n\n`.repeat(20) }
	]);
	await page.goto(`${server.url}/lists/${list}`);
	await row(page, lunch).getByRole('link').first().click();
	await expect(page.getByRole('button', { name: 'Tick', exact: true })).toBeInViewport();
});

test('with text at 200 % words are not broken by what stands beside them', async ({ page }) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Weekend', ['Potatoes', 'Sourdough']);
	for (const address of ['/', `/lists/${uid}`, '/settings/tokens']) {
		await page.goto(server.url + address);
		await page.evaluate(() => {
			const sheet = new CSSStyleSheet();
			sheet.replaceSync('html { font-size: 200% }');
			document.adoptedStyleSheets = [sheet];
		});
		const word = address.startsWith('/lists') ? 'Potatoes' : 'Weekend';
		const words = page.getByRole('main').getByText(word, { exact: true });
		await expect(words.first()).toBeAttached();
		for (const each of await words.all()) {
			const lines = await each.evaluate((element) => element.getClientRects().length);
			const height = (await each.boundingBox())?.height ?? 0;
			expect([lines, height < 70], address).toEqual([1, true]);
		}
	}
});

test('with text at 200 % the narrowest phone leaves room to type beside a long button, or above it', async ({
	page
}) => {
	await page.setViewportSize({ width: 320, height: 640 });
	await signIn(page, server, member(server, 'Hilde'));
	await page.context().addCookies([{ name: 'hearth_language', value: 'de', url: server.url }]);
	const uid = await listWith(page, server, 'Markt', ['Milch']);
	await page.goto(`${server.url}/lists/${uid}`);
	await expect(page.locator('html')).toHaveAttribute('lang', 'de');
	await page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync('html { font-size: 200% }');
		document.adoptedStyleSheets = [sheet];
	});
	expect((await field(page).boundingBox())?.width).toBeGreaterThan(150);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('the number of those who wait stands beside the dots of More, and on the screen', async ({
	page
}) => {
	const body = { name: 'Greta', email: 'greta@mill.test', message: '' };
	await call(page, server, 'POST', '/auth/join-requests', body);
	await signIn(page, server, ada);
	for (const width of [280, 390]) {
		await page.setViewportSize({ width, height: 640 });
		await page.goto(server.url);
		const more = page.getByRole('link', { name: 'More' });
		const icon = await more.locator('svg').boundingBox();
		const number = await more.locator('.badge').boundingBox();
		// The last dot ends after 21 of the 24 units of the icon.
		const endOfDots = (icon?.x ?? 0) + ((icon?.width ?? 0) * 21) / 24;
		expect(number?.x).toBeGreaterThan(endOfDots);
		expect((number?.x ?? 0) + (number?.width ?? 0)).toBeLessThanOrEqual(width);
	}
});

test('with text at 200 % the number of those who wait leaves the dots of More to see', async ({
	page
}) => {
	await page.setViewportSize({ width: 320, height: 640 });
	const body = { name: 'Fritz', email: 'fritz@mill.test', message: '' };
	await call(page, server, 'POST', '/auth/join-requests', body);
	await signIn(page, server, ada);
	await page.goto(server.url);
	await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
	const more = page.getByRole('link', { name: 'More' });
	const dots = await more.locator('svg').boundingBox();
	const number = await more.locator('.badge').boundingBox();
	expect((number?.y ?? 0) + (number?.height ?? 0)).toBeLessThan(
		(dots?.y ?? 0) + (dots?.height ?? 0) / 2
	);
	expect((number?.x ?? 0) + (number?.width ?? 0)).toBeLessThanOrEqual(320);
});

test('with text at 200 % the words below the page have room beside each other, in French too', async ({
	page
}) => {
	await page.setViewportSize({ width: 320, height: 640 });
	await signIn(page, server, ada);
	await page.context().addCookies([{ name: 'hearth_language', value: 'fr', url: server.url }]);
	await page.goto(server.url);
	await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
	const last = page.locator('.bar a', { hasText: 'Plus' });
	const { x = 0, width = 400 } = (await last.boundingBox()) ?? {};
	expect(x + width).toBeLessThanOrEqual(320);
});

test('icons grow with the text', async ({ page }) => {
	await signIn(page, server, ada);
	await page.goto(`${server.url}/settings`);
	const icon = page.getByRole('main').locator('svg').first();
	const widths = await icon.evaluate((svg) =>
		['100%', '200%'].map((size) => {
			document.documentElement.style.fontSize = size;
			return svg.getBoundingClientRect().width;
		})
	);
	expect(widths).toEqual([20, 40]);
});

test('what is drawn in a row grows with the text, and keeps off its edge', async ({ page }) => {
	await page.setViewportSize({ width: 320, height: 640 });
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Drawn', ['Milk']);
	await page.goto(`${server.url}/lists/${uid}`);
	const drawn = row(page, 'Milk').locator('.dots');
	const width = () =>
		drawn.evaluate((dots) => parseFloat(getComputedStyle(dots, '::before').width));
	const before = await width();
	await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
	expect(await width()).toBeCloseTo(2 * before, 0);
	const [box, item] = [
		await row(page, 'Milk').locator('.tick i').boundingBox(),
		await row(page, 'Milk').boundingBox()
	];
	expect((box?.x ?? 0) - (item?.x ?? 0)).toBeGreaterThanOrEqual(6);
});

test('in large text the steps to other months stand beside each other, and the menu of a member at the end', async ({
	page
}) => {
	await signIn(page, server, ada);
	for (const size of ['150%', '200%']) {
		await page.goto(`${server.url}/calendar?day=2031-11-05`);
		await page.evaluate((size) => (document.documentElement.style.fontSize = size), size);
		const steps = await page.locator('.months a').all();
		const tops = await Promise.all(steps.map(async (step) => (await step.boundingBox())?.y));
		expect(new Set(tops).size, size).toBe(1);
	}
	await page.goto(`${server.url}/settings/members`);
	await page.evaluate(() => (document.documentElement.style.fontSize = '150%'));
	const rows = await page.locator('.rows').boundingBox();
	const menu = await page.locator('.rows .menu').first().boundingBox();
	const end = (rows?.x ?? 0) + (rows?.width ?? 0);
	expect(end - (menu?.x ?? 0) - (menu?.width ?? 0)).toBeLessThanOrEqual(1);
});

test('on the page of sections a name is shown whole beside what can be done with it', async ({
	page
}) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Aisles', ['Soap']);
	const name = 'Household, cleaning and garden';
	await call(page, server, 'POST', `/lists/${uid}/sections`, { name });
	await page.goto(`${server.url}/lists/${uid}/sections`);
	await expectWhole(page.getByRole('textbox', { name: `New name for ${name}` }));
});

test('a settings page below another has one way back, where other pages have it', async ({
	page
}) => {
	await signIn(page, server, ada);
	const tops: number[] = [];
	for (const [address, way] of [
		['/settings/instance', 'All settings'],
		['/settings/instance/delete', 'Household settings']
	]) {
		await page.goto(`${server.url}${address}`);
		const ways = page.locator('a.quiet:visible', { has: page.locator('.back') });
		await expect(ways).toHaveText([way ?? '']);
		tops.push((await ways.boundingBox())?.y ?? -1);
	}
	expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 0))).toBeLessThanOrEqual(1);
});

test('a list says that it is empty, or that all on it is ticked', async ({ page }) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Soon');
	await page.goto(`${server.url}/lists/${uid}`);
	await expect(page.locator('.head .sub')).toContainText('Empty');
	const other = await listWith(page, server, 'Done', ['Milk']);
	const answer = await call(page, server, 'GET', `/lists/${other}`);
	const [item] = answer.items as { uid: string }[];
	await call(page, server, 'PUT', `/items/${item?.uid}/done`, { done: true });
	await page.goto(`${server.url}/lists/${other}`);
	await expect(page.locator('.head .sub')).toContainText('All ticked');
});

async function expectWhole(words: Locator): Promise<void> {
	await expect(words).toBeVisible();
	const cut = await words.evaluate((element) => [
		element.scrollWidth - element.clientWidth,
		element.scrollHeight - element.clientHeight
	]);
	for (const over of cut) expect(over, await words.innerText()).toBeLessThanOrEqual(1);
}

const linesOf = (words: Locator): Promise<number> =>
	words.evaluate((element) =>
		Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight))
	);

const share = (page: Page, uid: string, canEdit: boolean) =>
	call(page, server, 'PUT', `/lists/${uid}/sharing`, { sharing: 'SHARING_INSTANCE', canEdit });

async function asMember(page: Page, browser: Parameters<typeof otherBrowser>[0], name: string) {
	const { javaScriptEnabled } = test.info().project.use;
	const other = await otherBrowser(browser, { javaScriptEnabled, viewport: page.viewportSize() });
	await signIn(other, server, member(server, name));
	return other;
}

test('at twice the size of text, short words of a row and of its heading are not broken or covered', async ({
	page
}) => {
	// What a phone of 360 px has left once its browser enlarges pages to 200 %.
	await page.setViewportSize({ width: 180, height: 400 });
	const ben = member(server, 'Ben');
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Large', ['Butter']);
	await page.goto(`${server.url}/lists/${uid}`);
	expect(await linesOf(row(page, 'Butter').locator('.label a'))).toBe(1);
	await expect(page.locator('.grip').filter({ visible: true })).toHaveCount(0);
	await expect(page.locator('body')).toHaveCSS('hyphens', 'auto');
	const sharing = { sharing: 'SHARING_INSTANCE', canEdit: false };
	await call(page, server, 'PUT', `/lists/${uid}/sharing`, sharing);
	await signIn(page, server, ben);
	await page.setViewportSize({ width: 160, height: 400 });
	await page.goto(`${server.url}/lists/${uid}`);
	const who = page.locator('.sub a');
	const below = await page.getByText('You can look, not change').boundingBox();
	const words = await who.evaluate((link) => {
		const range = document.createRange();
		range.selectNodeContents(link);
		return range.getBoundingClientRect().bottom;
	});
	expect(below?.y).toBeGreaterThanOrEqual(words);
});

test('the button of a card stays inside of it in large text', async ({ page }) => {
	await page.context().addCookies([{ name: 'hearth_language', value: 'de', url: server.url }]);
	await signIn(page, server, member(server, 'Ben'));
	await page.setViewportSize({ width: 160, height: 400 });
	await page.goto(`${server.url}/settings/instance`);
	const card = await page.locator('.card').boundingBox();
	const button = await page.locator('.card .button').boundingBox();
	expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(
		(card?.x ?? 0) + (card?.width ?? 0) - 8
	);
});

test('a phone on its side shows three rows of a list at first', async ({ page }) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'On its side', ['Milk', 'Tea', 'Salt', 'Rice', 'Leek']);
	for (const [width, height] of [
		[844, 390],
		[667, 375]
	] as const) {
		await page.setViewportSize({ width, height });
		await page.goto(`${server.url}/lists/${uid}`);
		await expect(row(page, 'Salt'), `${width}`).toBeInViewport({ ratio: 1 });
	}
});

test('on a wide window the field for adding stands near the words above it', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 844 });
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Near', ['Milk']);
	await page.goto(`${server.url}/lists/${uid}`);
	const above = await page.locator('.head .sub').boundingBox();
	const below = await page.locator('.add').boundingBox();
	expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThanOrEqual(48);
});
