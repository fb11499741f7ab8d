// `npm run test:trust`: every test that has a long form in that form, ending with a table of what they measured.
// `npm run test:trust -- --quick`: the same tests in their quick form, and the page tests that `npm test` leaves out.
// Further words name tests, as in `npm run test:trust -- tests/trust/killed.test.ts` and `… -- tests/pages/sweeps/xss.spec.ts`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { isFailure, readPages, readVitest } from './reports.ts';
import { makeScratch } from './scratch.mjs';

process.chdir(join(import.meta.dirname, '..'));
const words = process.argv.slice(2).filter((word) => word !== '--quick');
const isQuick = process.argv.includes('--quick');
// The long forms measure a real disk, so they do not run in memory.
const scratch = isQuick ? makeScratch() : mkdtempSync(join(tmpdir(), 'hearth-trust-'));
const file = join(scratch, 'figures');
const vitestReport = join(scratch, 'vitest.json');
const pagesReport = join(scratch, 'pages.json');
const projects = [
	'more-script',
	'more-no-script',
	'apart',
	'apart-no-script',
	'sweeps',
	'sweeps-no-script'
];

const env = {
	...process.env,
	PLAYWRIGHT_JSON_OUTPUT_FILE: pagesReport,
	...(isQuick ? {} : { TRUST: 'long', TRUST_FIGURES: file })
};
const isPages = (word) => word.startsWith('tests/pages/');
const pages = words.filter(isPages);
const browsers = projects.map((name) => `--project=${name}`);
const others = words.filter((word) => !isPages(word));

const statuses = [];
if (others.length > 0 || pages.length === 0)
	statuses.push(
		run(
			'vitest/vitest.mjs',
			'run',
			'--project=trust',
			'--project=apart',
			'--reporter=default',
			'--reporter=json',
			`--outputFile.json=${vitestReport}`,
			...others
		)
	);
if (pages.length > 0 || (isQuick && others.length === 0))
	statuses.push(
		run('@playwright/test/cli.js', 'test', ...browsers, '--reporter=list,json', ...pages)
	);

const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
for (const { what, figures } of lines.map((line) => JSON.parse(line))) {
	const row = Object.entries(figures).map(
		([name, figure]) => `${name} ${figure.toLocaleString('en')}`
	);
	console.log(`${what.padEnd(32)}${row.join(' · ')}`);
}
// The output is long, and some look only at its end.
const troubles = [...readVitest(vitestReport).lines, ...readPages(pagesReport).lines];
for (const line of troubles) console.log(line);
const worst = statuses.find((status) => status !== 0) ?? 0;
if (worst !== 0 && !troubles.some(isFailure))
	console.log(`✗ A run ended with ${worst}, though no test failed. The output above says why.`);
rmSync(scratch, { recursive: true, force: true });
process.exitCode = worst;

/** Runs a program of a package. Returns its exit code. */
function run(program, ...args) {
	const started = spawnSync(process.execPath, [`node_modules/${program}`, ...args], {
		stdio: 'inherit',
		env
	});
	return started.status ?? 1;
}
