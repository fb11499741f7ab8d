// What the pages for visitors say to a screen reader, and how they look in large text on a narrow window.
import {
	expect,
	test,
	type Browser,
	type BrowserContextOptions,
	type Page
} from '@playwright/test';
import { startServer } from '../support/server.ts';
import { ada, hasScript, hydrated, otherBrowser, servedHousehold, signIn } from './household.ts';
import { call, listWith } from './list-page.ts';

const server = servedHousehold();

/** With script the page stays, and the focus is on what is wrong. */
const refusedTitle = (title: string): string => (hasScript() ? title : `Error: ${title}`);

test('without script the title says that a form was refused, also where no field is marked', async ({
	page
}) => {
	await page.goto(`${server.url}/sign-in`);
	await page.getByLabel('Email').fill(ada.email);
	await page.getByLabel('Password').fill('not the password at all');
	await page.getByRole('button', { name: 'Sign in' }).click();
	await expect(page).toHaveTitle(refusedTitle('Sign in · Mill Lane'));
	await page.goto(`${server.url}/reset`);
	await expect(page.getByLabel('Your email or name')).toHaveAttribute('spellcheck', 'false');
	await page.getByRole('button', { name: 'Request a password reset' }).click();
	await expect(page).toHaveTitle(refusedTitle('Forgot your password? · Mill Lane'));
	await page.goto(`${server.url}/join`);
	await page.getByRole('button', { name: 'Ask to join' }).click();
	await expect(page).toHaveTitle(refusedTitle('Ask to join · Mill Lane'));
	await page.getByRole('link', { name: 'Sign in instead' }).click();
	await expect(page).toHaveTitle('Sign in · Mill Lane');
	await signIn(page, server, ada);
	await page.goto(`${server.url}/settings/account`);
	await hydrated(page);
	await page.getByLabel('Name', { exact: true }).fill('');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByText('A name is required.')).toBeVisible();
	await expect(page).toHaveTitle(refusedTitle('Your account · Mill Lane'));
	await page.getByLabel('Name', { exact: true }).fill(ada.name);
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByText('Profile saved.')).toBeVisible();
	await expect(page).toHaveTitle('Your account · Mill Lane');
});

test('the title of the setup is its heading, and says that its form was refused', async ({
	page
}) => {
	const bare = await startServer();
	await page.goto(`${bare.url}/setup`);
	await expect(page).toHaveTitle('Set up your household · Hearth');
	await page.getByRole('button', { name: 'Create household' }).click();
	await expect(page).toHaveTitle(refusedTitle('Set up your household · Hearth'));
	await bare.stop();
});

test('the words to read out are marked as English on a page in another language', async ({
	page
}) => {
	await page.context().addCookies([{ name: 'hearth_language', value: 'de', url: server.url }]);
	await askForReset(page);
	await expect(page.locator('html')).toHaveAttribute('lang', 'de');
	await expect(phrase(page)).toHaveAttribute('lang', 'en');
	await expect(phrase(page)).toHaveAttribute('dir', 'ltr');
});

test('no word to read out is broken in large text on a narrow window', async ({ page }) => {
	await askForReset(page);
	await enlarge(page);
	// No word of the list is longer.
	await phrase(page).evaluate((words) => (words.textContent = 'mushroom mushroom mushroom'));
	const lines = await phrase(page).evaluate((words) => {
		const text = words.firstChild;
		if (!text) return [];
		return [...(text.textContent ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => {
			const range = document.createRange();
			range.setStart(text, index);
			range.setEnd(text, index + word.length);
			return range.getClientRects().length;
		});
	});
	expect(lines).toEqual([1, 1, 1]);
	await expectNoScrolling(page);
});

test('the link to a request that waits is tall enough for a finger', async ({ page }) => {
	await page.goto(`${server.url}/join`);
	await page.getByLabel('Your name').fill('Uma');
	await page.getByLabel('Your email').fill('uma@new.test');
	await page.getByRole('button', { name: 'Ask to join' }).click();
	await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
	await page.goto(`${server.url}/sign-in`);
	const box = await page.getByRole('link', { name: 'Your request to join' }).boundingBox();
	expect(box?.height).toBeGreaterThanOrEqual(24);
});

test('the name of the public list has room in large text on a narrow window', async ({
	page,
	browser,
	contextOptions
}) => {
	await publishGroceries(page);
	const stranger = await onPublicList(browser, contextOptions);
	await enlarge(stranger);
	const box = await stranger.getByRole('heading', { name: 'Groceries' }).boundingBox();
	expect(box?.width).toBeGreaterThan(200);
	await expectNoScrolling(stranger);
	await stranger.context().close();
});

test('a second press of a box on the public list folds the offer to sign in', async ({
	page,
	browser,
	contextOptions
}) => {
	await publishGroceries(page);
	const stranger = await onPublicList(browser, contextOptions);
	await hydrated(stranger);
	const box = stranger.getByRole('link', { name: 'Tick Milk' });
	await box.click();
	await expect(box).toHaveAttribute('aria-expanded', 'true');
	const offer = stranger.getByRole('main').getByText('Sign in to tick “Milk”.');
	await expect(offer).toBeVisible();
	// A region that comes together with its text is often not read out.
	if (hasScript())
		await expect(stranger.locator('#announcements')).toHaveText('Sign in to tick “Milk”.');
	await box.click();
	await expect(box).toHaveAttribute('aria-expanded', 'false');
	await expect(offer).toHaveCount(0);
	await stranger.context().close();
});

const phrase = (page: Page) => page.locator('[translate="no"]');

/** Asks for a new password, in whichever language the page has. */
async function askForReset(page: Page): Promise<void> {
	await page.goto(`${server.url}/reset`);
	await page.locator('[name="emailOrName"]').fill('nobody@nowhere.test');
	await page.locator('form button').click();
	await expect(phrase(page)).toBeVisible();
	await hydrated(page);
}

/** Doubles the text in a window of 320 px. */
async function enlarge(page: Page): Promise<void> {
	await page.setViewportSize({ width: 320, height: 800 });
	await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
}

async function expectNoScrolling(page: Page): Promise<void> {
	const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	expect(over).toBeLessThanOrEqual(0);
}

/** A stranger, in a browser of their own. */
async function onPublicList(browser: Browser, options: BrowserContextOptions): Promise<Page> {
	const stranger = await otherBrowser(browser, options);
	await stranger.goto(`${server.url}/public`);
	return stranger;
}

async function publishGroceries(page: Page): Promise<void> {
	await signIn(page, server, ada);
	const listUid = await listWith(page, server, 'Groceries', ['Milk']);
	const settings = { name: 'Mill Lane', publicList: { listUid, allowJoin: true } };
	await call(page, server, 'PUT', '/instance/settings', { settings });
}
