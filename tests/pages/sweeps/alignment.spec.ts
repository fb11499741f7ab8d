// What belongs to a line stands on it, what stands one above the other begins at one edge, and nothing covers anything else.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { ada, adasHousehold, hasScript, hydrated, signInByForm } from '../household.ts';
import { call, field, listWith, uidIn } from '../list-page.ts';

const server = adasHousehold();

const long =
	'Everything that we need for the summer house before the holidays begin in the middle of July';

test('the dot of what is new stands beside its first line, also where a tall link follows', async ({
	page
}) => {
	await page.setViewportSize({ width: 1280, height: 844 });
	await signInByForm(page, server, ada);
	await call(page, server, 'POST', '/auth/join-requests', {
		name: 'Nana',
		email: 'nana@mill.test',
		message: ''
	});
	await page.goto(`${server.url}/activity`);
	const offsets = await page.locator('.unread').evaluateAll((entries) =>
		entries.map((entry) => {
			const words = entry.querySelector('.text, .asked') ?? entry;
			const range = document.createRange();
			range.selectNodeContents(words.querySelector('p') ?? words);
			const { top, height } = range.getClientRects()[0] ?? new DOMRect();
			const drawsDot = (element: Element) =>
				getComputedStyle(element, '::before').content !== 'none';
			const holder = [entry, words].find(drawsDot) ?? entry;
			const dot = getComputedStyle(holder, '::before');
			const dotTop = holder.getBoundingClientRect().top + parseFloat(dot.top);
			return Math.abs(dotTop + parseFloat(dot.height) / 2 - top - height / 2);
		})
	);
	expect(offsets.length).toBeGreaterThanOrEqual(2);
	for (const offset of offsets) expect(offset).toBeLessThanOrEqual(2);
});

test('the way back to all settings begins where the title begins', async ({ page }) => {
	for (const width of [390, 768]) {
		await page.setViewportSize({ width, height: 844 });
		await page.goto(`${server.url}/settings/account`);
		const link = await leftOf(page, '.up');
		expect(Math.abs(link - (await leftOf(page, 'h1'))), `${width}`).toBeLessThanOrEqual(1);
	}
});

test('the way back from an item in the trash keeps the distance from the title that others keep', async ({
	page
}) => {
	const uid = await listWith(page, server, 'Left', ['Milk']);
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	const item = `/items/${Array.isArray(items) ? items[0].uid : ''}`;
	await page.setViewportSize({ width: 390, height: 844 });
	const distance = async (): Promise<number> => {
		await page.goto(server.url + item);
		const [back, title] = await Promise.all(
			['main .back', 'h1'].map((selector) => page.locator(selector).boundingBox())
		);
		return (title?.y ?? 0) - (back?.y ?? 0);
	};
	const usual = await distance();
	await call(page, server, 'DELETE', item);
	expect(await distance()).toBeCloseTo(usual, 0);
});

test('what can be done with a section stands in one line beside the narrowest sidebar', async ({
	page
}) => {
	const uid = await listWith(page, server, 'In order', ['Milk']);
	await call(page, server, 'POST', `/lists/${uid}/sections`, { name: 'Dairy' });
	await page.setViewportSize({ width: 769, height: 844 });
	await page.goto(`${server.url}/lists/${uid}/sections`);
	const middles = await page.locator('.rows li :is(button, a)').evaluateAll((controls) =>
		controls.map((control) => {
			const { top, height } = control.getBoundingClientRect();
			return Math.round(top + height / 2);
		})
	);
	expect(middles).toHaveLength(4);
	expect((await page.locator('.rows .box').boundingBox())?.width).toBeGreaterThan(200);
	expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(4);
});

test('the name of a section in two lines keeps a distance from the rows below', async ({
	page
}) => {
	const uid = await listWith(page, server, 'Sections with long names');
	const sectionUid = uidIn(
		await call(page, server, 'POST', `/lists/${uid}/sections`, { name: long }),
		'section'
	);
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Soap', sectionUid });
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`${server.url}/lists/${uid}`);
	const name = await page.locator('.section h2').boundingBox();
	const rows = await page.locator('.section .items').boundingBox();
	expect(name?.height).toBeGreaterThan(40);
	expect((rows?.y ?? 0) - (name?.y ?? 0) - (name?.height ?? 0)).toBeGreaterThanOrEqual(5);
});

test('the line about the connection keeps off the suggestions and the way to paste items, and moves nothing', async ({
	page
}) => {
	if (!hasScript()) return;
	for (const width of [280, 360, 390, 1280]) {
		await page.setViewportSize({ width, height: 844 });
		const uid = await listWith(page, server, 'Hinted', ['Milk', 'Tea']);
		const { items } = await call(page, server, 'GET', `/lists/${uid}`);
		const teaUid = Array.isArray(items) ? items[1].uid : '';
		await call(page, server, 'PUT', `/items/${teaUid}/done`, { done: true });
		await page.goto(`${server.url}/lists/${uid}`);
		await hydrated(page);
		await field(page).focus();
		await expect(page.locator('.strip button')).toHaveText(['Tea']);
		const rows = page.locator('.open');
		const before = await rows.boundingBox();
		const line = page.locator('.connection');
		await line.evaluate((element) => {
			element.textContent = '12 changes not sent. Updated 14:02';
		});
		if (width >= 360) expect(await rows.boundingBox(), `${width}`).toEqual(before);
		const words = await boxOfWords(line);
		for (const other of ['.strip button', '.paste > summary', '.items']) {
			const box = await boxOfWords(page.locator(other).first());
			const isApart = ['x', 'y'].some((side) =>
				side === 'x'
					? words.right <= box.left || words.left >= box.right
					: words.bottom <= box.top || words.top >= box.bottom
			);
			expect(isApart, `${other} at ${width}`).toBe(true);
		}
	}
});

test('a long name in a way back is cut off where it ends, in either direction of writing', async ({
	page
}) => {
	const uid = await listWith(page, server, long, ['Milk']);
	await page.setViewportSize({ width: 390, height: 844 });
	for (const locale of ['en', 'ar']) {
		await page.context().addCookies([{ name: 'hearth_language', value: locale, url: server.url }]);
		await page.goto(`${server.url}/lists/${uid}/rename`);
		await expect(page.locator('html')).toHaveAttribute('lang', locale);
		const isFirstLetterSeen = await page.locator('main .back bdi').evaluate((name) => {
			const letter = document.createRange();
			letter.setStart(name.firstChild ?? name, 0);
			letter.setEnd(name.firstChild ?? name, 1);
			const { left, right } = letter.getBoundingClientRect();
			const link = name.closest('a')?.getBoundingClientRect();
			return !!link && left >= link.left && right <= link.right;
		});
		expect(isFirstLetterSeen, locale).toBe(true);
	}
});

test('what explains a page ends in more than one word', async ({ page }) => {
	await page.context().addCookies([{ name: 'hearth_language', value: 'de', url: server.url }]);
	await page.setViewportSize({ width: 1280, height: 844 });
	const empty = await listWith(page, server, 'Leer');
	for (const [path, words] of [
		['/settings/groups', '.head .sub'],
		[`/lists/${empty}`, '.nothing p']
	] as const) {
		await page.goto(`${server.url}${path}`);
		const { lines, lastLine } = await linesOf(page, words);
		expect(lines, path).toBe(2);
		expect(lastLine, path).toMatch(/\S\s\S/);
	}
});

test('on the public page the dot between two facts is not seen between two lines', async ({
	page
}) => {
	const listUid = await listWith(page, server, 'For everybody', ['Milk']);
	await call(page, server, 'PUT', `/lists/${listUid}/sharing`, {
		sharing: 'SHARING_INSTANCE',
		canEdit: true
	});
	const publicList = { listUid, showNames: true, showMeta: true, allowJoin: true };
	const settings = { name: 'Mill Lane', publicSignup: false, publicList, defaultLocale: 'en' };
	await call(page, server, 'PUT', '/instance/settings', { settings });
	await page.context().addCookies([{ name: 'hearth_language', value: 'de', url: server.url }]);
	await page.setViewportSize({ width: 320, height: 640 });
	await page.goto(`${server.url}/public`);
	// The widths of another font would put both facts into one line.
	await page.evaluate(() => document.fonts.ready.then(() => undefined));
	const line = page.locator('.sub');
	await expect(line).toHaveText(/\d \S+ · \S/);
	const [all, dot] = await Promise.all([boxOfWords(line), boxOfWords(line.locator('i'))]);
	const { x = 0 } = (await line.boundingBox()) ?? {};
	expect(all.bottom - all.top).toBeGreaterThan(30);
	expect(dot.right).toBeLessThanOrEqual(x);
});

test('the dot between two facts stands in the middle between them, and is not seen between two lines', async ({
	page
}) => {
	const uid = await listWith(page, server, 'Two facts', ['Milk']);
	for (const [locale, width] of [
		['en', 1280],
		['ar', 1280],
		['en', 160],
		['ar', 120]
	] as const) {
		await page.context().addCookies([{ name: 'hearth_language', value: locale, url: server.url }]);
		await page.setViewportSize({ width, height: 844 });
		await page.goto(`${server.url}/lists/${uid}`);
		const facts = page.locator('.head .sub');
		const [all, first, dot, second] = await Promise.all(
			[
				facts,
				facts.locator('> span').first(),
				facts.getByText('·', { exact: true }),
				facts.locator('a')
			].map(boxOfWords)
		);
		if (!all || !first || !dot || !second) throw new Error('a fact is missing');
		const [left, right] = first.left < second.left ? [first, second] : [second, first];
		if (width === 1280)
			expect(dot.left - left.right, locale).toBeCloseTo(right.left - dot.right, 0);
		else {
			expect(second.top, locale).toBeGreaterThanOrEqual(first.bottom - 1);
			const edge = await facts.boundingBox();
			const isOutside =
				dot.right <= (edge?.x ?? 0) || dot.left >= (edge?.x ?? 0) + (edge?.width ?? 0);
			expect(isOutside, locale).toBe(true);
		}
	}
});

test('the button of a card is as wide as its words, also alone in its row', async ({ page }) => {
	await listWith(page, server, 'Wide enough');
	await page.setViewportSize({ width: 1280, height: 844 });
	await page.goto(`${server.url}/add?text=Milk`);
	const button = await page.getByRole('button', { name: 'Preview' }).boundingBox();
	expect(button?.width).toBeLessThan(200);
});

test('the words of a button keep off its edges where they take two lines', async ({ page }) => {
	const uid = await listWith(page, server, 'Only mine');
	await page.setViewportSize({ width: 280, height: 653 });
	await page.goto(`${server.url}/lists/${uid}`);
	const button = page.getByRole('button', { name: 'Share with everyone in' });
	const edges = await button.boundingBox();
	const words = await boxOfWords(button);
	expect(words.bottom - words.top).toBeGreaterThan(30);
	expect(words.top - (edges?.y ?? 0)).toBeGreaterThanOrEqual(6);
});

test('the menu of a list stands beside the first line of a long title, also on a low screen', async ({
	page
}) => {
	const uid = await listWith(page, server, long);
	await page.setViewportSize({ width: 844, height: 390 });
	await page.goto(`${server.url}/lists/${uid}`);
	const title = await page.locator('h1').boundingBox();
	const dots = await page.locator('.head .tool').boundingBox();
	expect(title?.height).toBeGreaterThan(45);
	expect(Math.abs((dots?.y ?? 0) - (title?.y ?? 0))).toBeLessThan(5);
});

test('the tags at the end of the lists to choose from end at one edge, also in a row of two lines', async ({
	page
}) => {
	await page.setViewportSize({ width: 320, height: 844 });
	for (const [name, sharing] of [
		['To choose', 'SHARING_PRIVATE'],
		['To choose for all of us', 'SHARING_INSTANCE']
	] as const) {
		const uid = await listWith(page, server, name);
		await call(page, server, 'PUT', `/lists/${uid}/sharing`, { sharing, canEdit: true });
	}
	await page.goto(`${server.url}/settings/tokens`);
	const rows = page.locator('.choice').filter({ hasText: 'To choose' });
	await expect(rows).toHaveCount(2);
	const ends = await rows
		.locator('.tag')
		.evaluateAll((tags) => tags.map((tag) => tag.getBoundingClientRect().right));
	expect(ends[0]).toBeCloseTo(ends[1] ?? 0, 0);
	const heights = await rows.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
	expect(heights[0]).not.toBe(heights[1]);
});

test('a token is shown without a hyphen also on the narrowest phone', async ({ page }) => {
	await listWith(page, server, 'For a kettle');
	await page.setViewportSize({ width: 280, height: 653 });
	await page.goto(`${server.url}/settings/tokens`);
	await page.getByRole('checkbox', { name: 'For a kettle' }).check();
	await page.getByLabel('What is it for?').fill('Kettle');
	await page.getByRole('button', { name: 'Create token' }).click();
	await expect(page.locator('body')).toHaveCSS('hyphens', 'auto');
	await expect(page.locator('.secret').first()).toHaveCSS('hyphens', 'manual');
});

test('every page that asks before it deletes is left by the same word', async ({ page }) => {
	const uid = await listWith(page, server, 'To delete');
	const groupUid = uidIn(
		await call(page, server, 'POST', '/groups', { name: 'To delete', memberUids: [] }),
		'group'
	);
	for (const path of [`/lists/${uid}/delete`, `/settings/groups/${groupUid}/delete`]) {
		await page.goto(server.url + path);
		await expect(page.locator('main .act a')).toHaveText(['Cancel']);
	}
});

const boxOfWords = (element: Locator) =>
	element.evaluate((words) => {
		const range = document.createRange();
		range.selectNodeContents(words);
		const { left, right, top, bottom } = range.getBoundingClientRect();
		return { left, right, top, bottom };
	});

const leftOf = (page: Page, selector: string): Promise<number> =>
	page
		.locator(selector)
		.first()
		.evaluate((element) => {
			const words = document.createRange();
			words.selectNodeContents(element);
			return words.getBoundingClientRect().left;
		});

/** How many lines an element takes, and the words of the last. */
const linesOf = (page: Page, selector: string): Promise<{ lines: number; lastLine: string }> =>
	page
		.locator(selector)
		.first()
		.evaluate((element) => {
			const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
			const byTop = new Map<number, string>();
			for (let node = walker.nextNode(); node; node = walker.nextNode()) {
				const text = node.textContent ?? '';
				for (let at = 0; at < text.length; at++) {
					const letter = document.createRange();
					letter.setStart(node, at);
					letter.setEnd(node, at + 1);
					const { top, width } = letter.getBoundingClientRect();
					if (width > 0) byTop.set(top, (byTop.get(top) ?? '') + text.charAt(at));
				}
			}
			const all = [...byTop.values()];
			return { lines: all.length, lastLine: all.at(-1) ?? '' };
		});
