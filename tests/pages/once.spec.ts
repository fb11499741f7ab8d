// A form that is sent again does nothing twice: by a double click, by going back, by a lost answer.
import { expect, test } from '@playwright/test';
import { startServer, type RunningServer } from '../support/server.ts';
import { ada, setUp, signIn } from './household.ts';

let server: RunningServer;
test.beforeAll(async () => {
	server = await startServer();
	await setUp(server);
});
test.afterAll(() => server.stop());

test('the same form sent twice adds one item, and a form shown anew or filled in anew adds another', async ({
	page
}) => {
	await signIn(page, server, ada);
	await page.goto(server.url);
	await page.getByLabel('New list').first().fill('Groceries');
	await page.keyboard.press('Enter');
	await page.waitForURL(/lists\/lst_/);
	const action = `${page.url().split(/[?#]/)[0]}?/add`;
	const send = async (key: string, label: string) => {
		const form = { label, idempotencyKey: key };
		return (
			await page.request.post(action, {
				form,
				headers: { origin: server.origin, accept: 'text/html' },
				maxRedirects: 0
			})
		).status();
	};
	expect(await send('a', 'milk')).toBe(303);
	expect(await send('a', 'milk')).toBe(303);
	expect(await send('b', 'milk')).toBe(303);
	// Gone back to, and sent with something else in it: that is another request.
	expect(await send('b', 'bread')).toBe(303);
	await page.reload();
	await expect(page.locator('.items li .label a')).toHaveText(['milk', 'milk', 'bread']);
});

test('every form of a member carries a key of its own, another one for each showing', async ({
	page
}) => {
	await signIn(page, server, ada);
	for (const address of [
		'/',
		'/settings',
		'/settings/tokens',
		'/settings/members',
		'/settings/groups',
		'/settings/instance'
	]) {
		const keys = async () => {
			await page.goto(`${server.origin}${address}`);
			const forms = await page.locator('main form[method="post" i]').count();
			const found = await page
				.locator('main form[method="post" i] > input[name="idempotencyKey"]')
				.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
			expect(found.length, address).toBe(forms);
			return found;
		};
		const [first, second] = [await keys(), await keys()];
		expect(new Set([...first, ...second]).size, address).toBe(first.length + second.length);
		expect(first.length, address).toBeGreaterThan(0);
	}
});
