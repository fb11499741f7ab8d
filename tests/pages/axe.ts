// Checks a page in light and dark, wide and narrow: axe finds no fault, and nothing is wider than the window.
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { hasScript } from './household.ts';

declare global {
	interface Window {
		axe: typeof axe;
	}
}

/** Checks each of these pages as this project's browser shows it: with the app's scripts, or without any. */
export async function expectNothingWrong(page: Page, addresses: string[]): Promise<void> {
	if (hasScript()) return expectAllRight(page, addresses);
	const seen = await asSeenWithoutScript(page);
	await expectAllRight(seen, addresses);
	await seen.context().close();
}

/** Checks these addresses in a page that runs scripts. */
export async function expectAllRight(page: Page, addresses: string[]): Promise<void> {
	for (const address of addresses) {
		await page.goto(address);
		await page.evaluate(axe.source);
		for (const colorScheme of ['light', 'dark'] as const)
			for (const width of [1280, 390]) {
				await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
				await page.setViewportSize({ width, height: 844 });
				await expectViewRight(page, rules[colorScheme], `${address}, ${colorScheme}, ${width}`);
			}
	}
}

/** Checks only the present view of the open page. */
export async function expectNoFault(page: Page): Promise<void> {
	await page.evaluate(axe.source);
	expect(await faultsSeen(page, {})).toEqual([]);
}

/** The dark theme differs only in its colours. */
const rules: Record<'light' | 'dark', axe.RunOptions> = {
	light: { rules: { 'target-size': { enabled: true } } },
	dark: { runOnly: ['color-contrast'] }
};

async function expectViewRight(page: Page, options: axe.RunOptions, where: string): Promise<void> {
	expect(await faultsSeen(page, options), where).toEqual([]);
	const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	expect(over, where).toBeLessThanOrEqual(0);
}

/** The faults that axe finds in the present view. Axe has to be in the page already. */
async function faultsSeen(page: Page, options: axe.RunOptions): Promise<string[]> {
	const { violations } = await page.evaluate((given) => window.axe.run(document, given), {
		...options,
		resultTypes: ['violations']
	} satisfies axe.RunOptions);
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** Axe is a script itself, so this browser runs scripts, but none of the app's, and shows what is within <noscript>. */
async function asSeenWithoutScript(page: Page): Promise<Page> {
	const storageState = await page.context().storageState();
	const context = await page
		.context()
		.browser()
		?.newContext({ storageState, javaScriptEnabled: true });
	if (!context) throw new Error('this browser has no second window');
	const seen = await context.newPage();
	await seen.route('**/*', async (route) => {
		const type = route.request().resourceType();
		if (type === 'script') return route.abort();
		if (type !== 'document') return route.fallback();
		const response = await route.fetch();
		const body = (await response.text()).replaceAll(/<\/?noscript>|<script[^]*?<\/script>/g, '');
		return route.fulfill({ response, body });
	});
	return seen;
}
