// Sections of a list: created, named, ordered and deleted by forms, and the items in them.
import { expect, test } from '@playwright/test';
import { adasHousehold, hydrated } from './household.ts';
import { choose, field, row } from './list-page.ts';
import { sectioned, shown } from './sectioned.ts';

const server = adasHousehold();

test('sections are created, renamed, reordered and deleted', async ({ page }) => {
	const uid = await sectioned(page, server, 'Weekly', { '': ['Soap'] });
	await page.goto(`${server.url}/lists/${uid}/sections`);
	for (const name of ['Bakery', 'Dairy', 'Frozen']) {
		await page.getByLabel('Name', { exact: true }).fill(name);
		await page.getByRole('button', { name: 'Add section' }).click();
		await expect(page.getByLabel(`New name for ${name}`)).toBeVisible();
	}
	const names = () =>
		page
			.getByRole('listitem')
			.getByRole('textbox')
			.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value).join());
	await page.getByRole('button', { name: 'Move Dairy up' }).click();
	await expect.poll(names).toBe('Dairy,Bakery,Frozen');
	await page.getByRole('button', { name: 'Move Dairy down' }).click();
	await expect.poll(names).toBe('Bakery,Dairy,Frozen');
	await page.getByLabel('New name for Dairy').fill('Milk and eggs');
	await page.getByRole('button', { name: 'Rename Dairy', exact: true }).click();
	await expect(page.getByRole('button', { name: 'Move Milk and eggs up' })).toBeVisible();
	await expect.poll(names).toBe('Bakery,Milk and eggs,Frozen');
	const said = page.getByRole('main').getByRole('status');
	await expect(said).toHaveText('Section renamed.');
	await page.getByRole('button', { name: 'Move Milk and eggs up' }).click();
	await expect.poll(names).toBe('Milk and eggs,Bakery,Frozen');
	await expect(said).toHaveCount(0);
	await page.getByRole('button', { name: 'Move Milk and eggs down' }).click();
	await page.getByRole('link', { name: 'Delete Frozen' }).click();
	await page.getByRole('button', { name: 'Delete section' }).click();
	await expect(page.getByRole('link', { name: 'Delete Frozen' })).toHaveCount(0);
	await expect(said).toHaveText('Section deleted. Its items stay on the list.');
	await expect.poll(names).toBe('Bakery,Milk and eggs');
});

test('an existing section is not created again under another spelling of its name', async ({
	page
}) => {
	const uid = await sectioned(page, server, 'Twice', { Dairy: ['Milk'] });
	await page.goto(`${server.url}/lists/${uid}/sections`);
	for (const [name, answer] of [
		['dairy', '“Dairy” is already on this list.'],
		['Bakery', ''],
		['DAIRY', '“Dairy” is already on this list.']
	] as const) {
		await page.getByLabel('Name', { exact: true }).fill(name);
		await page.getByRole('button', { name: 'Add section' }).click();
		const said = page.getByRole('main').getByRole('status');
		if (answer) await expect(said).toHaveText(answer);
		else await expect(page.getByLabel(`New name for ${name}`)).toBeVisible();
		if (!answer) await expect(said).toHaveCount(0);
		await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
	}
	await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
});

test('a section is not renamed to the name of another one, and the typed name stays', async ({
	page
}) => {
	const uid = await sectioned(page, server, 'Alike', { Dairy: ['Milk'], Bakery: [] });
	await page.goto(`${server.url}/lists/${uid}/sections`);
	const name = page.getByLabel('New name for Bakery');
	await name.fill('dairy');
	await page.getByRole('button', { name: 'Rename Bakery', exact: true }).click();
	await expect(name).toHaveAccessibleDescription('This list already has a section with this name.');
	await expect(name).toHaveValue('dairy');
	await expect(name).toHaveAttribute('aria-invalid', 'true');
	await expect(name).toBeFocused();
	await expect(page.getByLabel('New name for Dairy')).toHaveValue('Dairy');
	await name.fill('BAKERY');
	await page.getByRole('button', { name: 'Rename Bakery', exact: true }).click();
	const renamed = page.getByLabel('New name for BAKERY');
	await expect(renamed).toHaveValue('BAKERY');
	await expect(renamed).toHaveAccessibleDescription('');
	await expect(page.getByText('already has a section')).toHaveCount(0);
});

for (const locale of ['en', 'de', 'fr', 'es', 'ar'])
	test(`what can be done with a section stands in one line on a phone, in ${locale}`, async ({
		page
	}) => {
		const { url } = server;
		await page.context().addCookies([{ name: 'hearth_language', value: locale, url }]);
		const uid = await sectioned(page, server, `Narrow ${locale}`, { Dairy: [], Bakery: [] });
		await page.goto(`${server.url}/lists/${uid}/sections`);
		const controls = page.getByRole('main').getByRole('listitem').first().locator('button, a');
		await expect(controls).toHaveCount(4);
		for (const width of [360, 320]) {
			await page.setViewportSize({ width, height: 740 });
			const middles = await controls.evaluateAll((all) =>
				all.map((one) => {
					const { top, height } = one.getBoundingClientRect();
					return Math.round(top + height / 2);
				})
			);
			expect(new Set(middles).size, `${width} px`).toBe(1);
		}
	});

test('a name that is too long stays in the field, with a sentence beside it until a valid one is saved', async ({
	page
}) => {
	const uid = await sectioned(page, server, 'Long', {});
	await page.goto(`${server.url}/lists/${uid}/sections`);
	await page.getByLabel('Name', { exact: true }).fill('x'.repeat(101));
	await page.getByRole('button', { name: 'Add section' }).click();
	await expect(page.getByText('at most 100 characters')).toBeVisible();
	await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('x'.repeat(101));
	await page.getByLabel('Name', { exact: true }).fill('Bakery');
	await page.getByRole('button', { name: 'Add section' }).click();
	await expect(page.getByLabel('New name for Bakery')).toBeVisible();
	await expect(page.getByText('at most 100 characters')).toHaveCount(0);
});

test('an item is moved to a section and back again, and its label is remembered', async ({
	page
}) => {
	const uid = await sectioned(page, server, 'Shop', {
		'': ['Soap', 'Milk'],
		Dairy: ['Butter'],
		Bakery: []
	});
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	await expect.poll(() => shown(page)).toBe('Soap, Milk | Dairy: Butter');
	const moveTo = async (label: string, section: string) => {
		await row(page, label).getByRole('button', { name: 'More actions for' }).click();
		await page.locator('#menu').getByText('Move to section').click();
		await page.locator('#menu').getByRole('button', { name: section, exact: true }).click();
	};
	await moveTo('Milk', 'Dairy');
	await expect.poll(() => shown(page)).toBe('Soap | Dairy: Butter, Milk');
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect.poll(() => shown(page)).toBe('Soap, Milk | Dairy: Butter');
	await moveTo('Soap', 'Bakery');
	await expect.poll(() => shown(page)).toBe('Milk | Dairy: Butter | Bakery: Soap');
	await choose(page, 'Soap', 'Delete');
	for (const text of ['2 soap', 'rice']) {
		await field(page).fill(text);
		await page.keyboard.press('Enter');
		await expect(row(page, text.replace('2 ', ''))).toBeVisible();
	}
	await expect.poll(() => shown(page)).toBe('Milk, rice | Dairy: Butter | Bakery: soap');
});

test('moving an item one step down leads over the edge of its section', async ({ page }) => {
	const uid = await sectioned(page, server, 'Steps', { '': ['Soap'], Dairy: ['Milk'], Bakery: [] });
	await page.goto(`${server.url}/lists/${uid}`);
	await choose(page, 'Soap', 'Move down');
	await expect.poll(() => shown(page)).toBe('Dairy: Soap, Milk');
	await choose(page, 'Milk', 'Move down');
	await expect.poll(() => shown(page)).toBe('Dairy: Soap | Bakery: Milk');
	await choose(page, 'Milk', 'Move up');
	await expect.poll(() => shown(page)).toBe('Dairy: Soap, Milk');
});

test('a section that is folded is printed whole', async ({ page }) => {
	const uid = await sectioned(page, server, 'Folds', { Dairy: ['Milk'], Bakery: ['Bread'] });
	await page.goto(`${server.url}/lists/${uid}`);
	await page.getByRole('heading', { name: 'Dairy' }).click();
	await expect(row(page, 'Milk')).toBeHidden();
	await expect(row(page, 'Bread')).toBeVisible();
	await page.emulateMedia({ media: 'print' });
	await expect(page.getByRole('heading', { name: 'Dairy' })).toBeVisible();
	await expect(page.getByText('Milk', { exact: true })).toBeVisible();
});

test('a list without sections does not mention sections', async ({ page }) => {
	const uid = await sectioned(page, server, 'Plain', { '': ['Soap'] });
	await page.goto(`${server.url}/lists/${uid}`);
	await expect.poll(() => shown(page)).toBe('Soap');
	await row(page, 'Soap').getByRole('button', { name: 'More actions for' }).click();
	await expect(page.locator('#menu').getByRole('button', { name: 'Move down' })).toBeVisible();
	await expect(page.locator('#menu').getByText('Move to section')).toHaveCount(0);
});
