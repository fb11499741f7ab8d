import { expect, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { startServer, type RunningServer } from '../support/server.ts';
import { ada, member, otherBrowser, setUp, signIn, signInByForm } from './household.ts';
import { call } from './list-page.ts';
import { expectAllRight, expectNothingWrong } from './axe.ts';

let server: RunningServer;
test.beforeAll(async () => void (server = await startServer()));
test.afterAll(() => server.stop());

test.describe('before first run', () => {
	test.describe.configure({ mode: 'serial' });

	test('every address leads to the setup', async ({ page }) => {
		test.slow();
		for (const address of ['/', '/sign-in', '/settings', '/password']) {
			await page.goto(server.url + address);
			expect(new URL(page.url()).pathname).toBe('/setup');
		}
		await expectNothingWrong(page, [`${server.url}/setup`]);
	});

	test('an invalid form comes back with what was typed, except for the password', async ({
		page
	}) => {
		await page.goto(`${server.url}/setup`);
		await expect(page.getByText('At least 15 characters')).toBeVisible();
		await page.getByLabel('Household name').fill('Mill Lane');
		await page.getByLabel('Your name').fill('Ada');
		await page.getByLabel('Your email').fill('ada at the mill');
		await page.getByLabel('Password').fill('three geese');
		await page.getByRole('button', { name: 'Create household' }).click();
		await expect(page.getByRole('alert')).toBeVisible();
		await expect(page.getByText('An email address looks like name@example.org.')).toBeVisible();
		// All mistakes are told at once.
		await expect(page.getByText('That password is too short.')).toBeVisible();
		await expect(page.getByLabel('Household name')).toHaveValue('Mill Lane');
		await expect(page.getByLabel('Your email')).toHaveValue('ada at the mill');
		await expect(page.getByLabel('Your email')).toBeFocused();
		expect(await page.content()).not.toContain('three geese');
	});

	test('from another machine the setup asks for the printed code, and takes it from the address', async ({
		browser
	}) => {
		const [, code = ''] = /\/setup\?code=([0-9a-z-]+)/.exec(server.output()) ?? [];
		const context = await browser.newContext({
			extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9' }
		});
		const page = await context.newPage();
		const field = page.getByLabel('Setup code');
		await page.goto(`${server.url}/setup?code=${code}`);
		await expect(field).toHaveValue(code);
		await expectNothingWrong(page, [`${server.url}/setup?code=${code}`]);
		await page.goto(`${server.url}/setup`);
		await expect(field).toHaveValue('');
		await field.fill('not-the-code');
		await page.getByLabel('Household name').fill('Theirs');
		await page.getByLabel('Your name').fill('Eve');
		await page.getByLabel('Your email').fill('eve@mill.test');
		await page.getByLabel('Password').fill(ada.password);
		await page.getByRole('button', { name: 'Create household' }).click();
		await expect(page.getByText('That is not the setup code.')).toBeVisible();
		await expect(field).toHaveValue('not-the-code');
		await expect(field).toBeFocused();
		await context.close();
	});

	test('the first member names the household and is signed in', async ({ page }) => {
		await page.goto(`${server.url}/setup`);
		await expect(page.getByLabel('Setup code')).toHaveCount(0);
		await page.getByLabel('Household name').fill('Mill Lane');
		await page.getByLabel('Your name').fill(ada.name);
		await page.getByLabel('Your email').fill(ada.email);
		await page.getByLabel('Password').fill(ada.password);
		await page.getByRole('button', { name: 'Create household' }).click();
		await page.waitForURL(`${server.url}/`);
		await page.goto(`${server.url}/setup`);
		await expect(page).toHaveURL(`${server.url}/`);
	});

	test('afterwards the setup leads a visitor to the sign-in', async ({ page }) => {
		await page.goto(`${server.url}/setup`);
		await expect(page).toHaveURL(`${server.url}/sign-in`);
		await expect(page).toHaveTitle('Sign in · Mill Lane');
	});
});

test.describe('at the sign-in', () => {
	test.beforeAll(() => setUp(server));

	test('a wrong password is answered with one sentence, and the email stays', async ({ page }) => {
		await page.goto(`${server.url}/sign-in`);
		await page.getByLabel('Email').fill('ada@mill.test');
		await page.getByLabel('Password').fill('not the password at all');
		await page.getByRole('button', { name: 'Sign in' }).click();
		await expect(page.getByRole('alert')).toContainText("That email and password don't match.");
		await expect(page.getByLabel('Email')).toHaveValue('ada@mill.test');
		await expect(page.getByLabel('Password')).toBeFocused();
		expect(await page.content()).not.toContain('not the password at all');
	});

	test('an empty form says what is needed beside each field', async ({ page }) => {
		await page.goto(`${server.url}/sign-in`);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await expect(page.getByText('Your email address is required.')).toBeVisible();
		await expect(page.getByText('Your password is required.')).toBeVisible();
		await expect(page.getByLabel('Email')).toBeFocused();
		await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
	});

	test('after ten wrong passwords even the right one waits', async ({ page }) => {
		const ben = member(server, 'Ben');
		for (let tries = 0; tries < 10; tries++) await wrongPassword(ben.email);
		await page.goto(`${server.url}/sign-in`);
		await page.getByLabel('Email').fill(ben.email);
		await page.getByLabel('Password').fill(ben.password);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await expect(page.getByRole('alert')).toContainText(
			'Too many attempts. Try again in 10 minutes.'
		);
	});

	test('signing in leads to the page that was asked for', async ({ page }) => {
		const cleo = member(server, 'Cleo');
		await page.goto(`${server.url}/settings/tokens?from=mail`);
		expect(new URL(page.url()).pathname).toBe('/sign-in');
		await page.getByLabel('Email').fill(cleo.email);
		await page.getByLabel('Password').fill('wrong at the first try');
		await page.getByRole('button', { name: 'Sign in' }).click();
		await expect(page.getByRole('alert')).toBeVisible();
		await page.getByLabel('Password').fill(cleo.password);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.waitForURL(`${server.url}/settings/tokens?from=mail`);
	});

	test('signing in never leads to another site', async () => {
		const elsewhere = [
			'//evil.test',
			'/\\evil.test',
			'https:evil.test',
			'https://evil.test',
			'/\t/evil.test',
			'/.//evil.test',
			'/a/..//evil.test',
			'/./\\evil.test',
			`/${'a'.repeat(8192)}`
		];
		for (const next of elsewhere) expect(await placeAfterSignIn(next), next).toBe('/');
		expect(await placeAfterSignIn('/today?x=1')).toBe('/today?x=1');
	});

	test('a signed-in member who opens the sign-in is sent home, or to the page that was asked for', async ({
		page
	}) => {
		await signIn(page, server, member(server, 'Dan'));
		for (const address of ['/sign-in', '/setup']) {
			await page.goto(server.url + address);
			await expect(page).toHaveURL(`${server.url}/`);
		}
		await page.goto(`${server.url}/sign-in?next=%2Ftoday`);
		await expect(page).toHaveURL(`${server.url}/today`);
		await page.goto(`${server.url}/sign-in?next=%2F%2Fevil.test`);
		await expect(page).toHaveURL(`${server.url}/`);
	});

	test('signing out asks once, then ends the session', async ({ page }) => {
		await signIn(page, server, member(server, 'Eve'));
		await page.goto(`${server.url}/sign-out`);
		await page.getByRole('button', { name: 'Sign out' }).click();
		await page.waitForURL(`${server.url}/sign-in`);
		await page.goto(`${server.url}/settings/account`);
		await expect(page).toHaveURL(`${server.url}/sign-in?next=%2Fsettings%2Faccount`);
		await page.goto(`${server.url}/sign-out`);
		await expect(page).toHaveURL(`${server.url}/sign-in`);
	});

	test(
		'nothing is wrong with the sign-in, whatever the light and the width',
		{ tag: '@apart' },
		async ({ page }) => {
			test.slow();
			await expectNothingWrong(page, [`${server.url}/sign-in`]);
			await signIn(page, server, member(server, 'Fay'));
			await expectNothingWrong(page, [
				`${server.url}/sign-out`,
				`${server.url}/password`,
				`${server.url}/nowhere`
			]);
		}
	);
});

test.describe('a password', () => {
	test.beforeAll(() => setUp(server));

	test('is changed with the old one, and every other browser is signed out', async ({
		page,
		browser,
		contextOptions
	}) => {
		const gus = member(server, 'Gus');
		const kitchen = await otherBrowser(browser, contextOptions);
		await signIn(kitchen, server, gus);
		await signIn(page, server, gus);
		await page.goto(`${server.url}/password`);
		await page.getByLabel('Current password').fill('something else entirely');
		await page.getByLabel('New password').fill('four plain words here');
		await page.getByRole('button', { name: 'Change password' }).click();
		await expect(page.getByText('That is not your current password.').last()).toBeVisible();
		await expect(page.getByLabel('Current password')).toBeFocused();
		await page.getByLabel('Current password').fill(gus.password);
		await page.getByLabel('New password').fill('four plain words here');
		await page.getByRole('button', { name: 'Change password' }).click();
		await expect(page.getByRole('status')).toContainText('Password changed.');
		await kitchen.goto(`${server.url}/settings/account`);
		await expect(kitchen).toHaveURL(/\/sign-in/);
		await signInByForm(kitchen, server, { ...gus, password: 'four plain words here' });
		await kitchen.context().close();
	});

	test('that is too short is refused, and the required length is told', async ({ page }) => {
		const hal = member(server, 'Hal');
		await signIn(page, server, hal);
		await page.goto(`${server.url}/password`);
		await page.getByLabel('Current password').fill(hal.password);
		await page.getByLabel('New password').fill('short');
		await page.getByRole('button', { name: 'Change password' }).click();
		await expect(page.getByText('Use at least 15 characters')).toBeVisible();
		await expect(page.getByLabel('New password')).toBeFocused();
	});

	test('that was temporary must be replaced before anything else', async ({ page }) => {
		const ivy = member(server, 'Ivy', true);
		await signIn(page, server, ivy);
		for (const address of ['/', '/settings', '/settings/tokens', '/settings/sessions']) {
			await page.goto(server.url + address);
			await expect(page).toHaveURL(`${server.url}/password`);
		}
		await page.getByLabel('New password').fill('a password of her own');
		await page.getByRole('button', { name: 'Change password' }).click();
		await expect(page.getByText('Type the temporary password that you were given.')).toBeVisible();
		await page.getByLabel('Temporary password').fill(ivy.password);
		await page.getByLabel('New password').fill('a password of her own');
		await page.getByRole('button', { name: 'Change password' }).click();
		await expect(page.getByRole('heading', { name: 'Lists', level: 1 })).toBeVisible();
		await expect(page.getByRole('status').filter({ hasText: 'Password changed.' })).toBeVisible();
		await page.goto(`${server.url}/settings/account`);
		await expect(page).toHaveURL(`${server.url}/settings/account`);
	});
});

test('an unknown address says so and links home', async ({ page }) => {
	await setUp(server);
	const answer = await page.goto(`${server.url}/nowhere`);
	expect(answer?.status()).toBe(404);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await page.getByRole('link', { name: 'Home' }).click();
	await expect(page).toHaveURL(`${server.url}/sign-in`);
	await signIn(page, server, ada);
	await page.goto(`${server.url}/nowhere`);
	await expect(page).toHaveTitle(/ · Mill Lane$/);
	await page.getByRole('link', { name: 'Your lists' }).click();
	await expect(page).toHaveURL(`${server.url}/`);
});

test('the static error page has its styles, under the headers of every answer', async ({
	browser
}) => {
	test.slow();
	const { headers } = await fetch(`${server.url}/healthz`);
	const policy = headers.get('content-security-policy') ?? '';
	const body = await readFile('src/error.html', 'utf8');
	const page = await otherBrowser(browser, { javaScriptEnabled: true });
	await page.route('**/broken', (route) =>
		route.fulfill({
			body,
			contentType: 'text/html',
			headers: { 'content-security-policy': policy }
		})
	);
	await expectAllRight(page, [`${server.url}/broken`]);
	await expect(page.locator('main')).toHaveCSS('max-width', '400px');
	await page.context().close();
});

async function wrongPassword(email: string): Promise<void> {
	const body = JSON.stringify({ email, password: 'a guess, and a wrong one' });
	const headers = { 'content-type': 'application/json' };
	const answer = await fetch(`${server.url}/api/v1/auth/sign-in`, {
		method: 'POST',
		headers,
		body
	});
	expect(answer.status).toBe(401);
}

async function placeAfterSignIn(next: string): Promise<string | null> {
	const body = new URLSearchParams({ email: ada.email, password: ada.password, next });
	const headers = { origin: server.url, accept: 'text/html' };
	const answer = await fetch(`${server.url}/sign-in`, {
		method: 'POST',
		headers,
		body,
		redirect: 'manual'
	});
	expect(answer.status).toBe(303);
	return answer.headers.get('location');
}

test('a request to join is found again by the browser that asked, until it has joined', async ({
	page,
	browser
}) => {
	await setUp(server);
	const link = (words: string) => page.getByRole('status').getByRole('link', { name: words });
	const waiting = link('Your request to join is waiting');
	await page.goto(`${server.url}/join`);
	await expect(page.getByRole('heading', { name: 'Ask to join' })).toBeVisible();
	await expect(page.getByRole('status')).toHaveCount(0);
	await page.getByLabel('Your name').fill('Wim');
	await page.getByLabel('Your email').fill('wim@mill.test');
	await page.getByRole('button', { name: 'Ask to join' }).click();
	await expect(page).toHaveURL(/\/join\/req_/);
	const own = page.url();
	for (const address of ['/', '/sign-in', '/join']) {
		await page.goto(server.url + address);
		await expect(waiting).toBeVisible();
	}
	await waiting.click();
	await expect(page).toHaveURL(own);

	const admin = await otherBrowser(browser, {});
	await admin.goto(`${server.url}/sign-in`);
	await expect(admin.getByRole('heading', { name: 'Sign in' })).toBeVisible();
	await expect(admin.getByRole('status')).toHaveCount(0);
	await signIn(admin, server, ada);
	await call(admin, server, 'POST', `/requests/join/${own.split('/').at(-1)}:decide`, {
		approve: true
	});
	await admin.context().close();
	await page.goto(`${server.url}/sign-in`);
	await link('Your request was approved: choose a password').click();
	await expect(page).toHaveURL(own);
	await page.getByLabel('Password').fill(ada.password);
	await page.getByRole('button', { name: 'Join' }).click();
	await expect(page).toHaveURL(`${server.url}/`);
	await page.goto(`${server.url}/sign-out`);
	await page.getByRole('button', { name: 'Sign out' }).click();
	await page.goto(`${server.url}/sign-in`);
	await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
	await expect(page.getByRole('status')).toHaveCount(0);
});

test('signing in with Enter draws no focus ring around the page', async ({ page }) => {
	await setUp(server);
	await page.goto(`${server.url}/sign-in`);
	await page.getByLabel('Email').fill(ada.email);
	await page.getByLabel('Password').fill(ada.password);
	await page.getByLabel('Password').press('Enter');
	await expect(page).toHaveURL(`${server.url}/`);
	const main = page.locator('main');
	// Script leaves the focus on main. After a key, any other element would get a ring.
	await main.focus();
	await expect(main).toHaveCSS('outline-style', 'none');
});

test('a field that may be left empty says so once', async ({ page }) => {
	await setUp(server);
	await page.goto(`${server.url}/join`);
	await expect(page.getByText('Message to the admins (optional)')).toBeVisible();
	await expect(page.getByText('It helps them recognise you.', { exact: true })).toBeVisible();
});

test('the fields for name and email tell a browser how to fill them in', async ({ page }) => {
	const tokens = async (path: string) => {
		await page.goto(server.url + path);
		return page
			.locator('[name="name"], [name="email"]')
			.evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')));
	};
	expect(await tokens('/sign-in')).toEqual(['username']);
	expect(await tokens('/join')).toEqual(['name', 'email']);
	await signIn(page, server, ada);
	expect(await tokens('/settings/account')).toEqual(['name', 'email']);
});
