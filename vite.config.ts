import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
	plugins: [sveltekit()],
	// A data: URL for a font or a script would be refused by our own Content-Security-Policy.
	build: { assetsInlineLimit: 0 },
	test: {
		environment: 'node',
		include: ['tests/**/*.test.ts'],
		exclude: ['tests/pages/**', 'node_modules/**'],
		globalSetup: ['tests/support/postgres.ts'],
		pool: 'forks',
		maxWorkers: 2,
		testTimeout: 20_000,
		hookTimeout: 60_000,
		allowOnly: false
	}
});
