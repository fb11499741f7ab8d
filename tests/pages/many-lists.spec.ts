// Sixty lists beside a page: the current one is in view, the entries below them stay in place, and a field filters them.
import { expect, test, type Page } from '@playwright/test';
import { expectNothingWrong, expectNoFault } from './axe.ts';
import { ada, adasHousehold, hasScript, hydrated, member, signIn } from './household.ts';
import { call, listWith } from './list-page.ts';

const server = adasHousehold();
const uids: string[] = [];

test.beforeAll(async ({ browser }) => {
	const page = await browser.newPage();
	await signIn(page, server, ada);
	for (let number = 1; number <= 59; number++)
		uids.push(await listWith(page, server, `List number ${number}`));
	uids.push(await listWith(page, server, '🥐 Crème Fraîche'));
	await page.close();
});

const side = (page: Page) => page.getByRole('navigation', { name: 'Lists' });
const links = (page: Page) => side(page).locator('a[href*="/lists/"]');
const filter = (page: Page) => side(page).getByRole('searchbox', { name: 'Filter lists' });

test('the label of the filter begins where the headings begin, and the member stands below the icons', async ({
	page
}) => {
	await page.setViewportSize({ width: 1280, height: 900 });
	await page.goto(`${server.url}/lists/${uids[0]}`);
	const boxOf = (selector: string) =>
		side(page)
			.locator(selector)
			.first()
			.evaluate((element) => {
				const words = document.createRange();
				words.selectNodeContents(element);
				const { left } = words.getClientRects()[0] ?? new DOMRect();
				const box = element.getBoundingClientRect();
				return { left, middle: box.left + box.width / 2 };
			});
	if (hasScript()) expect((await boxOf('label')).left).toBeCloseTo((await boxOf('h2')).left, 0);
	expect((await boxOf('.face')).middle).toBeCloseTo((await boxOf('.icon')).middle, 0);
});

test('the current list is in view however far the others are scrolled, and so is the foot', async ({
	page
}) => {
	await page.setViewportSize({ width: 1280, height: 900 });
	for (const uid of [uids[0], uids[30], uids[59]]) {
		await page.goto(`${server.url}/lists/${uid}`);
		const current = side(page).locator('[aria-current=page]');
		await expect(current).toHaveAttribute('href', `/lists/${uid}`);
		for (const end of [links(page).first(), links(page).last()]) {
			await end.scrollIntoViewIfNeeded();
			await expect(current).toBeInViewport({ ratio: 1 });
			for (const name of ['Archive', 'Trash', 'Settings'])
				await expect(side(page).getByRole('link', { name })).toBeInViewport({ ratio: 1 });
		}
	}
	await expectNothingWrong(page, [`${server.url}/lists/${uids[30]}`]);
});

test('a page that is loaded scrolls the sidebar to a list far down, and not away from the first ones', async ({
	page
}) => {
	await page.setViewportSize({ width: 1280, height: 900 });
	await page.goto(server.url);
	const order = await links(page).evaluateAll((all) =>
		all.map((link) => link.getAttribute('href'))
	);
	const scrolledBy = () =>
		side(page)
			.locator('.lists')
			.evaluate(({ scrollTop }) => scrollTop);
	await page.goto(`${server.url}${order[2]}`);
	expect(await scrolledBy()).toBe(0);
	await page.goto(`${server.url}${order[40]}`);
	await expect.poll(scrolledBy).toBeGreaterThan(300);
});

test('on a low screen everything beside the page can still be reached', async ({ page }) => {
	await page.setViewportSize({ width: 1000, height: 360 });
	await page.goto(`${server.url}/lists/${uids[30]}`);
	for (const name of ['Today', 'Settings']) {
		const link = side(page).getByRole('link', { name });
		await link.scrollIntoViewIfNeeded();
		await expect(link).toBeInViewport({ ratio: 1 });
	}
});

test('a list that is opened from elsewhere is scrolled into view in the sidebar', async ({
	page
}) => {
	await page.goto(server.url);
	const link = page.getByRole('main').getByRole('link', { name: /^List number 20\b/ });
	await link.click();
	await expect(page).toHaveTitle(/^List number 20 /);
	// Without script the position of the sidebar is up to the browser.
	await expect(side(page).getByRole('link', { name: 'List number 21' })).toBeInViewport();
});

test('lists are filtered ignoring case and accents, and the keys lead there and back', async ({
	page
}) => {
	await page.goto(`${server.url}/lists/${uids[30]}`);
	if (!hasScript()) return expect(filter(page)).toBeHidden();
	await hydrated(page);
	await filter(page).fill('creme f');
	await expect(links(page)).toHaveText([/Crème Fraîche/]);
	await expect(page.locator('#announcements')).toHaveText('one list found');
	await filter(page).fill('number 1');
	await expect(links(page)).toHaveCount(11);
	await expect(page.locator('#announcements')).toHaveText('11 lists found');
	await expectNoFault(page);
	await filter(page).press('ArrowDown');
	await expect(links(page).first()).toBeFocused();
	await page.keyboard.press('ArrowDown');
	await expect(links(page).nth(1)).toBeFocused();
	await filter(page).fill('no such list');
	await expect(side(page).getByText('No list is called “no such list”.')).toBeVisible();
	await filter(page).press('Escape');
	await expect(filter(page)).toHaveValue('');
	await expect(filter(page)).toBeFocused();
	await expect(links(page)).toHaveCount(60);
	await filter(page).fill('creme');
	await filter(page).press('Enter');
	await expect(page).toHaveURL(`${server.url}/lists/${uids[59]}`);
	await expect(links(page)).toHaveCount(60);
});

test('Enter that an input method takes opens no list', async ({ page }) => {
	await page.goto(server.url);
	if (!hasScript()) return expect(filter(page)).toBeHidden();
	await hydrated(page);
	await filter(page).fill('creme');
	const isLeft = await filter(page).evaluate((input) => {
		const enter = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true };
		return input.dispatchEvent(new KeyboardEvent('keydown', enter));
	});
	expect(isLeft).toBe(true);
});

test('words that are typed before the script of the page runs filter the lists, and the result is announced', async ({
	page
}) => {
	if (!hasScript()) return;
	await page.addInitScript(() =>
		document.addEventListener('readystatechange', () => {
			const field = document.querySelector<HTMLInputElement>('.filter input');
			if (field && document.readyState === 'interactive') field.value = 'number 1';
		})
	);
	await page.goto(`${server.url}/lists/${uids[30]}`);
	await expect(links(page)).toHaveCount(11);
	await expect(filter(page)).toHaveValue('number 1');
	await expect(page.locator('#announcements')).toHaveText('11 lists found');
});

test('a member with few lists has no filter', async ({ page }) => {
	await page.context().clearCookies();
	await signIn(page, server, member(server, 'Ben'));
	for (let number = 1; number <= 11; number++) await listWith(page, server, `Of Ben ${number}`);
	await page.goto(server.url);
	await expect(links(page)).toHaveCount(11);
	await expect(filter(page)).toHaveCount(0);
	await listWith(page, server, 'Of Ben 12');
	await page.reload();
	await expect(filter(page)).toHaveCount(hasScript() ? 1 : 0);
});

test('choices in forms are filtered too; ticked ones stay in sight and are sent', async ({
	page
}) => {
	await page.goto(`${server.url}/settings/tokens`);
	const choices = page.getByRole('group', { name: 'Which lists' });
	const words = choices.getByRole('searchbox', { name: 'Filter' });
	const shown = choices.locator('input[name=listUids]').filter({ visible: true });
	await expect(shown).toHaveCount(60);
	if (!hasScript()) return expect(words).toBeHidden();
	await hydrated(page);
	await page.getByLabel('What is it for?').fill('Bread machine');
	await words.fill('creme f');
	await expect(shown).toHaveCount(1);
	await shown.check();
	await words.press('Enter');
	await words.fill('number 59');
	await expect(page.locator('#announcements')).toHaveText('Showing 1 of 60');
	await expect(shown).toHaveCount(2);
	await words.fill('no such list');
	await expect(choices.getByText('Nothing here is called “no such list”.')).toBeVisible();
	await expect(choices.getByRole('checkbox', { name: 'Crème Fraîche' })).toBeVisible();
	await expectNoFault(page);
	await page.getByRole('button', { name: 'Create token' }).click();
	const made = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bread machine' });
	await expect(made).toContainText('Crème Fraîche');
	await expect(made).not.toContainText('number 59');
});

test('one of many lists is chosen with the filter', async ({ page }) => {
	await page.goto(`${server.url}/add?text=Flour`);
	await hydrated(page);
	if (hasScript()) await page.getByRole('searchbox', { name: 'Filter', exact: true }).fill('creme');
	await page.getByRole('radio', { name: 'Crème Fraîche' }).check();
	await page.getByRole('button', { name: 'Preview' }).click();
	await expect(page).toHaveURL(new RegExp(`/lists/${uids[59]}`));
});

test('a page that is loaded scrolls the sidebar to the first list of a group below many others', async ({
	page
}) => {
	await page.setViewportSize({ width: 1280, height: 900 });
	const pinned = uids.slice(0, 20);
	for (const uid of pinned)
		await call(page, server, 'PUT', `/lists/${uid}/pinned`, { pinned: true });
	await page.goto(`${server.url}/lists/${uids[59]}`);
	const lists = side(page).locator('.lists');
	await expect(lists.getByRole('list').nth(1).locator('.current')).toHaveCount(1);
	await expect.poll(() => lists.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(300);
	for (const uid of pinned)
		await call(page, server, 'PUT', `/lists/${uid}/pinned`, { pinned: false });
});
