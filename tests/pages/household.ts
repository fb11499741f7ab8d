// What the page tests share: a household on a server of its own, members who sign in, and axe's opinion.
import AxeBuilder from '@axe-core/playwright';
import {
	expect,
	test,
	type Browser,
	type BrowserContextOptions,
	type Page
} from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import type { RunningServer } from '../support/server.ts';

export type Person = { name: string; email: string; password: string };

export const ada: Person = {
	name: 'Ada',
	email: 'ada@mill.test',
	password: 'correct horse battery staple'
};

/** First run, through the interface: Mill Lane, with Ada as its admin. Once for a server. */
export async function setUp(server: RunningServer): Promise<void> {
	const body = JSON.stringify({ instanceName: 'Mill Lane', ...ada });
	const headers = { 'content-type': 'application/json' };
	const answer = await fetch(`${server.url}/api/v1/instance:setup`, {
		method: 'POST',
		headers,
		body
	});
	expect([200, 409]).toContain(answer.status);
}

/** Another member, with Ada's password, so that a test has somebody to itself. */
export function member(server: RunningServer, name: string, mustChangePassword = false): Person {
	const email = `${name.toLowerCase()}-${randomBytes(4).toString('hex')}@mill.test`;
	const database = new Sqlite(server.databaseUrl.slice('file:'.length));
	database
		.prepare(
			`INSERT INTO "Member" ("uid", "name", "email", "emailFolded", "role", "passwordHash", "mustChangePassword", "createdAt")
			SELECT ?, ?, ?, ?, 'ROLE_MEMBER', "passwordHash", ?, "createdAt" FROM "Member" WHERE "name" = 'Ada'`
		)
		.run(`mem_${email}`, name, email, email, mustChangePassword ? 1 : 0);
	database.close();
	return { name, email, password: ada.password };
}

export async function signIn(page: Page, server: RunningServer, { email, password }: Person) {
	await page.goto(`${server.url}/sign-in`);
	await page.getByLabel('Email').fill(email);
	await page.getByLabel('Password').fill(password);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForURL((url) => url.pathname !== '/sign-in');
}

/** A second browser, with nothing of the first one's. */
export async function otherBrowser(
	browser: Browser,
	options: BrowserContextOptions
): Promise<Page> {
	return (await browser.newContext(options)).newPage();
}

/** Every page, light and dark, wide and narrow: axe finds nothing, and nothing is wider than the window. */
export async function expectNothingWrong(page: Page, addresses: string[]): Promise<void> {
	const { javaScriptEnabled } = test.info().project.use;
	await expectAllRight(
		javaScriptEnabled === false ? await asSeenWithoutScript(page) : page,
		addresses
	);
}

/** The same, for a page that runs scripts. */
export async function expectAllRight(page: Page, addresses: string[]): Promise<void> {
	for (const address of addresses) {
		await page.goto(address);
		for (const colorScheme of ['light', 'dark'] as const)
			for (const width of [1280, 390]) {
				await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
				await page.setViewportSize({ width, height: 844 });
				await expectPageRight(page, `${address}, ${colorScheme}, ${width}`);
			}
	}
}

async function expectPageRight(page: Page, where: string): Promise<void> {
	const { violations } = await new AxeBuilder({ page }).analyze();
	const found = violations.map(
		({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`
	);
	expect(found, where).toEqual([]);
	const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	expect(over, where).toBeLessThanOrEqual(0);
}

/** Axe is a script itself: so in a browser that runs scripts, but none of the app's, and shows what is for no script. */
async function asSeenWithoutScript(page: Page): Promise<Page> {
	const storageState = await page.context().storageState();
	const context = await page
		.context()
		.browser()
		?.newContext({ storageState, javaScriptEnabled: true });
	if (!context) throw new Error('this browser has no second window');
	const seen = await context.newPage();
	await seen.route('**/*', async (route) => {
		const type = route.request().resourceType();
		if (type === 'script') return route.abort();
		if (type !== 'document') return route.fallback();
		const response = await route.fetch();
		const body = (await response.text()).replaceAll(/<\/?noscript>|<script[^]*?<\/script>/g, '');
		return route.fulfill({ response, body });
	});
	return seen;
}
