// The result of a form is told in one sentence, which has the focus: on the same page, and on the page that the form redirects to.
import { expect, test, type Page } from '@playwright/test';
import {
	ada,
	adasHousehold,
	hasScript,
	hydrated,
	member,
	otherBrowser,
	signIn
} from './household.ts';
import { call, listWith } from './list-page.ts';

const server = adasHousehold();

test('after settings are saved', async ({ page }) => {
	await open(page, '/settings/account');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expectFocused(page, 'Saved');
});

test('after a list is shared', async ({ page }) => {
	await open(page, `/lists/${await listWith(page, server, 'Shared')}/share`);
	await page.getByRole('button', { name: 'Save' }).click();
	await expectFocused(page, 'Saved');
});

test('after a token is revoked', async ({ page }) => {
	const abilities = { read: true };
	const made = { name: 'phone', abilities, allLists: true, expiresAt: '' };
	await call(page, server, 'POST', '/access-tokens', made);
	await open(page, '/settings/tokens');
	await page.getByRole('link', { name: 'Revoke phone' }).click();
	await page.getByRole('button', { name: 'Revoke' }).click();
	await expectFocused(page, 'Token revoked.');
});

test('after a member is removed', async ({ page }) => {
	const ben = member(server, 'Ben');
	await open(page, '/settings/members');
	const row = page.getByRole('listitem').filter({ hasText: ben.email });
	await row.locator('summary').click();
	await row.getByRole('link', { name: 'Remove' }).click();
	await page.getByRole('button', { name: 'Remove' }).click();
	await expectFocused(page, 'removed');
});

test('after a group is deleted', async ({ page }) => {
	await call(page, server, 'POST', '/groups', { name: 'Kids' });
	await open(page, '/settings/groups');
	await page.getByRole('link', { name: 'Kids' }).click();
	await page.getByRole('link', { name: 'Delete' }).click();
	await page.getByRole('button', { name: 'Delete' }).click();
	await expectFocused(page, 'deleted');
});

test('after a list is deleted: without script by the focus, with script by an announcement', async ({
	page
}) => {
	await open(page, `/lists/${await listWith(page, server, 'Old')}/delete`);
	await page.getByRole('button', { name: 'Delete list' }).click();
	const told = page.locator('.undo p').filter({ hasText: 'Old' });
	await expect(told).toBeVisible();
	await expect(hasScript() ? page.getByRole('main') : told).toBeFocused();
	if (hasScript()) await expect(page.locator('#announcements')).toContainText('Old');
});

test('after a session is ended', async ({ page, browser, contextOptions }) => {
	const other = await otherBrowser(browser, contextOptions);
	await signIn(other, server, ada);
	await open(page, '/settings/sessions');
	await page.getByRole('button', { name: 'Sign out' }).first().click();
	await expectFocused(page, 'signed out');
	await other.context().close();
});

async function open(page: Page, path: string): Promise<void> {
	await page.goto(server.url + path);
	await hydrated(page);
}

async function expectFocused(page: Page, words: string): Promise<void> {
	const said = page.locator('main').getByRole('status').filter({ hasText: words });
	await expect(said).toBeVisible();
	await expect(said).toBeFocused();
}
