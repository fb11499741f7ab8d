// Ticks on the pages by days: every count of open items follows at once.
import { expect, test, type Page } from '@playwright/test';
import { dayIn } from '../../src/lib/client/format/day.ts';
import { adasHousehold, hydrated, member, signIn } from './household.ts';
import { doneOf, field, listWith, row, slow, tickOf } from './list-page.ts';
import { keptOnDevice } from './offline.ts';

const server = adasHousehold();

test('an item that is ticked on the page of today stays ticked in its place', async ({ page }) => {
	await listWith(page, server, 'Bills', [{ label: 'Rent', dueOn: '2020-01-01' }]);
	await page.goto(`${server.url}/today`);
	const bills = page.getByRole('navigation', { name: 'Lists' }).getByRole('link', {
		name: /^Bills/
	});
	await expect(bills).toContainText('1');
	await tickOf(page, 'Tick Rent').click();
	await expect(bills).not.toContainText('1');
	expect(await tickOf(page, 'Untick Rent').isVisible()).toBe(true);
});

test.describe('on the pages by days', () => {
	// Days are those of UTC here.
	test.use({ timezoneId: 'UTC' });

	for (const path of ['/today', '/upcoming', '/calendar'])
		test(`each count follows each tick on ${path} at once, and once`, async ({ page }) => {
			await signIn(page, server, member(server, 'Ben'));
			const uid = await listWith(page, server, 'Due', [
				{ label: 'Bins', dueOn: dayFromNow(0) },
				{ label: 'Rent', dueOn: dayFromNow(0) },
				{ label: 'Tyres', dueOn: dayFromNow(1) }
			]);
			await page.goto(server.url + path);
			await keptOnDevice(page, uid);
			// A list that the device already holds is not requested again.
			await page.reload();
			await hydrated(page);
			const changes = await changesOf(page, {
				today: 'nav a[href="/today"]',
				list: `nav a[href="/lists/${uid}"]`,
				left: '.head .sub'
			});
			const expectChanges = (expected: number[], timeout: number) =>
				expect
					.poll(changes, { timeout })
					.toEqual({ today: expected, list: expected, left: expected });
			const tap = async (name: string, expected: number[]) => {
				const line = await slow(page);
				await tickOf(page, name).click();
				await expectChanges(expected, 500);
				const isAnswered = page.waitForResponse(/__data/);
				await line.open();
				await isAnswered;
			};
			await tap('Tick Bins', [-1]);
			await tap('Tick Rent', [-1, -1]);
			await tap('Untick Bins', [-1, -1, 1]);
			await page.getByRole('button', { name: 'Undo' }).click();
			await expect.poll(() => doneOf(page, server, uid)).toEqual([]);
			await expectChanges([-1, -1, 1, 1], 5_000);
		});

	test('the square of a day in the calendar follows each tick at once', async ({ page }) => {
		await signIn(page, server, member(server, 'Ben'));
		await listWith(page, server, 'Month', [
			{ label: 'Cake', dueOn: '2031-05-14' },
			{ label: 'Dentist', dueOn: '2031-05-14' },
			{ label: 'Tyres', dueOn: '2031-06-02' }
		]);
		await page.goto(`${server.url}/calendar?day=2031-05-14`);
		await hydrated(page);
		const square = page.locator('td [aria-current=date]');
		const tap = async (name: string, left: string, inSquare: RegExp) => {
			const line = await slow(page);
			await tickOf(page, name).click();
			await expect(square).toHaveAccessibleName(inSquare, { timeout: 500 });
			await expect(page.locator('.head')).toContainText(left, { timeout: 500 });
			const isAnswered = page.waitForResponse(/__data/);
			await line.open();
			await isAnswered;
		};
		await tap('Tick Cake', '1 left', /, 1 item/);
		await tap('Untick Cake', '2 left', /, 2 items/);
	});

	test('the count beside Today stays when an item that is not due is ticked, and on other pages of a list', async ({
		page
	}) => {
		await signIn(page, server, member(server, 'Ben'));
		const uid = await listWith(page, server, 'Not due', [
			{ label: 'Bins', dueOn: dayFromNow(0) },
			{ label: 'Tyres', dueOn: dayFromNow(1) }
		]);
		await page.goto(`${server.url}/upcoming`);
		await hydrated(page);
		const count = page.locator('nav a[href="/today"] .count');
		await tickOf(page, 'Tick Tyres').click();
		await expect.poll(() => doneOf(page, server, uid)).toEqual(['Tyres']);
		await page
			.getByRole('link', { name: /^Not due/ })
			.first()
			.click();
		await page.getByRole('link', { name: 'Only you' }).click();
		await expect(page).toHaveURL(/share$/);
		await expect(count).toHaveText(/^1 /);
	});
});

test.describe('far from the server', () => {
	// A time zone in which the day differs from the server's, at any hour.
	const zone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
	test.use({ timezoneId: zone });

	test('today is the day where the member is', async ({ page, context }) => {
		await page.goto(`${server.url}/today`);
		const day = new Intl.DateTimeFormat('en-GB', {
			weekday: 'long',
			day: 'numeric',
			timeZone: zone
		});
		await expect(page.getByText(day.format(new Date()))).toBeVisible();
		expect(await context.cookies()).toContainEqual(
			expect.objectContaining({ name: 'hearth_zone', value: zone })
		);
	});
});

test('today follows the device to another time zone while the page is open', async ({
	page,
	context
}) => {
	const devtools = await context.newCDPSession(page);
	const goTo = (timezoneId: string) =>
		devtools.send('Emulation.setTimezoneOverride', { timezoneId });
	// On no hour is it the same day in both.
	const [west, east] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];
	const item = { label: 'Ferry', dueOn: dayIn(east) };
	const uid = await listWith(page, server, 'Far away', [item]);
	const zones = ['hearth_zone', 'hearth_told_zone'];
	await context.addCookies(zones.map((name) => ({ name, value: west, url: server.url })));
	await goTo(west);
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	const due = page.locator('.items time');
	await expect(due).not.toHaveText('Today');
	await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
	await goTo(east);
	await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
	await expect(due).toHaveText('Today');
});

test.describe('in a browser that does not know where it is', () => {
	// As some do on a machine whose time zone is not set.
	test.beforeEach(({ page }) =>
		page.addInitScript(() => {
			const { resolvedOptions } = Intl.DateTimeFormat.prototype;
			Intl.DateTimeFormat.prototype.resolvedOptions = function () {
				return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
			};
		})
	);

	test('a page is not loaded again and again', async ({ page }) => {
		const loaded: string[] = [];
		page.on('request', (request) => {
			if (request.url().includes('__data.json')) loaded.push(request.url());
		});
		await page.goto(`${server.url}/today`);
		await hydrated(page);
		await page.waitForTimeout(4000);
		expect(loaded.length).toBeLessThan(2);
	});
});

for (const days of [-1, 1])
	test(`a device whose clock is ${days} day off loads its page less and less often, and again at midnight`, async ({
		page
	}) => {
		const loaded: string[] = [];
		page.on('response', (answer) => {
			if (answer.url().includes('__data.json')) loaded.push(answer.url());
		});
		const minutes = async (count: number) => {
			for (let minute = 0; minute < count; minute += 1) {
				await page.clock.runFor('01:00');
				await page.waitForTimeout(30);
			}
		};
		const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
		await page.clock.install({ time: `${day}T22:40:00Z` });
		await page.goto(`${server.url}/today`);
		await hydrated(page);
		await minutes(40);
		expect(loaded.length).toBeGreaterThan(1);
		expect(loaded.length).toBeLessThan(8);
		const before = loaded.length;
		await minutes(30);
		expect(loaded.length).toBeLessThan(before + 2);
		await minutes(12);
		expect(loaded.length).toBeGreaterThan(before);
	});

test.describe('on the page of a list', () => {
	test.use({ timezoneId: 'UTC' });

	for (const days of [-365, 365])
		test(`a device whose clock is ${days} days off reads "tomorrow" as the day after the server's`, async ({
			page
		}) => {
			const uid = await listWith(page, server, 'Off by a year', []);
			await page.clock.install({ time: `${dayFromNow(days)}T12:00:00Z` });
			await page.goto(`${server.url}/lists/${uid}`);
			await hydrated(page);
			await field(page).fill('milk tomorrow');
			await page.clock.runFor(3_000);
			await field(page).press('Enter');
			await expect(row(page, 'milk')).toContainText('Tomorrow');
		});

	test('a list that is open without a connection goes on to the next day at midnight', async ({
		page,
		context
	}) => {
		const items = [{ label: 'Party', dueOn: dayFromNow(1) }];
		const uid = await listWith(page, server, 'Midnight', items);
		await page.clock.install({ time: `${dayFromNow(0)}T23:58:00Z` });
		await page.goto(`${server.url}/lists/${uid}`);
		await hydrated(page);
		await field(page).fill('milk tomorrow');
		// The date reader is there.
		await expect(page.getByRole('button', { name: /Tomorrow/ })).toBeVisible();
		await expect(row(page, 'Party')).toContainText('Tomorrow');
		await context.setOffline(true);
		await page.clock.runFor('05:00');
		await expect(row(page, 'Party')).toContainText('Today');
		await field(page).press('Enter');
		// A row that is not sent has no link.
		const milk = page.getByRole('main').getByRole('listitem').filter({ hasText: 'milk' });
		await expect(milk).toContainText('Tomorrow');
	});
});

/** Returns a function that gives, for each name, every change of its number of open items since, in order. */
async function changesOf(
	page: Page,
	selectors: Record<string, string>
): Promise<() => Promise<Record<string, number[]>>> {
	await page.evaluate((chosen) => {
		window.changes = {};
		for (const [name, selector] of Object.entries(chosen)) {
			const element = document.querySelector(selector);
			const read = () => Number(/(\d+) (?:open|left)/.exec(element?.textContent ?? '')?.[1] ?? 0);
			const changes: number[] = (window.changes[name] = []);
			let before = read();
			const note = () => {
				const now = read();
				if (now !== before) changes.push(now - before);
				before = now;
			};
			const all = { childList: true, characterData: true, subtree: true };
			if (element) new MutationObserver(note).observe(element, all);
		}
	}, selectors);
	return () => page.evaluate(() => window.changes);
}

declare global {
	interface Window {
		changes: Record<string, number[]>;
	}
}

const dayFromNow = (days: number): string =>
	new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('leaving the calendar for a list throws no error while the counts still follow it', async ({
	page
}) => {
	const faults: string[] = [];
	page.on('pageerror', ({ message }) => faults.push(message));
	const uid = await listWith(page, server, 'Errands', ['Stamps']);
	await page.goto(server.url);
	await hydrated(page);
	for (const path of [
		`/lists/${uid}`,
		'/today',
		'/',
		'/settings/account',
		'/calendar',
		`/lists/${uid}`
	]) {
		await page.evaluate((href) => {
			const to = Object.assign(document.createElement('a'), { href });
			document.querySelector('main')?.append(to);
			to.click();
			to.remove();
		}, path);
		await page.waitForURL(server.url + path);
		await page.waitForTimeout(400);
	}
	await expect(tickOf(page, 'Tick Stamps')).toBeVisible();
	expect(faults).toEqual([]);
});
