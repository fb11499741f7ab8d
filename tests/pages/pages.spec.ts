// Rows that are too many for one page: the trash, what is due, and what is signed in.
import Sqlite from 'better-sqlite3';
import { expect, test, type Page } from '@playwright/test';
import { ada, hydrated, servedHousehold, signIn } from './household.ts';
import { call, listWith, tickOf } from './list-page.ts';

test.use({ timezoneId: 'UTC' });

const server = servedHousehold();
test.beforeEach(async ({ page }) => {
	await signIn(page, server, ada);
	await page.context().addCookies([{ name: 'hearth_zone', value: 'UTC', url: server.url }]);
});

const today = (plusDays = 0) =>
	new Date(Date.now() + plusDays * 86_400_000).toISOString().slice(0, 10);

/** By how many pixels the page changes its height while somebody scrolls through it. */
async function growthByScrolling(page: Page): Promise<number> {
	const height = () => page.evaluate(() => document.documentElement.scrollHeight);
	const before = await height();
	const rows = page.locator('.items > li');
	for (let at = 0; at < (await rows.count()); at += 8) await rows.nth(at).scrollIntoViewIfNeeded();
	return Math.abs((await height()) - before);
}

const way = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });

test('the trash shows 200 entries and leads to the others, and a restore stays on its page', async ({
	page
}) => {
	await manyOn(page, 'Cellar', 401, { deletedAt: `${today()}T00:00:00.000+00:00` });
	await page.goto(`${server.url}/trash`);
	const entries = page.getByRole('main').getByRole('listitem');
	await expect(entries).toHaveCount(200);
	await expect(way(page, 'Previous page')).toHaveCount(0);
	await way(page, 'Next page').click();
	await expect(page).toHaveURL(`${server.url}/trash?page=2`);
	await expect(page.getByText('Page 2 of 3')).toBeVisible();
	const second = await entries.first().locator('.name').innerText();
	await hydrated(page);
	await page.getByRole('button', { name: `Restore ${second}`, exact: true }).click();
	await expect(page.getByRole('status')).toHaveText(`${second} is back on Cellar.`);
	await expect(page).toHaveURL(/\/trash\?page=2/);
	// Two pages are full now, so the third is gone.
	await expect(page.getByText('Page 2 of 2')).toBeVisible();
	await expect(way(page, 'Next page')).toHaveCount(0);
	await way(page, 'Previous page').click();
	await expect(page).toHaveURL(`${server.url}/trash`);
	await page.goto(`${server.url}/trash?page=9`);
	await expect(page.getByText('Page 2 of 2')).toBeVisible();
});

test('what is due today is counted whole, shown in parts, and ticked on its part', async ({
	page
}) => {
	const uid = await manyOn(page, 'Chores', 250, { dueOn: today() });
	await page.goto(`${server.url}/today`);
	await expect(page.getByText('250 left')).toBeVisible();
	const rows = page.locator('.items .label a');
	await expect(rows).toHaveCount(200);
	expect(await growthByScrolling(page)).toBeLessThan(20);
	await way(page, 'Next page').click();
	await expect(rows).toHaveCount(50);
	await expect(page.getByText('250 left')).toBeVisible();
	const label = await rows.first().innerText();
	await tickOf(page, `Tick ${label}`).click();
	await expect(page.getByText('249 left')).toBeVisible();
	await expect(page).toHaveURL(/\/today\?page=2/);
	// The page of an item leads back to this part.
	await rows.nth(1).click();
	await way(page, 'Today').click();
	await expect(page).toHaveURL(/\/today\?page=2/);
	await expect(page.getByText('249 left')).toBeVisible();

	await page.goto(`${server.url}/upcoming`);
	await expect(page.locator('main h2')).toHaveCount(1);
	await way(page, 'Next page').click();
	await expect(page.locator('main h2')).toHaveCount(14);

	await page.goto(`${server.url}/calendar`);
	await expect(page.getByText('249 left')).toBeVisible();
	await expect(page.getByRole('link', { name: /, 249 items/ })).toHaveAttribute(
		'aria-current',
		'date'
	);
	await expect(page.locator('td .rest')).toHaveText('+246');
	await way(page, 'Next page').click();
	await expect(page).toHaveURL(`${server.url}/calendar?page=2#day`);
	await expect(rows).toHaveCount(49);
	await call(page, server, 'DELETE', `/lists/${uid}`);
});

test('the last row of the last page stays where it is when it is ticked, and can be undone', async ({
	page,
	javaScriptEnabled
}) => {
	const uid = await manyOn(page, 'Attic', 201, { dueOn: today() });
	await page.goto(`${server.url}/today?page=2`);
	await hydrated(page);
	const rows = page.locator('.items .label a');
	const label = await rows.first().innerText();
	await tickOf(page, `Tick ${label}`).press('Space');
	await expect(page.getByText('Page 2 of 2')).toHaveCount(0);
	await expect(page.getByText('200 left')).toBeVisible();
	await expect(tickOf(page, `Untick ${label}`)).toBeVisible();
	if (javaScriptEnabled) await expect(tickOf(page, `Untick ${label}`)).toBeFocused();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByText('201 left')).toBeVisible();
	await call(page, server, 'DELETE', `/lists/${uid}`);
});

test('the first row of the second page of Upcoming stays where it is when it is ticked', async ({
	page,
	javaScriptEnabled
}) => {
	const uid = await manyOn(page, 'Loft', 200, { dueOn: today() });
	const later = await listWith(page, server, 'Later', [
		{ label: 'Bins', dueOn: today(1) },
		{ label: 'Tyres', dueOn: today(2) }
	]);
	await page.goto(`${server.url}/upcoming?page=2`);
	await hydrated(page);
	await expect(page.locator('.items .label a')).toHaveText(['Bins', 'Tyres']);
	const answered = javaScriptEnabled && page.waitForResponse(/__data/);
	await tickOf(page, 'Tick Bins').click();
	await answered;
	await expect(page.getByText('201 left')).toBeVisible();
	await page.waitForTimeout(500);
	await expect(page.locator('.items .label a')).toHaveText(['Bins', 'Tyres']);
	await expect(tickOf(page, 'Untick Bins')).toBeVisible();
	for (const list of [uid, later]) await call(page, server, 'DELETE', `/lists/${list}`);
});

test('the programs that are signed in are shown in parts, and one is signed out on its part', async ({
	page
}) => {
	const database = new Sqlite(server.databaseUrl.slice('file:'.length));
	const { uid: memberUid } = database
		.prepare<[], { uid: string }>('SELECT "uid" FROM "Member" WHERE "name" = \'Ada\'')
		.get() ?? { uid: '' };
	const [now, later] = [today(), '2099-01-01'].map((day) => `${day}T00:00:00.000+00:00`);
	for (let count = 1; count <= 250; count += 1) {
		const uid = `fam_many${count}`;
		database.prepare('INSERT INTO "Pair" VALUES (?, ?, ?)').run([uid, memberUid, now]);
		database
			.prepare(
				`INSERT INTO "RefreshToken" ("hash", "pairUid", "salt", "createdAt", "expiresAt") VALUES (?, ?, '', ?, ?)`
			)
			.run([uid, uid, now, later]);
	}
	database.prepare(`UPDATE "Session" SET "device" = ''`).run();
	database.close();
	await page.goto(`${server.url}/settings/sessions`);
	const rows = page.getByRole('main').getByRole('listitem');
	await expect(rows).toHaveCount(200);
	// A browser that does not say which one it is remains a browser.
	await expect(rows.first()).toContainText('An unknown browser');
	await expect(rows.first()).toContainText('This browser');
	await way(page, 'Next page').click();
	await expect(page.getByText('Page 2 of 2')).toBeVisible();
	await hydrated(page);
	const left = await rows.count();
	await rows.first().getByRole('button', { name: 'Sign out: A program' }).click();
	await expect(page.getByRole('status')).toHaveText('Signed out there.');
	await expect(rows).toHaveCount(left - 1);
	await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
	await expect(rows).toHaveCount(1);
	await expect(rows).toContainText('This browser');
});

/** A list with many copies of an item that have these columns. */
async function manyOn(
	page: Page,
	name: string,
	count: number,
	columns: { deletedAt: string } | { dueOn: string }
): Promise<string> {
	const uid = await listWith(page, server, name, []);
	const database = new Sqlite(server.databaseUrl.slice('file:'.length));
	const [[column, value] = ['', '']] = Object.entries(columns);
	database
		.prepare(
			`INSERT INTO "Item" ("uid", "listUid", "label", "labelWords", "rank", "createdAt", "updatedAt", "${column}")
			WITH RECURSIVE n("i") AS (SELECT 1 UNION ALL SELECT "i" + 1 FROM n WHERE "i" < ?)
			SELECT 'itm_' || ? || "i", "uid", 'Jar ' || "i", 'jar ' || "i", "i", "createdAt", "updatedAt", ?
			FROM "List" CROSS JOIN n WHERE "uid" = ?`
		)
		.run([count, name, value, uid]);
	database.close();
	return uid;
}
