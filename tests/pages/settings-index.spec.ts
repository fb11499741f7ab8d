// The settings on a phone: a list of their pages, each of which leads back to it.
import { expect, test, type Page } from '@playwright/test';
import { expectNothingWrong } from './axe.ts';
import { ada, member, servedHousehold, signIn, signInByForm } from './household.ts';
import { call } from './list-page.ts';

const server = servedHousehold();

const entries = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link');

async function openOnPhone(page: Page): Promise<void> {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(server.url);
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^More/ }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
}

test('"More" opens a row for each page, in two groups, with signing out at the end', async ({
	page
}) => {
	await signIn(page, server, ada);
	await call(page, server, 'POST', '/auth/join-requests', {
		name: 'Nana',
		email: 'nana@mill.test',
		message: ''
	});
	await openOnPhone(page);
	await expect(page.getByRole('heading', { level: 2 })).toHaveText(['You', 'Household']);
	await expect(entries(page)).toHaveText([
		'Your account',
		/^\s*Activity/,
		'Signed-in devices',
		'Access tokens',
		'Keyboard shortcuts',
		'Members',
		'Groups',
		/^\s*Requests\s+1 waiting\s*$/,
		'Household settings',
		'About',
		'Sign out'
	]);
	for (const entry of await entries(page).all()) {
		const { width = 0, height = 0 } = (await entry.boundingBox()) ?? {};
		expect(height).toBeGreaterThanOrEqual(44);
		expect(width).toBeGreaterThan(350);
		await expect(entry.locator('svg').first()).toBeVisible();
	}
	await expectNothingWrong(page, [`${server.url}/settings`]);
});

test('with text of twice the size on the narrowest phone no word of a row is broken', async ({
	page
}) => {
	await page.setViewportSize({ width: 320, height: 640 });
	await signIn(page, server, ada);
	await signInByForm(page, server, ada);
	await page.goto(`${server.url}/settings`);
	await page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync('html { font-size: 200% }');
		document.adoptedStyleSheets = [sheet];
	});
	const activity = entries(page).filter({ hasText: /Activity\s+[1-9]/ });
	expect((await activity.locator('span').first().boundingBox())?.height).toBeLessThan(60);
});

test('each row leads to its page, which leads back to the list of pages', async ({ page }) => {
	await signIn(page, server, ada);
	await openOnPhone(page);
	for (const name of ['Your account', 'Access tokens', 'Members', 'Household settings']) {
		await entries(page).filter({ hasText: name }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
		await expect(page.getByRole('link', { name: 'Groups', exact: true })).toBeHidden();
		// The page that follows covers no part of the link.
		await page.getByRole('link', { name: 'All settings' }).click({ position: { x: 9, y: 40 } });
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
	}
	await entries(page).last().click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign out?');
});

test('a member does not see pages that only admins may open', async ({ page }) => {
	await signIn(page, server, member(server, 'Ben'));
	await openOnPhone(page);
	await expect(entries(page)).toHaveCount(9);
	await expect(entries(page).filter({ hasText: /Requests|Household settings/ })).toHaveCount(0);
});

test('on a wide screen the pages stand beside the one that is open', async ({ page }) => {
	await signIn(page, server, ada);
	await page.goto(server.url);
	await page.getByRole('link', { name: 'Settings' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account');
	const side = page.getByRole('navigation', { name: 'Settings' });
	await expect(side.locator('[aria-current=page]')).toHaveText(/Your account/);
	await side.getByRole('link', { name: 'Members' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Members');
	await expect(page.getByRole('link', { name: 'All settings' })).toBeHidden();
});
