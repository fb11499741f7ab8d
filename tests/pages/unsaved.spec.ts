// Typed text is not lost without script either: a form whose page is gone comes back with its text.
import { expect, test, type Page } from '@playwright/test';
import { ada, adasHousehold, member, otherBrowser, signIn } from './household.ts';
import { call, field, listWith, row } from './list-page.ts';

const withoutScript = { javaScriptEnabled: false };
test.use(withoutScript);

const server = adasHousehold();

test('a note stays when the session ends while it is typed, and can be sent after signing in', async ({
	page,
	context
}) => {
	const { itemUid } = await tea(page);
	await page.goto(`${server.url}/items/${itemUid}?from=today`);
	await page.getByLabel('Note').fill('two lines\nof a note');
	await context.clearCookies({ name: 'hearth_session' });
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(
		page.getByText('You were signed out. What you entered is still here.')
	).toBeVisible();
	await expect(writtenOn(page)).toHaveValue('two lines\nof a note');
	await expect(page.getByRole('navigation')).toHaveCount(0);
	const signInLink = page.getByRole('main').getByRole('link', { name: 'Sign in' });
	await expect(signInLink).toHaveAttribute('target', '_blank');
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(writtenOn(page)).toHaveValue('two lines\nof a note');
	await signIn(page, server, ada);
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page).toHaveURL(new RegExp(`^${server.url}/today`));
	expect(await noteOf(page, itemUid)).toBe('two lines\nof a note');
});

test('a choice of whom to share with stays when the session ends, and can be sent after signing in', async ({
	page,
	context
}) => {
	const ben = member(server, 'Ben');
	const { listUid } = await tea(page);
	await page.goto(`${server.url}/lists/${listUid}/share`);
	await page.getByLabel('People and groups you choose').check();
	await page.getByLabel(ben.name, { exact: true }).first().check();
	await page.getByLabel('They can edit it').uncheck();
	await context.clearCookies({ name: 'hearth_session' });
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(
		page.getByText('You were signed out. What you entered is still here.')
	).toBeVisible();
	await expect(writtenOn(page)).toHaveCount(0);
	await signIn(page, server, ada);
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByRole('status')).toContainText('saved');
	await expect(page.getByLabel('People and groups you choose')).toBeChecked();
	await expect(page.getByLabel(ben.name, { exact: true }).first()).toBeChecked();
	await expect(page.getByLabel('They can edit it')).not.toBeChecked();
});

test('a choice for a list that is deleted meanwhile leaves nothing to copy', async ({ page }) => {
	const { listUid } = await tea(page);
	await page.goto(`${server.url}/lists/${listUid}/share`);
	await call(page, server, 'DELETE', `/lists/${listUid}`);
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('This list is in the trash');
	await expect(writtenOn(page)).toHaveCount(0);
	await expect(page.getByText('Copy it before you leave')).toHaveCount(0);
});

test('an item that is deleted while its note is typed can be restored with the note', async ({
	page
}) => {
	const { itemUid, listUid } = await tea(page);
	await page.goto(`${server.url}/items/${itemUid}`);
	await page.getByLabel('Note').fill('a long note');
	await call(page, server, 'DELETE', `/items/${itemUid}`);
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(writtenOn(page)).toHaveValue('a long note');
	await page.getByRole('button', { name: 'Bring it back and save' }).click();
	await expect(page).toHaveURL(`${server.url}/lists/${listUid}#${itemUid}`);
	await expect(row(page, 'Tea')).toContainText('a long note');
});

test('text for a list that is unshared meanwhile can be copied', async ({ page, browser }) => {
	const { listUid } = await tea(page);
	const share = (sharing: string) =>
		call(page, server, 'PUT', `/lists/${listUid}/sharing`, { sharing, canEdit: true });
	await share('SHARING_INSTANCE');
	const ben = await otherBrowser(browser, withoutScript);
	await signIn(ben, server, member(server, 'Ben'));
	await ben.goto(`${server.url}/lists/${listUid}`);
	await field(ben).fill('2 kg flour');
	await share('SHARING_PRIVATE');
	await field(ben).press('Enter');
	await expect(ben.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
	await expect(writtenOn(ben)).toHaveValue('2 kg flour');
	await ben.context().close();
});

test('a password is never shown again, and a form without text leads to the sign-in at once', async ({
	page,
	context
}) => {
	await page.goto(`${server.url}/password`);
	for (const field of await page.locator('input[type=password]').all())
		await field.fill('secret words of mine');
	await context.clearCookies({ name: 'hearth_session' });
	await page.getByRole('main').getByRole('button').last().click();
	await expect(page).toHaveURL(`${server.url}/sign-in?next=%2Fpassword`);
	expect(await page.content()).not.toContain('secret words');
});

const writtenOn = (page: Page) => page.getByLabel('What you wrote');

async function tea(page: Page) {
	const listUid = await listWith(page, server, 'Shared', ['Tea']);
	const { items } = await call(page, server, 'GET', `/lists/${listUid}`);
	const itemUid = Array.isArray(items) ? String(items[0]?.uid) : '';
	return { listUid, itemUid };
}

async function noteOf(page: Page, itemUid: string): Promise<unknown> {
	const { item } = await call(page, server, 'GET', `/items/${itemUid}`);
	return typeof item === 'object' && item !== null && 'note' in item ? item.note : undefined;
}
