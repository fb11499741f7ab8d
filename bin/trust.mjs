// `npm run test:trust`: every test that has a long form in that form, ending with a table of what they measured.
// `npm run test:trust -- --quick`: what kills, fills, installs and measures, in its quick form.
// Further words go to vitest, as in `npm run test:trust -- tests/trust/killed.test.ts`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { makeScratch } from './scratch.mjs';

process.chdir(join(import.meta.dirname, '..'));
const words = process.argv.slice(2).filter((word) => word !== '--quick');
const isQuick = process.argv.includes('--quick');
// The long forms measure a disk as it is.
const scratch = isQuick ? makeScratch() : mkdtempSync(join(tmpdir(), 'hearth-trust-'));
const file = join(scratch, 'figures');

const projects = ['--project=trust', '--project=apart'];
const env = { ...process.env, ...(isQuick ? {} : { TRUST: 'long', TRUST_FIGURES: file }) };
const { status } = spawnSync(
	process.execPath,
	['node_modules/vitest/vitest.mjs', 'run', ...projects, ...words],
	{ stdio: 'inherit', env }
);

const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
for (const { what, figures } of lines.map((line) => JSON.parse(line))) {
	const row = Object.entries(figures).map(
		([name, figure]) => `${name} ${figure.toLocaleString('en')}`
	);
	console.log(`${what.padEnd(32)}${row.join(' · ')}`);
}
rmSync(scratch, { recursive: true, force: true });
process.exitCode = status ?? 1;
