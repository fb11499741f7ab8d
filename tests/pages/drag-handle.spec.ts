// Where handles are shown, and how the page around them looks.
import { expect, test } from '@playwright/test';
import { expectNoFault } from './axe.ts';
import { handleOf, holdOverRow, letGo, lift, orderOf, rowOf } from './dragging.ts';
import { ada, adasHousehold, hydrated, member, otherBrowser, signIn } from './household.ts';
import { call, listWith, openList, scriptsUntilNewer, tickOf } from './list-page.ts';

const server = adasHousehold();

const four = ['Milk', 'Bread', 'Eggs', 'Tea'];

test('no handle is shown where nothing may be moved', async ({ page, browser }) => {
	const uid = await openList(page, server, 'Looked at', [
		'Milk',
		{ label: 'Bread', dueOn: '2020-01-01' }
	]);
	await call(page, server, 'PUT', `/lists/${uid}/sharing`, {
		sharing: 'SHARING_INSTANCE',
		canEdit: false
	});
	await expect(handleOf(page, 'Milk')).toBeVisible();
	await tickOf(page, 'Tick Milk').click();
	await expect(handleOf(page, 'Milk')).toBeHidden();
	await page.goto(`${server.url}/today`);
	await hydrated(page);
	await expect(tickOf(page, 'Tick Bread')).toBeVisible();
	await expect(page.locator('.grip:visible')).toHaveCount(0);
	const ben = await otherBrowser(browser, {});
	await signIn(ben, server, member(server, 'Ben'));
	await ben.goto(`${server.url}/lists/${uid}`);
	await hydrated(ben);
	await expect(rowOf(ben, 'Bread')).toBeVisible();
	await expect(ben.locator('.grip')).toHaveCount(0);
	await ben.context().close();
	const plain = await otherBrowser(browser, { javaScriptEnabled: false });
	await signIn(plain, server, ada);
	await plain.goto(`${server.url}/lists/${uid}`);
	await expect(tickOf(plain, 'Tick Bread')).toBeVisible();
	await expect(handleOf(plain, 'Bread')).toBeHidden();
	await plain.context().close();
});

for (const how of ['held', 'pressed by a key'])
	test(`a handle that is ${how} says so where its code cannot be loaded`, async ({ page }) => {
		const update = await scriptsUntilNewer(page);
		await openList(page, server, `Not loaded, ${how}`, four);
		await hydrated(page);
		update();
		if (how === 'held') {
			await handleOf(page, 'Milk').hover();
			await page.mouse.down();
		} else await handleOf(page, 'Milk').press('Enter');
		await expect(page.getByRole('alert')).toContainText("can't be loaded right now");
	});

test('a handle’s place is reserved until the script runs, and its code is loaded at its first use', async ({
	page
}) => {
	const uid = await listWith(page, server, 'Late', four);
	const asleep = /\.js$/;
	await page.route(asleep, (route) => route.abort());
	await page.goto(`${server.url}/lists/${uid}`);
	const placeOf = async () => {
		await page.evaluate(() => document.fonts.ready.then(() => undefined));
		return [await tickOf(page, 'Tick Milk').boundingBox(), await rowOf(page, 'Tea').boundingBox()];
	};
	const before = await placeOf();
	await expect(handleOf(page, 'Milk')).toBeHidden();
	await page.unroute(asleep);
	await page.reload();
	await hydrated(page);
	await expect(handleOf(page, 'Milk')).toBeVisible();
	expect(await placeOf()).toEqual(before);
	await page.waitForLoadState('load');
	const asked = page.waitForRequest((request) => request.resourceType() === 'script');
	await handleOf(page, 'Milk').focus();
	await asked;
});

test('axe finds nothing on a list with handles, nor while a row is lifted', async ({ page }) => {
	await openList(page, server, 'Axe', four);
	await handleOf(page, 'Bread').focus();
	await expectNoFault(page);
	await page.keyboard.press('Space');
	await expect(page.locator('#announcements')).toContainText('Lifted.');
	await expectNoFault(page);
	await page.keyboard.press('Escape');
	await lift(page, 'Bread');
	await expectNoFault(page);
	await page.mouse.up();
});

test('rows make room in 180 ms, and at once where motion is unwanted', async ({ page }) => {
	await page.addInitScript(() => {
		const { animate } = Element.prototype;
		Element.prototype.animate = function (frames, timing) {
			const told = document.documentElement.dataset;
			told.glides = `${told.glides ?? ''}${Object(timing).duration} `;
			return animate.call(this, frames, timing);
		};
	});
	await openList(page, server, 'Motion', four);
	const glides = () => page.locator('html').getAttribute('data-glides');
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await lift(page, 'Milk');
	await holdOverRow(page, 'Eggs');
	await expect.poll(() => orderOf(page)).toEqual(['Bread', 'Eggs', 'Milk', 'Tea']);
	await letGo(page);
	expect(await glides()).toBeNull();
	await page.emulateMedia({ reducedMotion: 'no-preference' });
	await lift(page, 'Milk');
	await holdOverRow(page, 'Bread');
	await expect.poll(() => orderOf(page)).toEqual(['Milk', 'Bread', 'Eggs', 'Tea']);
	await letGo(page);
	expect(await glides()).toMatch(/^(180 )+$/);
});

test('in a row that was refused the handle stands beside the tick', async ({ page }) => {
	await openList(page, server, 'Refused', ['Milk']);
	const text = `${'A very long word '.repeat(29)}Tea and jam`;
	await page.locator('#add').fill(text);
	await page.locator('#add').press('Enter');
	const refused = page.locator('.items > li', { has: page.getByRole('alert') });
	await expect(refused).toBeVisible();
	await page.mouse.move(0, 0);
	const [row, tick, handle] = await Promise.all(
		[refused, refused.locator('.tick'), refused.locator('.grip')].map((each) => each.boundingBox())
	);
	expect(row?.height).toBeGreaterThan((tick?.height ?? 0) + 44);
	expect(handle).toMatchObject({ y: tick?.y, height: tick?.height });
});
