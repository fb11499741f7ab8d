// Switches off features that a browser may lack, one at a time, before the page loads. The main flows work without each.
// docs/browsers.md says which browsers lack which feature, and since when they have it.
import { expect, test, type Page } from '@playwright/test';
import { adasHousehold } from './household.ts';
import { choose, doneOf, labels, openList, tickOf } from './list-page.ts';
import { add, late, onServer } from './offline.ts';

const server = adasHousehold();

/** Each function runs in the page before the page's own scripts. */
const switchedOff: Record<string, () => void> = {
	requestIdleCallback: () => {
		Reflect.deleteProperty(window, 'requestIdleCallback');
		Reflect.deleteProperty(window, 'cancelIdleCallback');
	},
	'Web Locks': () => void Reflect.deleteProperty(Navigator.prototype, 'locks'),
	BroadcastChannel: () => void Reflect.deleteProperty(window, 'BroadcastChannel'),
	IndexedDB: () => void Reflect.deleteProperty(window, 'indexedDB'),
	'Service workers': () => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'),
	'AbortSignal.any': () => void Reflect.deleteProperty(AbortSignal, 'any'),
	'Wake Lock': () => void Reflect.deleteProperty(Navigator.prototype, 'wakeLock'),
	Clipboard: () => void Reflect.deleteProperty(Navigator.prototype, 'clipboard'),
	'The source of a popover': () => {
		const { showPopover } = HTMLElement.prototype;
		HTMLElement.prototype.showPopover = function () {
			showPopover.call(this);
		};
	}
};

for (const [feature, switchOff] of Object.entries(switchedOff))
	test(`without ${feature} one adds, ticks, undoes, opens the menu and loses the line`, async ({
		page
	}) => {
		await page.addInitScript(switchOff);
		await walk(page, `Without ${feature}`);
	});

/** Anchor positioning, and other CSS properties that are new in recent browsers. */
const newProperties =
	/\b(position-area|position-anchor|anchor-name|anchor-scope|position-try-fallbacks|field-sizing|content-visibility|text-wrap|accent-color|scrollbar-width)(?=:)/g;

test('without the newest CSS properties the main flows work', async ({ page }) => {
	const left = new Set<string>();
	await page.route('**/*.css', async (route) => {
		const response = await route.fetch();
		const styles = await response.text();
		for (const [name] of styles.matchAll(newProperties)) left.add(name);
		await route.fulfill({ response, body: styles.replace(newProperties, '-x-unknown') });
	});
	await walk(page, 'Without styles');
	expect([...left]).toEqual(expect.arrayContaining(['position-area', 'content-visibility']));
});

async function walk(page: Page, name: string): Promise<void> {
	const faults: string[] = [];
	page.on('pageerror', ({ message }) => faults.push(message));
	const uid = await openList(page, server, name, ['Milk', 'Bread']);
	await add(page, '6 eggs');
	await expect.poll(() => onServer(page, server, uid)).toEqual(['Milk', 'Bread', 'eggs']);
	await tickOf(page, 'Tick Milk').click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual(['Milk']);
	await page.getByRole('button', { name: /^Undo/ }).first().click();
	await expect.poll(() => doneOf(page, server, uid)).toEqual([]);
	await choose(page, 'Bread', 'Move to the top');
	await expect.poll(() => labels(page)).toEqual(['Bread', 'Milk', 'eggs']);
	await page.context().setOffline(true);
	await tickOf(page, 'Tick Bread').click();
	await expect(tickOf(page, 'Untick Bread')).toBeVisible();
	await page.context().setOffline(false);
	await expect.poll(() => doneOf(page, server, uid), late).toEqual(['Bread']);
	expect(faults).toEqual([]);
}
