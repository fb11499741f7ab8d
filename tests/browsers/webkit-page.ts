// What the tests in WebKit start from: a household on a server of its own, a browser for each test, and a REST client.
import { expect, test as base } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { ada, member, setUp } from '../pages/household.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import type { Point } from '../support/webdriver.ts';
import { openScreen, startWebKit, type Screen, type WebKit } from '../support/webkit.ts';

type Own = {
	/** Options of the browser, such as `--enable-javascript=FALSE`. */
	settings: string[];
	server: RunningServer;
	webkit: WebKit;
};

export const test = base.extend<Own, { xvfb: Screen }>({
	xvfb: [
		// eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
		async ({}, use) => {
			const screen = await openScreen();
			await use(screen);
			screen.stop();
		},
		{ scope: 'worker' }
	],
	settings: [[], { option: true }],
	// eslint-disable-next-line no-empty-pattern -- as above
	server: async ({}, use) => {
		const server = await startServer();
		await use(server);
		await server.stop();
	},
	webkit: async ({ xvfb, settings }, use, info) => {
		const webkit = await startWebKit(xvfb, settings);
		await use(webkit);
		try {
			if (info.errors.length > 0)
				await writeFile(info.outputPath('page.png'), await webkit.screenshot());
			await webkit.evaluate(() => undefined);
			expect(webkit.uncaught, 'thrown by a page, and not caught').toEqual([]);
		} finally {
			await webkit.stop();
		}
	}
});

/** Signs Ada in by the form, in a household that is set up before. */
export async function signedIn(webkit: WebKit, server: RunningServer): Promise<Rest> {
	await setUp(server);
	await signIn(webkit, server, ada);
	return restOf(server);
}

export async function signIn(
	webkit: WebKit,
	server: RunningServer,
	{ email, password }: { email: string; password: string }
): Promise<void> {
	await webkit.goto(`${server.url}/sign-in`);
	await webkit.fill('Email', email);
	await webkit.fill('Password', password);
	await webkit.click('Sign in');
	await at(webkit, '/');
}

/** Signs out in another window of the browser, signs this member in there, and returns to the window before. */
export async function signInElsewhere(
	webkit: WebKit,
	server: RunningServer,
	name: string
): Promise<void> {
	const before = await webkit.windows.current();
	await webkit.windows.open();
	await webkit.goto(`${server.url}/sign-out`);
	await hydrated(webkit);
	await webkit.click('Sign out', 'main');
	await at(webkit, '/sign-in');
	await signIn(webkit, server, member(server, name));
	await webkit.windows.switchTo(before);
}

/** Waits until the page of this path is there and hydrated. */
export async function at(webkit: WebKit, path: string | RegExp): Promise<void> {
	const pathname = async () => new URL(await webkit.url()).pathname;
	await expect.poll(pathname).toMatch(typeof path === 'string' ? new RegExp(`^${path}$`) : path);
	await hydrated(webkit);
}

/** Opens the page of a list, and waits until it is hydrated. */
export async function openList(webkit: WebKit, server: RunningServer, uid: string): Promise<void> {
	await webkit.goto(`${server.url}/lists/${uid}`);
	await hydrated(webkit);
}

/** Waits until the page is hydrated: Svelte's announcer is there and every island is hydrated. */
export const hydrated = (webkit: WebKit): Promise<unknown> =>
	webkit.waitFor('a hydrated page', () =>
		webkit.evaluate(
			() =>
				!!document.querySelector('#svelte-announcer') &&
				!document.querySelector('main .island:not([data-hydrated])')
		)
	);

/** Adds a line by typing it, and Enter. */
export async function add(webkit: WebKit, line: string): Promise<void> {
	await webkit.clickOn('#add');
	await webkit.press(...line, '\uE007');
}

/** The labels of the open items, from the top; ticked ones that are still among them have a star. */
export const labels = (webkit: WebKit): Promise<string[]> =>
	webkit.evaluate(() =>
		[...document.querySelectorAll('main .open .items > li, main .items.open > li')]
			.filter((row) => !row.closest('[data-floating], .fold') && !row.hasAttribute('inert'))
			.map(
				(row) =>
					`${row.querySelector('.label > :first-child')?.textContent?.trim()}${row.matches('.done, [data-tapped="tick"]') ? '*' : ''}`
			)
	);

export const expectLabels = (webkit: WebKit, expected: string[]): Promise<void> =>
	expect.poll(() => labels(webkit), { timeout: 15_000 }).toEqual(expected);

export const textOf = (webkit: WebKit, css = 'body'): Promise<string> =>
	webkit.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.innerText ?? '', css);

/** Waits until the page, or what the selector finds first, says this. */
export const expectText = (webkit: WebKit, text: string, css = 'body'): Promise<void> =>
	expect.poll(() => textOf(webkit, css), { timeout: 15_000 }).toContain(text);

export const expectNoText = (webkit: WebKit, text: string, css = 'body'): Promise<void> =>
	expect.poll(() => textOf(webkit, css), { timeout: 15_000 }).not.toContain(text);

/** Waits until the server has these items, ticked ones with a star. */
export const expectOnServer = (rest: Rest, uid: string, items: string[]): Promise<void> =>
	expect.poll(() => rest.items(uid).catch((): string[] => []), { timeout: 45_000 }).toEqual(items);

/** Waits until the device keeps a list. */
export const keptOnDevice = (webkit: WebKit, text: string): Promise<unknown> =>
	webkit.waitFor(`${text} on the device`, () => deviceHolds(webkit, text));

/** Whether anything that is kept in this browser contains the text. */
export const deviceHolds = (webkit: WebKit, text: string): Promise<boolean> =>
	webkit.evaluateAsync(async (wanted) => {
		const known = await indexedDB.databases();
		if (!known.some(({ name }) => name === 'hearth')) return false;
		const answered = (asked: IDBRequest) =>
			new Promise<unknown>((resolve, reject) => {
				asked.onsuccess = () => resolve(asked.result);
				asked.onerror = () => reject(asked.error);
			});
		const database = await answered(indexedDB.open('hearth'));
		if (!(database instanceof IDBDatabase)) return false;
		const stores = [...database.objectStoreNames];
		const reading = database.transaction(stores);
		const all = await Promise.all(
			stores.map((name) => answered(reading.objectStore(name).getAll()))
		);
		database.close();
		return JSON.stringify(all).includes(wanted);
	}, text);

/** The middle of what is shown and selected, in the window. */
export const middleOf = (webkit: WebKit, css: string): Promise<Point> =>
	webkit.waitFor(css, () =>
		webkit.evaluate((wanted) => {
			const box = document.querySelector(wanted)?.getBoundingClientRect();
			if (!box) throw new Error(`${wanted} is not there`);
			return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
		}, css)
	);

type Rest = Awaited<ReturnType<typeof restOf>>;
type Body = Record<string, unknown>;

/** Ada's client of the REST interface, which is not the browser. */
export async function restOf(server: RunningServer, { email, password } = ada) {
	const { accessToken } = await ask('POST', '/auth/sign-in', { email, password });

	async function ask(method: string, path: string, body?: Body, token = '') {
		const response = await fetch(`${server.url}/api/v1${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				connection: 'close',
				...(token ? { authorization: `Bearer ${token}` } : {})
			},
			...(body ? { body: JSON.stringify(body) } : {})
		});
		if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
		return response.json();
	}

	const call = (method: string, path: string, body?: Body) =>
		ask(method, path, body, String(accessToken));
	return {
		call,
		/** Creates a list with these items. Returns its uid. */
		async list(name: string, items: (string | Body)[] = []): Promise<string> {
			const { list } = await call('POST', '/lists', { name });
			const bodies = items.map((item) => (typeof item === 'string' ? { label: item } : item));
			if (items.length > 0) await call('POST', `/lists/${list.uid}/items:batch`, { items: bodies });
			return list.uid;
		},
		/** The items of a list, ticked ones with a star. */
		async items(uid: string): Promise<string[]> {
			const { items } = await call('GET', `/lists/${uid}`);
			return items.map(
				({ label, done }: { label: string; done: boolean }) => label + (done ? '*' : '')
			);
		}
	};
}
