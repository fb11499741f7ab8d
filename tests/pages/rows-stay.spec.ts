// Nothing moves under a thumb: rows change places only when nobody has touched the page for a while.
import {
	expect,
	test,
	type Browser,
	type BrowserContext,
	type CDPSession,
	type Page
} from '@playwright/test';
import { adasHousehold, hydrated, member, otherBrowser, signIn } from './household.ts';
import { call, doneOf, field, labels, listWith, row, tickOf, toast } from './list-page.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const server = adasHousehold();

test('rows ticked one after the other fold together, five seconds after the last', async ({
	page
}) => {
	await open(page, 'Together', ['Milk', 'Bread', 'Eggs', 'Rice']);
	await stopClock(page);
	const before = await topOf(page, 'Rice');
	for (const label of ['Milk', 'Bread', 'Eggs']) {
		await tickOf(page, `Tick ${label}`).tap();
		await page.clock.runFor(3000);
	}
	expect(await labels(page)).toEqual(['Milk', 'Bread', 'Eggs', 'Rice']);
	expect(await topOf(page, 'Rice')).toBe(before);
	await page.clock.runFor(2500);
	await expect.poll(() => labels(page)).toEqual(['Rice']);
	await expect(page.locator('summary', { hasText: '3 ticked' })).toBeVisible();
});

for (const sender of ['this tab', 'another tab'])
	test(`what was added has one row, also where ${sender} sends it and its event comes before the answer`, async ({
		page,
		context
	}) => {
		await open(page, `Once by ${sender}`, ['Butter']);
		if (sender === 'another tab') {
			const other = await context.newPage();
			await other.goto(page.url());
			// By then the other tab sends.
			await expect
				.poll(() => page.evaluate(() => navigator.locks.query()))
				.toMatchObject({ held: [{}], pending: [{}] });
		}
		const { arrive } = await addSaltUnanswered(page, context);
		arrive();
		await expectOneSalt(page);
	});

test('what was added has one row, also where the page is loaded again before the answer comes', async ({
	page,
	context
}) => {
	const uid = await open(page, 'Once, and renamed', ['Butter']);
	const { arrive } = await addSaltUnanswered(page, context);
	await call(page, server, 'PATCH', `/lists/${uid}`, { name: 'Once, renamed' });
	await page.waitForFunction(() =>
		performance.getEntriesByType('resource').some(({ name }) => name.includes('__data.json'))
	);
	await drawn(page);
	arrive();
	await expectOneSalt(page);
});

test('what was added has one row, also where its answer is lost and it is sent again', async ({
	page,
	context
}) => {
	await open(page, 'Once, and lost', ['Butter']);
	const { lose } = await addSaltUnanswered(page, context);
	const again = page.waitForResponse((answer) => answer.url().endsWith('/items'));
	lose();
	await (await again).finished();
	await expectOneSalt(page);
});

test('what was added beside an item of the same name has a row of its own before its answer comes', async ({
	page,
	context
}) => {
	await open(page, 'Twice', ['Butter', 'Salt']);
	await field(page).fill('Salt');
	await field(page).press('Enter');
	const another = page.getByRole('button', { name: 'Add another' });
	const { arrive } = await unanswered(page, context, () => another.click());
	expect(await page.evaluate(() => document.body.dataset.mostRows)).toBe('2');
	arrive();
	await expect(page.getByText('Not added yet')).toHaveCount(0);
	await expect(row(page, 'Salt')).toHaveCount(2);
	expect(await page.evaluate(() => document.body.dataset.mostRows)).toBe('2');
});

test('ticking an item or editing its quantity moves no row below, also where the quantity stands under the words', async ({
	page
}) => {
	const label = 'Rolls without gluten for Mira, the ones in the blue paper bag';
	await open(page, 'Still', [
		{ label, quantity: '6', dueOn: '2020-01-01' },
		{
			label: 'Potatoes',
			quantity: 'two big bags of the floury kind, and a small one'
		},
		'Rice'
	]);
	await stopClock(page);
	const before = await topOf(page, 'Rice');
	await page.getByRole('button', { name: /^Quantity of Rolls/ }).tap();
	await expect(row(page, label).getByRole('textbox')).toBeFocused();
	expect(await topOf(page, 'Rice')).toBeCloseTo(before, 1);
	await page.keyboard.press('Escape');
	for (const name of [label, 'Potatoes']) {
		await tickOf(page, `Tick ${name}`).tap();
		await expect(row(page, name)).toHaveClass(/done/);
		expect(await topOf(page, 'Rice')).toBeCloseTo(before, 1);
	}
});

test('ticking an item moves no row below where the words have little room beside who ticked them', async ({
	page
}) => {
	await signIn(page, server, member(server, 'Nana Maria'));
	await page.setViewportSize({ width: 800, height: 1100 });
	await open(page, 'Still beside the sidebar', ['Milk', 'Rice']);
	const before = await topOf(page, 'Rice');
	await tickOf(page, 'Tick Milk').tap();
	await expect(row(page, 'Milk').locator('.who')).toHaveText(/Nana Maria.*, /);
	expect(await topOf(page, 'Rice')).toBe(before);
});

test('a touch or a scroll anywhere restarts the five seconds', async ({ page }) => {
	await open(page, 'Anew', numbered(40));
	await stopClock(page);
	await tickOf(page, 'Tick Thing 1').tap();
	await page.clock.runFor(4000);
	await page.getByRole('heading', { level: 1 }).tap();
	await page.clock.runFor(4000);
	await page.evaluate(() => window.scrollBy(0, 30));
	await page.clock.runFor(4000);
	await expect(row(page, 'Thing 1')).toBeVisible();
	await page.clock.runFor(1500);
	await expect(row(page, 'Thing 1')).toBeHidden();
});

test('nothing folds while a finger is down', async ({ page }) => {
	await open(page, 'Finger', ['Milk', 'Bread']);
	await stopClock(page);
	await tickOf(page, 'Tick Milk').tap();
	const cdp = await page.context().newCDPSession(page);
	await press(cdp, 200, 500);
	await page.clock.runFor(12_000);
	expect(await labels(page)).toEqual(['Milk', 'Bread']);
	await expect(page.locator('summary', { hasText: '1 ticked' })).toHaveCount(0);
	await lift(cdp);
	await page.clock.runFor(10_500);
	await expect.poll(() => labels(page)).toEqual(['Bread']);
});

test('nothing folds while a menu is open', async ({ page }) => {
	await open(page, 'Menu', ['Milk', 'Bread', 'Eggs']);
	await stopClock(page);
	await tickOf(page, 'Tick Milk').tap();
	await page.getByRole('button', { name: 'More actions for Bread' }).tap();
	await expect(page.locator('#menu')).toBeVisible();
	await page.clock.runFor(12_000);
	expect(await labels(page)).toEqual(['Milk', 'Bread', 'Eggs']);
	await expect(page.locator('summary', { hasText: '1 ticked' })).toHaveCount(0);
	await page.keyboard.press('Escape');
	await page.clock.runFor(10_500);
	await expect.poll(() => labels(page)).toEqual(['Bread', 'Eggs']);
});

test('a tap that was aimed before the rows folded ticks nothing', async ({ page }) => {
	const uid = await open(page, 'Aimed', ['Milk', 'Bread', 'Eggs', 'Rice']);
	await stopClock(page);
	await tickOf(page, 'Tick Milk').tap();
	const aim = await tickAt(page, 'Tick Bread');
	await page.clock.runFor(5000);
	await expect.poll(() => labels(page)).toEqual(['Bread', 'Eggs', 'Rice']);
	await page.touchscreen.tap(aim.x, aim.y);
	await page.clock.runFor(700);
	await tickOf(page, 'Tick Rice').tap();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk', 'Rice']);
});

test('a row that somebody else ticks stays in its place, struck through and highlighted, and folds as well', async ({
	page,
	browser
}) => {
	await open(page, 'Shared', ['Milk', 'Bread', 'Eggs']);
	const ben = await asBen(page, browser);
	const before = await topOf(page, 'Bread');
	const warmed = page.waitForFunction(() => document.querySelector('.items > li.just.done'));
	await ben.tick('Milk');
	await warmed;
	await expect(row(page, 'Milk').getByRole('link')).toHaveCSS(
		'text-decoration-line',
		'line-through'
	);
	expect(await topOf(page, 'Bread')).toBe(before);
	await expect.poll(() => labels(page), { timeout: 9000 }).toEqual(['Bread', 'Eggs']);
	await ben.untick('Milk');
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Bread', 'Eggs']);
	await ben.leave();
});

test('a row that somebody else ticks stays on the page of today too, disabled, and leaves when nobody touches the page', async ({
	page,
	browser
}) => {
	await open(page, 'Dated', ['Milk', 'Bread', 'Eggs']);
	const ben = await asBen(page, browser);
	await ben.setDue('2020-01-01');
	await page.goto(`${server.url}/today`);
	await hydrated(page);
	const before = await topOf(page, 'Eggs');
	const took = ben.tick('Milk');
	await expect(page.locator('.items > li.leaving')).toContainText('Milk');
	await took;
	await expect(page.locator('.items > li.leaving')).toHaveAttribute('inert');
	expect(await topOf(page, 'Eggs')).toBe(before);
	await expect(page.getByText('2 left')).toBeVisible();
	const names = page.locator('.items .label a');
	await expect(names).toHaveText(['Bread', 'Eggs'], { timeout: 9000 });
	await ben.leave();
});

test('all ticks in a row are undone together, folded away or not', async ({ page }) => {
	const uid = await open(page, 'Run', ['Milk', 'Bread', 'Eggs']);
	await stopClock(page);
	for (const label of ['Milk', 'Bread']) await tickOf(page, `Tick ${label}`).tap();
	await expect(toast(page, '2 ticked')).toBeVisible();
	await page.clock.runFor(5800);
	await expect.poll(() => labels(page)).toEqual(['Eggs']);
	await page.getByRole('button', { name: 'Undo all' }).tap();
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Bread', 'Eggs']);
	await expect.poll(() => doneOf(page, server, uid)).toEqual([]);
	await tickOf(page, 'Tick Eggs').tap();
	await expect(toast(page, 'Eggs ticked.')).toBeVisible();
});

test('a row that comes back while it leaves is the row of its item', async ({ page }) => {
	await open(page, 'Back at once', ['Milk', 'Bread']);
	const uid = await row(page, 'Milk').getAttribute('id');
	await row(page, 'Milk').getByRole('button', { name: 'More actions for Milk' }).tap();
	await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
	const wasLeaving = await page.evaluate(async (uid) => {
		const press = (name: string) =>
			[...document.querySelectorAll('button')].find((button) => button.innerText === name)?.click();
		press('Delete');
		await new Promise((resolve) => setTimeout(resolve, 50));
		const rows = [...document.querySelectorAll<HTMLElement>('.items > li')];
		const isLeaving = rows.some((row) => row.inert && row.id !== uid);
		press('Undo');
		return isLeaving;
	}, uid);
	expect(wasLeaving).toBe(true);
	await expect.poll(() => labels(page)).toEqual(['Milk', 'Bread']);
	await expect(row(page, 'Milk')).toHaveAttribute('id', String(uid));
});

test('an item that is unticked in the fold stays there until nobody touches the list', async ({
	page,
	browser
}) => {
	await open(page, 'Unfold', ['Milk', 'Bread', 'Eggs']);
	const ben = await asBen(page, browser);
	for (const label of ['Bread', 'Milk']) await ben.tick(label);
	await page.reload();
	await ben.leave();
	await page.locator('summary', { hasText: '2 ticked' }).tap();
	await stopClock(page);
	const before = await topOf(page, 'Milk');
	await tickOf(page, 'Untick Bread').tap();
	await expect(tickOf(page, 'Tick Bread')).toBeVisible();
	expect(await labels(page)).toEqual(['Eggs']);
	expect(await topOf(page, 'Milk')).toBe(before);
	await page.clock.runFor(5500);
	await expect.poll(() => labels(page)).toEqual(['Bread', 'Eggs']);
});

test('a row with the keyboard focus stays when somebody else ticks it', async ({
	page,
	browser
}) => {
	await open(page, 'Keyboard', ['Milk', 'Bread', 'Eggs']);
	const ben = await asBen(page, browser);
	await tickOf(page, 'Tick Milk').focus();
	await page.keyboard.press('Tab');
	await page.keyboard.press('Shift+Tab');
	await ben.tick('Milk');
	await ben.tick('Bread');
	await expect.poll(() => labels(page), { timeout: 9000 }).toEqual(['Milk', 'Eggs']);
	await expect(tickOf(page, 'Untick Milk')).toBeFocused();
	await ben.leave();
});

test('rows fold in 180 ms, and at once where motion is unwanted', async ({ page }) => {
	await open(page, 'Motion', ['Milk', 'Bread']);
	await recordFolds(page);
	await tickOf(page, 'Tick Milk').tap();
	await expect.poll(() => labels(page), { timeout: 9000 }).toEqual(['Bread']);
	expect(await page.evaluate(() => window.folds)).toEqual([180]);
	await page.emulateMedia({ reducedMotion: 'reduce' });
	// A tap right after rows have moved is ignored, since it was aimed at another row.
	await page.waitForTimeout(1000);
	await tickOf(page, 'Tick Bread').tap();
	await expect.poll(() => labels(page), { timeout: 9000 }).toEqual([]);
	expect(await page.evaluate(() => window.folds)).toEqual([180]);
});

test('taps by two people hit the row that they were aimed at, or nothing', async ({
	page,
	browser
}) => {
	const taps = Number(process.env.TAPS ?? 20);
	test.setTimeout(60_000 + taps * 5000);
	await open(page, 'Two thumbs', numbered(30));
	const ben = await asBen(page, browser);
	await recordTicks(page);
	await recordMoves(page);
	let hits = 0;
	for (let count = 0; count < taps || hits < taps * 0.75;) {
		// Every fifth time, wait until about when the rows fold.
		if (count % 5 === 4) await page.waitForTimeout(4600 + 400 * Math.random());
		const aim = await page.evaluate(aimAtTick, Math.random());
		const aimedAt = performance.now();
		await Promise.all([ben.tickAny(), page.waitForTimeout(50 + 250 * Math.random())]);
		// On a busy machine so much time may have passed that a person would have seen the rows move and aimed again.
		if (performance.now() - aimedAt > 400) continue;
		count++;
		await page.touchscreen.tap(aim.x, aim.y);
		await expect(page.locator('[data-tapped]')).toHaveCount(0);
		const { ticked, wasStill } = await page.evaluate(() => ({
			ticked: window.ticked.splice(0),
			wasStill: window.tappedAt > window.movedAt + 1000
		}));
		expect(wasStill ? [[aim.uid]] : [[], [aim.uid]], `tap ${count}`).toContainEqual(ticked);
		hits += ticked.length;
	}
	await ben.leave();
});

declare global {
	interface Window {
		/** The uids of the items that were ticked or unticked, and how long each row took to leave. */
		ticked: string[];
		folds: number[];
		/** When a row last came, went or began to move, and when the page was last tapped, on its clock. */
		movedAt: number;
		tappedAt: number;
	}
}

/** Adds salt. Returns once the list has brought it, while its answer is still held back. */
const addSaltUnanswered = (page: Page, context: BrowserContext) =>
	unanswered(page, context, async () => {
		await field(page).fill('Salt');
		await field(page).press('Enter');
	});

/** Holds back the answer to what `add` adds, until it is let through or lost. Counts the rows that name salt from here on. */
async function unanswered(page: Page, context: BrowserContext, add: () => Promise<void>) {
	const { promise, resolve } = Promise.withResolvers<'arrives' | 'is lost'>();
	await context.route(
		'**/api/v1/lists/*/items',
		async (route) => {
			const answer = await route.fetch();
			if ((await promise) === 'arrives') await route.fulfill({ response: answer });
			else await route.abort();
		},
		{ times: 1 }
	);
	await page.evaluate(() => {
		const count = () => {
			const rows = [...document.querySelectorAll('main .items > li')];
			const salt = rows.filter(({ textContent }) => textContent.includes('Salt')).length;
			const most = Math.max(salt, Number(document.body.dataset.mostRows ?? 0));
			document.body.dataset.mostRows = String(most);
		};
		new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
	});
	const brought = page.waitForResponse(
		async (answer) => answer.url().includes('/changes') && (await answer.text()).includes('Salt')
	);
	await add();
	await (await brought).finished();
	await drawn(page);
	return { arrive: () => resolve('arrives'), lose: () => resolve('is lost') };
}

/** Resolves when the page has drawn what it has taken from an answer. */
async function drawn(page: Page): Promise<void> {
	for (let frames = 0; frames < 2; frames += 1)
		await page.evaluate(() => new Promise(requestAnimationFrame));
}

async function expectOneSalt(page: Page): Promise<void> {
	await expect(page.getByText('Not added yet')).toHaveCount(0);
	await expect(row(page, 'Salt')).toHaveCount(1);
	expect(await page.evaluate(() => document.body.dataset.mostRows)).toBe('1');
}

/** Opens Ada's list, shared with everyone, on her phone. */
async function open(
	page: Page,
	name: string,
	items: Parameters<typeof listWith>[3]
): Promise<string> {
	const uid = await listWith(page, server, name, items);
	await call(page, server, 'PUT', `/lists/${uid}/sharing`, {
		sharing: 'SHARING_INSTANCE',
		canEdit: true
	});
	await page.goto(`${server.url}/lists/${uid}`);
	await hydrated(page);
	return uid;
}

/** Another member, who ticks on the list that the page shows. */
async function asBen(page: Page, browser: Browser) {
	const ben = await otherBrowser(browser, {});
	await signIn(ben, server, member(server, 'Ben'));
	const { items } = await call(ben, server, 'GET', new URL(page.url()).pathname);
	const uids = Object.fromEntries(
		(Array.isArray(items) ? items : []).map(({ label, uid }) => [String(label), String(uid)])
	);
	const set = (label: string, done: boolean) =>
		call(ben, server, 'PUT', `/items/${uids[label]}/done`, { done });
	const anyOf = <Thing>(things: Thing[]): Thing | undefined =>
		things[Math.floor(Math.random() * things.length)];
	return {
		tick: (label: string) => set(label, true),
		untick: (label: string) => set(label, false),
		setDue: (dueOn: string) =>
			Promise.all(
				Object.values(uids).map((uid) => call(ben, server, 'PATCH', `/items/${uid}`, { dueOn }))
			),
		tickAny: () => set(anyOf(Object.keys(uids)) ?? '', Math.random() < 0.6),
		leave: () => ben.context().close()
	};
}

/** From here on the test controls the page's timers, however slow the machine is. */
async function stopClock(page: Page): Promise<void> {
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + 60_000);
}

const numbered = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `Thing ${index + 1}`);

async function topOf(page: Page, label: string): Promise<number> {
	return (await row(page, label).boundingBox())?.y ?? Number.NaN;
}

/** The middle of the tick box. */
async function tickAt(page: Page, name: string): Promise<{ x: number; y: number }> {
	const { x = 0, y = 0, width = 0, height = 0 } = (await tickOf(page, name).boundingBox()) ?? {};
	return { x: x + width / 2, y: y + height / 2 };
}

/** Runs in the page: a visible tick box, and its position. */
function aimAtTick(chance: number): { uid: string; x: number; y: number } {
	const boxes = [...document.querySelectorAll<HTMLButtonElement>('.items button.tick')].flatMap(
		(box) => {
			const { x, y, width, height } = box.getBoundingClientRect();
			const aim = { x: x + width / 2, y: y + height / 2 };
			const isInSight = box.contains(document.elementFromPoint(aim.x, aim.y));
			return isInSight ? [{ uid: box.value, ...aim }] : [];
		}
	);
	const chosen = boxes[Math.floor(chance * boxes.length)];
	if (!chosen) throw new Error('there is no box to tick in sight');
	return chosen;
}

const recordTicks = (page: Page): Promise<void> =>
	page.evaluate(() => {
		window.ticked = [];
		document.addEventListener('submit', ({ submitter }) => {
			if (submitter instanceof HTMLButtonElement && submitter.matches('.tick'))
				window.ticked.push(submitter.value);
		});
	});

const recordMoves = (page: Page): Promise<void> =>
	page.evaluate(() => {
		window.movedAt = window.tappedAt = -Infinity;
		const moved = () => {
			window.movedAt = performance.now();
			// On a busy machine the change is drawn late.
			requestAnimationFrame(() =>
				requestAnimationFrame(() => (window.movedAt = performance.now()))
			);
		};
		const animate = Element.prototype.animate;
		Element.prototype.animate = function (frames, options) {
			if (this.matches('.items > li')) moved();
			return animate.call(this, frames, options);
		};
		const observer = new MutationObserver(moved);
		for (const items of document.querySelectorAll('.items'))
			observer.observe(items, { childList: true });
		document.addEventListener('click', () => (window.tappedAt = performance.now()), true);
	});

/** Records the durations of the animations of leaving rows when they begin. */
const recordFolds = (page: Page): Promise<void> =>
	page.evaluate(() => {
		window.folds = [];
		const animate = Element.prototype.animate;
		Element.prototype.animate = function (frames, options) {
			const duration = typeof options === 'object' ? Number(options.duration) : Number(options);
			if (this.matches('.items > li') && duration > 0) window.folds.push(duration);
			return animate.call(this, frames, options);
		};
	});

const press = (cdp: CDPSession, x: number, y: number) =>
	cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });

const lift = (cdp: CDPSession) =>
	cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
