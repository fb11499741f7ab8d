import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What puts something else in the place of a module, for itself alone. */
const mocking = ['tests/trust/faults.test.ts'];

/** What kills and fills takes longest, so it begins first: at the end one core would wait for it. */
class TrustFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const isOfTrust = ({ moduleId }: TestSpecification) => Number(moduleId.includes('/trust/'));
		return (await super.sort(files)).toSorted((one, other) => isOfTrust(other) - isOfTrust(one));
	}
}

export default defineConfig({
	plugins: [sveltekit()],
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
					name: 'together',
					include: ['tests/**/*.test.ts'],
					exclude: mocking,
					isolate: false
				}
			},
			{ extends: true, test: { name: 'apart', include: mocking } }
		],
		maxWorkers: 2,
		sequence: { sequencer: TrustFirst },
		testTimeout: 20_000,
		hookTimeout: 60_000,
		allowOnly: false
	}
});
