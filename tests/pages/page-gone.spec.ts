// Typed text is never lost: it stays on the page although the server now refuses that page.
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { ada, adasHousehold, hydrated, member, otherBrowser, signIn } from './household.ts';
import { call, field, listWith, row } from './list-page.ts';

const server = adasHousehold();

test('a note that is saved after its list was unshared stays, and can be copied', async ({
	page,
	browser
}) => {
	const { ben, listUid } = await benWrites(page, browser);
	await hearNothingBeforePosting(ben);
	await share(page, listUid, 'SHARING_PRIVATE');
	await save(ben).click();
	await expect(ben.getByRole('alert').filter({ hasText: 'copy it before' })).toBeVisible();
	await expect(noteOf(ben)).toHaveValue('long note');
	await ben.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await ben.getByRole('button', { name: 'Copy what I wrote' }).click();
	await expect(ben.getByRole('button', { name: 'Copied' })).toBeVisible();
	expect(await ben.evaluate(() => navigator.clipboard.readText())).toContain('long note');
	await ben.context().close();
});

test('a note stays when its item cannot be restored, and restoring is no longer offered', async ({
	page,
	browser
}) => {
	const { ben, listUid } = await benWrites(page, browser);
	await call(page, server, 'DELETE', `/lists/${listUid}`);
	await bringBack(ben).click();
	await expect(bringBack(ben)).toHaveCount(0);
	await expect(save(ben)).toBeVisible();
	await expect(ben.getByRole('button', { name: 'Copy what I wrote' })).toBeVisible();
	await expect(noteOf(ben)).toHaveValue('long note');
	await save(ben).click();
	await expect(ben.getByRole('alert').filter({ hasText: "doesn't exist" })).toBeFocused();
	await expect(bringBack(ben)).toHaveCount(0);
	await expect(noteOf(ben)).toHaveValue('long note');
	await ben.context().close();
});

test('a former admin is told so while they type, and not that something was deleted', async ({
	page,
	browser
}) => {
	const ben = await otherBrowser(browser, {});
	const who = member(server, 'Ben');
	await signIn(ben, server, who);
	const { members } = await call(page, server, 'GET', '/members');
	const uid = Array.isArray(members) ? members.find(({ email }) => email === who.email)?.uid : '';
	const setRole = (role: string) => call(page, server, 'PUT', `/members/${uid}/role`, { role });
	await setRole('ROLE_ADMIN');
	await ben.goto(`${server.url}/settings/instance`);
	await hydrated(ben);
	await ben.getByLabel('Household name').fill('Miller Lane');
	await setRole('ROLE_MEMBER');
	await expect(ben.getByRole('alert')).toContainText("You can't change this any more.");
	await expect(ben.getByLabel('Household name')).toHaveValue('Miller Lane');
	await ben.context().close();
});

test('an item that was refused for a missing right can be sent again once the right is back', async ({
	page,
	browser
}) => {
	const listUid = await listWith(page, server, 'Lent', []);
	const share = (canEdit: boolean) =>
		call(page, server, 'PUT', `/lists/${listUid}/sharing`, {
			sharing: 'SHARING_INSTANCE',
			canEdit
		});
	await share(true);
	const ben = await otherBrowser(browser, {});
	await signIn(ben, server, member(server, 'Ben'));
	await ben.goto(`${server.url}/lists/${listUid}`);
	await hydrated(ben);
	await field(ben).fill('Flour');
	await share(false);
	await expect(ben.getByText('You can look, not change')).toBeVisible();
	await field(ben).press('Enter');
	const again = ben.getByRole('button', { name: 'Try again' });
	await expect(ben.getByRole('button', { name: 'Discard' })).toBeVisible();
	await expect(again).toHaveCount(0);
	await share(true);
	await again.click();
	await expect(again).toHaveCount(0);
	await expect(ben.getByRole('button', { name: 'Discard' })).toHaveCount(0);
	await page.goto(`${server.url}/lists/${listUid}`);
	await expect(row(page, 'Flour')).toBeVisible();
	await ben.context().close();
});

test('a form stays when the session ends while it is filled in, and can be sent after signing in', async ({
	page
}) => {
	const listUid = await listWith(page, server, 'Ended', []);
	await page.goto(`${server.url}/lists/${listUid}/rename`);
	await hydrated(page);
	const name = page.getByLabel('Name', { exact: true });
	await name.fill('Long name');
	await page.context().clearCookies({ name: 'hearth_session' });
	await page.getByRole('button', { name: 'Rename' }).click();
	await expectSignedOut(page);
	await expect(name).toHaveValue('Long name');
	await signIn(page, server, ada);
	await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
	await expect(signedOut(page)).toHaveCount(0);
	await page.getByRole('button', { name: 'Rename' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Long name' })).toBeVisible();
});

test('what the server says late of a page that was left is not said of the next one', async ({
	page
}) => {
	const listUid = await listWith(page, server, 'Left', ['Bread', 'Milk']);
	await page.goto(`${server.url}/lists/${listUid}`);
	const name = page.getByLabel('Name', { exact: true });
	const open = (label: string) => row(page, label).getByRole('link', { name: label }).click();
	await open('Bread');
	await name.fill('Rolls');
	const answer = Promise.withResolvers<void>();
	const { pathname } = new URL(page.url());
	await page.route(`**${pathname}`, async (route) => {
		const answered = await route.fetch();
		await answer.promise;
		await route.fulfill({ response: answered });
	});
	const asked = page.waitForRequest((request) => request.method() === 'HEAD');
	await call(page, server, 'DELETE', `/items/${pathname.split('/').at(-1)}`);
	await asked;
	await page.getByRole('main').getByRole('link', { name: 'Left' }).first().click();
	await open('Milk');
	await expect(name).toHaveValue('Milk');
	await name.fill('Oat milk');
	const refreshed = page.waitForResponse((response) => response.url().includes('__data.json'));
	answer.resolve();
	await refreshed;
	await expect(page.getByText('This was deleted')).toHaveCount(0);
	await expect(save(page)).toBeVisible();
});

test('a page where nobody typed gives way to the sign-in when the session ends', async ({
	page
}) => {
	await page.goto(`${server.url}/settings/account`);
	await hydrated(page);
	await expect(page.getByLabel('Keep lists on this device')).toBeChecked();
	await page.context().clearCookies({ name: 'hearth_session' });
	await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
	await expect(page).toHaveURL(/\/sign-in/);
});

test('the end of a session on the page of an item is not reported as a deletion', async ({
	page
}) => {
	const listUid = await listWith(page, server, 'Ended there', ['Tea']);
	await openItem(page, await itemOn(page, listUid));
	await noteOf(page).fill('long note');
	await page.context().clearCookies({ name: 'hearth_session' });
	await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
	await expectSignedOut(page);
	await expect(bringBack(page)).toHaveCount(0);
	await save(page).click();
	await expectSignedOut(page);
	await expect(noteOf(page)).toHaveValue('long note');
});

test('what was typed stays while somebody else is signed in, and only its writer sees it', async ({
	page,
	context
}) => {
	const listUid = await listWith(page, server, 'Presents', ['Kite']);
	await page.goto(`${server.url}/lists/${listUid}`);
	await hydrated(page);
	await field(page).fill('A bicycle for Ben');
	const second = await context.newPage();
	await signIn(second, server, member(server, 'Ben'));
	await second.goto(server.url);
	await hydrated(second);
	const notice = page.getByRole('alert').filter({ hasText: 'Someone else signed in' });
	await expect(notice).toBeVisible();
	for (const hidden of [field(page), page.getByText('Kite'), page.getByText('Presents')])
		await expect(hidden.filter({ visible: true })).toHaveCount(0);
	// Otherwise WebKit hangs.
	await expect(page.locator('#menu')).toHaveCSS('position-try-fallbacks', 'none');
	await expect(page).not.toHaveTitle(/Presents/);
	await expect(page.getByRole('button', { name: 'Copy what I wrote' })).toHaveCount(0);
	await signIn(page, server, ada);
	await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
	await expect(field(page)).toHaveValue('A bicycle for Ben');
	await expect(field(page)).toBeVisible();
	await expect(page).toHaveTitle(/Presents/);
	await expect(page.getByRole('button', { name: 'Copy what I wrote' })).toBeVisible();
	await page.getByRole('button', { name: 'Load page again' }).click();
	await expect(row(page, 'Kite')).toBeVisible();
	await expect(field(page)).toHaveValue('');
});

test('a page whose writer does not come back is loaded again for the member who is signed in', async ({
	page,
	context
}) => {
	const listUid = await listWith(page, server, 'Secrets', []);
	await page.goto(`${server.url}/lists/${listUid}/rename`);
	await hydrated(page);
	await page.getByLabel('Name', { exact: true }).fill('More secrets');
	const second = await context.newPage();
	await signIn(second, server, member(server, 'Ben'));
	await second.goto(server.url);
	await page.getByRole('button', { name: 'Load page again' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
	await expect(page.getByText('ecrets')).toHaveCount(0);
});

test('the notice that a page is gone covers nothing of a short page', async ({ browser }) => {
	const ben = await otherBrowser(browser, { viewport: { width: 390, height: 844 } });
	await signIn(ben, server, member(server, 'Ben'));
	const listUid = await listWith(ben, server, 'Short', []);
	await ben.goto(`${server.url}/lists/${listUid}/rename`);
	await hydrated(ben);
	const name = ben.getByLabel('Name', { exact: true });
	await name.fill('Shorter');
	await call(ben, server, 'DELETE', `/lists/${listUid}`);
	const banner = ben.getByRole('alert').filter({ hasText: 'copy it before' });
	await expect(banner).toBeVisible();
	await expect(name).toBeFocused();
	const [above, below] = await Promise.all([banner.boundingBox(), name.boundingBox()]);
	expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
	await ben.context().close();
});

/** Ben has written a note for an item on a list that Ada shares with everyone. */
async function benWrites(page: Page, browser: Browser) {
	const listUid = await listWith(page, server, 'Shared', ['Tea']);
	await share(page, listUid, 'SHARING_INSTANCE');
	const ben = await otherBrowser(browser, {});
	await signIn(ben, server, member(server, 'Ben'));
	await openItem(ben, await itemOn(page, listUid));
	await noteOf(ben).fill('long note');
	return { ben, listUid };
}

/** Fails the page's own checks whether it still exists until something is posted. */
async function hearNothingBeforePosting(page: Page): Promise<void> {
	let isPosted = false;
	await page.route('**/items/**', (route, request) => {
		isPosted ||= request.method() === 'POST';
		return request.method() === 'HEAD' && !isPosted ? route.abort() : route.continue();
	});
}

async function itemOn(page: Page, listUid: string): Promise<string> {
	const { items } = await call(page, server, 'GET', `/lists/${listUid}`);
	return Array.isArray(items) ? String(items[0]?.uid) : '';
}

async function openItem(page: Page, itemUid: string): Promise<void> {
	await page.goto(`${server.url}/items/${itemUid}`);
	await hydrated(page);
}

const share = (page: Page, listUid: string, sharing: string) =>
	call(page, server, 'PUT', `/lists/${listUid}/sharing`, {
		sharing,
		canEdit: sharing !== 'SHARING_PRIVATE'
	});

async function expectSignedOut(page: Page): Promise<void> {
	await expect(signedOut(page)).toBeVisible();
	await expect(page.getByText('no longer shared with you')).toHaveCount(0);
	const signIn = signedOut(page).getByRole('link', { name: 'Sign in' });
	await expect(signIn).toHaveAttribute('href', '/sign-in');
	await expect(signIn).toHaveAttribute('target', '_blank');
}

const signedOut = (page: Page): Locator =>
	page
		.getByRole('alert')
		.filter({ hasText: 'You were signed out. What you entered is still here.' });
const noteOf = (page: Page): Locator => page.getByLabel('Note');
const save = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });
const bringBack = (page: Page): Locator =>
	page.getByRole('button', { name: 'Bring it back and save' });
