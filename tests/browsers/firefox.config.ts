import { defineConfig } from '@playwright/test';
import { join } from 'node:path';

/** The main flows, from the tests of the pages, which run here unchanged. */
const mainFlows = [
	'drag-by-keys',
	'enhanced',
	'first-evening',
	'item-menu',
	'live',
	'offline',
	'quantity',
	'sections'
].map((name) => `pages/${name}.spec.ts`);

/**
 * Firefox cannot create a paste event with text from a script, and cannot show a page as it would be printed. firefox.spec.ts
 * pastes with the keyboard and prints instead. Offline is emulated for a page and not for its worker: there the server is stopped.
 */
const triedOtherwise =
	/many lines pasted into the field|a section that is folded is printed whole|offline which page is shown|offline how old they are/;

const withPreferences = (firefoxUserPrefs: Record<string, boolean | number | string>) => ({
	launchOptions: { executablePath: join(import.meta.dirname, 'firefox.mjs'), firefoxUserPrefs }
});

export default defineConfig({
	testDir: '..',
	globalSetup: '../support/postgres.ts',
	workers: 2,
	forbidOnly: true,
	timeout: 60_000,
	expect: { timeout: 10_000 },
	outputDir: '../../test-results/firefox',
	use: {
		browserName: 'firefox',
		channel: 'moz-firefox',
		viewport: { width: 1280, height: 720 },
		serviceWorkers: 'block'
	},
	projects: [
		{
			name: 'script',
			testMatch: [...mainFlows, 'browsers/firefox.spec.ts'],
			grepInvert: triedOtherwise,
			// Playwright cannot unpack Zstandard, so an answer that a test holds back would reach the page as it is packed.
			use: {
				...withPreferences({ 'network.http.accept-encoding.secure': 'gzip, deflate, br' }),
				javaScriptEnabled: true
			}
		},
		{
			name: 'dark',
			testMatch: 'browsers/dark.spec.ts',
			use: withPreferences({ 'layout.css.prefers-color-scheme.content-override': 0 })
		},
		{
			name: 'no-script',
			testMatch: 'browsers/no-script.spec.ts',
			use: { ...withPreferences({ 'javascript.enabled': false }), javaScriptEnabled: false }
		}
	]
});
