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
