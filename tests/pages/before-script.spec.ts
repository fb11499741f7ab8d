// What a member did on a page before its script ran.
import { expect, test, type Page } from '@playwright/test';
import { ada, adasHousehold, hydrated, signIn } from './household.ts';
import { call, field, listWith, tickOf } from './list-page.ts';

const server = adasHousehold();

test('the page of today is hydrated with what was ticked before its script ran', async ({
	page
}) => {
	const uid = await listWith(page, server, 'Early bills', [{ label: 'Fees', dueOn: '2020-01-01' }]);
	const { items } = await call(page, server, 'GET', `/lists/${uid}`);
	const itemUid = Array.isArray(items) ? String(items[0]?.uid) : '';
	await call(page, server, 'PUT', `/items/${itemUid}/done`, { done: true });
	const faults: Error[] = [];
	page.on('pageerror', (fault) => faults.push(fault));
	await page.goto(`${server.url}/today?ticked=${itemUid}`);
	await hydrated(page);
	await tickOf(page, 'Untick Fees').click();
	await expect(tickOf(page, 'Tick Fees')).toBeVisible();
	expect(faults).toEqual([]);
});

test('what was typed or opened before the script ran is still there after', async ({ page }) => {
	const uid = await listWith(page, server, 'Early', ['Milk']);
	const wake = await openAsleep(page, `/lists/${uid}`);
	await field(page).fill('bread and b');
	await page.locator('summary', { hasText: 'Paste items' }).click();
	await page.getByLabel('One item per line').fill('eggs');
	wake();
	await hydrated(page);
	await expect(field(page)).toHaveValue('bread and b');
	await expect(page.getByLabel('One item per line')).toHaveValue('eggs');
	await expect(page.getByLabel('One item per line')).toBeVisible();
});

test('a selection made before the script ran is overwritten by typing after it', async ({
	page
}) => {
	const uid = await listWith(page, server, 'Selected early', []);
	const wake = await openAsleep(page, '/add?text=Soup');
	const lines = page.getByLabel('One item per line');
	await lines.selectText();
	wake();
	await hydrated(page);
	await page.keyboard.insertText('Tea');
	await expect(lines).toHaveValue('Tea');
	await page.unrouteAll();
	const wakeList = await openAsleep(page, `/lists/${uid}`);
	await field(page).fill('bread');
	await field(page).press('Home');
	wakeList();
	await hydrated(page);
	await page.keyboard.insertText('rye ');
	await expect(field(page)).toHaveValue('rye bread');
});

test('a choice made before the script ran is carried out when the script runs', async ({
	page
}) => {
	const wake = await openAsleep(page, '/settings/account');
	await page.getByLabel('Dark', { exact: true }).check();
	wake();
	await hydrated(page);
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	await page.reload();
	await expect(page.getByLabel('Dark', { exact: true })).toBeChecked();
});

test('a refusal from before the script ran disappears once the form succeeds', async ({ page }) => {
	const uid = await listWith(page, server, 'Refused early', []);
	const scripts = '**/_app/**/*.js';
	await page.route(scripts, (route) => route.abort());
	await page.goto(`${server.url}/lists/${uid}/sections`);
	await page.unroute(scripts);
	const name = page.getByLabel('Name', { exact: true });
	await name.fill('x'.repeat(101));
	await page.getByRole('button', { name: 'Add section' }).click();
	await expect(page.getByText('at most 100 characters')).toBeVisible();
	await hydrated(page);
	await name.fill('Bakery');
	await page.getByRole('button', { name: 'Add section' }).click();
	await expect(page.getByLabel('New name for Bakery')).toBeVisible();
	await expect(page.getByText('at most 100 characters')).toHaveCount(0);
});

test('a note that is sent before the script runs, of a session that has ended, is still there after', async ({
	page,
	context
}) => {
	const { items } = await call(
		page,
		server,
		'GET',
		`/lists/${await listWith(page, server, 'Ended early', ['Tea'])}`
	);
	const itemUid = Array.isArray(items) ? String(items[0]?.uid) : '';
	const scripts = '**/_app/**/*.js';
	await page.route(scripts, (route) => route.abort());
	await page.goto(`${server.url}/items/${itemUid}`);
	await page.getByLabel('Note').fill('two lines\nof a note');
	await context.clearCookies({ name: 'hearth_session' });
	await page.unroute(scripts);
	await page.getByRole('button', { name: 'Save' }).click();
	const written = page.getByLabel('What you wrote');
	await expect(written).toHaveValue('two lines\nof a note');
	await hydrated(page);
	await expect(written).toHaveValue('two lines\nof a note');
	const other = await context.newPage();
	await signIn(other, server, ada);
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByLabel('Note')).toHaveCount(0);
	const { item } = await call(page, server, 'GET', `/items/${itemUid}`);
	expect(item).toMatchObject({ note: 'two lines\nof a note' });
});

test('a font that comes late moves nothing that somebody reads already', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	const late = Promise.withResolvers<void>();
	await page.route('**/*.woff2', async (route) => {
		await late.promise;
		await route.continue();
	});
	await page.addInitScript(() => {
		Object.assign(window, { shifted: 0 });
		new PerformanceObserver((seen) => {
			for (const entry of seen.getEntries())
				Object.assign(window, {
					shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value')
				});
		}).observe({ type: 'layout-shift', buffered: true });
	});
	// The page is loaded once its font is.
	await page.goto(`${server.url}/settings/tokens`, { waitUntil: 'commit' });
	await hydrated(page);
	expect(await page.evaluate(loadedFonts)).not.toContain('Figtree Variable');
	late.resolve();
	await page.evaluate(() => document.fonts.ready.then(() => undefined));
	expect(await page.evaluate(loadedFonts)).toContain('Figtree Variable');
	await page.evaluate(
		() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
	);
	expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThan(0.01);
});

const loadedFonts = (): string[] =>
	[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family);

/** Opens a page whose script does not arrive until the function is called. */
async function openAsleep(page: Page, address: string): Promise<() => void> {
	let wake = () => {};
	const asleep = new Promise<void>((resolve) => (wake = resolve));
	await page.route('**/_app/**/*.js', async (route) => {
		await asleep;
		await route.continue();
	});
	await page.goto(server.url + address, { waitUntil: 'commit' });
	return wake;
}
