// `npm test`: every check but those of `npm run test:trust`, as a list that stops at the first failure.
// `npm test -- lint vitest` runs only those; anything else is passed on to the last step named,
// as in `npm test -- vitest tests/api`.
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { findOrInstallChromium } from '../tests/support/chromium.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { readPages, readVitest } from './reports.ts';
import { makeScratch } from './scratch.mjs';

process.chdir(join(import.meta.dirname, '..'));
const scratch = makeScratch();
const vitestReport = join(scratch, 'vitest.json');
const pagesReport = join(scratch, 'pages.json');

const words = process.argv.slice(2);
/** The projects that run by default. A test that is named by its path runs in whichever project it is. */
const ofEveryDay = (...projects) =>
	words.some((word) => word.includes('/')) ? [] : projects.map((name) => `--project=${name}`);

const eslintCache = 'node_modules/.cache/eslint/';
const configurations = readdirSync('.').filter((name) => name.endsWith('.config.ts'));

const steps = {
	format: {
		about: 'every file is formatted',
		run: ['prettier/bin/prettier.cjs', '--check', '--cache', '--log-level', 'warn', '.']
	},
	lint: {
		about: 'no rule is broken',
		// No rule needs types, so the result for a file depends on that file alone and can be cached.
		run: [
			'eslint/bin/eslint.js',
			'--max-warnings',
			'0',
			'--cache',
			'--cache-location',
			eslintCache,
			'.'
		]
	},
	types: {
		about: 'every type holds',
		run: ['svelte-check/bin/svelte-check', '--tsgo', '--fail-on-warnings', '--output', 'human']
	},
	promises: {
		about: 'no promise is left alone, which takes types to know',
		run: ['oxlint/bin/oxlint', '--type-aware', 'src', 'tests', 'bench', 'prisma', ...configurations]
	},
	vitest: {
		about: 'the domain, API and other suites',
		run: [
			'vitest/vitest.mjs',
			'run',
			...ofEveryDay('everyday'),
			'--reporter=default',
			'--reporter=json',
			`--outputFile.json=${vitestReport}`
		],
		needs: ['postgres'],
		counted: () => readVitest(vitestReport)
	},
	pages: {
		about: 'the pages, with and without JavaScript',
		run: [
			'@playwright/test/cli.js',
			'test',
			...ofEveryDay('script', 'no-script'),
			'--reporter=list,json'
		],
		needs: ['postgres', 'chromium'],
		counted: () => readPages(pagesReport)
	}
};

// Steps on one line run beside each other, to use both cores of a small machine.
const order = [['format', 'lint', 'types', 'promises'], ['vitest'], ['pages']];

const named = words.filter((word) => word in steps);
const extra = words.filter((word) => !(word in steps));
if (extra.length > 0 && named.length === 0) {
	const parts = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(steps));
	console.error(`Name a part before ${extra[0]}: ${parts}.`);
	rmSync(scratch, { recursive: true });
	process.exit(1);
}
const chosen = order
	.map((names) => names.filter((name) => named.length === 0 || named.includes(name)))
	.filter((names) => names.length > 0);

const running = new Set();
const tally = { passed: 0, failed: 0 };
let postgres;

process.exitCode = await main();

async function main() {
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => running.forEach(end));
	try {
		await startPostgresFor(chosen.flat());
		for (const names of chosen) {
			const results = await Promise.all(names.map(runStep));
			if (results.includes(false)) break;
		}
	} catch (cause) {
		tally.failed += 1;
		console.error(cause.cause ? cause : cause.message);
	} finally {
		await postgres?.stop();
		rmSync(scratch, { recursive: true, force: true });
	}
	console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
	return tally.failed === 0 ? 0 : 1;
}

async function startPostgresFor(names) {
	const needed = names.some((name) => steps[name].needs?.includes('postgres'));
	if (!needed || process.env.TEST_POSTGRES_URL) return;
	postgres = await startPostgres();
	process.env.TEST_POSTGRES_URL = postgres.url;
}

/** Returns whether the step succeeded. Prints its output only when it failed. */
async function runStep(name) {
	const { about, run, counted } = steps[name];
	const [script, ...args] = name === (named.at(-1) ?? '') ? [...run, ...extra] : run;
	const begun = performance.now();
	// Look for Chromium only now, so that without a browser everything else has run.
	if (steps[name].needs?.includes('chromium')) findOrInstallChromium();
	const { status, output } = await capture([join('node_modules', script), ...args]);
	const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(6);
	const { passed, failed, lines } = counted?.() ?? { passed: 0, failed: 0, lines: [] };
	const ok = status === 0 && failed === 0;
	tally.passed += passed;
	// A step can fail without a failed test of its own: a broken rule, a file that does not load.
	tally.failed += ok ? 0 : Math.max(failed, 1);
	const count = counted ? `, ${passed} passed` : '';
	console.log(`${ok ? '✓' : '✗'} ${name.padEnd(8)}${seconds} s  ${about}${count}`);
	if (!ok) console.log(`\n${output}`);
	for (const line of lines) console.log(line);
	return ok;
}

function capture(args) {
	const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: pagesReport, NO_COLOR: '1' };
	delete env.FORCE_COLOR;
	if (env.NODE_ENV === 'production') delete env.NODE_ENV;
	const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
	running.add(child);
	return new Promise((resolve, reject) => {
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text) => (output += text));
		child.on('error', reject);
		child.on('close', (status) => {
			running.delete(child);
			resolve({ status, output });
		});
	});
}

function end(child) {
	child.kill('SIGTERM');
}
