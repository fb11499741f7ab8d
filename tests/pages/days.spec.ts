// What is due, day by day and month by month.
import { expect, test, type Page } from '@playwright/test';
import { ada, hasScript, hydrated, member, servedHousehold, signIn } from './household.ts';
import { call, doneOf, listWith, row, tickOf } from './list-page.ts';

// Days are those of UTC here, wherever the machine is.
test.use({ timezoneId: 'UTC' });

const server = servedHousehold();
test.beforeEach(async ({ page }) => {
	await signIn(page, server, ada);
	await page.context().addCookies([{ name: 'hearth_zone', value: 'UTC', url: server.url }]);
});

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const shelf = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

test('upcoming shows fourteen days with their due items, which can be ticked there', async ({
	page
}) => {
	const uid = await listWith(page, server, 'Fortnight', [
		{ label: 'Before', dueOn: day(-1) },
		{ label: 'Now', dueOn: day(0) },
		{ label: 'Soon', dueOn: day(1) },
		{ label: 'Last of them', dueOn: day(13) },
		{ label: 'After', dueOn: day(14) }
	]);
	await page.goto(`${server.url}/today`);
	await page.getByRole('navigation', { name: 'By day' }).getByText('Upcoming').click();
	await expect(page).toHaveURL(`${server.url}/upcoming`);
	await expect(page.locator('main h2')).toHaveCount(14);
	await expect(shelf(page, /^Today/)).toContainText('Now');
	await expect(shelf(page, /^Tomorrow/)).toContainText('Soon');
	await expect(page.locator('.items .label a')).toHaveText(['Now', 'Soon', 'Last of them']);
	await tickOf(page, 'Tick Soon').click();
	await tickOf(page, 'Untick Soon').click();
	await tickOf(page, 'Tick Soon').click();
	await expect(tickOf(page, 'Untick Soon')).toBeVisible();
	await expect(page.getByText('2 left')).toBeVisible();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Soon']);
	await page.goto(`${server.url}/upcoming`);
	await expect(page.locator('.items .label a')).toHaveText(['Now', 'Last of them']);
});

test('the calendar shows a month, and below it the chosen day', async ({ page }) => {
	await listWith(page, server, 'Month', [
		{ label: 'Dentist', dueOn: '2031-05-14' },
		{ label: 'Cake', dueOn: '2031-05-14' },
		{ label: 'Picnic', dueOn: '2031-06-01' },
		{ label: 'Tyres', dueOn: '2031-06-02' }
	]);
	await page.goto(`${server.url}/calendar?day=2031-04-30`);
	await page.getByRole('link', { name: 'Next month' }).click();
	await expect(page.getByRole('heading', { name: 'May 2031' })).toBeVisible();
	// Counts cover every day that is shown, also days of other months.
	await expect(page.getByRole('link', { name: 'Sunday 1 June, 1 item' })).toBeVisible();
	await expect(page.getByText('3 left')).toBeVisible();
	const monday = page.getByRole('columnheader').first();
	await expect(monday).toHaveAccessibleName('Monday');
	await expect(monday.getByText('Mon', { exact: true })).toBeVisible();
	await expect(page.getByRole('link', { name: 'Monday 2 June, 1 item' })).toHaveCount(0);
	await page.getByRole('link', { name: 'Wednesday 14 May, 2 items' }).click();
	await expect(shelf(page, 'Wednesday 14 May')).toContainText('Dentist');
	await tickOf(page, 'Tick Dentist').click();
	await expect(tickOf(page, 'Untick Dentist')).toBeVisible();
	await expect(row(page, 'Cake')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Wednesday 14 May, 1 item' })).toHaveAttribute(
		'aria-current',
		'date'
	);
	await page.getByRole('link', { name: 'Thursday 15 May, 0 items' }).click();
	await expect(page.getByText('Nothing is due on this day.')).toBeVisible();
	await expect(page.locator('.items')).toHaveCount(0);
});

test('each day of the calendar has a title of its own', async ({ page }) => {
	await page.goto(`${server.url}/calendar`);
	await expect(page).toHaveTitle('Calendar · Mill Lane');
	await page.goto(`${server.url}/calendar?day=2031-04-30`);
	await expect(page).toHaveTitle(/^Wednesday,? 30 April 2031 · Calendar · Mill Lane$/);
	await page.getByRole('link', { name: 'Next month' }).click();
	await expect(page).toHaveTitle(/^Thursday,? 1 May 2031 · Calendar · Mill Lane$/);
});

test('upcoming says so where nothing is due', async ({ page }) => {
	await signIn(page, server, member(server, 'Ned'));
	await page.goto(`${server.url}/upcoming`);
	await expect(page.getByText('Nothing is due in the next 14 days.')).toBeVisible();
	await expect(page.locator('main h2')).toHaveCount(0);
	await page.getByRole('main').getByRole('link', { name: 'Your lists' }).click();
	await expect(page).toHaveURL(`${server.url}/`);
});

test('the undo of a deletion leaves the calendar on its day', async ({ page }) => {
	await listWith(page, server, 'Opera', [{ label: 'Tickets', dueOn: '2041-03-05' }]);
	await page.goto(`${server.url}/calendar?day=2041-03-05`);
	await hydrated(page);
	await row(page, 'Tickets').getByRole('link').click();
	await page.getByRole('button', { name: 'Delete' }).click();
	await expect(page.getByText('Tickets moved to the trash.').first()).toBeVisible();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(row(page, 'Tickets')).toBeVisible();
	await expect(page.getByRole('heading', { name: 'March 2041' })).toBeVisible();
});

test('the calendar goes on showing its month where a tick is refused', async ({ page }) => {
	const uid = await listWith(page, server, 'Far off', [{ label: 'Comet', dueOn: '2061-07-28' }]);
	await page.goto(`${server.url}/calendar?day=2061-07-28`);
	await expect(tickOf(page, 'Tick Comet')).toBeVisible();
	await call(page, server, 'DELETE', `/lists/${uid}`);
	// With script the row leaves as soon as the list is deleted.
	if (!hasScript()) {
		await tickOf(page, 'Tick Comet').click();
		await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
	}
	await expect(page.getByRole('heading', { name: 'July 2061' })).toBeVisible();
});

test('the whole square of a day in the calendar links to it, and no name of a weekday is broken', async ({
	page
}) => {
	await page.setViewportSize({ width: 320, height: 640 });
	await listWith(page, server, 'Spot', [{ label: 'Dentist', dueOn: '2032-05-14' }]);
	await page.context().addCookies([{ name: 'hearth_language', value: 'ar', url: server.url }]);
	await page.goto(`${server.url}/calendar?day=2032-05-01`);
	const cell = page.locator('td', { has: page.locator('a[href$="day=2032-05-13#day"]') });
	const leadsThere = await cell.evaluate((element) => {
		element.scrollIntoView();
		const { left, right, top, bottom } = element.getBoundingClientRect();
		const spots = [
			[left + 3, top + 3],
			[right - 3, bottom - 3],
			[left + 3, bottom - 3]
		] as const;
		return spots.map(([x, y]) => !!document.elementFromPoint(x, y)?.closest('a'));
	});
	expect(leadsThere).toEqual([true, true, true]);
	const heights = await page
		.locator('th')
		.evaluateAll((heads) => heads.map(({ clientHeight }) => clientHeight));
	expect(Math.max(...heights)).toBeLessThan(40);
});

test('the address of a day that does not exist, or of a month at the end of time, shows today', async ({
	page
}) => {
	for (const address of ['2031-02-30', '0000-01-01', '9999-12-31']) {
		await page.goto(`${server.url}/calendar?day=${address}`);
		await expect(page.locator('td [aria-current=date] .today')).toHaveText(
			String(Number(day(0).slice(8)))
		);
	}
});
