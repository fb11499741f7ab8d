// What the pages for visitors say to a screen reader, and how they look in large text on a narrow window.
import { expect, test } from '@playwright/test';
import { startServer } from '../support/server.ts';
import { ada, servedHousehold } from './household.ts';

const server = servedHousehold();

test('the title says that a form was refused, also where no field is marked', async ({ page }) => {
	await page.goto(`${server.url}/sign-in`);
	await page.getByLabel('Email').fill(ada.email);
	await page.getByLabel('Password').fill('not the password at all');
	await page.getByRole('button', { name: 'Sign in' }).click();
	await expect(page).toHaveTitle('Error: Sign in · Mill Lane');
	await page.goto(`${server.url}/reset`);
	await page.getByRole('button', { name: 'Request a password reset' }).click();
	await expect(page).toHaveTitle('Error: Forgot your password? · Mill Lane');
	await page.goto(`${server.url}/join`);
	await page.getByRole('button', { name: 'Ask to join' }).click();
	await expect(page).toHaveTitle('Error: Ask to join · Mill Lane');
	await page.getByRole('link', { name: 'Sign in instead' }).click();
	await expect(page).toHaveTitle('Sign in · Mill Lane');
});

test('the title of the setup is its heading, and says that its form was refused', async ({
	page
}) => {
	const bare = await startServer();
	await page.goto(`${bare.url}/setup`);
	await expect(page).toHaveTitle('Set up your household · Hearth');
	await page.getByRole('button', { name: 'Create household' }).click();
	await expect(page).toHaveTitle('Error: Set up your household · Hearth');
	await bare.stop();
});
