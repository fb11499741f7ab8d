// A typed password can be shown, in every password field.
import { expect, test, type Page } from '@playwright/test';
import { startServer } from '../support/server.ts';
import { expectNoFault } from './axe.ts';
import { ada, hasScript, servedHousehold, signIn } from './household.ts';

const server = servedHousehold();

/** Shows the password in the field and hides it again. Without script there is no button. */
async function expectToShow(page: Page, label: string): Promise<void> {
	const field = page.getByLabel(label, { exact: true });
	const show = page.getByRole('button', { name: `Show ${label.toLowerCase()}`, exact: true });
	if (!hasScript()) return expect(show).toHaveCount(0);
	await field.fill('a few words in a row');
	for (const [type, isPressed] of [
		['text', 'true'],
		['password', 'false']
	] as const) {
		await show.click();
		await expect(show).toHaveAttribute('aria-pressed', isPressed);
		await expect(field).toHaveAttribute('type', type);
		await expect(field).toHaveValue('a few words in a row');
		await expect(field).toBeFocused();
	}
}

test('at the sign-in', async ({ page }) => {
	const fresh = await startServer();
	await page.goto(`${fresh.url}/setup`);
	await expectToShow(page, 'Password');
	await fresh.stop();
	await page.goto(`${server.url}/sign-in`);
	await expectToShow(page, 'Password');
});

test('where a password is changed, and where the household is deleted', async ({ page }) => {
	await signIn(page, server, ada);
	await page.goto(`${server.url}/password`);
	await expectToShow(page, 'Current password');
	await expectToShow(page, 'New password');
	await page.goto(`${server.url}/settings/instance/delete`);
	await expectToShow(page, 'Your password');
});

test('a shown password is hidden again when the form is sent', async ({ page }) => {
	await page.goto(`${server.url}/sign-in`);
	await page.getByLabel('Email').fill(ada.email);
	const field = page.getByLabel('Password', { exact: true });
	if (!hasScript()) return expect(field).toHaveAttribute('type', 'password');
	await field.fill('not the right one');
	await page.getByRole('button', { name: 'Show password' }).click();
	await expect(field).toHaveAttribute('type', 'text');
	await expectNoFault(page);
	const sent = page.evaluate(
		() =>
			new Promise((resolve) =>
				document.addEventListener('submit', () =>
					resolve(document.querySelector('[name=password]')?.getAttribute('type'))
				)
			)
	);
	await page.getByRole('button', { name: 'Sign in' }).click();
	expect(await sent).toBe('password');
	await expect(page.getByText("don't match")).toBeVisible();
	await expect(field).toHaveAttribute('type', 'password');
});
