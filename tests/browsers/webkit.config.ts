import { defineConfig } from '@playwright/test';

// Playwright runs these tests and does not drive the browser: it can drive no WebKit but its own build.
export default defineConfig({
	testDir: '.',
	testMatch: 'webkit*.spec.ts',
	workers: 2,
	fullyParallel: true,
	forbidOnly: true,
	timeout: 60_000,
	expect: { timeout: 10_000 },
	outputDir: '../../test-results/webkit'
});
