// Everyone reads Hearth in their own language, from the first paint on, with script and without.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { globSync, readFileSync } from 'node:fs';
import { languages } from '../../../src/lib/client/format/language.ts';
import { ada, hasScript, servedHousehold, hydrated, signIn } from '../household.ts';
import { call, listWith, uidIn } from '../list-page.ts';

type Texts = Record<string, string>;

const codes = Object.keys(languages);

/** The messages that are plain texts without inputs. */
const textsIn = (language: string): Texts =>
	Object.fromEntries(
		globSync(`src/messages/${language}/*.json`)
			.flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object))
			.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
			.filter(([, text]) => !text.includes('{'))
	);

const server = servedHousehold();

const browserIn = async (browser: Browser, isScripted: boolean | undefined, language: string) => {
	const context = await browser.newContext({
		locale: language,
		javaScriptEnabled: isScripted ?? true
	});
	return context.newPage();
};

const shown = (page: Page): Promise<string> => page.locator('body').innerText();

for (const language of codes) {
	test(`pages are in ${language} where the browser asks for it, without any English text`, async ({
		browser,
		javaScriptEnabled
	}) => {
		test.slow();
		const page = await browserIn(browser, javaScriptEnabled, language);
		const texts = textsIn(language);
		const errors: string[] = [];
		page.on('console', (said) => void (said.type() === 'error' && errors.push(said.text())));
		page.on('pageerror', (error) => void errors.push(error.message));
		await page.goto(`${server.url}/sign-in`);
		await expect(page.locator('html')).toHaveAttribute('lang', language);
		await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.sign_in ?? '');
		await signIn(page, server, ada);
		const listUid = await listWith(page, server, 'Q7', [
			'Q8',
			{ label: 'Q9', dueOn: '2031-05-09' }
		]);
		const english = Object.entries(textsIn('en')).filter(
			([key, text]) => language !== 'en' && text.length > 9 && text !== texts[key]
		);
		for (const path of [
			'/',
			`/lists/${listUid}`,
			'/today',
			'/upcoming',
			'/calendar',
			...settings
		]) {
			await page.goto(server.url + path);
			await hydrated(page);
			await expect(page.locator('html')).toHaveAttribute('lang', language);
			const text = await shown(page);
			const left = english.filter(([, sentence]) => holds(text, sentence));
			expect(left, `${path} in ${language}`).toEqual([]);
		}
		expect(errors).toEqual([]);
		await page.context().close();
	});
}

const settings = [
	'/settings',
	'/settings/account',
	'/settings/members',
	'/settings/groups',
	'/settings/requests',
	'/settings/tokens',
	'/settings/instance',
	'/settings/about',
	'/activity',
	'/archive',
	'/trash'
];

/** Whether a line is exactly this sentence. A part of a line is not enough: "Sections" is a French word, too. */
const holds = (text: string, sentence: string): boolean =>
	text.split('\n').some((line) => line.trim() === sentence);

test('long German words have room with text of twice the size on the narrowest phone', async ({
	browser
}) => {
	const page = await browserIn(browser, true, 'de');
	await page.setViewportSize({ width: 320, height: 640 });
	await signIn(page, server, ada);
	const listUid = await listWith(page, server, 'Q7', ['Q8']);
	await listWith(page, server, 'Q9');
	const { items } = await call(page, server, 'GET', `/lists/${listUid}`);
	const itemUid = Array.isArray(items) ? String(items[0]?.uid) : '';
	const made = await call(page, server, 'POST', '/groups', { name: 'Q8', memberUids: [] });
	for (const path of [
		`/lists/${listUid}`,
		`/items/${itemUid}`,
		`/settings/groups/${uidIn(made, 'group')}`,
		'/search?query=Q8',
		'/settings'
	]) {
		await page.goto(server.url + path);
		await hydrated(page);
		expect(await page.evaluate(beyondTheEdge), path).toEqual([]);
	}
	const title = page.getByRole('heading', { level: 1, name: 'Einstellungen' });
	const lines = await title.evaluate((element) => {
		const words = document.createRange();
		words.selectNodeContents(element);
		return words.getClientRects().length;
	});
	expect(lines).toBe(1);
	await page.context().close();
});

test('long German words are whole in menus and in the list of shortcuts, too', async ({
	browser,
	javaScriptEnabled
}) => {
	const page = await browserIn(browser, javaScriptEnabled, 'de');
	await page.setViewportSize({ width: 320, height: 640 });
	await signIn(page, server, ada);
	const listUid = await listWith(page, server, 'Q7', ['Q8']);
	await page.goto(`${server.url}/lists/${listUid}`);
	await hydrated(page);
	await page.evaluate(beyondTheEdge);
	await page.locator('header.head summary').click();
	const menu = page.locator('header.head .panel');
	await expect(menu).toBeVisible();
	expect(await menu.evaluate(tooWide)).toBe(0);
	if (hasScript()) {
		await page.keyboard.press('Escape');
		await page.keyboard.press('?');
		const sheet = page.getByRole('dialog');
		await expect(sheet).toBeVisible();
		expect(await sheet.evaluate(tooWide)).toBe(0);
	}
	await page.context().close();
});

/** Runs in the page: by how much the content of a box is wider than the box. */
const tooWide = (box: Element): number => box.scrollWidth - box.clientWidth;

/** Runs in the page: buttons and titles that are cut off by the edge of the window when the text has twice its size. */
function beyondTheEdge(): string[] {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync('html { font-size: 200% }');
	document.adoptedStyleSheets = [sheet];
	return [...document.querySelectorAll('main h1, main button, main .button')]
		.filter((element) => element.checkVisibility({ visibilityProperty: true }))
		.filter((element) => {
			const { left, right } = element.getBoundingClientRect();
			return left < 0 || right > innerWidth;
		})
		.map((element) => element.outerHTML.slice(0, 120));
}

test('a language is chosen in the settings, for this browser, and left to the browser again', async ({
	page
}) => {
	await signIn(page, server, ada);
	await page.goto(`${server.url}/settings/account`);
	await page.getByLabel('Language of these pages').selectOption('Deutsch');
	await page.getByRole('button', { name: 'Save language' }).click();
	await expect(page.getByText(textsIn('de').language_saved ?? '')).toBeVisible();
	await expect(page.locator('html')).toHaveAttribute('lang', 'de');
	await page.goto(`${server.url}/`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsIn('de').lists ?? '');
	await page.goto(`${server.url}/settings/account`);
	await page.getByLabel(textsIn('de').language_of_pages ?? '').selectOption('');
	await page.getByRole('button', { name: textsIn('de').save_language ?? '', exact: true }).click();
	await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('a browser that asks for no available language gets the default of the household', async ({
	page,
	browser,
	javaScriptEnabled
}) => {
	const visitor = await browserIn(browser, javaScriptEnabled, 'ja');
	await visitor.goto(`${server.url}/sign-in`);
	await expect(visitor.locator('html')).toHaveAttribute('lang', 'en');
	await signIn(page, server, ada);
	const defaultTo = async (defaultLocale: string) => {
		const settings = { name: 'Mill Lane', defaultLocale };
		await call(page, server, 'PUT', '/instance/settings', { settings });
	};
	await defaultTo('es');
	await expect(async () => {
		await visitor.goto(`${server.url}/sign-in`);
		await expect(visitor.locator('html')).toHaveAttribute('lang', 'es', { timeout: 100 });
	}).toPass();
	await defaultTo('en');
	await visitor.context().close();
});

test('each language in a choice is marked with its own language', async ({ page }) => {
	await signIn(page, server, ada);
	for (const path of ['account', 'instance']) {
		await page.goto(`${server.url}/settings/${path}`);
		const marked = await page
			.locator('option[lang]')
			.evaluateAll((options) =>
				options.map((option) => [option.getAttribute('lang'), option.textContent])
			);
		expect(marked).toEqual(Object.entries(languages));
	}
});

test('in French the button of another browser signs that browser out, and not oneself', async ({
	page,
	browser,
	javaScriptEnabled
}) => {
	await signIn(page, server, ada);
	const french = await browserIn(browser, javaScriptEnabled, 'fr');
	await signIn(french, server, ada);
	await french.goto(`${server.url}/settings/sessions`);
	const other = french.locator('form[action^="?/end&"] button').first();
	await expect(other).toHaveText('Déconnecter');
	await expect(other).toHaveAccessibleName(/^Déconnecter\u00a0: ./);
	await french.context().close();
});

test('in Arabic a name in another script keeps its own direction, on pages and in fields', async ({
	browser,
	javaScriptEnabled
}) => {
	const page = await browserIn(browser, javaScriptEnabled, 'ar');
	await signIn(page, server, ada);
	const ben = await call(page, server, 'POST', '/members', {
		name: '2 Bens!',
		email: 'bens@mill.test'
	});
	const kids = await call(page, server, 'POST', '/groups', {
		name: '2 kids!',
		memberUids: [uidIn(ben, 'member')]
	});
	const uid = await listWith(page, server, '2 Lists!', [
		{ label: '2 Pies!', quantity: '2 l!', dueOn: '2031-05-09', note: '1. 2 days!' }
	]);
	await call(page, server, 'PUT', `/lists/${uid}/sharing`, {
		sharing: 'SHARING_SPECIFIC',
		canEdit: true,
		groupUids: [uidIn(kids, 'group')]
	});
	for (const path of [
		'/',
		`/lists/${uid}`,
		`/lists/${uid}/share`,
		'/add',
		'/calendar?day=2031-05-09',
		'/search?query=pies',
		'/settings/groups',
		'/settings/tokens'
	]) {
		await page.goto(server.url + path);
		const { found, turned } = await page.evaluate(namesTurnedRound);
		expect(found, path).toBeGreaterThan(0);
		expect(turned, path).toEqual([]);
	}
	await page.context().close();
});

/** The names on the page that begin with a 2 and end with an exclamation mark, and those of them that run from the right. */
function namesTurnedRound(): { found: number; turned: string[] } {
	const names: { name: string; isTurned: boolean }[] = [];
	const walker = document.createTreeWalker(document.querySelector('.page') ?? document.body, 4);
	while (walker.nextNode()) {
		const text = walker.currentNode as Text;
		if (text.parentElement?.closest('.visually-hidden, option, title')) continue;
		for (const { 0: name, index } of text.data.matchAll(/2 [A-Za-z]+!/g)) {
			const [first, last] = [index, index + name.length - 1].map((at) => {
				const range = document.createRange();
				range.setStart(text, at);
				range.setEnd(text, at + 1);
				return range.getBoundingClientRect();
			});
			if (first?.width && last) names.push({ name: text.data, isTurned: first.x > last.x });
		}
	}
	const fields = [...document.querySelectorAll('input:not([type="hidden"]), textarea, option')]
		.filter((field) => getComputedStyle(field).unicodeBidi !== 'plaintext')
		.map((field) => field.outerHTML);
	const turned = names.filter(({ isTurned }) => isTurned).map(({ name }) => name);
	return { found: names.length, turned: [...turned, ...fields] };
}
