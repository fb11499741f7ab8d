// How soon a tap is painted on a slow phone: ticks on a list of 200 items, with the processor slowed to a sixth.
import { chromium } from '@playwright/test';
import { items } from '../src/lib/server/items/operations.ts';
import { lists } from '../src/lib/server/lists/operations.ts';
import { chromiumFlags, findOrInstallChromium } from '../tests/support/chromium.ts';
import { clientOf } from '../tests/support/client.ts';
import type { Measured } from './household.ts';

const taps = 20;

/** Milliseconds from each tap to the paint after it, as the browser itself measures interactions. */
export async function tapsToPaint({ nodes: [node], session }: Measured): Promise<number[]> {
	if (!node) throw new Error('there is no node to open');
	const owner = clientOf(node.origin, { cookies: { hearth_session: session } });
	const { list } = await owner.ask(lists.createList, { name: 'Two hundred' });
	const item = { quantity: '2 l', note: 'the blue one' };
	const added = Array.from({ length: 200 }, (_, number) => ({ ...item, label: `Thing ${number}` }));
	await owner.ask(items.addItems, { listUid: list.uid, items: added });
	const browser = await chromium.launch({
		executablePath: findOrInstallChromium(),
		args: chromiumFlags
	});
	try {
		const context = await browser.newContext({
			viewport: { width: 390, height: 844 },
			hasTouch: true,
			isMobile: true
		});
		await context.addCookies([{ name: 'hearth_session', value: session, url: node.origin }]);
		const page = await context.newPage();
		await page.goto(`${node.origin}/lists/${list.uid}`);
		await page.locator('#svelte-announcer').waitFor({ state: 'attached' });
		const devtools = await context.newCDPSession(page);
		await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
		await page.evaluate(noteInteractions);
		for (let number = 0; number < taps; number += 1) {
			await page.getByRole('button', { name: `Tick Thing ${number}`, exact: true }).tap();
			await page.waitForTimeout(1000);
		}
		return await page.evaluate(() => Object.values(window.interactions));
	} finally {
		await browser.close();
	}
}

declare global {
	interface Window {
		/** By the browser's number of an interaction, the longest of its events. */
		interactions: Record<number, number>;
	}
}

/** Runs in the page. */
function noteInteractions(): void {
	window.interactions = {};
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries())
			if (entry instanceof PerformanceEventTiming && entry.interactionId)
				window.interactions[entry.interactionId] = Math.max(
					window.interactions[entry.interactionId] ?? 0,
					entry.duration
				);
	}).observe({ type: 'event' });
}
