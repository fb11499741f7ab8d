// A list that is opened offline protects against wrong taps like one that is opened online.
import { expect, test, type Page } from '@playwright/test';
import { adasHousehold, member, otherBrowser, signIn } from './household.ts';
import { call, field, listWith, tickOf, toast } from './list-page.ts';
import { add, keptOnDevice, late, named, onServer, opened, pick, rowOf } from './offline.ts';

test.use({ serviceWorkers: 'allow' });
const server = adasHousehold();

test('a second tap in the same place hits the same item, and ticked rows fold when nobody touches the list', async ({
	page
}) => {
	await openedOffline(page, 'Twice', ['Milk', 'Bread']);
	const box = await tickOf(page, 'Tick Milk').boundingBox();
	const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20];
	await page.mouse.click(x, y);
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
	await page.mouse.click(x, y);
	await expect(tickOf(page, 'Tick Milk')).toBeVisible();
	await expect(tickOf(page, 'Tick Bread')).toBeVisible();
	await tickOf(page, 'Tick Milk').click();
	expect(await named(page)).toEqual(['Milk', 'Bread']);
	await expect(page.getByText('1 left')).toBeVisible();
	await expect.poll(() => named(page), late).toEqual(['Bread']);
	await expect(page.getByText('1 ticked')).toBeVisible();
});

test('ticks, a removal and a move can be undone', async ({ page, context }) => {
	const uid = await openedOffline(page, 'Undone', ['Milk', 'Bread', 'Tea']);
	await tickOf(page, 'Tick Milk').click();
	await tickOf(page, 'Tick Bread').click();
	await page.getByRole('button', { name: 'Undo all' }).click();
	await expect(tickOf(page, 'Tick Milk')).toBeVisible();
	await expect(tickOf(page, 'Tick Bread')).toBeVisible();
	await pick(page, 'Tea', 'Delete');
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect.poll(() => named(page)).toEqual(['Milk', 'Bread', 'Tea']);
	await pick(page, 'Tea', 'Move to the top');
	await expect.poll(() => named(page)).toEqual(['Tea', 'Milk', 'Bread']);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect.poll(() => named(page)).toEqual(['Milk', 'Bread', 'Tea']);
	await context.setOffline(false);
	await expect(page.getByRole('link', { name: 'Only you' })).toBeVisible(late);
	expect(await onServer(page, server, uid)).toEqual(['Milk', 'Bread', 'Tea']);
});

test('the line about the connection keeps off the top of the screen of a phone', async ({
	page
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await openedOffline(page, 'Below the top', ['Milk']);
	const line = await page.locator('.connection').boundingBox();
	expect(line?.y).toBeGreaterThanOrEqual(12);
	const title = await page.getByRole('heading', { level: 1 }).boundingBox();
	expect(title?.y).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0));
});

test('what was just deleted can be undone while the connection comes back', async ({
	page,
	context
}) => {
	const uid = await openedOffline(page, 'Undone in the end', ['Milk', 'Bread']);
	await pick(page, 'Milk', 'Delete');
	const undo = page.getByRole('button', { name: 'Undo' });
	await undo.hover();
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Bread']);
	await page.waitForTimeout(7_000);
	await undo.click();
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk', 'Bread']);
	await expect(page.getByRole('link', { name: 'Only you' })).toBeVisible(late);
});

test('an item that is on the list already is shown and not added, unless a second one is wanted', async ({
	page
}) => {
	await openedOffline(page, 'Listed', ['Milk', 'Eggs']);
	await add(page, '6 eggs');
	await expect(toast(page, 'already on the list')).toBeVisible();
	await expect(rowOf(page, 'Eggs')).toHaveClass(/just/);
	expect(await named(page)).toEqual(['Milk', 'Eggs']);
	await page.getByRole('button', { name: 'Add another' }).click();
	await expect.poll(() => named(page)).toEqual(['Milk', 'Eggs', 'Eggs']);
});

test('an empty field adds nothing and says what is missing', async ({ page }) => {
	await openedOffline(page, 'Nothing', ['Milk']);
	await add(page, '');
	await expect(page.getByRole('alert')).toHaveText('A name for the item is required.');
	await expect(field(page)).toHaveAccessibleDescription('A name for the item is required.');
	await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
	expect(await named(page)).toEqual(['Milk']);
	await add(page, 'tea');
	await expect(page.getByRole('alert')).toHaveCount(0);
	await expect.poll(() => named(page)).toEqual(['Milk', 'tea']);
});

test('Enter that is held adds once, and does not say that anything is missing', async ({
	page
}) => {
	await openedOffline(page, 'Held', ['Milk']);
	await field(page).fill('rice');
	for (let times = 0; times < 6; times += 1) await page.keyboard.down('Enter');
	await page.keyboard.up('Enter');
	await expect.poll(() => named(page)).toEqual(['Milk', 'rice']);
	await expect(field(page)).not.toHaveAttribute('aria-invalid');
	await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a list that may only be looked at says so, and so does an archived one', async ({
	page,
	context,
	browser
}) => {
	const owner = await otherBrowser(browser, {});
	await signIn(owner, server, member(server, 'Olga'));
	const uid = await listWith(owner, server, 'To look at', ['Milk']);
	const sharing = { sharing: 'SHARING_INSTANCE', canEdit: false };
	await call(owner, server, 'PUT', `/lists/${uid}/sharing`, sharing);
	await owner.context().close();
	await page.goto(`${server.url}/lists/${uid}`);
	await keptOnDevice(page, uid);
	const archived = await opened(page, server, 'Put away', ['Milk']);
	await call(page, server, 'POST', `/lists/${archived}/archived`, { archived: true });
	await page.reload();
	await keptOnDevice(page, '"archivedAt":"2');
	await context.setOffline(true);
	const head = page.getByRole('main').locator('header');
	await page.goto(`${server.url}/lists/${uid}`);
	await expect(head.getByText('You can look, not change', { exact: true })).toBeVisible();
	await page.goto(`${server.url}/lists/${archived}`);
	await expect(head.getByText('Archived', { exact: true })).toBeVisible();
});

test('each line that is pasted becomes an item', async ({ page, context }) => {
	const uid = await openedOffline(page, 'Pasted', ['Milk']);
	await field(page).focus();
	await page.evaluate(pasteLines, '- 2 l juice\n[ ] rice\n\nmilk');
	await expect.poll(() => named(page)).toEqual(['Milk', 'juice', 'rice']);
	await expect(field(page)).toHaveValue('');
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk', 'juice', 'rice']);
});

test('pasted lines are undone together: added items go, and unticked ones are ticked again', async ({
	page,
	context
}) => {
	const uid = await openedOffline(page, 'Pasted and undone', ['Milk', 'Tea']);
	await tickOf(page, 'Tick Tea').click();
	await field(page).focus();
	await page.evaluate(pasteLines, '- 2 l juice\n[ ] rice\n\ntea\nmilk');
	await expect.poll(() => named(page)).toEqual(['Milk', 'Tea', 'juice', 'rice']);
	const told = page.locator('form.undo').filter({ hasText: '2 added, 1 brought back, 1 already' });
	await expect(page.locator('form.undo')).toHaveCount(1);
	await told.getByRole('button', { name: 'Undo' }).click();
	await expect(rowOf(page, 'juice')).toHaveCount(0);
	await expect(rowOf(page, 'rice')).toHaveCount(0);
	await expect(tickOf(page, 'Untick Tea')).toHaveCount(1);
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk', 'Tea*']);
});

for (const where of ['the offline page', 'a page that was open'])
	test(`more lines than the server adds at once are refused on ${where}, and as many are added`, async ({
		page,
		context
	}) => {
		const many = Array.from({ length: 201 }, (_, index) => `Thing ${index}`);
		if (where === 'the offline page') await openedOffline(page, where, many.slice(0, 199));
		else await opened(page, server, where, many.slice(0, 199));
		await context.setOffline(true);
		await field(page).focus();
		const others = many.map((label) => `Other ${label}`);
		await page.evaluate(pasteLines, others.join('\n'));
		await expect(page.getByRole('alert')).toHaveText('Add at most 200 lines at once.');
		await expect(rowOf(page, 'Thing 198')).toBeVisible();
		await expect(rowOf(page, 'Other Thing 0')).toHaveCount(0);
		await page.evaluate(pasteLines, others.slice(1).join('\n'));
		await expect(rowOf(page, 'Other Thing 200')).toBeVisible();
		await expect(page.getByRole('alert')).toHaveCount(0);
		await expect(rowOf(page, 'Other Thing 1')).toHaveCount(1);
	});

test('pasted lines become items also on a page that was open when the connection was lost', async ({
	page,
	context
}) => {
	const uid = await opened(page, server, 'Pasted in the cellar', ['Milk']);
	await keptOnDevice(page, uid);
	await context.setOffline(true);
	await field(page).focus();
	await page.evaluate(pasteLines, '- 2 l juice\n[ ] rice');
	await expect.poll(() => named(page)).toEqual(['Milk', 'juice', 'rice']);
	await expect(page.getByText('2 changes not sent')).toBeVisible();
	await context.setOffline(false);
	await expect.poll(() => onServer(page, server, uid), late).toEqual(['Milk', 'juice', 'rice']);
});

test('the offline page has the theme that was chosen last', async ({ page, context }) => {
	const uid = await opened(page, server, 'Dark', ['Milk']);
	await keptOnDevice(page, uid);
	await page.goto(`${server.url}/settings/account`);
	await page.getByRole('radio', { name: 'Dark', exact: true }).check();
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	await context.setOffline(true);
	await page.goto(`${server.url}/lists/${uid}`);
	await expect(page.getByText(/No connection\. Updated/)).toBeVisible();
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	const bars = page.locator('[name="theme-color"][media="all"]');
	await expect(bars).toHaveAttribute('content', '#18130e');
});

/** Opens a list from the device, offline. */
async function openedOffline(page: Page, name: string, items: string[]): Promise<string> {
	const uid = await opened(page, server, name, items);
	await keptOnDevice(page, uid);
	await page.context().setOffline(true);
	await page.reload();
	await expect(page.getByText(/No connection\. Updated/)).toBeVisible();
	return uid;
}

/** Runs in the page. */
function pasteLines(text: string): void {
	const clipboardData = new DataTransfer();
	clipboardData.setData('text/plain', text);
	const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
	document.activeElement?.dispatchEvent(pasted);
}
