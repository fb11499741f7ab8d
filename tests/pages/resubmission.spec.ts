// A form that is sent again does nothing twice: after a double click, after going back, after a lost answer.
import { expect, test, type Page } from '@playwright/test';
import { ada, servedHousehold, signIn } from './household.ts';
import { call, listWith, toast } from './list-page.ts';

const server = servedHousehold();

test('the same form sent twice adds one item, and a reloaded or changed form adds another', async ({
	page
}) => {
	await signIn(page, server, ada);
	await page.goto(server.url);
	await page.getByLabel('New list').first().fill('Groceries');
	await page.keyboard.press('Enter');
	await page.waitForURL(/lists\/lst_/);
	const action = `${page.url().split(/[?#]/)[0]}?/add`;
	const send = async (key: string, label: string) => {
		// Sends `again` like "Add another". Without it an item that is on the list already is not added.
		const form = { label, quantity: '', again: 'true', idempotencyKey: key };
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
	// The form after going back, with another label in it: this counts as another request.
	expect(await send('b', 'bread')).toBe(303);
	await page.reload();
	await expect(page.locator('.items li .label a')).toHaveText(['milk', 'milk', 'bread']);
});

test('every form of a member has an idempotency key of its own, and a new one each time it is shown', async ({
	page
}) => {
	await signIn(page, server, ada);
	for (const address of [
		'/',
		'/settings/account',
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

test('undoing a clearing restores exactly what it removed, even if more was deleted since', async ({
	page
}) => {
	await signIn(page, server, ada);
	const listUid = await listWith(page, server, 'Clearing', ['Milk', 'Bread', 'Eggs']);
	const [milk = '', bread = '', eggs = ''] = await uidsOn(page, listUid);
	for (const uid of [milk, bread])
		await call(page, server, 'PUT', `/items/${uid}/done`, { done: true });
	const clear = () =>
		post(page, `/lists/${listUid}/clear?/clear`, [['idempotencyKey', 'clearing']]);
	await clear();
	await call(page, server, 'DELETE', `/items/${eggs}`);
	const { location } = await clear();
	await page.goto(server.url + location);
	await expect(toast(page, '2 items moved to the trash.')).toBeVisible();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect.poll(() => uidsOn(page, listUid)).toEqual([milk, bread]);
});

test('items that cannot all be restored stay in the trash', async ({ page }) => {
	await signIn(page, server, ada);
	const archived = await listWith(page, server, 'Archived', ['Tent']);
	const listUid = await listWith(page, server, 'Bringing back', ['Milk']);
	const uids = [...(await uidsOn(page, archived)), ...(await uidsOn(page, listUid))];
	for (const uid of uids) await call(page, server, 'DELETE', `/items/${uid}`);
	await call(page, server, 'POST', `/lists/${archived}/archived`, { archived: true });
	const fields = uids.map((uid): [string, string] => ['uid', uid]);
	expect((await post(page, `/lists/${listUid}?/restore`, fields)).status).toBe(400);
	expect(await uidsOn(page, listUid)).toEqual([]);
});

test('pasted lines of which one cannot be added leave the list unchanged', async ({ page }) => {
	await signIn(page, server, ada);
	const listUid = await listWith(page, server, 'Half', ['Milk']);
	const [milk = ''] = await uidsOn(page, listUid);
	await call(page, server, 'PUT', `/items/${milk}/done`, { done: true });
	const lines: [string, string][] = [['text', `milk 2 l\n${'z'.repeat(501)}`]];
	expect((await post(page, `/lists/${listUid}?/addAll`, lines)).status).toBe(400);
	const { item } = await call(page, server, 'GET', `/items/${milk}`);
	expect(item).toMatchObject({ done: true, quantity: '' });
});

/** Posts fields like a form without script. */
async function post(page: Page, path: string, fields: [string, string][]) {
	const answer = await page.request.post(server.url + path, {
		data: new URLSearchParams(fields).toString(),
		headers: {
			origin: server.origin,
			accept: 'text/html',
			'content-type': 'application/x-www-form-urlencoded'
		},
		maxRedirects: 0
	});
	return { status: answer.status(), location: answer.headers().location ?? '' };
}

async function uidsOn(page: Page, listUid: string): Promise<string[]> {
	const { items } = await call(page, server, 'GET', `/lists/${listUid}`);
	return Array.isArray(items) ? items.map(({ uid }) => String(uid)) : [];
}
