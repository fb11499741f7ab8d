// Items are dragged from one section to another.
import { expect, test } from '@playwright/test';
import { holdOver, holdOverRow, letGo, lift } from './dragging.ts';
import { adasHousehold, hydrated } from './household.ts';
import { call, choose } from './list-page.ts';
import { onServer } from './offline.ts';
import { sectioned, shown } from './sectioned.ts';

const server = adasHousehold();

test('an item that is dropped in another section belongs there, and its label is remembered there', async ({
	page
}) => {
	const plan = { '': ['Soap', 'Milk'], Dairy: ['Butter', 'Cream'], Bakery: [] };
	const uid = await sectioned(page, server, 'Sections', plan);
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	await expect(page.getByRole('heading', { name: 'Bakery' })).toHaveCount(0);
	await lift(page, 'Milk');
	await holdOverRow(page, 'Butter');
	await expect.poll(() => shown(page)).toContain('Dairy: Butter, Milk, Cream');
	await letGo(page);
	await expect.poll(() => shown(page)).toBe('Soap | Dairy: Butter, Milk, Cream');
	// An empty section is shown while something is dragged.
	await lift(page, 'Soap');
	const bakery = page.getByRole('heading', { name: 'Bakery' });
	await holdOver(page, page.getByRole('main').locator('.vacant'));
	await expect.poll(() => shown(page)).toBe('Dairy: Butter, Milk, Cream | Bakery: Soap');
	await letGo(page);
	await expect(page.locator('#announcements')).toHaveText('Soap, place 1 of 1 in Bakery. Dropped.');
	await expect(bakery).toBeVisible();
	await expect.poll(() => onServer(page, server, uid)).toEqual(['Butter', 'Milk', 'Cream', 'Soap']);
	await choose(page, 'Soap', 'Delete');
	await call(page, server, 'POST', `/lists/${uid}/items`, { label: 'Soap' });
	await expect.poll(() => shown(page)).toBe('Dairy: Butter, Milk, Cream | Bakery: Soap');
});

test('a folded section opens when a row is held over it, and a row can be dropped in no section', async ({
	page
}) => {
	const uid = await sectioned(page, server, 'Folded', { Dairy: ['Milk'], Bakery: ['Bread'] });
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	const dairy = page.locator('details.section', { hasText: 'Dairy' });
	await dairy.locator('summary').click();
	await lift(page, 'Bread');
	await holdOver(page, dairy.locator('summary'));
	await expect(dairy).toHaveAttribute('open', '');
	await expect.poll(() => shown(page)).toContain('Dairy: Bread, Milk');
	await holdOver(page, page.getByRole('heading', { level: 1 }));
	await expect.poll(() => shown(page)).toContain('Bread | Dairy: Milk');
	await letGo(page);
	await expect.poll(() => shown(page)).toBe('Bread | Dairy: Milk');
	await expect.poll(() => onServer(page, server, uid)).toEqual(['Bread', 'Milk']);
});
