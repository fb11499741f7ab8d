// The focus is never lost: after each kind of action it is in sight, and where a keyboard user goes on.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { adasHousehold, hydrated, member, otherBrowser, signIn } from './household.ts';
import { call, labels, listWith, openList, row, tickOf } from './list-page.ts';

const server = adasHousehold();

for (const [what, order] of [
	['Move up', ['Bread', 'Milk', 'Eggs', 'Rice']],
	['Move down', ['Milk', 'Eggs', 'Bread', 'Rice']]
] as const)
	test(`after "${what}" it is on the menu of the same row`, async ({ page }) => {
		await openList(page, server, what, ['Milk', 'Bread', 'Eggs', 'Rice']);
		await chooseByKey(page, 'Bread', what);
		await expect.poll(() => labels(page)).toEqual(order);
		await expectFocus(menuOf(page, 'Bread'));
	});

test('after "Move to the top" and its undo it is on the same row', async ({ page }) => {
	await openList(page, server, 'Top', ['Milk', 'Bread', 'Eggs']);
	await chooseByKey(page, 'Eggs', 'Move to the top');
	await expect.poll(() => labels(page)).toEqual(['Eggs', 'Milk', 'Bread']);
	await expectFocus(menuOf(page, 'Eggs'));
	await press(page, page.getByRole('button', { name: 'Undo' }));
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Bread', 'Eggs']);
	await expectFocus(linkOf(page, 'Eggs'));
});

test('after a removal it is on the next row, and after the undo on the row that is back', async ({
	page
}) => {
	await openList(page, server, 'Removal', ['Milk', 'Bread', 'Eggs']);
	await chooseByKey(page, 'Bread', 'Delete');
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Eggs']);
	await expectFocus(menuOf(page, 'Eggs'));
	await press(page, page.getByRole('button', { name: 'Undo' }));
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Bread', 'Eggs']);
	await expectFocus(linkOf(page, 'Bread'));
	await chooseByKey(page, 'Eggs', 'Delete');
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Bread']);
	await expectFocus(menuOf(page, 'Bread'));
});

test('after the undo of a tick it is on the row', async ({ page }) => {
	await openList(page, server, 'Undo', ['Milk', 'Bread']);
	await press(page, tickOf(page, 'Tick Milk'));
	await press(page, page.getByRole('button', { name: 'Undo' }));
	await expect(tickOf(page, 'Tick Milk')).toBeVisible();
	await expectFocus(linkOf(page, 'Milk'));
});

test('after Back from the page of an item it is on its row, on the list and in Today', async ({
	page
}) => {
	const dueOn = new Date().toISOString().slice(0, 10);
	const items = ['Milk', 'Bread', 'Eggs'].map((label) => ({ label, dueOn }));
	const uid = await openList(page, server, 'Back', items);
	for (const path of [`/lists/${uid}`, '/today']) {
		await page.goto(server.url + path);
		await hydrated(page);
		await press(page, linkOf(page, 'Bread'));
		await expect(page).toHaveURL(/\/items\//);
		await page.goBack();
		await expect(page).toHaveURL(server.url + path);
		await expectFocus(linkOf(page, 'Bread'));
	}
});

test('after the undo of a tick in a search, and after Back from the page of what it found, it is on the row', async ({
	page
}) => {
	await listWith(page, server, 'Found', ['Quince', 'Quince jam']);
	await page.goto(`${server.url}/search?query=quince`);
	await hydrated(page);
	await press(page, tickOf(page, 'Tick Quince jam'));
	await press(page, page.getByRole('button', { name: 'Undo' }));
	await expect(tickOf(page, 'Tick Quince jam')).toBeVisible();
	await expectFocus(linkOf(page, 'Quince jam'));
	await press(page, linkOf(page, 'Quince'));
	await expect(page).toHaveURL(/\/items\//);
	await page.goBack();
	await expectFocus(linkOf(page, 'Quince'));
});

test('a step to another month leaves it on the same button, and the title tells the day that is shown', async ({
	page
}) => {
	await page.goto(`${server.url}/calendar?day=2031-04-30`);
	await hydrated(page);
	const next = page.getByRole('link', { name: 'Next month' });
	await press(page, next);
	await expect(page.getByRole('heading', { name: 'May 2031' })).toBeVisible();
	await expectFocus(next);
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { name: 'June 2031' })).toBeVisible();
	await expectFocus(next);
});

test('it never leaves the field while items are added with the button, so the keyboard of a phone stays open', async ({
	page
}) => {
	await openList(page, server, 'Tapped', ['Milk']);
	await page.locator('#add').click();
	const left = await page.locator('#add').evaluateHandle((field) => {
		const count = { blurs: 0 };
		field.addEventListener('blur', () => (count.blurs += 1));
		return count;
	});
	for (const text of ['bread', '2 l oat milk', 'milk']) {
		await page.locator('#add').pressSequentially(text);
		await page.getByRole('button', { name: 'Add', exact: true }).click();
		await expect(page.locator('#add')).toHaveValue('');
	}
	await expect.poll(() => labels(page)).toEqual(['Milk', 'bread', 'oat milk']);
	expect(await left.jsonValue()).toEqual({ blurs: 0 });
});

test('after an item is saved the focus is on its row', async ({ page }) => {
	await openList(page, server, 'Saved', ['Milk', 'Bread']);
	await press(page, linkOf(page, 'Bread'));
	await page.getByLabel('Note').fill('rye');
	await page.getByLabel('Note').press('Tab');
	await page.keyboard.press('Enter');
	await expect(row(page, 'Bread')).toContainText('rye');
	await expectFocus(linkOf(page, 'Bread'));
});

test('after a section is moved the focus is on the same button, or on the other one at the end, and the place is announced', async ({
	page
}) => {
	const uid = await listWith(page, server, 'Moved about');
	for (const name of ['Dairy', 'Bakery', 'Frozen'])
		await call(page, server, 'POST', `/lists/${uid}/sections`, { name });
	await page.goto(`${server.url}/lists/${uid}/sections`);
	await hydrated(page);
	const step = (way: string) => page.getByRole('button', { name: `Move Dairy ${way}` });
	await step('down').focus();
	await page.keyboard.press('Enter');
	await expect(page.locator('#announcements')).toHaveText(/Dairy.*, place 2 of 3/);
	await expect(step('down')).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.locator('#announcements')).toHaveText(/Dairy.*, place 3 of 3/);
	await expect(step('up')).toBeFocused();
});

test('after settings are saved it is on the sentence that says so', async ({ page }) => {
	await page.goto(`${server.url}/settings/account`);
	await hydrated(page);
	await press(page, page.getByRole('button', { name: 'Save' }).first());
	await expect(page.getByRole('status')).toContainText('saved');
	await expectFocus(page.getByRole('status'));
});

for (const [button, sentence] of [
	['Approve', 'Approved'],
	['Ignore', 'Ignored']
] as const)
	test(`after "${button}" it is on the sentence that says so`, async ({ page }) => {
		const asking = { name: 'Dan', email: `${button}@mill.test`, message: '' };
		await call(page, server, 'POST', '/auth/join-requests', asking);
		await page.goto(`${server.url}/settings/requests`);
		await hydrated(page);
		await press(page, page.getByRole('button', { name: button }).first());
		await expect(page.getByRole('status')).toContainText(sentence);
		await expectFocus(page.getByRole('status'));
	});

test('after the link that skips the navigation, the focus is on what a form answers', async ({
	page
}) => {
	await page.goto(`${server.url}/settings/members`);
	await hydrated(page);
	await skipNavigation(page);
	await page.getByLabel('Name').fill('Zoe');
	await page.getByLabel('Email').fill('zoe@mill.test');
	await press(page, page.getByRole('button', { name: 'Add member' }));
	await expectFocus(page.locator('main .said', { hasText: 'Zoe is now a member' }));
	await openList(page, server, 'Skipped', ['Milk']);
	await skipNavigation(page);
	await press(page, page.locator('summary', { hasText: 'Paste items' }));
	await page.getByLabel('One item per line').fill('Oats\nRice');
	await press(page, page.getByRole('button', { name: 'Preview' }));
	await expectFocus(page.getByRole('heading', { name: '2 lines for Skipped' }));
});

test('after a quantity is deleted in its row the focus is on the row', async ({ page }) => {
	await openList(page, server, 'Amounts', [{ label: 'Milk', quantity: '2 l' }, 'Bread']);
	await press(page, page.getByRole('button', { name: 'Quantity of Milk' }));
	await page.keyboard.press('Delete');
	await page.keyboard.press('Enter');
	await expect(row(page, 'Milk').locator('.qty')).toHaveCount(0);
	await expectFocus(linkOf(page, 'Milk'));
});

test('after a role is changed it is on the menu of the member, also below an earlier message', async ({
	page
}) => {
	const { name } = member(server, 'Cleo');
	await page.goto(`${server.url}/settings/members`);
	await hydrated(page);
	await page.getByLabel('Name').fill('Yves');
	await page.getByLabel('Email').fill('yves@mill.test');
	await press(page, page.getByRole('button', { name: 'Add member' }));
	await expectFocus(page.locator('main .said', { hasText: 'Yves is now a member' }));
	for (const [button, said] of [
		['Make admin', `${name} is now an admin.`],
		['Remove as admin', `${name} is no longer an admin.`]
	] as const) {
		const menu = page.locator('summary', { hasText: `More actions for ${name}` });
		await press(page, menu);
		await press(page, page.getByRole('button', { name: button }));
		await expect(page.locator('#announcements')).toHaveText(said);
		await expectFocus(menu);
	}
});

test('the focus stays on a row that somebody else ticks or moves, and goes to the next row when it is deleted', async ({
	page,
	browser
}) => {
	const uid = await openList(page, server, 'Others', ['Milk', 'Bread', 'Eggs']);
	await call(page, server, 'PUT', `/lists/${uid}/sharing`, {
		sharing: 'SHARING_INSTANCE',
		canEdit: true
	});
	const ben = await otherBrowser(browser, {});
	await signIn(ben, server, member(server, 'Ben'));
	const [milk, bread] = await Promise.all(
		['Milk', 'Bread'].map((label) => row(page, label).getAttribute('id'))
	);
	await tickOf(page, 'Tick Bread').focus();
	await call(ben, server, 'POST', `/items/${bread}:move`, { afterItemUid: '' });
	await expect.poll(() => labels(page)).toEqual(['Bread', 'Milk', 'Eggs']);
	await expectFocus(tickOf(page, 'Tick Bread'));
	await call(ben, server, 'PUT', `/items/${bread}/done`, { done: true });
	await expectFocus(tickOf(page, 'Untick Bread'));
	await call(ben, server, 'DELETE', `/items/${bread}`);
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Eggs']);
	await expectFocus(tickOf(page, 'Tick Milk'));
	expect(milk).not.toBe(bread);
	await ben.context().close();
});

test('after a conflict the focus is on the sentence that tells of it, however long the note is', async ({
	page
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await openList(page, server, 'Conflict', ['Bread']);
	const bread = await row(page, 'Bread').getAttribute('id');
	await page.goto(`${server.url}/items/${bread}`);
	await hydrated(page);
	await page.route('**/api/v1/events*', (route) => route.abort());
	await page.getByLabel('Note').fill('rye\n'.repeat(60));
	await call(page, server, 'PATCH', `/items/${bread}`, { note: 'wheat\n'.repeat(60) });
	await press(page, page.getByRole('button', { name: 'Save' }));
	await expectFocus(page.getByRole('alert').filter({ hasText: 'Someone else' }));
});

for (const how of ['at once', 'after a preview'])
	test(`it stays in the field where somebody types while lines are added ${how}`, async ({
		page
	}) => {
		await openList(page, server, `Typed on ${how}`, ['Milk']);
		await page.locator('.paste > summary').click();
		await page.locator('#lines').fill('bread\neggs');
		if (how === 'after a preview') {
			await page.getByRole('button', { name: 'Preview' }).click();
			await expect(page.getByRole('heading', { name: '2 lines for' })).toBeFocused();
		}
		const answer = await heldAnswer(page, '**/lists/*?/addAll');
		await page.getByRole('button', { name: 'Add all' }).click();
		await page.locator('#add').focus();
		const left = page.evaluate(
			() => new Promise((left) => document.addEventListener('focusout', () => left('left')))
		);
		await page.keyboard.type('butter');
		answer.deliver();
		await expect.poll(() => labels(page)).toEqual(['Milk', 'bread', 'eggs']);
		await expect(page.locator('#lines')).toBeHidden();
		await page.keyboard.type(' and jam');
		await expect(page.locator('#add')).toHaveValue('butter and jam');
		expect(await Promise.race([left, page.waitForTimeout(300)])).toBe(undefined);
	});

for (const [when, address] of [
	['the answer', '**/lists/*?/paste'],
	['the refreshed page', '**/lists/*/__data.json*']
] as const)
	test(`it stays in the field where somebody types before ${when} of a preview comes`, async ({
		page
	}) => {
		await openList(page, server, `Typed before ${when}`, ['Milk']);
		await page.locator('.paste > summary').click();
		await page.locator('#lines').fill('bread\neggs');
		const answer = await heldAnswer(page, address);
		const asked = page.waitForRequest(address);
		await page.getByRole('button', { name: 'Preview' }).click();
		await asked;
		await page.locator('#add').focus();
		const left = page.evaluate(
			() => new Promise((left) => document.addEventListener('focusout', () => left('left')))
		);
		await page.keyboard.type('butter');
		answer.deliver();
		await expect(page.getByRole('heading', { name: '2 lines for' })).toBeVisible();
		expect(await Promise.race([left, page.waitForTimeout(300)])).toBe(undefined);
		await page.keyboard.type(' and jam');
		await expect(page.locator('#add')).toHaveValue('butter and jam');
	});

test('a preview whose page was left before it could be shown is not shown on the next one', async ({
	page
}) => {
	await listWith(page, server, 'Left for', ['Tent']);
	const uid = await openList(page, server, 'Left', ['Milk']);
	await page.locator('.paste > summary').click();
	await page.locator('#lines').fill('bread\neggs');
	const address = `**/lists/${uid}/__data.json*`;
	const refreshed = await heldAnswer(page, address);
	const asked = page.waitForRequest(address);
	await page.getByRole('button', { name: 'Preview' }).click();
	await asked;
	await page.getByRole('link', { name: 'Left for' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Left for' })).toBeVisible();
	refreshed.deliver();
	await page.waitForTimeout(500);
	await expect(page.getByText('2 lines for')).toHaveCount(0);
});

test('it stays in the box where somebody types on while its lines are added', async ({ page }) => {
	await openList(page, server, 'Typed on in the box', ['Milk']);
	await page.locator('.paste > summary').click();
	await page.locator('#lines').fill('bread\neggs');
	const answer = await heldAnswer(page, '**/lists/*?/addAll');
	await page.getByRole('button', { name: 'Add all' }).click();
	await page.locator('#lines').press('End');
	const left = page.evaluate(
		() => new Promise((left) => document.addEventListener('focusout', () => left('left')))
	);
	await page.keyboard.type(' and jam');
	answer.deliver();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'bread', 'eggs']);
	await page.keyboard.type(' and tea');
	await expect(page.locator('#lines')).toHaveValue('bread\neggs and jam and tea');
	expect(await Promise.race([left, page.waitForTimeout(300)])).toBe(undefined);
});

/** The next request to the address waits for `deliver`. */
async function heldAnswer(page: Page, address: string): Promise<{ deliver: () => void }> {
	let deliver = () => {};
	const delivered = new Promise<void>((resolve) => (deliver = resolve));
	await page.route(address, async (route) => {
		await delivered;
		await route.continue();
	});
	return { deliver };
}

test('after an item is deleted on its page it is on the next row', async ({ page }) => {
	await openList(page, server, 'Deleted there', ['Milk', 'Bread', 'Eggs']);
	await press(page, linkOf(page, 'Bread'));
	await press(page, page.getByRole('button', { name: 'Delete' }));
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Eggs']);
	await expectFocus(linkOf(page, 'Eggs'));
});

test('after the undo of that deletion it is on the row, also where the row is back before the answer', async ({
	page
}) => {
	await openList(page, server, 'Back before', ['Milk', 'Bread', 'Eggs']);
	await press(page, linkOf(page, 'Bread'));
	await press(page, page.getByRole('button', { name: 'Delete' }));
	await expectFocus(linkOf(page, 'Eggs'));
	await page.route('**/lists/*?/restore', async (route) => {
		const response = await route.fetch({ maxRedirects: 0 });
		await expect(linkOf(page, 'Bread')).toBeVisible();
		await route.fulfill({ response });
	});
	await press(page, page.getByRole('button', { name: 'Undo' }));
	await expect(page.locator('form.undo')).toHaveCount(0);
	await expectFocus(linkOf(page, 'Bread'));
});

test('after a rename, a restore and clearing the focus is on the page, and all three are announced', async ({
	page
}) => {
	const said = page.locator('#announcements');
	const uid = await openList(page, server, 'Whole', ['Milk', 'Bread']);
	await page.goto(`${server.url}/lists/${uid}/rename`);
	await hydrated(page);
	await page.getByLabel('Name', { exact: true }).fill('Whole week');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: 'Whole week' })).toBeVisible();
	await expect(page.getByRole('main')).toBeFocused();
	await expect(said).toHaveText('List renamed.');

	await call(page, server, 'POST', `/lists/${uid}/archived`, { archived: true });
	await press(page, page.getByRole('button', { name: 'Restore' }));
	await expect(page.getByRole('main')).toBeFocused();
	await expect(said).toHaveText('List restored.');

	await tickOf(page, 'Tick Milk').click();
	await expect(tickOf(page, 'Untick Milk')).toBeVisible();
	await page.waitForTimeout(300);
	await page.goto(`${server.url}/lists/${uid}/clear`);
	await hydrated(page);
	await press(page, page.getByRole('button', { name: 'Clear ticked' }));
	await expect.poll(() => labels(page)).toEqual(['Bread']);
	await expect(page.getByRole('main')).toBeFocused();
	await expect(said).toContainText('trash');
});

test('a row that is added while a toast is shown is not behind it', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	const many = Array.from({ length: 25 }, (_, index) => `Thing ${index + 1}`);
	await openList(page, server, 'Toast', many);
	await page.locator('#add').fill('Thing 25');
	await page.keyboard.press('Enter');
	const toast = page.locator('form.undo');
	await expect(toast).toBeVisible();
	const below = async () => {
		const [line, box] = await Promise.all([
			row(page, 'Thing 25').boundingBox(),
			toast.boundingBox()
		]);
		return (box?.y ?? 0) - (line?.y ?? 0) - (line?.height ?? 0);
	};
	await expect.poll(below).toBeGreaterThanOrEqual(0);
});

for (const [width, height] of [
	[390, 844],
	[640, 450]
] as const)
	test(`nothing that has the focus is hidden behind what is fixed, at ${width}×${height}`, async ({
		page
	}) => {
		await page.setViewportSize({ width, height });
		await openList(
			page,
			server,
			`Hidden ${width}`,
			Array.from({ length: 25 }, (_, index) => `Thing ${index + 1}`)
		);
		const hidden: string[] = [];
		for (let stop = 0; stop < 60; stop++) {
			await page.keyboard.press('Tab');
			hidden.push(...(await page.evaluate(coveredFocus)));
		}
		expect(hidden).toEqual([]);
	});

/** Runs in the page: the element with the focus, if another element covers its middle. */
function coveredFocus(): string[] {
	const { activeElement: active } = document;
	if (!active || active === document.body) return [];
	const { left, width, top, height } = active.getBoundingClientRect();
	const above = document.elementFromPoint(left + width / 2, top + height / 2);
	const isSeen = !!above && (active.contains(above) || above.contains(active));
	return isSeen ? [] : [`${active.tagName} ${active.textContent?.trim() ?? ''}`];
}

const menuOf = (page: Page, label: string): Locator =>
	row(page, label).getByRole('button', { name: 'More actions for' });
const linkOf = (page: Page, label: string): Locator =>
	row(page, label).getByRole('link', { name: label, exact: true });

async function expectFocus(target: Locator): Promise<void> {
	await expect(target).toBeFocused();
	await expect(target).toBeInViewport();
}

async function press(page: Page, target: Locator): Promise<void> {
	await target.focus();
	await page.keyboard.press('Enter');
}

/** Leaves the link's fragment in the address, to which Kit moves the focus after a form. */
async function skipNavigation(page: Page): Promise<void> {
	await press(page, page.getByRole('link', { name: 'Skip to the page' }));
	await expect(page).toHaveURL(/#main$/);
}

async function chooseByKey(page: Page, label: string, what: string): Promise<void> {
	await press(page, menuOf(page, label));
	await press(page, page.locator('#menu').getByRole('button', { name: what, exact: true }));
}
