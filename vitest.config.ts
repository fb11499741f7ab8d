import { join } from 'node:path';
import process from 'node:process';
import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { mocking, trust } from './tests/support/suites.ts';
import application from './vite.config.ts';

/** The files that take longest start first. Started last, they would leave one core idle at the end. */
const longest = ['kernel/authority.', 'contract/forms.', 'contract/matrix.', 'trust/killed.'];

class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const isLong = ({ moduleId }: TestSpecification) =>
			Number(longest.some((name) => moduleId.includes(name)));
		return (await super.sort(files)).toSorted((one, other) => isLong(other) - isLong(one));
	}
}

export default mergeConfig(
	application,
	defineConfig({
		test: {
			environment: 'node',
			globalSetup: ['tests/support/postgres.ts'],
			pool: 'forks',
			projects: [
				// Without isolation a process loads the application once for all its files, which halves their time.
				{
					extends: true,
					resolve: {
						alias: [
							{
								find: /^\.\/password-cost\.ts$/,
								replacement: join(import.meta.dirname, 'tests/support/cheap-password-cost.ts')
							}
						]
					},
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
			// A test of a promised time asserts that time itself. Everything else may take this long on a busy machine.
			expect: { poll: { timeout: 5_000 } },
			// A test that ran out of time is tried once more, and the run names it. One whose answer was wrong is not.
			retry: process.env.CI ? { count: 1, condition: /^Test timed out/ } : 0,
			allowOnly: false
		}
	})
);
