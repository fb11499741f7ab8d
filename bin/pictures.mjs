// npm run pictures: the pictures of the README, into `docs/pictures`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { chromium } from '@playwright/test';
import { chromiumFlags, findOrInstallChromium } from '../tests/support/chromium.ts';
import { startServer } from '../tests/support/server.ts';

process.chdir(join(import.meta.dirname, '..'));
const folder = mkdtempSync(join(tmpdir(), 'hearth-pictures-'));
const databaseUrl = `file:${join(folder, 'mill-lane.db')}`;
const pictures = join('docs', 'pictures');
const phone = {
	viewport: { width: 390, height: 700 },
	deviceScaleFactor: 2,
	hasTouch: true,
	isMobile: true
};
const desk = { viewport: { width: 1280, height: 720 }, hasTouch: true };
execFileSync(process.execPath, ['prisma/seed.ts'], {
	env: { ...process.env, DATABASE_URL: databaseUrl }
});
mkdirSync(pictures, { recursive: true });
const server = await startServer({ databaseUrl });
const browser = await chromium.launch({
	executablePath: findOrInstallChromium(),
	args: chromiumFlags
});
try {
	const wide = await signedIn({ ...desk, colorScheme: 'light' });
	await wide.getByRole('navigation').getByRole('link', { name: 'Groceries' }).click();
	await wide.getByText('2 ticked').waitFor();
	await wide.getByText('4 left').click();
	await wide.screenshot({ path: join(pictures, 'groceries.png') });
	await wide.context().close();
	for (const [title, show] of Object.entries({ waiting, conflict, 'brought-back': broughtBack }))
		for (const colorScheme of ['light', 'dark']) {
			const page = await signedIn({ ...phone, colorScheme });
			await aList(page);
			await show(page);
			await page.screenshot({ path: join(pictures, `${title}-${colorScheme}.png`) });
			await page.context().close();
		}
} finally {
	await browser.close();
	await server.stop();
	rmSync(folder, { recursive: true, force: true });
}

/** Offline: two items are ticked and one is added, and none of the three changes is sent. */
async function waiting(page) {
	await page.context().setOffline(true);
	await page.getByRole('button', { name: 'Tick Bread' }).tap();
	await page.getByRole('button', { name: 'Tick Milk' }).tap();
	await add(page, '3 lemons');
	await page.getByText('3 changes not sent').waitFor();
	await page.locator('.unsent').nth(2).waitFor();
	await page.waitForTimeout(1500);
}

/** Two people edited one note. The one who was offline sees both texts and decides. */
async function conflict(page) {
	await page.getByRole('link', { name: 'Cheese' }).tap();
	await page.waitForURL(/items/);
	const itemUid = page.url().split('/').at(-1);
	// Block the request itself: one that going offline cuts off may have arrived, and would then be carried out.
	await page.route('**/api/v1/items/*', (route) => route.abort());
	await page.context().setOffline(true);
	await page.getByText('Edit note').tap();
	await page.getByLabel('Note').fill('A mild one for Cleo');
	await page.getByRole('button', { name: 'Save' }).tap();
	await page.waitForURL(/lists/);
	await send(page, 'PATCH', `/items/${itemUid}`, { note: 'Comté, if they have it' });
	await page.unroute('**/api/v1/items/*');
	await page.context().setOffline(false);
	await page.locator('.refused').waitFor();
	await page.locator('main').click({ position: { x: 5, y: 5 } });
}

/** An item that is ticked and then added again is unticked in its place, instead of standing on the list twice. */
async function broughtBack(page) {
	await page.getByRole('button', { name: 'Tick Milk' }).tap();
	await page.getByRole('button', { name: 'Untick Milk' }).waitFor();
	await page.waitForTimeout(300);
	await add(page, '2 l milk');
	await page.getByText('Milk is back on the list.').first().waitFor({ state: 'attached' });
	await page.getByRole('button', { name: 'Tick Milk', exact: true }).waitFor();
}

async function signedIn(device) {
	const context = await browser.newContext({ ...device, baseURL: server.origin });
	const page = await context.newPage();
	await page.goto('/sign-in');
	await page.fill('[name=email]', 'ada@mill.test');
	await page.fill('[name=password]', 'correct horse battery staple');
	await page.getByRole('button', { name: 'Sign in' }).tap();
	await page.waitForURL(`${server.origin}/`);
	return page;
}

/** Creates a list and opens it. Waits until its script and its service worker run. */
async function aList(page) {
	const { list } = await send(page, 'POST', '/lists', { name: 'Saturday' });
	const items = [
		{ label: 'Bread' },
		{ label: 'Milk', quantity: '1 l' },
		{ label: 'Cheese', note: 'Something for Sunday' },
		{ label: 'Eggs', quantity: '12' },
		{ label: 'Coffee' },
		{ label: 'Spaghetti', quantity: '500 g' }
	];
	await send(page, 'POST', `/lists/${list.uid}/items:batch`, { items });
	await page.goto(`/lists/${list.uid}`);
	await page.locator('#svelte-announcer').waitFor({ state: 'attached' });
	await page.evaluate(() => navigator.serviceWorker?.ready.then(() => undefined));
}

async function add(page, text) {
	await page.locator('#add').fill(text);
	await page.locator('#add').press('Enter');
}

async function send(page, method, path, data) {
	const headers = { origin: server.origin };
	const answer = await page.request.fetch(`/api/v1${path}`, { method, data, headers });
	if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}`);
	return answer.json();
}
