// What somebody types or chooses is theirs: no refresh of the page takes it away, whoever caused it and wherever the browser is.
import { expect, test, type Page } from '@playwright/test';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { namedControls } from '../support/controls.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { ada, member, otherBrowser, setUp, signIn, hydrated } from './household.ts';
import { call, listWith, uidIn } from './list-page.ts';

type World = Awaited<ReturnType<typeof openWorld>>;

/** The address of a page, where it can be opened by its folder's name alone, or how to get there. */
type Way = string | ((world: World, page: Page) => string | Promise<string>);

/** Every page there is, by its folder; the test below fails for one that is missing here. */
const pages: Record<string, Way> = {
	'/': '/',
	'/activity': '/activity',
	'/add': '/add',
	'/api': '/api',
	'/archive': '/archive',
	'/calendar': '/calendar',
	'/items/[itemUid]': ({ itemUid }) => `/items/${itemUid}`,
	'/join': '/join',
	'/join/[requestUid]': ({ joinUid }) => `/join/${joinUid}`,
	'/lists/[listUid]': async ({ listUid }, page) => {
		await page.goto(`${server.url}/lists/${listUid}`);
		await page.locator('summary', { hasText: 'Paste items' }).click();
		await page.getByLabel('One item per line').fill('Oats\nRice\nMilk');
		await page.locator('form[action="?/paste"] button:not([formaction])').click();
		await expect(page.locator('[name=line]')).toHaveCount(3);
		return '';
	},
	'/lists/[listUid]/clear': ({ listUid }) => `/lists/${listUid}/clear`,
	'/lists/[listUid]/delete': ({ listUid }) => `/lists/${listUid}/delete`,
	'/lists/[listUid]/rename': ({ listUid }) => `/lists/${listUid}/rename`,
	'/lists/[listUid]/sections': ({ listUid }) => `/lists/${listUid}/sections`,
	'/lists/[listUid]/sections/[sectionUid]/delete': ({ listUid, sectionUid }) =>
		`/lists/${listUid}/sections/${sectionUid}/delete`,
	'/lists/[listUid]/share': ({ listUid }) => `/lists/${listUid}/share`,
	'/offline': '/offline',
	'/password': '/password',
	'/public': '/public',
	'/reset': '/reset',
	'/reset/[requestUid]': ({ resetUid }) => `/reset/${resetUid}`,
	'/search': '/search?query=milk',
	'/settings': '/settings',
	'/settings/about': '/settings/about',
	'/settings/account': '/settings/account',
	'/settings/groups': '/settings/groups',
	'/settings/groups/[groupUid]': ({ groupUid }) => `/settings/groups/${groupUid}`,
	'/settings/groups/[groupUid]/delete': ({ groupUid }) => `/settings/groups/${groupUid}/delete`,
	'/settings/instance': '/settings/instance',
	'/settings/instance/delete': '/settings/instance/delete',
	'/settings/keys': '/settings/keys',
	'/settings/members': '/settings/members',
	'/settings/members/[memberUid]/remove': ({ benUid }) => `/settings/members/${benUid}/remove`,
	'/settings/requests': '/settings/requests',
	'/settings/sessions': '/settings/sessions',
	'/settings/tokens': '/settings/tokens',
	'/settings/tokens/[tokenUid]': ({ tokenUid }) => `/settings/tokens/${tokenUid}`,
	'/settings/tokens/[tokenUid]/revoke': ({ tokenUid }) => `/settings/tokens/${tokenUid}/revoke`,
	'/settings/tokens/[tokenUid]/undo': ({ tokenUid }) =>
		`/settings/tokens/${tokenUid}/undo?since=hour`,
	'/setup': '/setup',
	'/sign-in': '/sign-in',
	'/sign-out': '/sign-out',
	'/today': '/today',
	'/trash': '/trash',
	'/upcoming': '/upcoming'
};

/** Opened by somebody who is not signed in. */
const ofVisitors = new Set([
	'/join',
	'/join/[requestUid]',
	'/reset',
	'/reset/[requestUid]',
	'/setup',
	'/sign-in'
]);

let server: RunningServer;
let bare: RunningServer;

test.beforeAll(async () => {
	[server, bare] = await Promise.all([
		startServer(),
		startServer({ env: { TRUSTED_PROXIES: '1' } })
	]);
	await setUp(server);
});

test.afterAll(() => Promise.all([server.stop(), bare.stop()]));

test('every page is opened below', () => {
	expect(Object.keys(pages).sort()).toEqual(allPages());
});

for (const timezoneId of ['UTC', 'Pacific/Auckland'])
	test.describe(`in ${timezoneId}`, () => {
		test.use({ timezoneId });

		test('what is typed into any field of any page outlives a refresh with news', async ({
			page,
			browser,
			contextOptions
		}) => {
			test.setTimeout(240_000);
			const other = await otherBrowser(browser, {});
			await signIn(other, server, ada);
			// From another machine, which the first run asks for its code.
			const extraHTTPHeaders = { 'x-forwarded-for': '192.0.2.7' };
			const visitor = await otherBrowser(browser, {
				...contextOptions,
				timezoneId,
				extraHTTPHeaders
			});
			await signIn(page, server, ada);
			const world = await openWorld(other, visitor);
			const typedInto = new Set<string>();
			for (const [name, way] of Object.entries(pages)) {
				const at = ofVisitors.has(name) ? visitor : page;
				for (const control of await expectKept(at, name, way, other, world)) typedInto.add(control);
			}
			// Only a browser without script is asked for its time zone.
			expect(
				[...namedControls()].filter((name) => !typedInto.has(name) && name !== 'zone')
			).toEqual([]);
			await Promise.all([other.context().close(), visitor.context().close()]);
		});

		test('what is typed while the very first refresh is on its way stays', async ({ page }) => {
			await signIn(page, server, ada);
			for (const address of ['/', '/search', '/settings/account', '/settings/tokens']) {
				await page.context().clearCookies({ name: 'hearth_zone' });
				const line = await holdRefreshes(page);
				await page.goto(server.url + address);
				await hydrated(page);
				const before = await typeIntoAll(page);
				expect(before.length, address).toBeGreaterThan(0);
				await line.release();
				await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
				await page.waitForTimeout(400);
				expect(await read(page), address).toEqual(before);
			}
		});
	});

test('what is typed stays on the page of what somebody deletes or keeps to themselves', async ({
	page,
	browser
}) => {
	const ben = await otherBrowser(browser, {});
	await signIn(page, server, ada);
	const listUid = await listWith(page, server, 'Shared', ['Tea']);
	const share = (sharing: string, canEdit: boolean) =>
		call(page, server, 'PUT', `/lists/${listUid}/sharing`, { sharing, canEdit });
	await share('SHARING_INSTANCE', true);
	const { items } = await call(page, server, 'GET', `/lists/${listUid}`);
	const itemUid = Array.isArray(items) ? String(items[0]?.uid) : '';
	await page.request.patch(`${server.url}/api/v1/members/me`, {
		data: { name: 'Ada' },
		headers: { origin: server.url }
	});
	await signIn(ben, server, member(server, 'Ben'));
	await ben.goto(`${server.url}/lists/${listUid}`);
	await hydrated(ben);
	await ben.locator('#add').fill('half a wo');
	await share('SHARING_INSTANCE', false);
	await expect(ben.locator('a', { hasText: 'Tea' }).first()).toBeVisible();
	await expect(ben.getByRole('button', { name: 'Tick Tea' })).toHaveCount(0);
	await expect(ben.locator('#add')).toHaveValue('half a wo');
	await expect(ben.getByRole('alert')).toContainText("You can't add to this list any more.");
	await expect(ben.getByRole('button', { name: 'Copy what I wrote' })).toBeVisible();
	await share('SHARING_INSTANCE', true);
	await ben.goto(`${server.url}/items/${itemUid}`);
	await hydrated(ben);
	await ben.getByLabel('Note').fill('half a note');
	await call(page, server, 'DELETE', `/items/${itemUid}`);
	await expect(ben.getByRole('alert')).toContainText('copy it before you leave');
	await expect(ben.getByLabel('Note')).toHaveValue('half a note');
	await ben.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await ben.getByRole('button', { name: 'Copy what I wrote' }).click();
	await expect(ben.getByRole('button', { name: 'Copied' })).toBeVisible();
	expect(await ben.evaluate(() => navigator.clipboard.readText())).toBe('half a note');
	await ben.getByRole('button', { name: 'Bring it back and save' }).click();
	await expect(ben.getByRole('heading', { level: 1, name: 'Shared' })).toBeVisible();
	expect(await call(page, server, 'GET', `/items/${itemUid}`)).toMatchObject({
		item: { label: 'Tea', note: 'half a note' }
	});
	await ben.context().close();
});

/** Types into all of a page, lets somebody else change what it shows, refreshes it, and finds what was typed. */
async function expectKept(
	page: Page,
	name: string,
	way: Way,
	other: Page,
	world: World
): Promise<string[]> {
	await page.context().clearCookies({ name: 'hearth_zone' });
	const address = typeof way === 'string' ? way : await way(world, page);
	const { url } = name === '/setup' ? bare : server;
	if (address) await page.goto(url + address);
	if (name === '/offline') {
		// While there is a connection it leads home.
		await page.waitForURL(`${url}/`);
		return [];
	}
	expect(page.url(), name).toMatch(new RegExp(`^${url}${pattern(name)}([?#]|$)`));
	await hydrated(page);
	const typed = await typeIntoAll(page);
	if (typed.length === 0) return [];
	const household = await world.changeEverything(other);
	await page.clock.setFixedTime(Date.now() + 86_400_000);
	await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
	// What is not a member's page hears of nothing, and is looked at a little later.
	if (isRefreshed(name)) await expect(page, name).toHaveTitle(new RegExp(`${household}$`));
	else await page.waitForTimeout(100);
	// News may bring more of them, such as the box of a new list.
	expect.soft(await read(page), name).toEqual(expect.arrayContaining(typed));
	await page.clock.setFixedTime(Date.now());
	return typed.map((control) => control.name);
}

const isRefreshed = (name: string): boolean =>
	!ofVisitors.has(name) && !['/api', '/password', '/sign-out', '/public'].includes(name);

type Control = { form: string; name: string; value: string; checked: boolean };

/** Changes every control of the page, also in what is folded away, as a person does. */
async function typeIntoAll(page: Page): Promise<Control[]> {
	await page.evaluate(() => {
		const change = (control: HTMLElement) => {
			control.dispatchEvent(new Event('input', { bubbles: true }));
			control.dispatchEvent(new Event('change', { bubbles: true }));
		};
		const texts: Record<string, string> = {
			email: 'typed@mill.test',
			date: '2031-02-03',
			'datetime-local': '2026-02-03T04:05'
		};
		for (const fold of document.querySelectorAll('details')) fold.open = true;
		const chosen = new Set<string>();
		for (const control of document.querySelectorAll<
			HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
		>('input:not([type=hidden], [readonly]), textarea, select')) {
			if (control.matches('noscript *')) continue;
			if (control instanceof HTMLSelectElement)
				control.selectedIndex = control.options.length - 1 - control.selectedIndex;
			else if (control.type === 'checkbox') control.click();
			else if (control.type === 'radio') {
				if (!(control instanceof HTMLInputElement) || control.checked || chosen.has(control.name))
					continue;
				chosen.add(control.name);
				control.click();
			} else control.value = texts[control.type] ?? `typed into ${control.name}`;
			change(control);
		}
	});
	return read(page);
}

/** What every control of the page holds. */
function read(page: Page): Promise<Control[]> {
	return page.evaluate(() =>
		[
			...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
				'input:not([type=hidden], [readonly]), textarea, select'
			)
		]
			.filter((control) => !control.matches('noscript *'))
			.map((control) => ({
				form: control.form?.getAttribute('action') ?? '',
				name: control.name,
				value: control.value,
				checked: control instanceof HTMLInputElement && control.checked
			}))
	);
}

/** What the page asks for anew waits until it is released. */
async function holdRefreshes(page: Page) {
	const held = Promise.withResolvers<void>();
	await page.route('**/__data.json*', async (route) => {
		await held.promise;
		await route.continue().catch(() => undefined);
	});
	return {
		async release() {
			held.resolve();
			await page.unrouteAll({ behavior: 'wait' });
		}
	};
}

/** Things for every page to be about, and somebody who changes all of them. */
async function openWorld(other: Page, visitor: Page) {
	const send = (method: string, path: string, body?: Record<string, unknown>) =>
		call(other, server, method, path, body);
	// As `member` finds her.
	await send('PATCH', '/members/me', { name: ada.name });
	const ben = member(server, 'Ben');
	const benUid = `mem_${ben.email}`;
	const listUid = await listWith(other, server, 'Groceries', ['Milk', 'Bread']);
	const sectionUid = uidIn(
		await send('POST', `/lists/${listUid}/sections`, { name: 'Dairy' }),
		'section'
	);
	const secondUid = await listWith(other, server, 'Camping', ['Tent']);
	const items = (await send('GET', `/lists/${listUid}`)).items;
	const itemUid = Array.isArray(items) ? String(items[0]?.uid) : '';
	const groupUid = uidIn(
		await send('POST', '/groups', { name: unique('Kitchen'), memberUids: [] }),
		'group'
	);
	const abilities = { read: true, write: true, delete: true };
	const token = { name: 'Tablet', abilities, allLists: true, expiresAt: '' };
	const made = await send('POST', '/access-tokens', token);
	await other.request.fetch(`${server.url}/api/v1/lists/${listUid}/items`, {
		method: 'POST',
		headers: { authorization: `Bearer ${String(made.secret)}` },
		data: { label: 'Eggs' }
	});
	const ask = async (path: string, body: Record<string, unknown>) =>
		String((await call(visitor, server, 'POST', path, body)).requestUid);
	const joinUid = await ask('/auth/join-requests', {
		name: 'Dan',
		email: unique('dan@mill.test'),
		message: ''
	});
	const resetUid = await ask('/auth/reset-requests', { emailOrName: ben.email });
	await send('POST', `/requests/join/${joinUid}:decide`, { approve: true });
	await send('POST', `/requests/reset/${resetUid}:decide`, { approve: true });
	let times = 0;

	/** All that the fields of all pages begin with is something else afterwards; answers what the household is called. */
	async function changeEverything(by: Page): Promise<string> {
		const word = `${++times}`;
		const change = (method: string, path: string, body?: Record<string, unknown>) =>
			call(by, server, method, path, body);
		const household = `Mill Lane ${word}`;
		const publicList = {
			listUid: secondUid,
			showNames: times % 2 === 0,
			showMeta: times % 2 > 0,
			allowJoin: times % 2 > 0
		};
		await change('PATCH', `/lists/${listUid}`, { name: `Groceries ${word}` });
		await change('PATCH', `/sections/${sectionUid}`, { name: `Dairy ${word}` });
		await change('PATCH', `/items/${itemUid}`, {
			label: `Milk ${word}`,
			quantity: word,
			note: word,
			dueOn: `2030-01-${String((times % 28) + 1).padStart(2, '0')}`
		});
		await change('POST', `/lists/${listUid}/items`, { label: `Rice ${word}` });
		await change('PATCH', `/groups/${groupUid}`, { name: unique(`Kitchen ${word}`) });
		await change('PUT', `/groups/${groupUid}/members`, {
			memberUids: times % 2 > 0 ? [benUid] : []
		});
		await change('PUT', `/lists/${listUid}/sharing`, {
			sharing: times % 2 > 0 ? 'SHARING_SPECIFIC' : 'SHARING_PRIVATE',
			canEdit: times % 2 > 0,
			memberUids: times % 2 > 0 ? [benUid] : []
		});
		await change('PATCH', '/members/me', { name: `Ada ${word}` });
		await change('POST', '/lists', { name: `A list ${word}` });
		await change('PUT', '/instance/settings', {
			settings: { name: household, publicSignup: false, publicList, defaultLocale: 'en' }
		});
		return household;
	}
	await changeEverything(other);
	return {
		listUid,
		sectionUid,
		itemUid,
		groupUid,
		benUid,
		joinUid,
		resetUid,
		tokenUid: uidIn(made, 'token'),
		changeEverything
	};
}

let made = 0;
const unique = (name: string): string => `${process.pid}${++made}${name}`;

/** The pages in `src/routes`, as people's addresses spell them. */
function allPages(): string[] {
	return globSync('src/routes/**/+page.svelte')
		.map((file) => dirname(file).slice('src/routes'.length))
		.map((path) => path.replace(/\/\([^)]*\)/g, '').replace(/=\w+\]/g, ']') || '/')
		.sort();
}

const pattern = (name: string): string => name.replace(/\[\w+\]/g, '[^/?#]+');
