// What `npm test` and `npm run test:trust` say at their end.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readPages, readVitest } from '../bin/reports.ts';

function reportOf(content: object): string {
	const file = join(mkdtempSync(join(tmpdir(), 'hearth-report-')), 'report.json');
	writeFileSync(file, JSON.stringify(content));
	return file;
}

it('names each test of Vitest that failed, with the first line of its reason, and each that needed a second try', () => {
	const passed = { status: 'passed', fullName: 'ticks', failureMessages: [] };
	const second = { ...passed, fullName: 'waits', failureMessages: ['Test timed out in 20 ms'] };
	const failed = {
		status: 'failed',
		fullName: 'lists keeps a name',
		failureMessages: [
			'Test timed out in 20 ms',
			'\u001b[31mexpected 1\u001b[39m to be 2\nat somewhere'
		]
	};
	const report = reportOf({
		numPassedTests: 2,
		numFailedTests: 1,
		testResults: [
			{
				name: resolve('tests/a.test.ts'),
				status: 'failed',
				message: '',
				assertionResults: [passed, second, failed]
			},
			{
				name: resolve('tests/b.test.ts'),
				status: 'failed',
				message: 'No such module',
				assertionResults: []
			},
			{
				name: resolve('tests/c.test.ts'),
				status: 'failed',
				message: '',
				assertionResults: [second, { ...passed, status: 'skipped' }]
			}
		]
	});
	expect(readVitest(report)).toEqual({
		passed: 2,
		failed: 1,
		lines: [
			'↻ second try: tests/a.test.ts › waits',
			'✗ tests/a.test.ts › lists keeps a name: expected 1 to be 2',
			'✗ tests/b.test.ts › the file itself: No such module',
			'↻ second try: tests/c.test.ts › waits',
			'✗ tests/c.test.ts › the file itself: see the output above'
		]
	});
});

it('names page tests that failed, and those that passed at the second try', () => {
	const failure = { error: { message: 'Timed out\nat somewhere' } };
	const spec = (title: string, status: string, results: object[]) => ({
		file: 'tick.spec.ts',
		title,
		tests: [{ status, results }]
	});
	const inside = { specs: [spec('fails', 'unexpected', [failure, failure])] };
	const outside = {
		specs: [spec('passes', 'expected', [{}]), spec('wavers', 'flaky', [failure, {}])]
	};
	const report = reportOf({
		stats: { expected: 1, unexpected: 1, flaky: 1 },
		suites: [{ ...outside, suites: [inside] }]
	});
	expect(readPages(report)).toEqual({
		passed: 2,
		failed: 1,
		lines: ['↻ second try: tick.spec.ts › wavers', '✗ tick.spec.ts › fails: Timed out']
	});
});

it('counts nothing where a run ended before it wrote a report', () => {
	const nothing = { passed: 0, failed: 0, lines: [] };
	expect(readVitest('/no/such/file')).toEqual(nothing);
	expect(readPages('/no/such/file')).toEqual(nothing);
});
