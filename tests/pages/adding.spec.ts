// What a member adds is shown: a new row, the ticked row that is brought back, or the row that is on the list already.
import { expect, test, type Page } from '@playwright/test';
import { adasHousehold, hasScript, hydrated } from './household.ts';
import { call, doneOf, field, labels, openList, row, tickOf, toast } from './list-page.ts';

test.use({ viewport: { width: 390, height: 844 } });

const server = adasHousehold();

const things = Array.from({ length: 80 }, (_, index) => `Thing ${index + 1}`);

test('adding a ticked item unticks it in its place, with the quantity that was typed', async ({
	page
}) => {
	const uid = await openList(page, server, 'Back', ['Crème fraîche', 'Milk']);
	await tickOf(page, 'Tick Crème fraîche').click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Crème fraîche']);
	await page.goto(`${server.url}/lists/${uid}`);
	await field(page).fill('200 g creme fraiche');
	await field(page).press('Enter');
	await expect.poll(() => labels(page)).toEqual(['Crème fraîche', 'Milk']);
	await expect(row(page, 'Crème fraîche').locator('.qty')).toHaveText('200 g');
	await expect(page.getByText('Crème fraîche is back on the list.').first()).toBeAttached();
});

test('a line of one word, which has no date, does not wait for what reads dates', async ({
	page
}) => {
	if (!hasScript()) return;
	await openList(page, server, 'Slow line', ['Milk']);
	// Nothing is loaded any more, and no wait ends.
	await page.route('**/*.js', () => {});
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + 60_000);
	await field(page).fill('Bread');
	await field(page).press('Enter');
	await expect(row(page, 'Bread')).toBeVisible();
});

test('adding an item that is on the list already shows it, and adds another only on request', async ({
	page
}) => {
	await openList(page, server, 'Once', ['Butter', ...things]);
	await field(page).fill('3 BUTTER');
	await field(page).press('Enter');
	await expect(toast(page, 'Butter is already on the list.')).toBeVisible();
	await expect(row(page, 'Butter')).toHaveCount(1);
	await expect(row(page, 'Butter')).toBeInViewport();
	await page.getByRole('button', { name: 'Add another' }).click();
	await expect(row(page, 'Butter')).toHaveCount(2);
	await expect(row(page, 'Butter').last().locator('.qty')).toHaveText('3');
	await expect(row(page, 'Butter').first().locator('.qty')).toHaveCount(0);
});

test('the quantity that was typed can be set on an item that is on the list already', async ({
	page
}) => {
	const milk = { label: 'Milk', quantity: '1 l', note: 'the blue one', dueOn: '2031-05-14' };
	const uid = await openList(page, server, 'More of it', [milk, 'Flour', ...things]);
	await field(page).fill('2 l milk');
	await field(page).press('Enter');
	await expect(toast(page, 'Milk is already on the list.')).toBeVisible();
	await page.getByRole('button', { name: 'Set quantity to 2 l' }).click();
	await expect(row(page, 'Milk').locator('.qty')).toHaveText('2 l');
	await expect(row(page, 'Milk')).toBeInViewport();
	await expect(page.getByRole('button', { name: 'Set quantity to 2 l' })).toHaveCount(0);
	await expect
		.poll(async () => (await itemsOf(page, uid, 82))[0])
		.toMatchObject({ ...milk, quantity: '2 l' });
	if (!hasScript()) return;
	await expect(page.getByText('Milk: 2 l', { exact: true })).toBeAttached();
	await expect(field(page)).toBeFocused();
});

test('the date that was typed is set with the quantity on an item that is on the list already', async ({
	page
}) => {
	const milk = { label: 'Milk', quantity: '1 l', note: 'the blue one', dueOn: '2031-05-14' };
	const uid = await openList(page, server, 'Later', [milk, 'Flour']);
	await field(page).fill('2 l milk tomorrow');
	await field(page).press('Enter');
	await page.getByRole('button', { name: 'Set to 2 l · Tomorrow' }).click();
	await expect(row(page, 'Milk').locator('.qty')).toHaveText('2 l');
	await expect(row(page, 'Milk')).toContainText('Tomorrow');
	const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
	await expect
		.poll(async () => (await itemsOf(page, uid, 2))[0])
		.toMatchObject({ ...milk, quantity: '2 l', dueOn: tomorrow });
	if (hasScript()) await expect(page.getByText('Milk: 2 l · Tomorrow')).toBeAttached();
});

test('of what is on the list already, the date alone can be set', async ({ page }) => {
	const milk = { label: 'Milk', quantity: '1 l', note: 'the blue one' };
	const uid = await openList(page, server, 'Sooner', [milk, 'Flour']);
	await field(page).fill('milk tomorrow');
	await field(page).press('Enter');
	await page.getByRole('button', { name: 'Set to Tomorrow' }).click();
	await expect(row(page, 'Milk')).toContainText('Tomorrow');
	const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
	await expect
		.poll(async () => (await itemsOf(page, uid, 2))[0])
		.toMatchObject({ ...milk, dueOn: tomorrow });
	if (hasScript()) await expect(page.getByText('Milk: Tomorrow')).toBeAttached();
});

test('a quantity that the item has already is not offered', async ({ page }) => {
	await openList(page, server, 'As much', [{ label: 'Milk', quantity: '2 l' }, 'Flour']);
	for (const line of ['2l milk', 'flour', 'milk']) {
		await field(page).fill(line);
		await field(page).press('Enter');
		await expect(toast(page, 'is already on the list.')).toBeVisible();
		await expect(page.getByRole('button', { name: 'Add another' })).toBeVisible();
		await expect(page.getByRole('button', { name: 'Set quantity' })).toHaveCount(0);
	}
});

test('new items go on top where the owner has set so', async ({ page }) => {
	const name = 'Newest first';
	const uid = await openList(page, server, name, ['Milk']);
	const [onTop, atTheEnd] = ['Add new items on top', 'Add new items at the end'];
	const say = async (where: string, other: string) => {
		await page.locator('summary', { hasText: `More actions for ${name}` }).click();
		await page.getByRole('button', { name: where }).click();
		await expect(page.getByRole('button', { name: other, includeHidden: true })).toBeAttached();
	};
	const add = async (label: string) => {
		await field(page).fill(label);
		await field(page).press('Enter');
	};
	await say(onTop, atTheEnd);
	await add('bread');
	await expect.poll(() => labels(page)).toEqual(['bread', 'Milk']);
	await add('tea');
	await expect.poll(() => labels(page)).toEqual(['tea', 'bread', 'Milk']);
	await say(atTheEnd, onTop);
	await add('rice');
	await expect.poll(() => labels(page)).toEqual(['tea', 'bread', 'Milk', 'rice']);
	await page.goto(`${server.url}/lists/${uid}`);
	expect(await labels(page)).toEqual(['tea', 'bread', 'Milk', 'rice']);
});

test('a label that reads like a quantity is added again unchanged', async ({ page }) => {
	await openList(page, server, 'As it stands', ['7 up']);
	await field(page).fill('"7 up"');
	await field(page).press('Enter');
	await page.getByRole('button', { name: 'Add another' }).click();
	await expect.poll(() => labels(page)).toEqual(['7 up', '7 up']);
});

test('a program that adds an item that is there gets it twice', async ({ page }) => {
	const uid = await openList(page, server, 'Program', ['Butter']);
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Butter' });
	await page.reload();
	await expect.poll(() => labels(page)).toEqual(['Butter', 'Butter']);
});

test('added items are announced', async ({ page }) => {
	await openList(page, server, 'Told', ['Milk']);
	await field(page).fill('marzipan');
	await field(page).press('Enter');
	await expect(page.getByText('marzipan added.').first()).toBeAttached();
	await expect(field(page)).toBeFocused();
});

const tomorrowIn = {
	en: '2 l milk tomorrow',
	de: '2 l milk morgen',
	fr: '2 l milk demain',
	es: '2 l milk mañana',
	ar: '2 l milk غدًا'
};

for (const [language, line] of Object.entries(tomorrowIn))
	test(`a date after the words is the day it is due, in ${language}`, async ({ page }) => {
		const url = server.url;
		await page.context().addCookies([{ name: 'hearth_language', value: language, url }]);
		const uid = await openList(page, server, `Dated ${language}`, ['bread']);
		for (const text of [line, '"x ' + line.split(' ').at(-1) + '"']) {
			await field(page).fill(text);
			await field(page).press('Enter');
			await expect(field(page)).toHaveValue('');
		}
		const [, milk, kept] = await itemsOf(page, uid, 3);
		expect(milk).toMatchObject({ label: 'milk', quantity: '2 l', dueOn: dayFromNow(1, 'UTC') });
		expect(kept).toMatchObject({ label: line.replace('2 l milk', 'x'), dueOn: '' });
	});

for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
	test.describe(`in ${timezoneId}`, () => {
		test.use({ timezoneId });

		test('today is the day where the member is', async ({ page }) => {
			const url = server.url;
			await page.context().addCookies([{ name: 'hearth_zone', value: timezoneId, url }]);
			const uid = await openList(page, server, timezoneId);
			await field(page).fill('soup today');
			await field(page).press('Enter');
			const [soup] = await itemsOf(page, uid, 1);
			expect(soup).toMatchObject({ label: 'soup', dueOn: dayFromNow(0, timezoneId) });
		});
	});

test('an item that is brought back, or added again, is due on the day that was typed', async ({
	page
}) => {
	const uid = await openList(page, server, 'Back and again', ['Milk', 'Butter']);
	await tickOf(page, 'Tick Milk').click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
	await page.goto(`${server.url}/lists/${uid}`);
	await field(page).fill('milk tomorrow');
	await field(page).press('Enter');
	await expect(row(page, 'Milk').locator('time')).toHaveText('Tomorrow');
	await field(page).fill('butter tomorrow');
	await field(page).press('Enter');
	await page.getByRole('button', { name: 'Add another' }).click();
	await expect(row(page, 'Butter')).toHaveCount(2);
	await expect(row(page, 'Butter').last().locator('time')).toHaveText('Tomorrow');
	await expect(row(page, 'Butter').first().locator('time')).toHaveCount(0);
});

test('pasted lines name their dates', async ({ page }) => {
	await openList(page, server, 'Pasted');
	await page.locator('summary', { hasText: 'Paste items' }).click();
	await page.getByLabel('One item per line').fill('2 l milk tomorrow\nbread');
	await page.locator('form[action="?/paste"] button:not([formaction])').click();
	const line = page.getByRole('listitem').filter({ hasText: 'milk' });
	await expect(line.locator('time')).toHaveText('Tomorrow');
	await page.getByRole('button', { name: 'Add all' }).first().click();
	await expect(row(page, 'milk').locator('time')).toHaveText('Tomorrow');
	await expect(row(page, 'bread').locator('time')).toHaveCount(0);
});

test('without script the browser suggests earlier items of the list', async ({ page }) => {
	const uid = await openList(page, server, 'Suggested', ['Milk', 'Bread']);
	await tickOf(page, 'Tick Milk').click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	const options = page.locator('datalist option');
	if (hasScript()) await expect(options).toHaveCount(0);
	else await expect(options).toHaveAttribute('value', 'Milk');
});

test('a program that adds a label with a date word gets it unchanged', async ({ page }) => {
	const uid = await openList(page, server, 'As written');
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: '2 l milk tomorrow' });
	expect((await itemsOf(page, uid, 1))[0]).toMatchObject({
		label: '2 l milk tomorrow',
		quantity: '',
		dueOn: ''
	});
});

/** The items on the server, once there are so many. */
async function itemsOf(page: Page, uid: string, count: number): Promise<unknown[]> {
	let items: unknown[] = [];
	await expect
		.poll(async () => {
			const answer = await call(page, server, 'GET', `/lists/${uid}`);
			items = Array.isArray(answer.items) ? answer.items : [];
			return items.length;
		})
		.toBe(count);
	return items;
}

const dayFromNow = (days: number, timeZone: string): string =>
	new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now() + days * 86_400_000);
