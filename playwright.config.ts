import { defineConfig, devices } from '@playwright/test';
import { chromiumFlags, findOrInstallChromium } from './tests/support/chromium.ts';

// Every page is tried twice: the forms come first, JavaScript only makes them quicker.
export default defineConfig({
	testDir: 'tests/pages',
	testMatch: '*.spec.ts',
	globalSetup: './tests/support/postgres.ts',
	workers: 2,
	retries: 0,
	forbidOnly: true,
	timeout: 30_000,
	expect: { timeout: 5_000 },
	outputDir: 'test-results',
	use: {
		...devices['Desktop Chrome'],
		// It would answer in the place of what a test puts on the line.
		serviceWorkers: 'block',
		launchOptions: { executablePath: findOrInstallChromium(), args: chromiumFlags },
		// Pictures of every step would make the whole half as slow again.
		trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
		video: 'off',
		screenshot: 'off'
	},
	projects: [
		{ name: 'script', use: { javaScriptEnabled: true } },
		// What only script can do has no other side, and a page without forms only one.
		{
			name: 'no-script',
			testIgnore: [
				'announcements.spec.ts',
				'chips.spec.ts',
				'drag*.spec.ts',
				'enhanced.spec.ts',
				'focus.spec.ts',
				'hydration.spec.ts',
				'kept.spec.ts',
				'keys.spec.ts',
				'live.spec.ts',
				'menus.spec.ts',
				'offline.spec.ts',
				'one-list.spec.ts',
				'phone.spec.ts',
				'quantity.spec.ts',
				'reference.spec.ts',
				'rows-stay.spec.ts',
				'typing.spec.ts',
				'without.spec.ts',
				'xss.spec.ts'
			],
			use: { javaScriptEnabled: false }
		}
	]
});
