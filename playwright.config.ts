import { defineConfig, devices } from '@playwright/test';
import process from 'node:process';
import { chromiumFlags, findOrInstallChromium } from './tests/support/chromium.ts';

/** What goes through every page: `npm run test:trust -- --quick` runs it. */
const sweeps = 'sweeps/*.spec.ts';
/** Single tests that it runs as well: how pages look, light and dark, wide and narrow, and what waits for long. */
const apart = /@apart/;

/**
 * What script adds to a list. `npm test` tries every form without script, and this with it; `npm run test:trust -- --quick` tries
 * the other pages with script.
 */
const mostScript = 'enhanced.spec.ts';

/** What is looked at and followed more than sent: without script too it is tried by `npm run test:trust -- --quick`. */
const withFewForms = [
	'installed',
	'item-texts',
	'list-icons',
	'many-lists',
	'print',
	'settings-index',
	'way-back'
].map((name) => `${name}.spec.ts`);

/** What only script can do has no other side, and a page without forms only one. */
const ofScriptAlone = [
	'announcements',
	'before-script',
	'chips',
	'days-at-once',
	'drag*',
	'enhanced',
	'focus',
	'hydration',
	'kept',
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
	// Two browsers on two shared cores: what fails for want of time passes alone, and `npm test` names it.
	retries: process.env.CI ? 1 : 0,
	forbidOnly: true,
	timeout: 30_000,
	expect: { timeout: 5_000 },
	outputDir: 'test-results',
	use: {
		...devices['Desktop Chrome'],
		// It would answer in the place of what a test puts on the line.
		serviceWorkers: 'block',
		launchOptions: { executablePath: findOrInstallChromium(), args: chromiumFlags },
		// Every test would take a quarter longer. `npm test -- pages FILE --trace=on` keeps one of each.
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
