import { expect, test, type Page } from '@playwright/test';
import {
	servedHousehold,
	hydrated,
	member,
	otherBrowser,
	signIn,
	signInByForm
} from './household.ts';
import { expectNothingWrong } from './axe.ts';

const server = servedHousehold();

test.describe('your own page', () => {
	test('shows who you are here and leads to the password', async ({ page }) => {
		const ada = member(server, 'Ada Byron');
		await signIn(page, server, ada);
		await page.goto(`${server.url}/settings/account`);
		await expect(page).toHaveTitle('Your account · Mill Lane');
		await expect(page.getByLabel('Email')).toHaveValue(ada.email);
		await page.getByRole('link', { name: 'Change password' }).click();
		await expect(page).toHaveURL(`${server.url}/password`);
	});

	test('remembers light or dark, and the next page has that theme from the first paint', async ({
		page,
		javaScriptEnabled
	}) => {
		await signIn(page, server, member(server, 'Ben'));
		await page.goto(`${server.url}/settings/account`);
		await expect(page.locator('html')).toHaveAttribute('data-theme', 'system');
		expect(await colourOfBar(page)).toBe('#fcf9f3');
		await page.getByLabel('Dark', { exact: true }).check();
		if (!javaScriptEnabled) await page.getByRole('button', { name: 'Save appearance' }).click();
		await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
		expect(await colourOfBar(page)).toBe('#18130e');
		await page.reload();
		expect(await colourOfBar(page)).toBe('#18130e');
		await expect(page.getByLabel('Dark', { exact: true })).toBeChecked();
		const html = await (await page.request.get(`${server.url}/settings/sessions`)).text();
		expect(html).toContain('data-theme="dark"');
	});

	test('knows its time zone: from the browser, or without script from the member, whose choice stays', async ({
		browser,
		contextOptions,
		javaScriptEnabled
	}) => {
		const page = await otherBrowser(browser, { ...contextOptions, timezoneId: 'Pacific/Auckland' });
		await signIn(page, server, member(server, 'Cleo'));
		await page.goto(`${server.url}/settings/account`);
		if (!javaScriptEnabled) {
			await expect(page.getByText('until you choose a time zone')).toContainText('UTC');
			await page.getByLabel('Time zone').selectOption('Pacific/Auckland');
			await page.getByRole('button', { name: 'Save time zone' }).click();
			await expect(page.getByRole('status')).toBeVisible();
			await expect(page.getByLabel('Time zone')).toHaveValue('Pacific/Auckland');
		}
		await expect(page.getByText('in the time zone of Auckland')).toBeVisible();
		await expect(page.getByText('until you choose a time zone')).toHaveCount(0);
		await page.getByLabel('Time zone').selectOption('Europe/Lisbon');
		await page.getByRole('button', { name: 'Save time zone' }).click();
		await expect(page.getByRole('status')).toBeVisible();
		await page.goto(`${server.url}/today`);
		if (javaScriptEnabled) {
			await hydrated(page);
			await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
		}
		await page.goto(`${server.url}/settings/account`);
		await expect(page.getByText('in the time zone of Lisbon')).toBeVisible();
		if (javaScriptEnabled) {
			await page.addInitScript(() => {
				const { resolvedOptions } = Intl.DateTimeFormat.prototype;
				Intl.DateTimeFormat.prototype.resolvedOptions = function () {
					return { ...resolvedOptions.call(this), timeZone: 'Asia/Tokyo' };
				};
			});
			await page.reload();
			await expect(page.getByText('in the time zone of Tokyo')).toBeVisible();
		}
		await page.context().close();
	});
});

test.describe('access tokens', () => {
	test('one is created, shown once, works, and is revoked', async ({ page, javaScriptEnabled }) => {
		await memberWithLists(page, 'Dan', 'Groceries', 'Garden');
		await page.goto(`${server.url}/settings/tokens`);
		await expect(page).toHaveTitle('Access tokens · Mill Lane');
		await page.getByLabel('What is it for?').fill('kitchen tablet');
		await page.getByLabel('Write').check();
		await page.getByLabel('Groceries').check();
		await page.getByRole('button', { name: 'Create token' }).click();

		const secret = await shownSecret(page);
		expect(page.url()).not.toContain(secret);
		await page.getByText('How to use it').click();
		await expect(page.getByText(`${server.url}/api/v1/lists`)).toBeVisible();
		expect(await listNames(secret)).toEqual(['Groceries']);

		await page.reload();
		await expect(page.getByRole('heading', { name: 'Your tokens' })).toBeVisible();
		// Without script a reload sends the form again, and the same browser gets the same answer with the secret.
		expect((await page.content()).includes(secret)).toBe(!javaScriptEnabled);
		await page.goto(`${server.url}/settings/tokens`);
		await expect(page.getByRole('link', { name: /^Revoke/ })).toHaveCount(1);
		await expect(page.getByText('read · write')).toBeVisible();
		expect(await page.content()).not.toContain(secret);
		expect(server.output()).not.toContain(secret);

		await page.getByRole('link', { name: 'Revoke kitchen tablet' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toContainText('kitchen tablet');
		await expect(page.getByText("After that, its changes can't be undone together.")).toBeVisible();
		expect(await listNames(secret)).toEqual(['Groceries']);
		await page.getByRole('button', { name: 'Revoke' }).click();
		await expect(page.getByRole('status')).toContainText('revoked');
		expect(await listNames(secret)).toBe(401);
	});

	test('the same form sent twice creates one', async ({ page }) => {
		await memberWithLists(page, 'Eve', 'Groceries');
		await page.goto(`${server.url}/settings/tokens`);
		const key = page.locator('form:has([name="abilities.read"]) [name="idempotencyKey"]');
		const form = {
			idempotencyKey: await key.inputValue(),
			name: 'twice',
			'abilities.read': 'on',
			allLists: 'on',
			until: 'never'
		};
		const send = () =>
			page.request.post(`${server.url}/settings/tokens`, {
				form,
				headers: { origin: server.url, accept: 'text/html' }
			});
		const answers = await Promise.all([send(), send()]);
		answers.push(await send());
		const bodies = await Promise.all(answers.map((answer) => answer.text()));
		// A browser shows the last answer, so every answer has to show the secret.
		const secrets = bodies.map((body) => /hearth_[\w-]{20,}/.exec(body)?.[0] ?? '');
		expect(secrets[0]).not.toBe('');
		expect(new Set(secrets).size).toBe(1);
		await page.goto(`${server.url}/settings/tokens`);
		await expect(page.getByRole('link', { name: 'Revoke twice' })).toHaveCount(1);
		await expect(page.getByText('never expires', { exact: false }).first()).toBeVisible();
	});

	test('a double click creates one, and its secret stays to be copied', async ({ browser }) => {
		const page = await otherBrowser(browser, { javaScriptEnabled: true });
		await memberWithLists(page, 'Jon');
		// Wait until the page has its script.
		await page.goto(`${server.url}/settings/tokens`, { waitUntil: 'networkidle' });
		await page.getByLabel('What is it for?').fill('eager');
		await page.getByLabel('Every list I can see').check();
		await page.getByRole('button', { name: 'Create token' }).dblclick();
		await expect(page.getByRole('link', { name: 'Revoke eager' })).toHaveCount(1);
		await page.waitForLoadState('networkidle');
		await shownSecret(page);
		await page.context().close();
	});

	test('an incomplete form comes back as it was filled in', async ({ page }) => {
		await memberWithLists(page, 'Fay', 'Groceries', 'Garden');
		await page.goto(`${server.url}/settings/tokens`);
		await page.getByLabel('Read').uncheck();
		await page.getByLabel('Delete').check();
		await page.getByLabel('Garden').check();
		await page.getByLabel('Expires').selectOption('one-year');
		await page.getByRole('button', { name: 'Create token' }).click();
		await expect(page.getByRole('alert')).toBeVisible();
		await expect(page.getByText('A name for the token is required.')).toBeVisible();
		await expect(page.getByLabel('What is it for?')).toBeFocused();
		await expect(page.getByLabel('Read')).not.toBeChecked();
		await expect(page.getByLabel('Delete')).toBeChecked();
		await expect(page.getByLabel('Garden')).toBeChecked();
		await expect(page.getByLabel('Groceries')).not.toBeChecked();
		await expect(page.getByLabel('Expires')).toHaveValue('one-year');
		await page.getByLabel('What is it for?').fill('compost');
		await page.getByRole('button', { name: 'Create token' }).click();
		await expect(page.getByText('“compost” is created.')).toBeVisible();
	});

	test('the names of many lists are folded behind their number', async ({ page }) => {
		const names = Array.from({ length: 6 }, (_, index) => `Shelf ${index + 1}`);
		await memberWithLists(page, 'Nia', ...names);
		await page.goto(`${server.url}/settings/tokens`);
		await page.getByLabel('What is it for?').fill('shelves');
		for (const name of names) await page.getByLabel(name).check();
		await page.getByRole('button', { name: 'Create token' }).click();
		await shownSecret(page);
		const row = page.getByRole('listitem').filter({ hasText: 'shelves' });
		await expect(row.getByText(names.join(', '))).toBeHidden();
		await row.getByText('6 lists').click();
		await expect(row.getByText(names.join(', '))).toBeVisible();
	});

	test('one without abilities or without lists is not created', async ({ page }) => {
		await memberWithLists(page, 'Gus', 'Groceries');
		await page.goto(`${server.url}/settings/tokens`);
		await page.getByLabel('What is it for?').fill('nothing');
		await page.getByLabel('Read').uncheck();
		await page.getByRole('button', { name: 'Create token' }).click();
		await expect(page.getByText('Choose at least one permission.')).toBeVisible();
		await page.getByLabel('Read').check();
		await page.getByRole('button', { name: 'Create token' }).click();
		await expect(
			page.getByText('Choose the lists that the token reaches, or all of them.')
		).toBeVisible();
		await page.getByLabel('Every list I can see').check();
		await page.getByRole('button', { name: 'Create token' }).click();
		await shownSecret(page);
		await expect(page.getByText('all lists', { exact: true })).toBeVisible();
	});
});

test.describe('signed-in devices', () => {
	test('another browser is named, and signed out from here', async ({
		page,
		browser,
		contextOptions
	}) => {
		const hal = member(server, 'Hal');
		const phone = await otherBrowser(browser, { ...contextOptions, userAgent: iPhone });
		await signInByForm(phone, server, hal);
		await signIn(page, server, hal);
		await page.goto(`${server.url}/activity`);
		const told = page.getByRole('listitem').filter({ hasText: 'New sign-in: Safari on iPhone.' });
		// The same for every sign-in, so it is no button.
		const all = told.getByRole('link', { name: 'Signed-in devices' });
		await expect(all).toHaveCSS('border-top-width', '0px');
		await all.click();
		await expect(page).toHaveURL(`${server.url}/settings/sessions`);
		await expect(page.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1);
		await page.getByRole('button', { name: 'Sign out: Safari on iPhone' }).click();
		await expect(page.getByRole('status')).toBeVisible();
		await expect(page.getByText('Safari on iPhone')).toHaveCount(0);
		await phone.goto(`${server.url}/settings/account`);
		await expect(phone).toHaveURL(/\/sign-in/);
		await page.goto(`${server.url}/settings/account`);
		await expect(page).toHaveURL(`${server.url}/settings/account`);
		await phone.context().close();
	});

	test('two browsers of one kind can be distinguished, and the chosen one is signed out', async ({
		page,
		browser,
		contextOptions
	}) => {
		const jo = member(server, 'Jo');
		const phone = { ...contextOptions, userAgent: iPhone };
		const [first, second] = [
			await otherBrowser(browser, phone),
			await otherBrowser(browser, phone)
		];
		for (const at of [first, second]) {
			await signInByForm(at, server, jo);
			// Let the times of the two sign-ins differ by a second.
			await page.waitForTimeout(1000);
		}
		await signIn(page, server, jo);
		await page.goto(`${server.url}/settings/sessions`);
		const rows = page.getByRole('listitem').filter({ hasText: 'Safari on iPhone' });
		const [one = '', other = ''] = await rows.locator('small').allInnerTexts();
		expect(one).not.toBe(other);
		const names = await rows
			.getByRole('button')
			.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
		expect(new Set(names).size).toBe(2);
		for (const name of names)
			expect(name).toMatch(/^Sign out: Safari on iPhone \(signed in .+:\d\d:\d\d\)$/);
		await page.getByRole('button', { name: names.at(-1) ?? '', exact: true }).click();
		await expect(page.getByRole('button', { name: 'Sign out: Safari on iPhone' })).toHaveCount(1);
		const signedIn = await Promise.all(
			[first, second].map(async (at) => {
				await at.goto(`${server.url}/settings/account`);
				return !at.url().includes('/sign-in');
			})
		);
		expect(signedIn.toSorted()).toEqual([false, true]);
		for (const at of [first, second]) await at.context().close();
	});

	test('all other browsers and programs are signed out at once', async ({
		page,
		browser,
		contextOptions
	}) => {
		const ida = member(server, 'Ida');
		const others = [
			await otherBrowser(browser, { ...contextOptions, userAgent: iPhone }),
			await otherBrowser(browser, contextOptions)
		];
		for (const at of [...others, page]) await signIn(at, server, ida);
		const api = `${server.url}/api/v1`;
		const pair = await fetch(`${api}/auth/sign-in`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(ida)
		});
		const headers = { authorization: `Bearer ${(await pair.json()).accessToken}` };
		expect((await fetch(`${api}/lists`, { headers })).status).toBe(200);
		await page.goto(`${server.url}/settings/sessions`);
		await expect(page.getByRole('listitem').filter({ hasText: 'A program' })).toHaveCount(1);
		await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
		await expect(page.getByRole('status')).toContainText("You're signed out everywhere else.");
		await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
		expect((await fetch(`${api}/lists`, { headers })).status).toBe(401);
		for (const at of others) {
			await at.goto(`${server.url}/settings/sessions`);
			await expect(at).toHaveURL(/\/sign-in/);
			await at.context().close();
		}
		await page.reload();
		await expect(page.getByText('This browser')).toBeVisible();
	});
});

test(
	'nothing is wrong with the settings, whatever the light and the width',
	{ tag: '@apart' },
	async ({ page }) => {
		test.slow();
		await memberWithLists(
			page,
			'Ivy',
			'Groceries',
			'A list with a name as long as a summer holiday in the mountains'
		);
		await page.goto(`${server.url}/settings/tokens`);
		await page.getByLabel('What is it for?').fill('recipe box');
		await page.getByLabel('Every list I can see').check();
		await page.getByRole('button', { name: 'Create token' }).click();
		await shownSecret(page);
		await page.goto(`${server.url}/settings/tokens`);
		await page.getByRole('link', { name: 'Revoke recipe box' }).click();
		await page.waitForURL(/\/revoke$/);
		const addresses = [
			'/settings',
			'/settings/account',
			'/settings/account?said=password',
			'/settings/keys',
			'/settings/sessions',
			'/settings/tokens'
		];
		await expectNothingWrong(page, [
			page.url(),
			...addresses.map((address) => server.url + address)
		]);
	}
);

test('the shortcuts have a page, where single-key shortcuts are turned off and on', async ({
	page
}) => {
	await signIn(page, server, member(server, 'Cleo'));
	await page.goto(`${server.url}/settings/account`);
	await page.getByRole('link', { name: 'Keyboard shortcuts' }).click();
	await expect(page.getByRole('main').locator('kbd').filter({ hasText: /^n$/ })).toBeVisible();
	const keys = async () =>
		(await page.context().cookies()).find(({ name }) => name === 'hearth_keys')?.value;
	await page.getByRole('button', { name: 'Turn off' }).click();
	await expect(page.getByText('are off in this browser')).toBeVisible();
	expect(await keys()).toBe('off');
	await page.getByRole('button', { name: 'Turn on' }).click();
	await expect(page.getByText('are on in this browser')).toBeVisible();
	expect(await keys()).toBe('on');
});

const iPhone =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Mobile/15E148 Safari/604.1';

async function shownSecret(page: Page): Promise<string> {
	const secret = page.getByText(/^hearth_[\w-]{20,}$/);
	await expect(secret).toBeVisible();
	return (await secret.innerText()).trim();
}

async function memberWithLists(page: Page, name: string, ...lists: string[]): Promise<void> {
	await signIn(page, server, member(server, name));
	for (const list of lists)
		await page.request.post(`${server.url}/api/v1/lists`, {
			data: { name: list },
			headers: { origin: server.url }
		});
}

/** The names of the lists that a token with this secret reaches, or the status of the refusal. */
async function listNames(secret: string): Promise<string[] | number> {
	const headers = { authorization: `Bearer ${secret}` };
	const answer = await fetch(`${server.url}/api/v1/lists`, { headers });
	if (!answer.ok) return answer.status;
	const { lists }: { lists: { name: string }[] } = await answer.json();
	return lists.map(({ name }) => name);
}

/** The colour that the browser takes for its own bar: the first one whose media applies. */
const colourOfBar = (page: Page): Promise<string | undefined> =>
	page.evaluate(
		() =>
			[...document.querySelectorAll<HTMLMetaElement>('[name="theme-color"]')].find(
				({ media }) => matchMedia(media).matches
			)?.content
	);
