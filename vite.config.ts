import { sveltekit } from '@sveltejs/kit/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What kills, fills, installs and measures: `npm run test:trust`. */
const trust = ['tests/trust/**/*.test.ts', 'tests/container.test.ts', 'tests/install.test.ts'];

/** What puts something else in the place of a module, for itself alone. */
const mocking = ['tests/trust/faults.test.ts'];

/** What takes longest begins first: at the end one core would wait for it. */
const longest = ['kernel/authority.', 'contract/forms.', 'contract/matrix.', 'contract/reach.'];

class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const isLong = ({ moduleId }: TestSpecification) =>
			Number(longest.some((name) => moduleId.includes(name)));
		return (await super.sort(files)).toSorted((one, other) => isLong(other) - isLong(one));
	}
}

/** One file for all that pages share: of forty small ones each would be a request of its own. */
const oneSharedFile: Plugin = {
	name: 'one-shared-file',
	apply: 'build',
	config: ({ build }) =>
		build?.ssr === false
			? {
					build: {
						rolldownOptions: {
							output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } }
						}
					}
				}
			: undefined
};

export default defineConfig({
	plugins: [sveltekit(), oneSharedFile],
	// A data: URL for a font or a script would be refused by our own Content-Security-Policy.
	build: { assetsInlineLimit: 0 },
	test: {
		environment: 'node',
		globalSetup: ['tests/support/postgres.ts'],
		pool: 'forks',
		projects: [
			// One process reads the application once for all its files, which halves what they take.
			{
				extends: true,
				test: {
					name: 'everyday',
					include: ['tests/**/*.test.ts'],
					exclude: trust,
					isolate: false
				}
			},
			{
				extends: true,
				test: { name: 'trust', include: trust, exclude: mocking, isolate: false }
			},
			{ extends: true, test: { name: 'apart', include: mocking } }
		],
		maxWorkers: 2,
		sequence: { sequencer: LongestFirst },
		testTimeout: 20_000,
		hookTimeout: 60_000,
		allowOnly: false
	}
});
