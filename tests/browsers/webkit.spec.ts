// The main flows in WebKit, the engine of Safari.
import { expect } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import { ada, member, setUp } from '../pages/household.ts';
import { keys } from '../support/webdriver.ts';
import {
	add,
	at,
	deviceHolds,
	expectLabels,
	expectNoText,
	expectOnServer,
	expectText,
	hydrated,
	keptOnDevice,
	labels,
	middleOf,
	openList,
	restOf,
	signedIn,
	signIn,
	signInElsewhere,
	test,
	textOf
} from './webkit-page.ts';

test('a household is set up, and Ada signs out and in again', async ({ webkit, server }) => {
	await webkit.goto(server.url);
	await webkit.fill('Household name', 'Mill Lane');
	await webkit.fill('Your name', ada.name);
	await webkit.fill('Your email', ada.email);
	await webkit.fill('Password', ada.password);
	await webkit.click('Create household');
	await at(webkit, '/');
	await expectText(webkit, 'Mill Lane');
	await webkit.goto(`${server.url}/sign-out`);
	await webkit.click('Sign out', 'main');
	await at(webkit, '/sign-in');
	await signIn(webkit, server, ada);
});

test('a wrong password is refused, and the right one is taken after it', async ({
	webkit,
	server
}) => {
	await setUp(server);
	await webkit.goto(`${server.url}/sign-in`);
	await hydrated(webkit);
	await webkit.fill('Email', ada.email);
	await webkit.fill('Password', 'not the password of Ada');
	await webkit.click('Sign in');
	await expectText(webkit, "That email and password don't match.");
	expect(await webkit.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
		'password'
	);
	await webkit.fill('Password', ada.password);
	await webkit.click('Sign in');
	await at(webkit, '/');
});

test('pages load one after another, and back and forward again', async ({ webkit, server }) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk']);
	const paths = ['/', '/today', `/lists/${uid}`, '/settings/account', '/upcoming', '/', '/search'];
	for (const path of paths) {
		await webkit.goto(server.url + path);
		await at(webkit, path);
	}
	for (const path of paths.toReversed().slice(1)) {
		await webkit.back();
		await at(webkit, path);
	}
	for (const path of paths.slice(1)) {
		await webkit.forward();
		await at(webkit, path);
	}
});

test('a page that is left while it refreshes does not come back in place of the next', async ({
	webkit,
	server
}) => {
	const rest = await signedIn(webkit, server);
	await webkit.goto(server.url);
	await hydrated(webkit);
	await webkit.evaluate(noteRefresh);
	await rest.list('New');
	// The page is told of the list, and gets no answer for now.
	await pause(40);
	server.process.kill('SIGSTOP');
	await webkit.waitFor('a refresh', () =>
		webkit.evaluate(() => document.body.dataset.isRefreshing)
	);
	const arrived = webkit.goto(`${server.url}/settings`);
	await pause(500);
	server.process.kill('SIGCONT');
	await arrived;
	// The page before it would come back within this time.
	await pause(1_000);
	await at(webkit, '/settings');
});

/** Runs in the page. Notes on the page that it asks for its data again. */
function noteRefresh(): void {
	const { fetch } = window;
	window.fetch = (...asked) => {
		if (String(asked[0]).includes('__data.json')) document.body.dataset.isRefreshing = 'yes';
		return fetch(...asked);
	};
}

test('a page that comes back from the page cache is up to date, sends, and is kept on the device', async ({
	webkit,
	server
}) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk', 'Bread']);
	await openList(webkit, server, uid);
	await keptOnDevice(webkit, uid);
	await webkit.evaluate(() =>
		addEventListener('pageshow', ({ persisted }) =>
			Object.assign(window, { isFromCache: persisted })
		)
	);
	await webkit.goto(`${server.url}/today`);
	await hydrated(webkit);
	await rest.call('POST', `/lists/${uid}/items`, { label: 'Rice' });
	await webkit.back();
	expect(await webkit.evaluate(() => Reflect.get(window, 'isFromCache'))).toBe(true);
	await expectLabels(webkit, ['Milk', 'Bread', 'Rice']);
	await webkit.click('Tick Bread');
	await add(webkit, 'Juice');
	await expectOnServer(rest, uid, ['Milk', 'Bread*', 'Rice', 'Juice']);
	await rest.call('POST', `/lists/${uid}/items`, { label: 'Eggs' });
	await expectText(webkit, 'Eggs', 'main');
	await keptOnDevice(webkit, 'Eggs');
	expect(await textOf(webkit)).not.toMatch(/not sent|keeps nothing|not kept/);
});

test('a page that writes to the device when it is left does not keep the next one from writing', async ({
	webkit,
	server
}) => {
	const rest = await signedIn(webkit, server);
	const labelsOfMany = Array.from({ length: 20 }, (_, number) => `Thing ${number}`);
	const left = await rest.list('Hardware', labelsOfMany);
	const uid = await rest.list('Groceries', ['Milk']);
	await openList(webkit, server, uid);
	await keptOnDevice(webkit, uid);
	await webkit.goto(`${server.url}/lists/${left}`);
	await hydrated(webkit);
	await keptOnDevice(webkit, left);
	await webkit.evaluate(() => {
		const ticks = document.querySelectorAll<HTMLElement>('main [aria-label^="Tick Thing"]');
		for (const tick of ticks) tick.click();
		history.back();
	});
	await at(webkit, `/lists/${uid}`);
	await add(webkit, 'Juice');
	await expectOnServer(rest, uid, ['Milk', 'Juice']);
	await keptOnDevice(webkit, 'Juice');
	await expectOnServer(
		rest,
		left,
		labelsOfMany.map((label) => `${label}*`)
	);
});

test('a page that is left while it opens what is kept does not keep the next one from it', async ({
	webkit,
	server
}) => {
	const rest = await signedIn(webkit, server);
	const left = await rest.list('Hardware', ['Nails']);
	const uid = await rest.list('Groceries', ['Milk']);
	const added = ['Milk'];
	await openList(webkit, server, uid);
	await keptOnDevice(webkit, uid);
	for (const waitMs of [20, 60, 120, 300, 600]) {
		await webkit.goto(`${server.url}/lists/${left}`);
		await webkit.evaluate((ms: number) => void setTimeout(() => history.back(), ms), waitMs);
		await at(webkit, `/lists/${uid}`);
		const label = `Thing ${waitMs}`;
		await add(webkit, label);
		await keptOnDevice(webkit, label);
		await expectOnServer(rest, uid, [...added, label]);
		added.push(label);
	}
});

test('a page that comes back from the page cache shows at once what others change', async ({
	webkit,
	server
}) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk']);
	await openList(webkit, server, uid);
	await webkit.goto(`${server.url}/today`);
	await hydrated(webkit);
	await webkit.back();
	await rest.call('POST', `/lists/${uid}/items`, { label: 'Rice' });
	await expect.poll(() => labels(webkit), { timeout: 1_500 }).toEqual(['Milk', 'Rice']);
});

test('a list is created, and filled by Enter and by pasting', async ({ webkit, server }) => {
	const rest = await signedIn(webkit, server);
	await webkit.fill('New list', 'Groceries');
	await webkit.press(keys.enter);
	await at(webkit, /^\/lists\//);
	const uid = new URL(await webkit.url()).pathname.split('/').at(-1) ?? '';
	await add(webkit, '2 l milk');
	await add(webkit, 'bread');
	await expectLabels(webkit, ['milk', 'bread']);
	await webkit.click('Paste items');
	await webkit.fill('One item per line', `eggs x12${keys.enter}bread${keys.enter}- tea`);
	await webkit.click('Preview');
	await expectText(webkit, '3 lines for Groceries');
	await webkit.click('Add selected');
	await expectLabels(webkit, ['milk', 'bread', 'eggs', 'tea']);
	await expectOnServer(rest, uid, ['milk', 'bread', 'eggs', 'tea']);
});

test('a tick is undone, made again, and taken back by a click', async ({ webkit, server }) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk', 'Bread']);
	await openList(webkit, server, uid);
	await webkit.click('Tick Milk');
	await expectOnServer(rest, uid, ['Milk*', 'Bread']);
	await webkit.click('Undo');
	await expectOnServer(rest, uid, ['Milk', 'Bread']);
	await webkit.click('Tick Bread');
	await expectOnServer(rest, uid, ['Milk', 'Bread*']);
	await webkit.click('Untick Bread');
	await expectOnServer(rest, uid, ['Milk', 'Bread']);
	await webkit.click('Tick Bread');
	// The row moves away once the page is at rest.
	await expect.poll(() => labels(webkit), { timeout: 15_000 }).toEqual(['Milk']);
	await expectText(webkit, '1 ticked');
});

test('a row is moved and deleted by its menu, which opens at its button and gives the focus back', async ({
	webkit,
	server
}) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk', 'Bread', 'Eggs']);
	await openList(webkit, server, uid);
	const focused = () => webkit.evaluate(() => document.activeElement?.getAttribute('aria-label'));
	await webkit.click('More actions for Eggs');
	await webkit.found('#menu:popover-open');
	await webkit.press(keys.escape);
	await expect.poll(focused).toBe('More actions for Eggs');
	await webkit.click('More actions for Eggs');
	await webkit.click('Move to the top', '#menu');
	await expectLabels(webkit, ['Eggs', 'Milk', 'Bread']);
	await expect.poll(focused).toBe('More actions for Eggs');
	await webkit.click('More actions for Milk');
	await webkit.click('Delete', '#menu');
	await expectLabels(webkit, ['Eggs', 'Bread']);
	await expectOnServer(rest, uid, ['Eggs', 'Bread']);
	await webkit.click('Undo');
	await expectOnServer(rest, uid, ['Eggs', 'Milk', 'Bread']);
});

test('a row is dragged by its handle with the mouse', async ({ webkit, server }) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk', 'Bread', 'Eggs']);
	await openList(webkit, server, uid);
	// The code of the handle is loaded with the first press.
	await webkit.clickOn('[aria-label="Move Milk"]');
	const [from, to] = [
		await middleOf(webkit, '[aria-label="Move Milk"]'),
		await middleOf(webkit, '[aria-label="Move Eggs"]')
	];
	await webkit.drag(from, to);
	await expectLabels(webkit, ['Bread', 'Eggs', 'Milk']);
	await expectOnServer(rest, uid, ['Bread', 'Eggs', 'Milk']);
});

test('the page of an item refuses an empty and a long name, and saves a good one with its date', async ({
	webkit,
	server
}) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk']);
	await openList(webkit, server, uid);
	await webkit.click('Milk', '.label');
	await at(webkit, /^\/items\//);
	await webkit.fill('Name', ' ');
	await webkit.click('Save');
	await expectText(webkit, 'A name for the item is required.');
	await webkit.fill('Name', 'x'.repeat(501));
	await webkit.click('Save');
	await expectText(webkit, '500 characters');
	await webkit.fill('Name', 'Oat milk');
	await webkit.evaluate(() => {
		const field = document.querySelector<HTMLInputElement>('[name=dueOn]');
		if (!field) throw new Error('no field for the date');
		field.value = '2031-05-17';
		field.dispatchEvent(new Event('input', { bubbles: true }));
	});
	await webkit.click('Save');
	await at(webkit, `/lists/${uid}`);
	await expectLabels(webkit, ['Oat milk']);
	await expectText(webkit, '17 May 2031', '.items');
	const { items } = await rest.call('GET', `/lists/${uid}`);
	expect(items[0].dueOn).toBe('2031-05-17');
});

test('a field for a date shows a ring while it has the focus', async ({ webkit, server }) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', [{ label: 'Milk', dueOn: '2031-05-17' }]);
	const { items } = await rest.call('GET', `/lists/${uid}`);
	await webkit.goto(`${server.url}/items/${items[0].uid}`);
	await hydrated(webkit);
	const ring = () =>
		webkit.evaluate(() => {
			const field = document.querySelector('[name=dueOn]');
			return field && getComputedStyle(field).outlineStyle;
		});
	expect(await ring()).toBe('none');
	await webkit.clickOn('[name=dueOn]');
	expect(await ring()).toBe('solid');
});

test('nothing on a page scrolls sideways, on a phone and on a wide window', async ({
	webkit,
	server
}) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk', 'W'.repeat(200)]);
	for (const width of [390, 1200]) {
		await webkit.resize(width, 844);
		for (const path of ['/', '/today', '/upcoming', `/lists/${uid}`, '/settings/account']) {
			await webkit.goto(server.url + path);
			await hydrated(webkit);
			expect([path, width, await webkit.evaluate(scrollingSideways)]).toEqual([path, width, []]);
		}
	}
});

/** Runs in the page. */
function scrollingSideways(): string[] {
	const scrolls = (element: Element): boolean =>
		element.scrollWidth > element.clientWidth &&
		(element === document.scrollingElement ||
			/auto|scroll/.test(getComputedStyle(element).overflowX));
	return [...document.querySelectorAll('*')]
		.filter((element) => element.checkVisibility() && scrolls(element))
		.map((element) => `${element.tagName} ${element.className} ${element.scrollWidth}`);
}

test('a date that is typed in the field for adding is read', async ({ webkit, server }) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries');
	await openList(webkit, server, uid);
	await add(webkit, 'bins tomorrow');
	await expectLabels(webkit, ['bins']);
	await expectText(webkit, 'Tomorrow', '.items');
	await webkit.goto(`${server.url}/upcoming`);
	await expectText(webkit, 'bins', 'main');
});

test('sections are made, folded, and filled', async ({ webkit, server }) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Weekly', ['Soap']);
	await webkit.goto(`${server.url}/lists/${uid}/sections`);
	await hydrated(webkit);
	await webkit.fill('Name', 'Dairy');
	await webkit.click('Add section');
	await webkit.found('[aria-label="Move Dairy up"], [aria-label="Rename Dairy"]');
	const { sections } = await rest.call('GET', `/lists/${uid}/sections`);
	await rest.call('POST', `/lists/${uid}/items`, { label: 'Milk', sectionUid: sections[0].uid });
	await openList(webkit, server, uid);
	await expectText(webkit, 'Milk', 'main');
	await webkit.clickOn('details summary h2, details summary h3');
	await expectNoText(webkit, 'Milk', 'main');
	await webkit.reload();
	await hydrated(webkit);
	await expectNoText(webkit, 'Milk', 'main');
});

test('search shows results while one types', async ({ webkit, server }) => {
	const rest = await signedIn(webkit, server);
	await rest.list('Groceries', ['Milk', 'Oat milk', 'Bread']);
	await webkit.goto(`${server.url}/search`);
	await hydrated(webkit);
	await webkit.clickOn('input[type=search]');
	await webkit.press(...'milk');
	const hits = () =>
		webkit.evaluate(() =>
			[...document.querySelectorAll('.hits a')].map((link) => link.textContent?.trim())
		);
	await expect.poll(async () => (await hits()).length).toBe(2);
	await webkit.press(...' oat');
	await expect.poll(async () => (await hits()).length).toBe(1);
	expect(await webkit.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
});

test('what others change shows within a second', async ({ webkit, server }) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk']);
	await openList(webkit, server, uid);
	// The stream of events is open once this has arrived.
	await rest.call('POST', `/lists/${uid}/items`, { label: 'Bread' });
	await expectLabels(webkit, ['Milk', 'Bread']);
	await rest.call('POST', `/lists/${uid}/items`, { label: 'Rice' });
	await expect.poll(() => labels(webkit), { timeout: 1_000 }).toEqual(['Milk', 'Bread', 'Rice']);
});

test('two windows show what the other does, and the second sends once the first is closed', async ({
	webkit,
	server
}) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk', 'Bread']);
	await openList(webkit, server, uid);
	const first = await webkit.windows.current();
	const second = await webkit.windows.open();
	await openList(webkit, server, uid);
	await webkit.click('Tick Milk');
	await webkit.windows.switchTo(first);
	await expectLabels(webkit, ['Milk*', 'Bread']);
	await add(webkit, 'Rice');
	await expectOnServer(rest, uid, ['Milk*', 'Bread', 'Rice']);
	await webkit.windows.switchTo(second);
	await expectLabels(webkit, ['Milk*', 'Bread', 'Rice']);
	await webkit.windows.close(first);
	await webkit.click('Tick Bread');
	await expectOnServer(rest, uid, ['Milk*', 'Bread*', 'Rice']);
});

test('a page is hidden while another member is signed in, and still answers', async ({
	webkit,
	server
}) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk']);
	await openList(webkit, server, uid);
	await webkit.click('Paste items');
	await webkit.fill('One item per line', 'Bread');
	await signInElsewhere(webkit, server, 'Ben');
	await expectText(webkit, 'Someone else signed in on this browser.');
	await expectNoText(webkit, 'Milk');
});

test('signing out clears the device', async ({ webkit, server }) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk']);
	await openList(webkit, server, uid);
	await keptOnDevice(webkit, 'Milk');
	await webkit.goto(`${server.url}/sign-out`);
	await hydrated(webkit);
	await webkit.click('Sign out', 'main');
	await at(webkit, '/sign-in');
	await expect.poll(() => deviceHolds(webkit, 'Milk')).toBe(false);
});

test('a list of 200 items loads, is ticked and loads again', async ({ webkit, server }) => {
	const rest = await signedIn(webkit, server);
	const many = Array.from({ length: 200 }, (_, number) => `Thing ${number + 1}`);
	const uid = await rest.list('Long', many);
	await openList(webkit, server, uid);
	for (const name of ['Thing 1', 'Thing 200', 'Thing 100']) {
		await webkit.evaluate(noteMark);
		await webkit.click(`Tick ${name}`);
		const ms = await webkit.waitFor('a mark', () =>
			webkit.evaluate(() => document.body.dataset.markedAfterMs)
		);
		console.log(`${name} of 200 was marked ${ms} ms after the click`);
	}
	await expect
		.poll(async () => (await rest.items(uid)).filter((label) => label.endsWith('*')).length)
		.toBe(3);
	await webkit.reload();
	await hydrated(webkit);
	await expectText(webkit, '197 left');
});

/** Runs in the page. Notes how long after the next click an element is marked. */
function noteMark(): void {
	delete document.body.dataset.markedAfterMs;
	const clicked = ({ timeStamp }: Event) => {
		const seen = new MutationObserver(() => {
			seen.disconnect();
			document.body.dataset.markedAfterMs = String(performance.now() - timeStamp);
		});
		const attributeFilter = ['class', 'data-tapped'];
		seen.observe(document, { subtree: true, attributes: true, attributeFilter });
	};
	addEventListener('click', clicked, { capture: true, once: true });
}

test('a visitor sees the public list, and what is added to it', async ({ webkit, server }) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk']);
	await webkit.goto(`${server.url}/settings/instance`);
	await hydrated(webkit);
	await webkit.choose('List', uid);
	await webkit.click('Save settings');
	await expectText(webkit, 'saved');
	await webkit.goto(`${server.url}/sign-out`);
	await hydrated(webkit);
	await webkit.click('Sign out', 'main');
	await at(webkit, '/sign-in');
	await webkit.goto(server.url);
	await expectText(webkit, 'Milk', 'main');
	await rest.call('POST', `/lists/${uid}/items`, { label: 'Bread' });
	await expectText(webkit, 'Bread', 'main');
});

test('a dark theme is chosen, and stays', async ({ webkit, server }) => {
	await signedIn(webkit, server);
	await webkit.goto(`${server.url}/settings/account`);
	await hydrated(webkit);
	const paper = () =>
		webkit.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
	expect(await paper()).toMatch(/^oklch\(0\.98/);
	await webkit.click('Dark');
	await expect.poll(paper).toMatch(/^oklch\(0\.19/);
	await webkit.goto(server.url);
	expect(await paper()).toMatch(/^oklch\(0\.19/);
});

test('pages in Arabic run from right to left, and a list on them works', async ({
	webkit,
	server
}) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk']);
	await webkit.goto(`${server.url}/settings/account`);
	await hydrated(webkit);
	await webkit.choose('Language of these pages', 'ar');
	await webkit.clickOn('form[action="?/language"] .main');
	await webkit.waitFor('a page in Arabic', () => webkit.evaluate(() => document.dir === 'rtl'));
	await hydrated(webkit);
	await openList(webkit, server, uid);
	const sides = await webkit.evaluate(() => {
		const leftOf = (css: string) => document.querySelector(css)?.getBoundingClientRect().left ?? 0;
		return { dir: document.dir, tick: leftOf('.items .tick'), menu: leftOf('.items .dots') };
	});
	expect(sides.dir).toBe('rtl');
	expect(sides.tick).toBeGreaterThan(sides.menu);
	await add(webkit, 'خبز');
	await webkit.clickOn('.items .tick');
	await expectOnServer(rest, uid, ['Milk*', 'خبز']);
});

test('what Ben does shows to Ada, and that he is here', async ({ webkit, server }) => {
	const rest = await signedIn(webkit, server);
	const uid = await rest.list('Groceries', ['Milk']);
	await rest.call('PUT', `/lists/${uid}/sharing`, {
		sharing: 'SHARING_INSTANCE',
		canEdit: true
	});
	await openList(webkit, server, uid);
	const ben = await restOf(server, member(server, 'Ben'));
	await ben.call('POST', `/lists/${uid}/items`, { label: 'Bread' });
	await expectText(webkit, 'Ben', '.items');
});
