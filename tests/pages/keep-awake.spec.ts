// The choice to keep the screen on. The device's wake lock is stubbed: the stub counts what is held, and may refuse.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectNoFault } from './axe.ts';
import { adasHousehold, hydrated, signIn, ada } from './household.ts';
import { listWith, openList } from './list-page.ts';
import { awake, deviceHolds, late } from './offline.ts';

const server = adasHousehold();

/** Runs in the page before its own scripts: a device whose locks end when the page is out of view, as the standard says. */
function device({ refuses }: { refuses: boolean }): void {
	class Lock extends EventTarget {
		released = false;
		async release(): Promise<void> {
			if (this.released) return;
			this.released = true;
			held.delete(this);
			this.dispatchEvent(new Event('release'));
		}
	}
	const held = new Set<Lock>();
	let isHidden = false;
	let isRefusing = refuses;
	Object.defineProperty(document, 'hidden', { get: () => isHidden });
	const request = async (): Promise<Lock> => {
		if (isRefusing || isHidden) throw new DOMException('no', 'NotAllowedError');
		const lock = new Lock();
		held.add(lock);
		return lock;
	};
	Object.defineProperty(navigator, 'wakeLock', { value: { request } });
	const release = () => Promise.all([...held].map((lock) => lock.release()));
	Object.assign(window, {
		heldLocks: () => held.size,
		saveBattery(isOn: boolean): void {
			isRefusing = isOn;
			if (isOn) void release();
		},
		hide(hidden: boolean): void {
			isHidden = hidden;
			if (hidden) void release();
			document.dispatchEvent(new Event('visibilitychange'));
		}
	});
}

const held = (page: Page) => page.evaluate<number>('heldLocks()');
const choice = (page: Page): Locator =>
	page.getByRole('button', { name: 'Keep the screen on', exact: true });
const openMenu = (page: Page, name: string) =>
	page.getByText(`More actions for ${name}`).locator('..').click();
const refused = "The browser doesn't keep the screen on now";

/** Opens a list on such a device, and its menu. */
async function openOn(page: Page, name: string, { refuses = false } = {}): Promise<string> {
	await page.addInitScript(device, { refuses });
	const uid = await openList(page, server, name, ['Milk']);
	await openMenu(page, name);
	return uid;
}

test('the screen is kept on where that is chosen, after a reload too, until it is chosen no longer', async ({
	page
}) => {
	await openOn(page, 'Kept on');
	await expect(choice(page)).toHaveAttribute('aria-pressed', 'false');
	expect(await held(page)).toBe(0);
	await choice(page).click();
	await expect.poll(() => held(page)).toBe(1);
	await page.reload();
	await expect.poll(() => held(page)).toBe(1);
	await openMenu(page, 'Kept on');
	await expect(choice(page)).toHaveAttribute('aria-pressed', 'true');
	await choice(page).click();
	await expect.poll(() => held(page)).toBe(0);
	await page.reload();
	await hydrated(page);
	await openMenu(page, 'Kept on');
	await expect(choice(page)).toHaveAttribute('aria-pressed', 'false');
	expect(await held(page)).toBe(0);
});

test('what keeps the screen on is loaded once the menu opens, and before that only where it was chosen', async ({
	page
}) => {
	const loaded: string[] = [];
	page.on('response', async (response) => {
		if (response.url().endsWith('.js') && (await response.text()).includes('max-age=0'))
			loaded.push(response.url());
	});
	await page.addInitScript(device, { refuses: false });
	await openList(page, server, 'Late', ['Milk']);
	expect(loaded).toEqual([]);
	await openMenu(page, 'Late');
	await choice(page).click();
	expect(loaded).toHaveLength(1);
});

test('no entry of the menu moves as the choice arrives late', async ({ page }) => {
	await page.addInitScript(device, { refuses: false });
	await openList(page, server, 'Steady', ['Milk']);
	await hydrated(page);
	let arrive = () => {};
	const arrived = new Promise<void>((resolve) => (arrive = resolve));
	await page.route('**/*.js', (route) => arrived.then(() => route.continue()));
	await openMenu(page, 'Steady');
	const places = () =>
		page.locator('.menu .panel :is(a, button:not([aria-pressed]))').evaluateAll(async (entries) => {
			await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
			return entries.map((entry) => entry.getBoundingClientRect().top);
		});
	const before = await places();
	await expect(choice(page)).toHaveCount(0);
	arrive();
	await expect(choice(page)).toBeVisible();
	expect(await places()).toEqual(before);
});

test('the screen is kept on again when the page comes back into view', async ({ page }) => {
	await openOn(page, 'Back in view');
	await choice(page).click();
	await expect.poll(() => held(page)).toBe(1);
	await page.evaluate('hide(true)');
	expect(await held(page)).toBe(0);
	await page.evaluate('hide(false)');
	await expect.poll(() => held(page)).toBe(1);
	// Twice, faster than the device answers.
	await page.evaluate('hide(true); hide(false); hide(true); hide(false)');
	await expect.poll(() => held(page)).toBe(1);
	await expect(page.getByText(refused)).toHaveCount(0);
});

test('the screen may go dark once the list is left, and stays on for the next list', async ({
	page
}) => {
	const other = await listWith(page, server, 'Another shop', ['Nails']);
	await openOn(page, 'Left');
	await choice(page).click();
	await expect.poll(() => held(page)).toBe(1);
	await page.getByRole('navigation').getByRole('link', { name: 'Today' }).first().click();
	await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
	await expect.poll(() => held(page)).toBe(0);
	await page.locator(`a[href$="${other}"]`).first().click();
	await expect(page.getByRole('heading', { level: 1, name: 'Another shop' })).toBeVisible();
	await expect.poll(() => held(page)).toBe(1);
});

test('a browser that refuses is asked again later, and the menu says so', async ({ page }) => {
	const faults: string[] = [];
	page.on('pageerror', ({ message }) => faults.push(message));
	await openOn(page, 'Battery saver', { refuses: true });
	await choice(page).click();
	await expect(choice(page)).toHaveAccessibleDescription(RegExp(refused));
	await expect(page.locator('[aria-live]').getByText(refused)).toHaveCount(1);
	await expect(choice(page)).toHaveAttribute('aria-pressed', 'true');
	await page.evaluate('saveBattery(false); hide(true); hide(false)');
	await expect.poll(() => held(page)).toBe(1);
	await expect(choice(page)).toHaveAccessibleDescription('');
	await page.evaluate('saveBattery(true)');
	await expect(choice(page)).toHaveAccessibleDescription(RegExp(refused));
	await choice(page).click();
	await expect(choice(page)).toHaveAccessibleDescription('');
	expect(faults).toEqual([]);
});

test('the arrows lead to the choice, and Space turns it', async ({ page }) => {
	await openOn(page, 'By keys');
	await expect(choice(page)).toBeVisible();
	await page.locator('summary', { hasText: 'More actions for By keys' }).focus();
	await page.keyboard.press('Tab');
	await expect(choice(page)).toBeFocused();
	await page.keyboard.press('ArrowDown');
	await expect(page.getByRole('button', { name: 'Pin' })).toBeFocused();
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('Space');
	await expect(choice(page)).toHaveAttribute('aria-pressed', 'true');
	await expectNoFault(page);
});

test('without a connection the screen stays on as well, and can be let go', async ({ browser }) => {
	const context = await browser.newContext({ serviceWorkers: 'allow' });
	const page = await context.newPage();
	await signIn(page, server, ada);
	await openOn(page, 'In the cellar');
	await choice(page).click();
	await awake(page);
	await expect.poll(() => deviceHolds(page, 'In the cellar'), late).toBe(true);
	await context.setOffline(true);
	await page.reload();
	await expect(page.getByText('No connection')).toBeVisible();
	await expect.poll(() => held(page)).toBe(1);
	await openMenu(page, 'In the cellar');
	await choice(page).click();
	await expect.poll(() => held(page)).toBe(0);
	await context.close();
});

test('a device without wake locks, or a browser without script, offers nothing', async ({
	page,
	browser
}) => {
	await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'wakeLock'));
	const uid = await openList(page, server, 'Not here', ['Milk']);
	await page.context().addCookies([{ name: 'hearth_awake', value: 'on', url: server.url }]);
	await page.reload();
	await hydrated(page);
	await openMenu(page, 'Not here');
	await expect(page.getByRole('button', { name: 'Duplicate' })).toBeVisible();
	await expect(choice(page)).toHaveCount(0);

	const context = await browser.newContext({ javaScriptEnabled: false });
	const plain = await context.newPage();
	await signIn(plain, server, ada);
	await plain.goto(`${server.url}/lists/${uid}`);
	await openMenu(plain, 'Not here');
	await expect(plain.getByRole('button', { name: 'Duplicate' })).toBeVisible();
	await expect(choice(plain)).toHaveCount(0);
	await context.close();
});
