// Hearth as an app on a phone: its name, what its icon leads to, and what other apps share with it.
import { expect, test } from '@playwright/test';
import { startServer, type RunningServer } from '../support/server.ts';
import { ada, setUp, signIn } from './household.ts';
import { labels, listWith } from './list-page.ts';

let server: RunningServer;
test.beforeAll(async () => {
	server = await startServer();
});
test.afterAll(() => server.stop());

test('the app has the name of the household, and its shortcuts lead to existing pages', async ({
	page
}) => {
	const named = async () => (await page.request.get(`${server.url}/manifest.webmanifest`)).json();
	await page.goto(`${server.url}/sign-in`);
	const link = page.locator('link[rel=manifest]');
	const href = await link.getAttribute('href');
	expect(href).toBe('/manifest.webmanifest');
	// Without them, a proxy that asks for a password or a session of its own refuses it, and nothing can be installed.
	expect(await link.getAttribute('crossorigin')).toBe('use-credentials');
	const answer = await page.request.get(server.url + href);
	expect(answer.headers()['content-type']).toContain('application/manifest+json');
	await setUp(server);
	await signIn(page, server, ada);
	const { name, shortcuts, icons, share_target: shared } = await named();
	expect(name).toBe('Mill Lane');
	const { url } = server;
	await page.context().addCookies([{ name: 'hearth_theme', value: 'dark', url }]);
	expect((await named()).background_color).toBe('#18130e');
	for (const { url } of [...shortcuts, { url: shared.action }]) {
		await page.goto(server.url + url);
		await expect(page).toHaveURL(server.url + url);
	}
	for (const { src } of icons)
		expect((await page.request.get(server.url + src)).status()).toBe(200);
});

test('text that another app shares goes to the preview of a list, and is added from there', async ({
	page
}) => {
	await setUp(server);
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Recipes', [{ label: 'Milk' }]);
	await listWith(page, server, 'Elsewhere', []);
	const shared = new URLSearchParams({ title: 'Pancakes', text: '3 eggs\nmilk\n250 g flour' });
	await page.goto(`${server.url}/add?${shared}`);
	await expect(page.getByLabel('One item per line')).toHaveValue('3 eggs\nmilk\n250 g flour');
	await page.getByRole('radio', { name: 'Recipes' }).check();
	await page.getByRole('button', { name: 'Preview' }).click();
	await expect(page).toHaveURL(new RegExp(`/lists/${uid}`));
	await expect(page.getByText('already on the list').first()).toBeVisible();
	await page.getByRole('button', { name: /^Add (all|selected)$/ }).click();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'eggs', 'flour']);
	await expect(page).not.toHaveURL(/paste=/);
});

test('a shared address alone is one item, and an empty share asks for text', async ({ page }) => {
	await setUp(server);
	await signIn(page, server, ada);
	await listWith(page, server, 'Links', []);
	await page.goto(`${server.url}/add?title=Soup&url=https%3A%2F%2Fsoup.test%2F1`);
	await expect(page.getByLabel('One item per line')).toHaveValue('Soup https://soup.test/1');
	// Chrome on Android shares the address of a page as its text.
	await page.goto(`${server.url}/add?title=Stew&text=https%3A%2F%2Fstew.test%2F1&url=`);
	await expect(page.getByLabel('One item per line')).toHaveValue('Stew https://stew.test/1');
	await page.goto(`${server.url}/add?title=Stew&text=Stew%3A+https%3A%2F%2Fstew.test%2F1`);
	await expect(page.getByLabel('One item per line')).toHaveValue('Stew: https://stew.test/1');
	await page.getByLabel('One item per line').fill('');
	await page.getByRole('button', { name: 'Preview' }).click();
	await expect(page.getByText('There is nothing to add.')).toBeVisible();
});
