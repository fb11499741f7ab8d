// Every page shows all its words and has large targets: on the narrowest screen, at 400 %, with wider spacing, with larger text.
import { expect, test, type Page } from '@playwright/test';
import { startServer, type RunningServer } from '../../support/server.ts';
import { ofVisitors, openWorld, pages, type World } from './every-page.ts';
import { ada, hasScript, hydrated, member, otherBrowser, setUp, signIn } from '../household.ts';
import { call, listWith } from '../list-page.ts';

const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze';
const sentence = `All that we need for the summer holidays, and a ${word}`;

/** The spacing of WCAG 2.2, 1.4.12; the space after a paragraph is twice the font size. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
	p { margin-block-end: 2em !important }`;

const views: { name: string; width: number; height: number; style: string }[] = [
	{ name: '320 px wide', width: 320, height: 640, style: '' },
	{ name: '400 % of 1280 by 1024 px', width: 320, height: 256, style: '' },
	{ name: 'wider spacing on a phone', width: 390, height: 844, style: spacing },
	{ name: 'wider spacing', width: 1280, height: 844, style: spacing },
	{ name: 'wider spacing, 320 px wide', width: 320, height: 640, style: spacing },
	{ name: 'text at 200 %', width: 1280, height: 844, style: 'html { font-size: 200% }' },
	{ name: 'text at 200 % on a phone', width: 390, height: 844, style: 'html { font-size: 200% }' },
	{ name: 'text at 200 %, 320 px wide', width: 320, height: 640, style: 'html { font-size: 200% }' }
];

const focusViews = [
	{ width: 390, height: 844 },
	{ width: 1280, height: 500 }
];

/** Elements that may cut off their text, each with the place where everybody can read all of it. */
const elsewhereWhole = [
	// The page that the link leads to, as its title.
	'.side .name',
	'.back',
	// The page of the item.
	'.items .note.short',
	// The rows of the day that the link leads to.
	'.dues',
	// The dot between two facts, which is left out where a line begins.
	'.facts i',
	// Svelte's announcement of a new page for screen readers.
	'#svelte-announcer'
].join();

let server: RunningServer;
let bare: RunningServer;
/** The faults, by the name of the view or of the check. */
const found = new Map<string, string[]>();

test.beforeAll(async ({ browser, contextOptions }) => {
	test.setTimeout(240_000);
	[server, bare] = await Promise.all([
		startServer(),
		startServer({ env: { TRUSTED_PROXIES: '1' } })
	]);
	await setUp(server);
	const page = await otherBrowser(browser, contextOptions);
	const extraHTTPHeaders = { 'x-forwarded-for': '192.0.2.7' };
	const visitor = await otherBrowser(browser, { ...contextOptions, extraHTTPHeaders });
	await signIn(page, server, ada);
	const world = await openWorld(server, page, visitor);
	await nameAtLength(page, world);
	for (const [name, way] of Object.entries(pages)) {
		const at = ofVisitors.has(name) ? visitor : page;
		const address = typeof way === 'string' ? way : await way(world, at);
		if (address) await at.goto((name === '/setup' ? bare : server).url + address);
		// While there is a connection the offline page leads home.
		if (name === '/offline' && hasScript()) await at.waitForURL(`${server.url}/`);
		else await look(at, name);
	}
	await page.goto(`${server.url}/search?query=${word.repeat(4)}`);
	await look(page, '/search, nothing found');
	await signIn(page, server, member(server, 'Cleo'));
	for (const address of [`/lists/${world.listUid}`, `/items/${world.itemUid}`]) {
		await page.goto(server.url + address);
		await look(page, `${address}, read only`);
	}
	await Promise.all([page, visitor].map((each) => each.context().close()));
});

test.afterAll(() => Promise.all([server.stop(), bare.stop()]));

for (const { name } of views)
	test(`no page scrolls sideways or cuts words off: ${name}`, () => {
		expect(found.get(name)).toEqual([]);
	});

test('every target of every page is 44 px high, and 24 px wide', () => {
	expect(found.get('targets')).toEqual([]);
});

test('every field of every page has a visible label, and says so if it is optional', () => {
	expect(found.get('fields')).toEqual([]);
});

test('every choice keeps its words off its edges', () => {
	expect(found.get('edges')).toEqual([]);
});

test('every name of a control holds the words that the control shows', () => {
	expect(found.get('names')).toEqual([]);
});

for (const { width, height } of focusViews)
	test(`everything that takes the focus has a ring and is not hidden, at ${width}×${height}`, () => {
		expect(found.get(`focus ${width}`)).toEqual([]);
	});

/** Records the faults of the open page. */
async function look(page: Page, name: string): Promise<void> {
	await hydrated(page);
	const note = (what: string, wrong: string[]) =>
		found.set(what, [...(found.get(what) ?? []), ...wrong.map((each) => `${name}: ${each}`)]);
	for (const { name: view, width, height, style } of views) {
		await page.setViewportSize({ width, height });
		note(view, await page.evaluate(wordsLost, { style, elsewhereWhole }));
		note(view, await page.evaluate(wordsOnWords, elsewhereWhole));
	}
	await page.setViewportSize({ width: 390, height: 844 });
	note('targets', await page.evaluate(smallTargets));
	note('fields', await page.evaluate(fieldsUnlabelled));
	note('edges', await page.evaluate(choicesAtTheEdge));
	note('names', await page.evaluate(namesWithoutWords));
	for (const size of focusViews) {
		await page.setViewportSize(size);
		// What a script gives the focus to has a ring only where the last thing that was used is the keyboard.
		await page.keyboard.press('Tab');
		note(`focus ${size.width}`, await page.evaluate(focusLost));
	}
}

/** Runs in the page: choices whose words touch the choice above or below. */
function choicesAtTheEdge(): string[] {
	return [...document.querySelectorAll('.choice')]
		.filter((choice) => choice.checkVisibility())
		.filter((choice) => {
			const box = choice.getBoundingClientRect();
			const words = choice.querySelector('span')?.getBoundingClientRect();
			return words && (words.top - box.top < 3 || box.bottom - words.bottom < 3);
		})
		.map((choice) => choice.textContent.trim());
}

/** Runs in the page: controls whose name lacks the words that they show. Who speaks to a computer says those words. */
function namesWithoutWords(): string[] {
	const spoken = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase();
	return [...document.querySelectorAll<HTMLElement>(':is(a, button, summary)[aria-label]')]
		.filter((control) => control.checkVisibility({ visibilityProperty: true }))
		.filter(({ ariaLabel, innerText }) => !spoken(ariaLabel).includes(spoken(innerText)))
		.map(({ outerHTML }) => outerHTML.slice(0, 160));
}

/** Runs in the page: what takes the focus without a ring, or behind something that is fixed. */
function focusLost(): string[] {
	const stops = document.querySelectorAll<HTMLElement>(
		'a[href], button, summary, select, textarea, input:not([type="hidden"])'
	);
	return [...stops].flatMap((stop) => {
		stop.focus();
		if (document.activeElement !== stop) return [];
		const drawn = [stop.matches('.label a, .add input') ? stop.parentElement : null, stop].flatMap(
			(element) =>
				element ? [getComputedStyle(element), getComputedStyle(element, '::after')] : []
		);
		const { left, top, width, height } = stop.getBoundingClientRect();
		const above = document.elementFromPoint(left + width / 2, top + height / 2);
		const isSeen = above && (stop.contains(above) || above.contains(stop));
		return [
			...(drawn.some((style) => style.outline.endsWith('solid 2px')) ? [] : ['no ring: ']),
			...(isSeen || stop.closest('label')?.contains(above) ? [] : ['hidden: '])
		].map((fault) => fault + stop.outerHTML.slice(0, 120));
	});
}

/** Runs in the page: words that lie on others. What is fixed to an edge may lie on what is scrolled below it. */
function wordsOnWords(elsewhereWhole: string): string[] {
	const lines: { rect: DOMRect; text: Node }[] = [];
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const { currentNode: text } = texts;
		const element = text.parentElement;
		if (!element || !text.textContent?.trim()) continue;
		if (!element.checkVisibility({ visibilityProperty: true })) continue;
		if (element.closest(`.visually-hidden, .skip-link, option, textarea, ${elsewhereWhole}`))
			continue;
		if (isFixed(element)) continue;
		const range = document.createRange();
		range.selectNodeContents(text);
		lines.push(...[...range.getClientRects()].map((rect) => ({ rect, text })));
	}
	lines.sort((one, other) => one.rect.top - other.rect.top);
	const wrong = new Set<string>();
	/** Those above that reach down to the current one. */
	const near: typeof lines = [];
	for (const line of lines) {
		const { rect, text } = line;
		near.splice(0, near.length, ...near.filter((other) => other.rect.bottom > rect.top));
		for (const other of near) {
			const wide = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left);
			const high = Math.min(rect.bottom, other.rect.bottom) - rect.top;
			const isOn = high > 0.2 * Math.min(rect.height, other.rect.height);
			if (text !== other.text && wide > 2 && isOn)
				wrong.add(`${other.text.textContent?.trim()} / ${text.textContent?.trim()}`);
		}
		near.push(line);
	}
	return [...wrong];

	function isFixed(element: Element): boolean {
		for (let box: Element | null = element; box; box = box.parentElement)
			if (/fixed|sticky/.test(getComputedStyle(box).position)) return true;
		return false;
	}
}

/** Runs in the page: buttons and fields that are too small for a thumb. The label of a checkbox is part of its target. */
function smallTargets(): string[] {
	document.adoptedStyleSheets = [];
	const targets = document.querySelectorAll(
		`button, summary, select, textarea, .button, .quiet, .choice, nav a, .items .label,
		input:not([type='hidden'], [type='checkbox'], [type='radio'])`
	);
	return [...targets]
		.filter((target) => target.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
		.flatMap((target) => {
			const { width, height } = target.getBoundingClientRect();
			const isLarge = width >= 24 && Math.round(height) >= 44;
			return isLarge ? [] : [`${target.outerHTML.slice(0, 120)} ${width}×${height}`];
		});
}

/** Runs in the page: fields without a visible label or a button of their own, or that do not say whether they are required. */
function fieldsUnlabelled(): string[] {
	const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
		`textarea, select, input:not([type='hidden'], [type='checkbox'], [type='radio'])`
	);
	const isSeen = (element: Element) =>
		!element.closest('.visually-hidden') && !!element.textContent?.trim();
	const shown = [...fields].filter((field) => field.checkVisibility({ visibilityProperty: true }));
	return shown.flatMap((field) => {
		const labels = [...(field.labels ?? [])].filter(isSeen);
		const isAlone = shown.every((other) => other === field || other.form !== field.form);
		const buttons = [...(field.form?.querySelectorAll('button') ?? [])].filter(isSeen);
		const says =
			field.required ||
			field.ariaRequired === 'true' ||
			field.matches(`select, [type='search'], #lines`) ||
			labels.some((label) => label.textContent.includes('(optional)'));
		return (labels.length > 0 || (isAlone && buttons.length > 0)) && says ? [] : [field.outerHTML];
	});
}

/** Runs in the page: words that are cut off or cannot be scrolled to. */
function wordsLost({ style, elsewhereWhole }: { style: string; elsewhereWhole: string }): string[] {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(`* { content-visibility: visible !important } ${style}`);
	document.adoptedStyleSheets = [sheet];
	for (const fold of document.querySelectorAll<HTMLDetailsElement>('details:not(.menu)'))
		fold.open = true;
	const wrong = new Set<string>();
	const over = document.documentElement.scrollWidth - innerWidth;
	if (over > 0) wrong.add(`${over} px too wide`);
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const { currentNode: text } = texts;
		const element = text.parentElement;
		if (!element || !text.textContent?.trim()) continue;
		if (!element.checkVisibility({ visibilityProperty: true })) continue;
		if (element.closest(`.visually-hidden, .skip-link, option, textarea, ${elsewhereWhole}`))
			continue;
		const range = document.createRange();
		range.selectNodeContents(text);
		const rects = [...range.getClientRects()];
		if (!element.matches('.qty') && isSqueezed(text.textContent.trim(), rects))
			wrong.add(`${element.className}, in a narrow column: ${text.textContent.trim()}`);
		for (const rect of rects)
			if (isOutside(rect, element)) wrong.add(`${element.className}: ${text.textContent.trim()}`);
	}
	return [...wrong];

	/** Whether a text has hardly two letters a line. */
	function isSqueezed(words: string, rects: DOMRect[]): boolean {
		const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
		return lines > 2 && words.length < lines * 3;
	}

	/** Whether a text is beyond a box that hides its overflow, beyond a button, or beyond the window and cannot be scrolled to. */
	function isOutside(rect: DOMRect, element: Element): boolean {
		let canScrollX = false;
		let canScrollY = true;
		for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
			const { overflowX, overflowY, position, display } = getComputedStyle(box);
			const around = box.getBoundingClientRect();
			const isButton =
				box.matches('button, .button, .tag, .qty, kbd, summary') && display !== 'inline';
			const isBeyondX = rect.left < around.left - 1 || rect.right > around.right + 1;
			const isBeyondY = rect.top < around.top - 1 || rect.bottom > around.bottom + 1;
			if (!canScrollX && isBeyondX && (isButton || /hidden|clip/.test(overflowX))) return true;
			if (isBeyondY && (isButton || /hidden|clip/.test(overflowY))) return true;
			if (/auto|scroll/.test(overflowX)) canScrollX = true;
			if (/auto|scroll/.test(overflowY)) return false;
			if (position === 'fixed') canScrollY = false;
		}
		if (!canScrollX && (rect.left < -1 || rect.right > innerWidth + 1)) return true;
		return !canScrollY && (rect.top < -1 || rect.bottom > innerHeight + 1);
	}
}

/** Gives everything that people name a long name. */
async function nameAtLength(page: Page, world: World): Promise<void> {
	const send = (method: string, path: string, body: Record<string, unknown>) =>
		call(page, server, method, path, body);
	const { listUid, itemUid, sectionUid, groupUid } = world;
	await world.changeEverything(page);
	await send('PATCH', `/lists/${listUid}`, { name: sentence });
	await send('PATCH', `/sections/${sectionUid}`, { name: sentence });
	await send('PATCH', `/groups/${groupUid}`, { name: sentence });
	await send('PATCH', `/items/${itemUid}`, {
		label: `${sentence} ${sentence}`,
		quantity: '12 x 1500 ml, the large ones in the blue box',
		note: `${sentence} ${sentence}`,
		dueOn: '2020-01-01'
	});
	await send('PUT', `/lists/${listUid}/sharing`, { sharing: 'SHARING_INSTANCE', canEdit: false });
	await send('PATCH', '/members/me', { name: `Ada ${word}` });
	const archived = await listWith(page, server, sentence);
	await send('POST', `/lists/${archived}/archived`, { archived: true });
	const deleted = await listWith(page, server, sentence, [sentence]);
	await call(page, server, 'DELETE', `/lists/${deleted}`);
	await send('POST', '/auth/join-requests', {
		...{ name: word.repeat(2), email: 'waits@mill.test', message: word.repeat(4) }
	});
}
