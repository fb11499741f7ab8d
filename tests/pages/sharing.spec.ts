// Who sees a list: its owner sets this in one form, and everybody else can see who owns the list.
import { expect, test, type Page } from '@playwright/test';
import { ada, servedHousehold, member, otherBrowser, type Person, signIn } from './household.ts';
import { call, listWith } from './list-page.ts';
import { expectNothingWrong } from './axe.ts';

const server = servedHousehold();

test('a list is shared with everyone to read, then to edit, then made private', async ({
	page,
	browser,
	contextOptions
}) => {
	const ben = await other(browser, contextOptions, member(server, 'Ben'));
	await signIn(page, server, member(server, 'Una'));
	const uid = await listWith(page, server, 'Groceries', ['Milk']);
	await page.goto(`${server.url}/lists/${uid}`);
	await page.locator('summary', { hasText: 'More actions for Groceries' }).click();
	await page.getByRole('link', { name: 'Share…' }).click();
	await expect(page).toHaveTitle('Share Groceries · Mill Lane');
	await expect(page.getByText('Only you.')).toBeVisible();

	await page.getByLabel('Everyone in Mill Lane').check();
	await page.getByLabel('They can edit it').uncheck();
	await save(page);
	await expect(page.getByText('members, and anyone who joins later.')).toBeVisible();
	await expect(page.getByLabel('They can edit it')).not.toBeChecked();

	await ben.goto(`${server.url}/lists/${uid}`);
	await expect(ben.locator('#add')).toHaveCount(0);
	await ben.getByRole('main').getByRole('link', { name: 'Everyone in Mill Lane' }).click();
	await expect(ben.getByText('This list belongs to Una')).toBeVisible();
	await expect(ben.getByText('but not change it')).toBeVisible();
	await expect(ben.getByRole('button', { name: 'Save' })).toHaveCount(0);

	await page.getByLabel('They can edit it').check();
	await save(page);
	await ben.goto(`${server.url}/lists/${uid}`);
	await expect(ben.locator('#add')).toBeVisible();

	await page.getByLabel('Only you').check();
	await save(page);
	await expect(page.getByText('Only you.')).toBeVisible();
	expect((await ben.goto(`${server.url}/lists/${uid}`))?.status()).toBe(404);
	await ben.context().close();
});

test('on a narrow phone a name stands beside its face', async ({ page }) => {
	await page.setViewportSize({ width: 320, height: 568 });
	const { email } = member(server, 'Ben');
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Narrow', []);
	const { members } = await call(page, server, 'GET', '/members');
	await call(page, server, 'PUT', `/lists/${uid}/sharing`, {
		sharing: 'SHARING_SPECIFIC',
		memberUids: [uidOf(members, email)]
	});
	await page.goto(`${server.url}/lists/${uid}/share`);
	const ben = page.getByRole('region', { name: 'Who sees it now' }).getByRole('listitem').last();
	const [face, name] = await Promise.all([
		ben.locator('.face').boundingBox(),
		ben.getByText('Ben', { exact: true }).boundingBox()
	]);
	if (!face || !name) throw new Error('it is not drawn');
	expect(name.x).toBeGreaterThan(face.x + face.width);
	expect(name.y).toBeLessThan(face.y + face.height);
});

test('named people and groups see a list, and the page says through which share', async ({
	page
}) => {
	const [cleo, dan] = [member(server, 'Cleo'), member(server, 'Dan')];
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Birthday', ['Candles']);
	const { members } = await call(page, server, 'GET', '/members');
	const uids = [cleo, dan].map(({ email }) => uidOf(members, email));
	await call(page, server, 'POST', '/groups', { name: 'The children', memberUids: uids });

	await page.goto(`${server.url}/lists/${uid}/share`);
	await expect(page.getByLabel('The children')).toBeHidden();
	await page.getByLabel('People and groups you choose').check();
	await page.getByLabel('Cleo', { exact: true }).check();
	await page.getByLabel('The children').check();
	await save(page);

	const seenBy = page.getByRole('region', { name: 'Who sees it now' }).getByRole('listitem');
	await expect(seenBy).toHaveText([
		/You\s+owner/,
		/Cleo\s+by name, in “The children”/,
		/Dan\s+in “The children”/
	]);
	await expect(page.getByLabel('Cleo', { exact: true })).toBeChecked();
	await expect(page.getByLabel('Dan', { exact: true })).not.toBeChecked();
	expect(await call(page, server, 'GET', `/lists/${uid}/shares`)).toMatchObject({
		memberUids: [uids[0]]
	});
});

test('a form that names a removed member comes back as it was filled in', async ({ page }) => {
	await signIn(page, server, ada);
	const uid = await listWith(page, server, 'Camping');
	const gus = member(server, 'Gus');
	await page.goto(`${server.url}/lists/${uid}/share`);
	await page.getByLabel('People and groups you choose').check();
	await page.getByLabel('Gus', { exact: true }).check();
	await page.getByLabel('They can edit it').uncheck();
	const { members } = await call(page, server, 'GET', '/members');
	await call(page, server, 'DELETE', `/members/${uidOf(members, gus.email)}`);
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByRole('alert')).toContainText("This member doesn't exist");
	await expect(page.getByLabel('People and groups you choose')).toBeChecked();
	await expect(page.getByLabel('They can edit it')).not.toBeChecked();
});

test('a list that an admin published says so to its owner, on its page, its share page and under Activity', async ({
	page,
	browser,
	contextOptions
}) => {
	const una = await other(browser, contextOptions, member(server, 'Una'));
	const uid = await listWith(una, server, 'Street party', ['Bunting']);
	await call(una, server, 'PUT', `/lists/${uid}/sharing`, { sharing: 'SHARING_INSTANCE' });
	await una.goto(`${server.url}/lists/${uid}`);
	await expect(
		una.getByRole('main').getByRole('link', { name: 'Everyone in Mill Lane' })
	).toBeVisible();
	await signIn(page, server, ada);
	const settings = { name: 'Mill Lane', publicList: { listUid: uid } };
	await call(page, server, 'PUT', '/instance/settings', { settings });

	await una.goto(`${server.url}/activity`);
	const entry = una.getByRole('listitem').filter({ hasText: 'Ada published “Street party”' });
	await entry.getByRole('link', { name: 'Open list' }).click();
	await una
		.getByRole('main')
		.getByRole('link', { name: 'Everyone in Mill Lane and visitors' })
		.click();
	await expect(una.getByRole('heading', { name: 'Visitors can see it too' })).toBeVisible();
	await una.getByLabel('Only you').check();
	await save(una);
	await expect(una.getByText('Visitors can see it too')).toHaveCount(0);
	await una.context().close();
});

test(
	'nothing is wrong with the pages of sharing, whatever the light and the width',
	{ tag: '@apart' },
	async ({ page, browser, contextOptions }) => {
		test.slow();
		const fay = await other(browser, contextOptions, member(server, 'Fay'));
		await signIn(page, server, ada);
		const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);
		const addresses = [];
		for (const sharing of ['PRIVATE', 'INSTANCE', 'SPECIFIC']) {
			const uid = await listWith(page, server, `${sharing} ${long}`);
			const { members } = await call(page, server, 'GET', '/members');
			const memberUids = Array.isArray(members) ? members.map((each) => each.uid) : [];
			const body = { sharing: `SHARING_${sharing}`, canEdit: true, memberUids, groupUids: [] };
			await call(page, server, 'PUT', `/lists/${uid}/sharing`, body);
			addresses.push(`${server.url}/lists/${uid}/share?said=shared`);
		}
		await expectNothingWrong(page, addresses);
		await expectNothingWrong(fay, addresses.slice(1));
		await fay.context().close();
	}
);

async function save(page: Page): Promise<void> {
	const post = page.waitForResponse((response) => response.request().method() === 'POST');
	await page.getByRole('button', { name: 'Save' }).click();
	await post;
	await expect(page.getByRole('status')).toContainText('Sharing saved.');
}

type Browsers = Parameters<typeof otherBrowser>;

async function other(browser: Browsers[0], options: Browsers[1], person: Person): Promise<Page> {
	const page = await otherBrowser(browser, options);
	await signIn(page, server, person);
	return page;
}

function uidOf(members: unknown, email: string): string {
	const found = Array.isArray(members) ? members.find((each) => each.email === email) : undefined;
	return String(found?.uid);
}
