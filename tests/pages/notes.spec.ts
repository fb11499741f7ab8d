// A note is rendered as Markdown where it is shown, and its checklist can be ticked there.
import { expect, test, type Page } from '@playwright/test';
import { expectNothingWrong } from './axe.ts';
import { adasHousehold, hasScript, hydrated, member, otherBrowser, signIn } from './household.ts';
import { call, listWith, row, uidIn } from './list-page.ts';

const party =
	'For **Sunday**, see [the recipe](https://cook.test/cake):\r\n\r\n- [ ] eggs\r\n- [x] milk\r\n  - [ ] oat\r\n';

const server = adasHousehold();

async function noted(page: Page, note: string) {
	const listUid = await listWith(page, server, 'Party');
	const made = await call(page, server, 'POST', `/lists/${listUid}/items`, { label: 'Cake', note });
	return { listUid, itemUid: uidIn(made, 'item') };
}

const noteOf = async (page: Page, itemUid: string): Promise<unknown> => {
	const { item } = await call(page, server, 'GET', `/items/${itemUid}`);
	return item && typeof item === 'object' && 'note' in item ? item.note : undefined;
};

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

test('a note is rendered as Markdown, and a line of its checklist is ticked in its place', async ({
	page
}) => {
	const { listUid, itemUid } = await noted(page, party);
	await page.goto(`${server.url}/lists/${listUid}`);
	await expect(row(page, 'Cake').locator('.note')).toHaveText(
		'1 of 3 · For Sunday, see the recipe:'
	);
	await page.goto(`${server.url}/items/${itemUid}`);
	await expect(page.getByRole('main').locator('strong')).toHaveText('Sunday');
	const link = page.getByRole('link', { name: 'the recipe' });
	await expect(link).toHaveAttribute('href', 'https://cook.test/cake');
	await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
	await expect(page.getByText('(cook.test)')).toBeVisible();
	await expect(box(page, 'eggs')).not.toBeChecked();
	await expect(box(page, 'milk')).toBeChecked();
	await box(page, 'eggs').click();
	await expect(box(page, 'eggs')).toBeChecked();
	await box(page, 'oat').click();
	await expect(box(page, 'oat')).toBeChecked();
	await box(page, 'milk').focus();
	await page.keyboard.press('Space');
	await expect(box(page, 'milk')).not.toBeChecked();
	const expected = party.replace('[ ] eggs', '[x] eggs').replace('[ ] oat', '[x] oat');
	await expect.poll(() => noteOf(page, itemUid)).toBe(expected.replace('[x] milk', '[ ] milk'));
	await page.reload();
	await expect(box(page, 'eggs')).toBeChecked();
	await expect(box(page, 'milk')).not.toBeChecked();
});

test('a line is ticked in a note that somebody else has changed meanwhile', async ({ page }) => {
	const { itemUid } = await opened(page, '- [ ] eggs\n- [ ] milk');
	await call(page, server, 'PATCH', `/items/${itemUid}`, { note: '- [ ] flour\n- [ ] eggs' });
	await box(page, 'eggs').click();
	await expect.poll(() => noteOf(page, itemUid)).toBe('- [ ] flour\n- [x] eggs');
	await expect(box(page, 'flour')).not.toBeChecked();
	await expect(box(page, 'eggs')).toBeChecked();
	await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a line that somebody else has removed meanwhile is not ticked, and their note stays', async ({
	page
}) => {
	const { itemUid } = await opened(page, '- [ ] eggs');
	await call(page, server, 'PATCH', `/items/${itemUid}`, { note: '- [ ] flour' });
	await box(page, 'eggs').click();
	await expect(page.getByRole('alert')).toContainText('Someone else changed this item');
	await expect(box(page, 'flour')).not.toBeChecked();
	expect(await noteOf(page, itemUid)).toBe('- [ ] flour');
});

/** Opens the page of an item with this note, without the stream of changes by others. */
async function opened(page: Page, note: string) {
	await page.route('**/api/v1/events*', (route) => route.abort());
	const made = await noted(page, note);
	await page.goto(`${server.url}/items/${made.itemUid}`);
	return made;
}

test('members who may only look see boxes that cannot be ticked', async ({ page, browser }) => {
	const { listUid, itemUid } = await noted(page, party);
	const sharing = { sharing: 'SHARING_INSTANCE', canEdit: false };
	await call(page, server, 'PUT', `/lists/${listUid}/sharing`, sharing);
	const ben = await otherBrowser(browser, {});
	await signIn(ben, server, member(server, 'Ben'));
	await ben.goto(`${server.url}/items/${itemUid}`);
	await expect(box(ben, 'eggs')).toBeDisabled();
	await expect(box(ben, 'milk')).toBeChecked();
	const sent = await ben.request.post(`${server.url}/items/${itemUid}?/check`, {
		form: { line: '2', expectedNote: JSON.stringify(party) },
		headers: { origin: server.url, accept: 'text/html' }
	});
	expect(sent.status()).toBe(403);
	expect(await noteOf(page, itemUid)).toBe(party);
	await ben.context().close();
});

test('a note that was left unsaved is there again, and is saved against what it was based on', async ({
	page
}) => {
	// Without script a browser brings back by itself what was typed.
	if (!hasScript()) return;
	const { itemUid } = await noted(page, '');
	const field = page.getByLabel('Note');
	const leave = () =>
		page.getByRole('navigation').getByRole('link', { name: 'Today' }).first().click();
	const comeBack = async () => {
		await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
		await page.goBack();
	};
	await page.goto(`${server.url}/items/${itemUid}`);
	await hydrated(page);
	await field.fill('two lines\nof a note');
	await leave();
	await call(page, server, 'PATCH', `/items/${itemUid}`, { note: 'by somebody else' });
	await comeBack();
	await expect(field).toHaveValue('two lines\nof a note');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('Someone else changed this item.')).toBeVisible();
	await expect(field).toHaveValue('two lines\nof a note');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect.poll(() => noteOf(page, itemUid)).toBe('two lines\nof a note');

	await page.goto(`${server.url}/items/${itemUid}`);
	await hydrated(page);
	await page.getByLabel('Name').fill('Cake without cream');
	await page.getByRole('link', { name: 'Cancel' }).click();
	await expect(row(page, 'Cake')).toBeVisible();
	await page.goBack();
	await expect(page.getByLabel('Name')).toHaveValue('Cake');
});

test('what was typed about an item is there again after a reload, based on what was shown, until its writer signs out', async ({
	page
}) => {
	// Without script a browser loses it: it stores no page.
	if (!hasScript()) return;
	const { itemUid } = await noted(page, 'old words');
	const field = page.getByLabel('Note');
	await page.goto(`${server.url}/items/${itemUid}`);
	await hydrated(page);
	await page.locator('summary', { hasText: 'Edit note' }).click();
	await field.fill('half a sent');
	await call(page, server, 'PATCH', `/items/${itemUid}`, { note: 'by somebody else' });
	await page.reload();
	await expect(field).toHaveValue('half a sent');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('Someone else changed this item.')).toBeVisible();
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page).not.toHaveURL(/items/);
	expect(await noteOf(page, itemUid)).toBe('half a sent');
	await page.goto(`${server.url}/items/${itemUid}`);
	await hydrated(page);
	await expect(field).toBeHidden();

	await page.locator('summary', { hasText: 'Edit note' }).click();
	await field.fill('a secret of Ada');
	const stored = () => page.evaluate(() => JSON.stringify(sessionStorage));
	await page.goto(`${server.url}/sign-out`);
	expect(await stored()).toContain('a secret of Ada');
	await page.getByRole('button', { name: 'Sign out' }).click();
	await expect(page).toHaveURL(/sign-in/);
	await expect.poll(stored).not.toContain('a secret of Ada');
});

test('a search result shows a note without Markdown syntax', async ({ page }) => {
	await noted(page, 'Ask **Zebedee** about it\n\n- [ ] zanzibar');
	await page.goto(`${server.url}/search?query=zebedee`);
	await expect(page.getByRole('main').getByText('Ask Zebedee about it')).toBeVisible();
	await page.goto(`${server.url}/search?query=zanzibar`);
	await expect(page.getByRole('main').getByText('zanzibar', { exact: true })).toBeVisible();
});

test('an existing note is edited after opening its line, and an empty one at once', async ({
	page
}) => {
	const { listUid, itemUid } = await noted(page, 'old words');
	await page.goto(`${server.url}/items/${itemUid}`);
	await expect(page.getByLabel('Note')).toBeHidden();
	await page.getByText('Edit note').click();
	await page.getByLabel('Note').fill('');
	await page.getByRole('button', { name: 'Save' }).click();
	await page.waitForURL(`**/lists/${listUid}*`);
	await page.goto(`${server.url}/items/${itemUid}`);
	await expect(page.getByLabel('Note')).toBeVisible();
});

test(
	'nothing is wrong with the page of a note, whatever the light and the width',
	{ tag: '@apart' },
	async ({ page }) => {
		const { itemUid } = await noted(
			page,
			`# Party\n\n${party}\n> quoted\n\n\`\`\`\ncode\n\`\`\`\n`
		);
		await expectNothingWrong(page, [`${server.url}/items/${itemUid}`]);
	}
);
