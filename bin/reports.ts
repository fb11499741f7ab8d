// What the reports of Vitest and Playwright say, for those who read only the end of a long output.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResult, JsonTestResults } from 'vitest/node';

/** What a run of tests came to. `lines` names each test that failed or that needed a second try. */
type Outcome = { passed: number; failed: number; lines: string[] };

const unknown: Outcome = { passed: 0, failed: 0, lines: [] };

/** Reads the report that Vitest wrote into a file. Where a run ended before that, everything is zero. */
export function readVitest(file: string): Outcome {
	const report: JsonTestResults | undefined = read(file);
	if (!report) return unknown;
	const { numPassedTests, numFailedTests, testResults } = report;
	return {
		passed: numPassedTests,
		failed: numFailedTests,
		lines: testResults.flatMap(troublesOfFile)
	};
}

function troublesOfFile({ name, status, message, assertionResults }: JsonTestResult): string[] {
	const file = relative(process.cwd(), name);
	const lines = assertionResults.flatMap(({ status, fullName, failureMessages }) => {
		const message = failureMessages?.at(-1);
		if (status === 'failed') return [failure(file, fullName, message)];
		return message === undefined ? [] : [secondTry(file, fullName)];
	});
	// A file can fail without a failed test: when it does not load, or when a hook fails.
	if (status === 'failed' && !lines.some(isFailure))
		lines.push(failure(file, 'the file itself', message || 'see the output above'));
	return lines;
}

/** Reads the report that Playwright wrote into a file. Where a run ended before that, everything is zero. */
export function readPages(file: string): Outcome {
	const report: JSONReport | undefined = read(file);
	if (!report) return unknown;
	const { expected, unexpected, flaky } = report.stats;
	return {
		passed: expected + flaky,
		failed: unexpected,
		lines: report.suites.flatMap(troublesIn)
	};
}

function troublesIn({ specs, suites = [] }: JSONReportSuite): string[] {
	return [...specs.flatMap(troublesOf), ...suites.flatMap(troublesIn)];
}

function troublesOf({ file, title, tests }: JSONReportSpec): string[] {
	return tests.flatMap(({ status, results }) => {
		if (status === 'flaky') return [secondTry(file, title)];
		const message = results.find(({ error }) => error)?.error?.message;
		return status === 'unexpected' ? [failure(file, title, message)] : [];
	});
}

const secondTry = (file: string, title: string) => `↻ second try: ${file} › ${title}`;

/** Whether this line of an outcome names a failure, and no second try. */
export const isFailure = (line: string): boolean => line.startsWith('✗');

function failure(file: string, title: string, reason = ''): string {
	return `✗ ${file} › ${title}: ${stripVTControlCharacters(reason).split('\n')[0]}`;
}

function read<Report>(file: string): Report | undefined {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}
