import { expect, test, type Page } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import {
	ada,
	hasScript,
	servedHousehold,
	hydrated,
	member,
	otherBrowser,
	signIn,
	signInByForm
} from './household.ts';
import { expectNothingWrong } from './axe.ts';

const server = servedHousehold();

test('the notice that settings were saved is shown once, and not again after Back', async ({
	page
}) => {
	await signIn(page, server, ada);
	await page.goto(`${server.url}/settings/instance`);
	await hydrated(page);
	await page.getByRole('button', { name: 'Save settings' }).click();
	const saved = page.getByText('Settings saved.');
	await expect(saved).toBeVisible();
	await page.goto(`${server.url}/settings/about`);
	await page.goBack();
	await expect(page.getByRole('heading', { level: 1, name: 'Household settings' })).toBeVisible();
	// Without script the address stays as the server gave it.
	if (hasScript()) await expect(saved).toHaveCount(0);
});

test.describe('members', () => {
	test('an admin adds one, whose temporary password is shown once and works once', async ({
		page,
		browser,
		contextOptions
	}) => {
		await signIn(page, server, ada);
		await page.goto(`${server.url}/settings/members`);
		await expect(page).toHaveTitle('Members · Mill Lane');
		await page.getByLabel('Name').fill('Ben');
		await page.getByLabel('Email').fill('ben@new.test');
		await page.getByRole('button', { name: 'Add member' }).click();
		const password = page.getByText(/^([a-z]+ ){3}[a-z]+$/);
		await expect(password).toHaveAttribute('lang', 'en');
		const words = (await password.innerText()).trim();
		expect(new URL(page.url()).search).toMatch(/^(\?\/add)?$/);
		await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0);
		await page.goto(`${server.url}/settings/members`);
		await expect(rowOf(page, 'Ben')).toContainText('not signed in yet');
		expect(await page.content()).not.toContain(words);
		expect(server.output()).not.toContain(words);

		const theirs = await otherBrowser(browser, contextOptions);
		await signInByForm(theirs, server, { email: 'ben@new.test', password: words });
		await theirs.goto(server.url);
		await expect(theirs).toHaveURL(`${server.url}/password`);
		await theirs.context().close();
	});

	test('a form with an email that is taken comes back with what was typed', async ({ page }) => {
		await signIn(page, server, ada);
		await page.goto(`${server.url}/settings/members`);
		await page.getByLabel('Name').fill('Another Ada');
		await page.getByLabel('Email').fill(ada.email.toUpperCase());
		await page.getByLabel('Make them an admin').check();
		await page.getByRole('button', { name: 'Add member' }).click();
		await expect(page.getByText('This email address is already in use.')).toBeVisible();
		await expect(page.getByLabel('Name')).toHaveValue('Another Ada');
		await expect(page.getByLabel('Make them an admin')).toBeChecked();
		await expect(page.getByLabel('Email')).toBeFocused();
	});

	test('one becomes an admin and then a member again, and the last admin stays one', async ({
		page
	}) => {
		const cleo = member(server, 'Cleo');
		await signIn(page, server, ada);
		await choose(page, 'Cleo', 'Make admin');
		await expect(rowOf(page, 'Cleo').getByText('admin', { exact: true })).toBeVisible();
		await choose(page, 'Cleo', 'Remove as admin');
		await expect(rowOf(page, cleo.email).getByText('admin', { exact: true })).toHaveCount(0);
		await choose(page, 'Ada', 'Remove as admin');
		await expect(page.getByRole('alert')).toContainText(
			'The last admin has to stay one. Make someone else an admin first.'
		);
	});

	test('one is removed after a page that says what happens to their lists', async ({
		page,
		browser,
		contextOptions
	}) => {
		const dan = member(server, 'Dan');
		const theirs = await otherBrowser(browser, contextOptions);
		await signIn(theirs, server, dan);
		const shed = await listOf(theirs, 'Garden shed');
		await shareWithAll(theirs, shed);
		await signIn(page, server, ada);
		await page.goto(`${server.url}/settings/members`);
		await rowOf(page, 'Dan').locator('summary').click();
		await rowOf(page, 'Dan').getByRole('link', { name: 'Remove Dan' }).click();
		await expect(page.getByText('Lists that Dan shared become yours')).toBeVisible();
		await theirs.goto(`${server.url}/settings/account`);
		await expect(theirs).toHaveURL(`${server.url}/settings/account`);
		await page.getByRole('button', { name: 'Remove Dan' }).click();
		await expect(page.getByRole('status')).toContainText('Member removed');
		await expect(rowOf(page, dan.email)).toHaveCount(0);
		await theirs.goto(`${server.url}/settings/account`);
		await expect(theirs).toHaveURL(/\/sign-in/);
		await page.goto(`${server.url}/lists/${shed}/rename`);
		await expect(page.getByRole('button', { name: 'Rename' })).toBeVisible();
		await theirs.context().close();
	});

	test('one who is no admin sees everybody, can change nobody, and is refused on every admin page', async ({
		page
	}) => {
		const eve = member(server, 'Eve');
		await signIn(page, server, eve);
		await page.goto(`${server.url}/settings/members`);
		await expect(rowOf(page, ada.email)).toContainText('admin');
		await expect(page.getByRole('button')).toHaveCount(0);
		await expect(page.getByRole('link', { name: 'Requests' })).toHaveCount(0);
		await expect(page.getByRole('link', { name: 'Household settings' })).toHaveCount(0);
		const refusals = {
			'/settings/requests': 'Only an admin can see the requests.',
			'/settings/instance': 'Only an admin can see the settings.',
			'/settings/instance/delete': 'Only an admin can delete the household.',
			[`/settings/members/mem_${ada.email}/remove`]: 'Only an admin can remove a member.',
			'/settings/groups/grp_any': 'Only an admin can rename a group.'
		};
		for (const [address, sentence] of Object.entries(refusals)) {
			expect((await page.goto(server.url + address))?.status(), address).toBe(403);
			await expect(page, address).toHaveTitle('Not allowed · Mill Lane');
			await expect(page.getByText(sentence)).toBeVisible();
		}
	});
});

test('a group is created, renamed, given other members and deleted', async ({
	page,
	browser,
	contextOptions
}) => {
	const fay = member(server, 'Fay');
	await signIn(page, server, ada);
	await page.goto(`${server.url}/settings/groups`);
	await page.getByLabel('Fay').check();
	await page.getByRole('button', { name: 'Create group' }).click();
	await expect(page.getByText('A name for the group is required.')).toBeVisible();
	await expect(page.getByLabel('Fay')).toBeChecked();
	await page.getByLabel('Name').fill('The children');
	await page.getByRole('button', { name: 'Create group' }).click();
	await expect(page.getByRole('status')).toContainText('Group created.');
	await expect(page.getByRole('listitem').filter({ hasText: 'The children' })).toContainText('Fay');

	await page.getByRole('link', { name: 'Edit The children' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'The children' })).toBeVisible();
	await page.getByLabel('Name').fill('The big ones');
	await page.getByRole('button', { name: 'Rename' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'The big ones' })).toBeVisible();
	await page.getByLabel('Fay').uncheck();
	await page.getByRole('button', { name: 'Save members' }).click();
	await expect(page.getByRole('status')).toContainText('Members saved');
	await expect(page.getByLabel('Fay')).not.toBeChecked();

	const theirs = await otherBrowser(browser, contextOptions);
	await signIn(theirs, server, fay);
	await theirs.goto(`${server.url}/settings/groups`);
	await expect(theirs.getByRole('listitem').filter({ hasText: 'The big ones' })).toContainText(
		'nobody yet'
	);
	await expect(theirs.getByRole('link', { name: /^Change/ })).toHaveCount(0);
	await theirs.context().close();

	const groupUid = new URL(page.url()).pathname.split('/').at(-1);
	await page.getByRole('link', { name: 'Delete group' }).click();
	await expect(page.getByText('Its members stay.')).toBeVisible();
	await page.getByRole('button', { name: 'Delete group' }).click();
	await expect(page.getByRole('status')).toContainText('Group deleted.');
	await expect(page.getByText('The big ones')).toHaveCount(0);

	await page.goto(`${server.url}/settings/groups/${groupUid}`);
	await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
	await page.getByRole('main').getByRole('link', { name: 'Groups' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible();
});

test.describe('requests', () => {
	test('one that is ignored looks pending to its sender, and two admins cannot both decide it', async ({
		page,
		browser,
		contextOptions
	}) => {
		const asking = await otherBrowser(browser, contextOptions);
		await askToJoin(asking, 'Gus', 'gus@new.test');
		await signIn(page, server, ada);
		await page.goto(`${server.url}/settings/requests`);
		const other = await page.context().newPage();
		// A page that has not been told of it yet.
		await other.route('**/api/v1/events*', (route) => route.abort());
		await other.goto(`${server.url}/activity`);
		// A browser that sends its time zone for the first time loads the page again.
		await other.waitForLoadState('networkidle');
		await page.getByRole('button', { name: 'Ignore: Gus joins' }).click();
		await expect(page.getByRole('status')).toContainText('Ignored.');
		await expect(page.getByText('Gus')).toHaveCount(0);
		await other.getByRole('button', { name: 'Approve: Gus joins' }).click();
		await expect(other.getByRole('alert')).toContainText('This request was already decided.');
		await asking.reload();
		await expect(asking.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
		await asking.context().close();
	});

	test(
		'a waiting page shows the approval by itself',
		{ tag: '@apart' },
		async ({ page, browser, contextOptions }) => {
			test.setTimeout(60_000);
			const asking = await otherBrowser(browser, contextOptions);
			await askToJoin(asking, 'Sam', 'sam@new.test');
			await signIn(page, server, ada);
			await page.goto(`${server.url}/settings/requests`);
			await page.getByRole('button', { name: 'Approve: Sam joins' }).click();
			await expect(page.getByRole('status')).toContainText('Approved.');
			await expect(asking.getByRole('heading', { name: 'Welcome' })).toBeVisible({
				timeout: 30_000
			});
			await asking.context().close();
		}
	);

	test('a newcomer whose email a member has is led to sign in, or to ask again', async ({
		page,
		browser,
		contextOptions
	}) => {
		const asking = await otherBrowser(browser, contextOptions);
		await askToJoin(asking, 'Tom', member(server, 'Tess').email);
		const address = asking.url();
		await asking.getByRole('link', { name: 'Back to sign in' }).click();
		await expect(asking).toHaveURL(`${server.url}/sign-in`);
		await signIn(page, server, ada);
		await page.goto(`${server.url}/settings/requests`);
		await expect(page.getByText('A member already has this email address')).toHaveCount(1);
		await page.getByRole('button', { name: 'Approve: Tom joins' }).click();
		await expect(page.getByRole('status')).toContainText('Approved.');
		await asking.goto(address);
		await asking.getByLabel('Password', { exact: true }).fill('four words of his own');
		await asking.getByRole('button', { name: 'Join' }).click();
		await expect(asking.getByText('This email address is already in use.')).toBeVisible();
		await expect(asking.getByRole('link', { name: 'Sign in' })).toBeVisible();
		await asking.getByRole('link', { name: 'Ask again' }).click();
		await expect(asking).toHaveURL(`${server.url}/join`);
		await asking.context().close();
	});

	test('a reset that has expired, was used, or is opened in another browser says so', async ({
		page,
		browser,
		contextOptions
	}) => {
		const hal = member(server, 'Hal');
		const asking = await otherBrowser(browser, contextOptions);
		const address = await approvedReset(asking, page, hal.email);
		await page.goto(address);
		await expect(page.getByText('Only the browser that asked can continue.')).toBeVisible();
		decidedHoursAgo(address, 1);
		await asking.goto(address);
		await expect(
			asking.getByText('The approval has expired; it lasts one hour. Ask again.')
		).toBeVisible();
		decidedHoursAgo(address, 0);
		await asking.goto(address);
		await asking.getByLabel('New password').fill('short');
		await asking.getByRole('button', { name: 'Save and sign in' }).click();
		await expect(asking.getByText('Use at least 15 characters')).toBeVisible();
		await asking.getByLabel('New password').fill('one that he will keep');
		await asking.getByRole('button', { name: 'Save and sign in' }).click();
		await expect(asking.getByRole('status').filter({ hasText: 'Password changed.' })).toBeVisible();
		// Without script Back would send the refused form again, and the browser asks first.
		if (hasScript()) await asking.goBack();
		else await asking.goto(address);
		await expect(asking).toHaveURL(address);
		await expect(asking.getByRole('heading', { name: 'Already used' })).toBeVisible();
		await expect(asking.getByText('already used, and you are signed in.')).toBeVisible();
		await expect(asking.getByRole('link', { name: 'Ask again' })).toHaveCount(0);
		await asking.getByRole('link', { name: 'Your lists' }).click();
		await expect(asking).toHaveURL(`${server.url}/`);
		await asking.context().clearCookies({ name: 'hearth_session' });
		await asking.goto(address);
		await expect(asking.getByText('Sign in with the new password, or ask again.')).toBeVisible();
		await asking.context().close();
	});

	test('a reset for an unknown person shows words as well, and no admin is told of it', async ({
		page
	}) => {
		await page.goto(`${server.url}/reset`);
		await page.getByLabel('Your email or name').fill('nobody@nowhere.test');
		await page.getByRole('button', { name: 'Request a password reset' }).click();
		await expect(page.getByText(/^[a-z]+ [a-z]+ [a-z]+$/)).toBeVisible();
		await signIn(page, server, ada);
		await page.goto(`${server.url}/settings/requests`);
		await expect(page.getByText('nobody@nowhere.test')).toHaveCount(0);
	});

	test('an incomplete form to join comes back as it was filled in', async ({ page }) => {
		await page.goto(`${server.url}/join`);
		await page.getByLabel('Your name').fill('Ivy');
		await page.getByLabel('Your email').fill('ivy at home');
		await page.getByLabel('Message to the admins').fill('Hello');
		await page.getByRole('button', { name: 'Ask to join' }).click();
		await expect(page.getByText('An email address looks like name@example.org.')).toBeVisible();
		await expect(page.getByLabel('Your name')).toHaveValue('Ivy');
		await expect(page.getByLabel('Message to the admins')).toHaveValue('Hello');
		await expect(page.getByLabel('Your email')).toBeFocused();
	});
});

test('activity names a list that was shared, counts new entries, and is marked as read', async ({
	page,
	browser,
	contextOptions
}) => {
	const jan = member(server, 'Jan');
	const kit = await otherBrowser(browser, contextOptions);
	await signIn(kit, server, member(server, 'Kit'));
	await signIn(page, server, jan);
	await page.goto(`${server.url}/activity`);
	const before = await page.getByRole('listitem').filter({ hasText: 'New:' }).count();
	const listUid = await listOf(kit, 'Summer holiday');
	await shareWithAll(kit, listUid);
	await page.goto(`${server.url}/activity`);
	await expect(page).toHaveTitle('Activity · Mill Lane');
	await expect(page.getByRole('link', { name: `Activity ${before + 1} new` })).toBeVisible();
	const entry = page
		.getByRole('listitem')
		.filter({ hasText: 'Kit shared “Summer holiday” with you.' });
	await expect(entry).toContainText('New:');
	await page.getByRole('button', { name: 'Mark all as read' }).click();
	await expect(page.getByText('New:')).toHaveCount(0);
	await expect(page.getByRole('link', { name: 'Activity', exact: true })).toBeVisible();
	await entry.getByRole('link', { name: 'Open list' }).click();
	await expect(page).toHaveURL(`${server.url}/lists/${listUid}`);
	await kit.context().close();
});

test('a member changes their own name and email, but not to those of somebody else', async ({
	page
}) => {
	const lea = member(server, 'Lea');
	await signIn(page, server, lea);
	await page.goto(`${server.url}/settings/account`);
	await page.getByLabel('Name').fill('Lea Marsh');
	await page.getByLabel('Email').fill(ada.email);
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByText('This email address is already in use.')).toBeVisible();
	await expect(page.getByLabel('Name')).toHaveValue('Lea Marsh');
	await page.getByLabel('Email').fill(`marsh-${lea.email}`);
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByRole('status')).toContainText('Profile saved');
	await signIn(await signedOut(page), server, { ...lea, email: `marsh-${lea.email}` });
	await page.goto(`${server.url}/settings/members`);
	await expect(rowOf(page, `marsh-${lea.email}`)).toContainText('Lea Marsh');
});

test('an admin sees everyone’s tokens, and revokes one', async ({
	page,
	browser,
	contextOptions
}) => {
	const theirs = await otherBrowser(browser, contextOptions);
	await signIn(theirs, server, member(server, 'Mia'));
	const token = { name: 'recipe box', abilities: { read: true }, allLists: true, expiresAt: '' };
	const { secret } = await post(theirs, '/access-tokens', token);
	await theirs.goto(`${server.url}/settings/tokens?all=true`);
	await expect(theirs.getByRole('link', { name: 'Everyone’s tokens' })).toHaveCount(0);
	await signIn(page, server, ada);
	await page.goto(`${server.url}/settings/tokens`);
	await expect(page.getByText('recipe box')).toHaveCount(0);
	await page.getByRole('link', { name: 'Everyone’s tokens' }).click();
	await expect(page.getByRole('listitem').filter({ hasText: 'recipe box' })).toContainText('Mia');
	await page.getByRole('link', { name: 'Revoke recipe box' }).click();
	await page.getByRole('button', { name: 'Revoke' }).click();
	await expect(page.getByRole('status')).toContainText('revoked');
	const answer = await fetch(`${server.url}/api/v1/lists`, {
		headers: { authorization: `Bearer ${secret}` }
	});
	expect(answer.status).toBe(401);
	await theirs.context().close();
});

test('the page About tells in words how much this instance holds', async ({ page }) => {
	await signIn(page, server, member(server, 'Nia'));
	await page.goto(`${server.url}/settings/about`);
	await expect(page.getByRole('heading', { level: 1, name: 'About Mill Lane' })).toBeVisible();
	await expect(page.getByText(/\d+ members, .*lists?, .*items?/)).toBeVisible();
	await expect(page.getByText(/^one SQLite file, [\d.]+ (kB|MB)$/)).toBeVisible();
});

test.describe('nothing is wrong, whatever the light and the width,', { tag: '@apart' }, () => {
	test.setTimeout(180_000);

	test('with the pages of the household', async ({ page }) => {
		const olga = member(server, 'Olga');
		await signIn(page, server, ada);
		const { group } = await post(page, '/groups', {
			name: `Upstairs, and everybody who has a key to it ${Date.now()}`,
			memberUids: []
		});
		const addresses = [
			'members',
			'groups',
			`groups/${group.uid}`,
			`groups/${group.uid}/delete`,
			'instance',
			'instance/delete',
			'about',
			'tokens?all=true'
		];
		await expectNothingWrong(page, [
			`${server.url}/settings/account`,
			...addresses.map((address) => `${server.url}/settings/${address}`)
		]);
		await expectNothingWrong(page, [`${server.url}/settings/members/mem_${olga.email}/remove`]);
	});

	test('with pending requests', async ({ page, browser, contextOptions, javaScriptEnabled }) => {
		const asking = await otherBrowser(browser, contextOptions);
		await askToJoin(asking, 'Pia', 'pia@new.test');
		// Without script these pages reload by themselves. Axe forbids that, and the page lets a reader stop it.
		const still = javaScriptEnabled ? '' : '?still=yes';
		const joining = asking.url() + still;
		await approvedReset(asking, page, member(server, 'Quin').email);
		const approved = asking.url();
		await askForReset(asking, member(server, 'Rosa').email);
		await expect(asking.getByRole('link', { name: 'Back to sign in' })).toBeVisible();
		await expectNothingWrong(page, [
			`${server.url}/settings/requests`,
			`${server.url}/activity`,
			joining
		]);
		await expectNothingWrong(asking, [
			`${server.url}/join`,
			`${server.url}/reset`,
			approved,
			asking.url() + still
		]);
		await asking.context().close();
	});
});

test('a waiting page reloads itself without script, until its button stops that', async ({
	page
}) => {
	await askToJoin(page, 'Tom', 'tom@new.test');
	const reloads = page.locator('meta[http-equiv="refresh"]');
	const stop = page.getByRole('button', { name: 'Stop reloading this page' });
	if (hasScript()) return expect(stop).toHaveCount(0);
	await expect(reloads).toHaveCount(1);
	await stop.click();
	await expect(reloads).toHaveCount(0);
	await page.getByRole('button', { name: 'Reload this page every 20 seconds' }).click();
	await expect(reloads).toHaveCount(1);
});

function rowOf(page: Page, text: string) {
	return page.getByRole('main').getByRole('listitem').filter({ hasText: text });
}

async function choose(page: Page, name: string, what: string): Promise<void> {
	await page.goto(`${server.url}/settings/members`);
	const row = rowOf(page, name).first();
	await row.locator('summary').click();
	await row.getByRole('button', { name: what }).click();
}

async function post(page: Page, path: string, data: object) {
	return (
		await page.request.post(`${server.url}/api/v1${path}`, {
			data,
			headers: { origin: server.url }
		})
	).json();
}

async function listOf(page: Page, name: string): Promise<string> {
	return String((await post(page, '/lists', { name })).list.uid);
}

async function shareWithAll(page: Page, listUid: string): Promise<void> {
	const data = { sharing: 'SHARING_INSTANCE', canEdit: true, memberUids: [], groupUids: [] };
	await page.request.put(`${server.url}/api/v1/lists/${listUid}/sharing`, {
		data,
		headers: { origin: server.url }
	});
}

async function signedOut(page: Page): Promise<Page> {
	await page.context().clearCookies();
	return page;
}

async function askToJoin(page: Page, name: string, email: string): Promise<void> {
	await page.goto(`${server.url}/join`);
	await page.getByLabel('Your name').fill(name);
	await page.getByLabel('Your email').fill(email);
	await page.getByRole('button', { name: 'Ask to join' }).click();
	await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
}

async function askForReset(page: Page, emailOrName: string): Promise<void> {
	await page.goto(`${server.url}/reset`);
	await page.getByLabel('Your email or name').fill(emailOrName);
	await page.getByRole('button', { name: 'Request a password reset' }).click();
	await expect(page.getByRole('heading', { name: 'Read out these words' })).toBeVisible();
}

/** Asks for a reset on one page and approves it as Ada on another. Returns the address to choose a new password. */
async function approvedReset(asking: Page, admin: Page, email: string): Promise<string> {
	await askForReset(asking, email);
	await signIn(admin, server, ada);
	await admin.goto(`${server.url}/settings/requests`);
	await rowOf(admin, email)
		.getByRole('button', { name: /^Approve/ })
		.click();
	await expect(admin.getByRole('status')).toContainText('for one hour');
	await asking.goto(asking.url());
	return asking.url();
}

function decidedHoursAgo(address: string, hours: number): void {
	const database = new Sqlite(server.databaseUrl.slice('file:'.length));
	const at = new Date(Date.now() - hours * 3_600_000 - 1_000).toISOString().replace('Z', '+00:00');
	const { changes } = database
		.prepare('UPDATE "ResetRequest" SET "decidedAt" = ? WHERE "uid" = ?')
		.run(at, address.split('/').at(-1));
	database.close();
	expect(changes).toBe(1);
}
