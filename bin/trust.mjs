// `npm run test:trust`: every test that has a long form in that form, ending with a table of what they measured.
// Further words go to vitest, as in `npm run test:trust -- tests/trust/killed.test.ts`.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

process.chdir(join(import.meta.dirname, '..'));
const scratch = mkdtempSync(join(tmpdir(), 'hearth-trust-'));
const file = join(scratch, 'figures');
const words = process.argv.slice(2);

const filesWithLongForm = () =>
	globSync('tests/**/*.test.ts').filter((path) => readFileSync(path, 'utf8').includes('isLong'));

const { status } = spawnSync(
	process.execPath,
	[
		'node_modules/vitest/vitest.mjs',
		'run',
		...(words.length > 0 ? words : ['tests/trust', ...filesWithLongForm()])
	],
	{ stdio: 'inherit', env: { ...process.env, TRUST: 'long', TRUST_FIGURES: file } }
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
