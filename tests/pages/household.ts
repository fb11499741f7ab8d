// Helpers of the page tests: a household on a server of its own, and members who sign in.
import {
	expect,
	test,
	type Browser,
	type BrowserContextOptions,
	type Page
} from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import { hashSecret, newSecret, newUid } from '../../src/lib/server/kernel/secrets.ts';
import { startServer, type RunningServer, type ServerOptions } from '../support/server.ts';

export type Person = { name: string; email: string; password: string };

export const ada: Person = {
	name: 'Ada',
	email: 'ada@mill.test',
	password: 'correct horse battery staple'
};

/** A household for the tests of one file, with Ada as its admin: served from before the first test until after the last. */
export function servedHousehold(options: ServerOptions = {}): RunningServer {
	let started: RunningServer | undefined;
	const server = (): RunningServer => {
		if (!started) throw new Error('the household is served from the first test on');
		return started;
	};
	test.beforeAll(async () => {
		started = await startServer(options);
		await setUp(started);
	});
	test.afterAll(() => started?.stop());
	return {
		get origin() {
			return server().origin;
		},
		get url() {
			return server().url;
		},
		get databaseUrl() {
			return server().databaseUrl;
		},
		get pid() {
			return server().pid;
		},
		get process() {
			return server().process;
		},
		output: () => server().output(),
		stop: () => server().stop(),
		kill: () => server().kill(),
		restart: () => server().restart()
	};
}

/** The same, where the page of each test is signed in as Ada. */
export function adasHousehold(options: ServerOptions = {}): RunningServer {
	const server = servedHousehold(options);
	test.beforeEach(({ page }) => signIn(page, server, ada));
	return server;
}

/** First run over REST: Mill Lane, with Ada as its admin. Call it once for a server. */
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

/** Another member, with Ada's password, for one test alone. */
export function member(server: RunningServer, name: string, mustChangePassword = false): Person {
	const email = `${name.toLowerCase()}-${randomBytes(4).toString('hex')}@mill.test`;
	write(
		server,
		`INSERT INTO "Member" ("uid", "name", "email", "emailFolded", "role", "passwordHash", "mustChangePassword", "createdAt")
		SELECT ?, ?, ?, ?, 'ROLE_MEMBER', "passwordHash", ?, "createdAt" FROM "Member" WHERE "email" = 'ada@mill.test'`,
		[`mem_${email}`, name, email, email, mustChangePassword ? 1 : 0]
	);
	return { name, email, password: ada.password };
}

/** Signs in like the sign-in form, but without checking a password. The page stays where it is. */
export async function signIn(page: Page, server: RunningServer, { email }: { email: string }) {
	const secret = newSecret('');
	const expires = Date.now() + 30 * 86_400_000;
	const times = [Date.now(), Date.now(), expires].map((time) =>
		new Date(time).toISOString().replace('Z', '+00:00')
	);
	write(
		server,
		`INSERT INTO "Session" ("idHash", "uid", "memberUid", "device", "createdAt", "lastUsedAt", "expiresAt")
		SELECT ?, ?, "uid", 'Chrome on Linux', ?, ?, ? FROM "Member" WHERE "email" = ?`,
		[hashSecret(secret), newUid('ses'), ...times, email]
	);
	await page.context().addCookies([
		{
			...{ name: 'hearth_session', value: secret, url: server.url },
			...{ httpOnly: true, sameSite: 'Lax', expires: Math.floor(expires / 1000) }
		}
	]);
}

/** Posts the sign-in form without opening it. The page stays where it is. */
export async function signInByForm(
	page: Page,
	server: RunningServer,
	{ email, password }: Omit<Person, 'name'>
) {
	const answer = await page.request.post(`${server.url}/sign-in`, {
		form: { email, password },
		headers: { origin: server.url, accept: 'text/html' },
		maxRedirects: 0
	});
	expect(answer.status()).toBe(303);
}

function write(server: RunningServer, sql: string, values: (string | number)[]): void {
	const database = new Sqlite(server.databaseUrl.slice('file:'.length));
	const { changes } = database.prepare(sql).run(values);
	database.close();
	expect(changes).toBe(1);
}

/** A page in a new browser context, without cookies and storage of the first one. */
export async function otherBrowser(
	browser: Browser,
	options: BrowserContextOptions
): Promise<Page> {
	return (await browser.newContext(options)).newPage();
}

export const hasScript = (): boolean => test.info().project.use.javaScriptEnabled !== false;

/** Waits until the page is hydrated, if it has script: Svelte's announcer is there and every island is hydrated. */
export async function hydrated(page: Page): Promise<void> {
	if (!hasScript()) return;
	await page.locator('#svelte-announcer').waitFor({ state: 'attached' });
	await expect(page.locator('main .island:not([data-hydrated])')).toHaveCount(0);
}
