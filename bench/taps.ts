// How soon a tap is painted on a slow phone: ticks on a list of 200 items, with the processor slowed to a sixth.
import { chromium } from '@playwright/test';
import { chromiumFlags, findOrInstallChromium } from '../tests/support/chromium.ts';
import { listOf200, type Measured } from './household.ts';

const taps = 20;

/** Milliseconds from each tap to the paint after it, as the browser itself measures interactions. */
export async function tapsToPaint(household: Measured): Promise<number[]> {
	const [{ origin }] = household.nodes;
	const listUid = await listOf200(household);
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
		await context.addCookies([{ name: 'hearth_session', value: household.session, url: origin }]);
		const page = await context.newPage();
		await page.goto(`${origin}/lists/${listUid}`);
		await page.locator('#svelte-announcer').waitFor({ state: 'attached' });
		const devtools = await context.newCDPSession(page);
		await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
		await page.evaluate(noteInteractions);
		for (let number = 0; number < taps; number += 1) {
			const { x, y } = await page.evaluate(placeOfTick, number);
			await page.waitForTimeout(500);
			await page.touchscreen.tap(x, y);
			await page.waitForTimeout(1000);
		}
		const ticked = await page.evaluate(() => document.querySelectorAll('.items > li.done').length);
		if (ticked !== taps) throw new Error(`${taps} taps ticked ${ticked} items.`);
		return await page.evaluate(() => Object.values(window.interactions));
	} finally {
		await browser.close();
	}
}

declare global {
	/** TypeScript does not know `durationThreshold`. Without it the browser leaves out events of less than 104 ms. */
	interface PerformanceObserverInit {
		durationThreshold?: number;
	}
	interface Window {
		/** The longest event of each interaction in ms, by the browser's number of the interaction. */
		interactions: Record<number, number>;
	}
}

/**
 * Runs in the page. Playwright's search for a role is work for the page, which runs on into the tap: with 200 rows it was a
 * third of the measured time.
 */
function placeOfTick(number: number): { x: number; y: number } {
	const row = document.querySelectorAll('.items > li')[number];
	const tick = row?.querySelector('.tick');
	tick?.scrollIntoView({ block: 'center' });
	const { left = 0, top = 0, width = 0, height = 0 } = tick?.getBoundingClientRect() ?? {};
	return { x: left + width / 2, y: top + height / 2 };
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
	}).observe({ type: 'event', durationThreshold: 16 });
}
