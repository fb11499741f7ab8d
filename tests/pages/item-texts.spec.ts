// The page of an item has a field for each text field, and shows each as text where nothing can be changed.
import { expect, test } from '@playwright/test';
import { eachText, textFields, texts } from '../../src/lib/server/items/fields.ts';
import { ada, servedHousehold, signIn } from './household.ts';
import { listWith } from './list-page.ts';

const server = servedHousehold();

test('an item has a field for each of its texts, and shows the texts on an archived list', async ({
	page
}) => {
	await signIn(page, server, ada);
	const listUid = await listWith(page, server, 'Texts', [
		eachText((field) => texts[field].example)
	]);
	await page.goto(`${server.url}/lists/${listUid}`);
	const itemUid = (await page.locator('li[id^="itm_"]').getAttribute('id')) ?? '';
	await page.goto(`${server.url}/items/${itemUid}`);
	for (const field of textFields)
		await expect(page.locator(`[name="${field}"]`)).toHaveValue(texts[field].example);
	const archived = await page.request.post(`${server.url}/api/v1/lists/${listUid}/archived`, {
		data: { archived: true },
		headers: { origin: server.url }
	});
	expect(archived.status()).toBe(200);
	await page.goto(`${server.url}/items/${itemUid}`);
	await expect(page.locator('[name="label"]')).toHaveCount(0);
	// The label is the title, and the note a card of its own.
	await expect(page.locator('dd')).toHaveCount(textFields.length - 2);
});
