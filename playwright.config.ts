import { defineConfig, devices } from '@playwright/test';
import process from 'node:process';
import { chromiumFlags, findOrInstallChromium } from './tests/support/chromium.ts';

/** What goes through every page: `npm run test:trust -- --quick` runs it. */
const sweeps = 'sweeps/*.spec.ts';
/** Single tests that `--quick` runs as well: how pages look (light and dark, wide and narrow), and those that wait for long. */
const apart = /@apart/;

/**
 * What script adds to a list. `npm test` tries every form without script, and this with it; `npm run test:trust -- --quick` tries
 * the other pages with script.
 */
const mostScript = 'enhanced.spec.ts';

/** Pages with more to look at and to follow than to send. `npm run test:trust -- --quick` tries them, with script and without. */
const withFewForms = [
	'installed',
	'item-texts',
	'list-icons',
	'many-lists',
	'print',
	'settings-index',
	'way-back'
].map((name) => `${name}.spec.ts`);

/** Run with script only: tests of what only script can do, and of pages without forms. */
const ofScriptAlone = [
	'announcements',
	'before-script',
	'chips',
	'days-at-once',
	'drafts',
	'drag*',
	'enhanced',
	'focus',
	'hydration',
	'keep-awake',
	'kept*',
	'keys',
	'live',
	'menus',
	'offline*',
	'one-list',
	'page-gone',
	'phone',
	'quantity',
	'reference',
	'rows-stay',
	'search-typing',
	'sweeps/typing',
	'sweeps/xss',
	'taps',
	'toasts',
	'waiting',
	'without'
].map((name) => `${name}.spec.ts`);

const withScript = { use: { javaScriptEnabled: true } };
const withoutScript = { use: { javaScriptEnabled: false } };

// Every page is tried twice: the forms come first, JavaScript only makes them quicker.
export default defineConfig({
	testDir: 'tests/pages',
	testMatch: '**/*.spec.ts',
	globalSetup: './tests/support/postgres.ts',
	workers: 2,
	// Two browsers share two cores, so a test may fail for want of time. Then the retry passes, and `npm test` names the test.
	retries: process.env.CI ? 1 : 0,
	forbidOnly: true,
	timeout: 30_000,
	expect: { timeout: 5_000 },
	outputDir: 'test-results',
	use: {
		...devices['Desktop Chrome'],
		// A service worker would answer in place of the answers that a test sets up with `page.route`.
		serviceWorkers: 'block',
		launchOptions: { executablePath: findOrInstallChromium(), args: chromiumFlags },
		// With a trace every test takes a quarter longer. `npm test -- pages FILE --trace=on` keeps one of each.
		trace: 'on-first-retry',
		video: 'off',
		screenshot: 'off'
	},
	projects: [
		{ ...withScript, name: 'script', testMatch: mostScript, grepInvert: apart },
		{
			...withoutScript,
			name: 'no-script',
			testIgnore: [sweeps, ...ofScriptAlone, ...withFewForms],
			grepInvert: apart
		},
		{ ...withoutScript, name: 'more-no-script', testMatch: withFewForms, grepInvert: apart },
		{
			...withScript,
			name: 'more-script',
			testIgnore: [sweeps, mostScript],
			grepInvert: apart
		},
		{ ...withScript, name: 'apart', testIgnore: sweeps, grep: apart },
		{
			...withoutScript,
			name: 'apart-no-script',
			testIgnore: [sweeps, ...ofScriptAlone],
			grep: apart
		},
		{ ...withScript, name: 'sweeps', testMatch: sweeps },
		{ ...withoutScript, name: 'sweeps-no-script', testMatch: sweeps, testIgnore: ofScriptAlone }
	]
});
