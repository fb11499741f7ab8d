// Others change the list while a row is held: the row lands where it was shown, relative to its neighbours.
import { expect, test, type Page } from '@playwright/test';
import { floating, handleOf, holdOverRow, letGo, lift, movesSentBy, orderOf } from './dragging.ts';
import { adasHousehold } from './household.ts';
import { call, openList } from './list-page.ts';
import { onServer } from './offline.ts';

const server = adasHousehold();

const five = ['Milk', 'Bread', 'Eggs', 'Tea', 'Rice'];

/** The uid of an item: the id of its row. */
async function uidOf(page: Page, label: string): Promise<string> {
	return (await handleOf(page, label).locator('xpath=..').getAttribute('id')) ?? '';
}

test('the place of a held row follows rows that others add, move and delete', async ({ page }) => {
	const uid = await openList(page, server, 'Others', five);
	const [tea, bread] = [await uidOf(page, 'Tea'), await uidOf(page, 'Bread')];
	await lift(page, 'Milk');
	await holdOverRow(page, 'Eggs');
	await expect.poll(() => orderOf(page)).toEqual(['Bread', 'Eggs', 'Milk', 'Tea', 'Rice']);
	// One row is added above it, the one below moves to the end, and one above is deleted.
	await call(page, server, 'POST', `/items/${tea}:move`, { afterItemUid: '' });
	await expect.poll(() => orderOf(page)).toEqual(['Tea', 'Bread', 'Eggs', 'Milk', 'Rice']);
	await call(page, server, 'DELETE', `/items/${bread}`);
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Soap' });
	const told = ['Tea', 'Eggs', 'Milk', 'Rice', 'Soap'];
	await expect.poll(() => orderOf(page)).toEqual(told);
	await letGo(page);
	expect(await orderOf(page)).toEqual(told);
	await expect.poll(() => onServer(page, server, uid)).toEqual(told);
});

test('a row lands below the next neighbour when its own is deleted', async ({ page }) => {
	const uid = await openList(page, server, 'Neighbour', five);
	const eggs = await uidOf(page, 'Eggs');
	await lift(page, 'Rice');
	await holdOverRow(page, 'Tea');
	await expect.poll(() => orderOf(page)).toEqual(['Milk', 'Bread', 'Eggs', 'Rice', 'Tea']);
	await call(page, server, 'DELETE', `/items/${eggs}`);
	await expect.poll(() => orderOf(page)).toEqual(['Milk', 'Bread', 'Rice', 'Tea']);
	await letGo(page);
	await expect.poll(() => onServer(page, server, uid)).toEqual(['Milk', 'Bread', 'Rice', 'Tea']);
});

for (const by of ['mouse', 'keyboard'] as const)
	test(`the held row itself is deleted while the ${by} holds it`, async ({ page }) => {
		const uid = await openList(page, server, 'Gone', five);
		const sent = movesSentBy(page);
		const milk = await uidOf(page, 'Milk');
		if (by === 'mouse') {
			await lift(page, 'Milk');
			await holdOverRow(page, 'Eggs');
		} else {
			await handleOf(page, 'Milk').focus();
			await page.keyboard.press('Space');
			await expect(page.locator('#announcements')).toContainText('Lifted.');
			await page.keyboard.press('ArrowDown');
		}
		await call(page, server, 'DELETE', `/items/${milk}`);
		await expect.poll(() => orderOf(page)).toEqual(['Bread', 'Eggs', 'Tea', 'Rice']);
		await expect(floating(page)).toHaveCount(0);
		await expect(page.locator('[data-lifting]')).toHaveCount(0);
		await page.mouse.up();
		// The next row can still be lifted.
		await lift(page, 'Rice');
		await holdOverRow(page, 'Bread');
		await letGo(page);
		const dropped = ['Rice', 'Bread', 'Eggs', 'Tea'];
		await expect.poll(() => onServer(page, server, uid)).toEqual(dropped);
		expect(sent).toHaveLength(1);
	});
