// No refresh of a page takes away what a member has typed or chosen, by whatever the refresh was caused, in any time zone.
import { expect, test, type Page } from '@playwright/test';
import { namedControls } from '../../support/controls.ts';
import { startServer, type RunningServer } from '../../support/server.ts';
import { ada, member, otherBrowser, setUp, signIn, hydrated } from '../household.ts';
import { allPages, ofVisitors, openWorld, pages, type Way, type World } from './every-page.ts';
import { call, listWith } from '../list-page.ts';

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

		test('text in any field of any page survives a refresh with changes', async ({
			page,
			browser,
			contextOptions
		}) => {
			test.setTimeout(240_000);
			const other = await otherBrowser(browser, {});
			await signIn(other, server, ada);
			// A visitor from another machine, whom the first run asks for its code.
			const extraHTTPHeaders = { 'x-forwarded-for': '192.0.2.7' };
			const visitor = await otherBrowser(browser, {
				...contextOptions,
				timezoneId,
				extraHTTPHeaders
			});
			await signIn(page, server, ada);
			const world = await openWorld(server, other, visitor);
			const typedInto = new Set<string>();
			for (const [name, way] of Object.entries(pages)) {
				const at = ofVisitors.has(name) ? visitor : page;
				for (const control of await expectKept(at, name, way, other, world)) typedInto.add(control);
			}
			expect([...namedControls()].filter((name) => !typedInto.has(name))).toEqual([]);
			await Promise.all([other.context().close(), visitor.context().close()]);
		});

		test('text that is typed during the very first refresh stays', async ({ page }) => {
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

test('typed text stays on the page of a thing that somebody deletes or makes private', async ({
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

/** Fills in all fields of a page, lets somebody else change what it shows, refreshes it, and checks the fields. */
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
		// While there is a connection the offline page leads home.
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
	// Pages of visitors have no event stream, so look at them a little later.
	if (isRefreshed(name)) await expect(page, name).toHaveTitle(new RegExp(`${household}$`));
	else await page.waitForTimeout(100);
	// The refresh may add fields, such as the checkbox of a new list.
	expect.soft(await read(page), name).toEqual(expect.arrayContaining(typed));
	await page.clock.setFixedTime(Date.now());
	return typed.map((control) => control.name);
}

const isRefreshed = (name: string): boolean =>
	!ofVisitors.has(name) && !['/api', '/password', '/sign-out', '/public'].includes(name);

type Control = { form: string; name: string; value: string; checked: boolean };

/** Changes every control of the page as a person would, also in folded parts. */
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

/** The value of every control of the page. */
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

/** Holds back the page's refreshes until they are released. */
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

const pattern = (name: string): string => name.replace(/\[\w+\]/g, '[^/?#]+');
